# Counting moves beside other programs: nodes per CPU second, one thread, no hash table.
bench-perft: all
	@tools/bench_perft.sh $(EXE)
.PHONY: bench-perft
