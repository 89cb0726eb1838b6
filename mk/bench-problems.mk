# Chess problems beside Popeye, all solutions (POPEYE names it, LIMIT seconds a problem).
bench-problems: all
	@tools/bench_problems.sh $(EXE) $(BENCH_PROBLEMS)
.PHONY: bench-problems
