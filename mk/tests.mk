# Tests: tests/LAYER/…/NAME_test.c mirrors src/LAYER/…/NAME.c and becomes build/tests/LAYER/…/NAME_test.

# FOREIGN=1 does without the cmocka library (tests/foreign); tests of POSIX and of Windows stay at home.
all_tests    := $(sort $(shell find tests -mindepth 2 -name '*_test.c'))
windows_test := $(filter %_windows_test.c,$(all_tests))
posix_test := tests/base/% %/merge_test.c %/http_server_test.c tests/notation/pgn/% tests/play/% tests/match/% \
              tests/review/% tests/terminal/shell/% %/rk_tablebase_test.c \
              tests/console/print_test.c
test_src  := $(filter-out $(if $(windows),$(posix_test),$(windows_test)),$(all_tests)) $(if $(windows),$(windows_test))
test_exe  := $(test_src:tests/%.c=$(BUILD)/tests/%$(dotexe))
test_inc  := -Itests $(if $(FOREIGN),-Itests/foreign)
test_lib  := $(if $(FOREIGN),,-lcmocka)
helper_obj := $(patsubst tests/support/%.c,$(BUILD)/tests/support/%.o,$(wildcard tests/support/*.c))
fuzz_src  := $(wildcard tests/fuzz/*_fuzz.c)
fuzz_exe  := $(fuzz_src:tests/%.c=$(BUILD)/tests/%)

tests: $(test_exe)
fuzzers: $(fuzz_exe)

$(BUILD)/tests/support/%.o: tests/support/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(compile) $(test_inc) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%_test$(dotexe): tests/%_test.c $(helper_obj) $(filter-out $(main_obj),$(app_obj)) $(BUILD)/libroek.a
	@mkdir -p $(@D)
	$(compile) $(test_inc) -Wno-missing-prototypes -MMD -MP $(linked) -o $@ \
	    $< $(filter %.o %.a,$^) $(test_lib) $(libs)

# libFuzzer comes with clang: make fuzzers CC=clang BUILD=build-fuzz SANITIZE=fuzzer-no-link,address,undefined
$(BUILD)/tests/fuzz/%_fuzz: tests/fuzz/%_fuzz.c $(filter-out $(main_obj),$(app_obj)) $(BUILD)/libroek.a
	@mkdir -p $(@D)
	$(compile) -Itests -Wno-missing-prototypes -fsanitize=fuzzer $(linked) -o $@ $^ $(libs)

# Reckoning is no reading: counting its branches as well would take nine tenths of a fuzzer's time.
ifneq (,$(findstring fuzzer,$(SANITIZE)))
reckoning := $(filter-out %/network.o,$(filter $(addprefix $(BUILD)/,rules/% nnue/% eval/% search/%),$(lib_obj)))
$(reckoning): cflags += -fno-sanitize=fuzzer-no-link
endif

# The program with allocations that fail, for tests/alloc_test.sh under sanitizers.
failing := malloc calloc realloc aligned_alloc strdup mmap pthread_create
$(BUILD)/roek-failing: tests/alloc/failing.c $(app_obj) $(BUILD)/libroek.a
	$(compile) -Wno-missing-prototypes -DFAILING_LINKED $(failing:%=-Wl,--wrap=%) $(linked) -o $@ $^ $(libs)

.PHONY: tests fuzzers
.SECONDARY: $(helper_obj)
-include $(test_exe:=.d) $(helper_obj:.o=.d)
