# Fitting the evaluation to our own games, see docs/strength.md.
$(BUILD)/tune_eval: tools/tune_eval.c $(BUILD)/libroek.a
	$(compile) $(linked) -o $@ $^ $(libs)
tune_eval: $(BUILD)/tune_eval
.PHONY: tune_eval

# Problems for `roek play`, out of games: build/find_mates 12 < games.pgn
$(BUILD)/find_mates: tools/find_mates.c $(BUILD)/libroek.a
	$(compile) $(linked) -o $@ $^ $(libs)
find_mates: $(BUILD)/find_mates
.PHONY: find_mates

# Everything for developers that no other target needs, so that a test can see it still compiles.
tools: tune_eval find_mates records rejudge
.PHONY: tools
