# Chess Loop beside clingo (Debian package gringo); about five minutes.
bench-loop: $(EXE)
	tools/bench_loop.sh $(EXE)
.PHONY: bench-loop
