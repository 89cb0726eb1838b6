# Tests: tests/LAYER/NAME_test.c mirrors src/LAYER/NAME.c and becomes build/tests/LAYER/NAME_test.

test_src  := $(wildcard tests/*/*_test.c)
test_exe  := $(test_src:tests/%.c=$(BUILD)/tests/%)
helper_obj := $(patsubst tests/support/%.c,$(BUILD)/tests/support/%.o,$(wildcard tests/support/*.c))
fuzz_src  := $(wildcard tests/fuzz/*_fuzz.c)
fuzz_exe  := $(fuzz_src:tests/%.c=$(BUILD)/tests/%)

tests: $(test_exe)
fuzzers: $(fuzz_exe)

$(BUILD)/tests/support/%.o: tests/support/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%_test: tests/%_test.c $(helper_obj) $(filter-out $(main_obj),$(app_obj)) $(BUILD)/libroek.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS) -Wno-missing-prototypes -MMD -MP $(LDFLAGS) -o $@ \
	    $< $(filter %.o %.a,$^) -lcmocka $(LDLIBS)

# libFuzzer comes with clang: make fuzzers CC=clang BUILD=build-fuzz SANITIZE=fuzzer-no-link,address,undefined
$(BUILD)/tests/fuzz/%_fuzz: tests/fuzz/%_fuzz.c $(filter-out $(main_obj),$(app_obj)) $(BUILD)/libroek.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS) -Wno-missing-prototypes -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LDLIBS)

.PHONY: tests fuzzers
.SECONDARY: $(helper_obj)
-include $(test_exe:=.d) $(helper_obj:.o=.d)
