# Fitting the evaluation to our own games, see docs/strength.md.
$(BUILD)/tune_eval: tools/tune_eval.c $(BUILD)/libroek.a
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
tune_eval: $(BUILD)/tune_eval
.PHONY: tune_eval
