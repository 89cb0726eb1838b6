# One program for all x86-64 processors, made by a plain build (ARCH=): the whole of it is compiled
# for three generations of the family, each with its own names hidden but one main, and linked into
# one file with a choice at the start (src/cli/cpu_dispatch.c).  VARIANTS=no makes only the oldest.
march_x86_64    := -march=x86-64
march_x86_64_v3 := -march=x86-64-v3
march_x86_64_v4 := -march=x86-64-v4 -mavx512vpopcntdq

ifeq ($(ARCH)$(SANITIZE)$(PART)$(VARIANTS),)
ifneq ($(findstring x86_64,$(shell $(CC) -dumpmachine)),)
variants := x86_64 x86_64_v3 x86_64_v4
endif
endif

shared := %/gen/tables.o %/nnue/embedded.o %/gen/served_page.o
ifdef variants
cppflags += -DROEK_ALL_TABLES
parts    := $(variants:%=$(BUILD)/%/part.o)
$(EXE): $(BUILD)/cli/cpu_dispatch.o $(parts) $(filter $(shared),$(app_obj) $(lib_obj))
	$(CC) $(linked) -o $@ $^ $(libs)
$(parts): $(BUILD)/%/part.o: FORCE
	@$(MAKE) BUILD=$(BUILD)/$* PART=$* march='$(march_$*) -mtune=generic' $@
all: $(BUILD)/libroek.a
endif

# One of them: all but the tables, networks and the page, which they share, in one object.
ifdef PART
$(BUILD)/part.o: $(filter-out $(shared),$(app_obj) $(lib_obj))
	$(CC) -r -nostdlib -o $@ $^
	$(OBJCOPY) --keep-global-symbol=roek_main_$(PART) $@
$(main_obj): cppflags += -Dmain=roek_main_$(PART)
$(main_obj): cflags += -Wno-missing-prototypes
endif
