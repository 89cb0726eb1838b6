# Chess Loop beside clingo (Debian package gringo); about three minutes on an idle core.
$(BUILD)/cputime: tools/cputime.c
	$(CC) -D_GNU_SOURCE -std=c11 -O2 -o $@ $<
bench-loop: $(EXE) $(BUILD)/cputime
	tools/bench_loop.sh $(EXE) $(BUILD)/cputime
.PHONY: bench-loop
