# Tools that make training records from files of games, see train/README.md.
TRAIN_TOOLS := $(BUILD)/records $(BUILD)/rejudge
$(TRAIN_TOOLS): $(BUILD)/%: train/%.c train/quiet.c train/quiet.h $(BUILD)/libroek.a
	$(compile) $(linked) -o $@ $(filter-out %.h,$^) $(libs)
records rejudge: %: $(BUILD)/%
.PHONY: records rejudge
