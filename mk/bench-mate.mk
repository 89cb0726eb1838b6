# Mates beside UCI engines (FINDERS) and Popeye: found, all keys, excluded.  BENCH_MATE="keys none" runs parts;
# the whole takes up to an hour, most of it the peers'.
BENCH_MATE ?= find proof keys none
bench-mate: all
	@tools/bench_mate.sh $(EXE) $(BENCH_MATE)
.PHONY: bench-mate
