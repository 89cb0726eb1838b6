# Chess Loop beside clingo (Debian package gringo); about three minutes on an idle core.
bench-loop: $(EXE)
	tools/bench_loop.sh $(EXE)
.PHONY: bench-loop
