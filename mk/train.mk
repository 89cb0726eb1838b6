# Training records from files of games, see train/README.md.
$(BUILD)/records: train/records.c $(BUILD)/libroek.a
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
records: $(BUILD)/records
.PHONY: records
