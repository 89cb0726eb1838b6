# Roek.  `make run` and `make test` do everything on a fresh Debian; `make help` lists the rest.
#
#   make [CC=clang] [ARCH=native|x86-64|x86-64-v3|…] [BUILD=dir] [EXE=name]
#
# ARCH is what -march understands; empty makes one program for all processors of the family.

VERSION  := $(shell cat VERSION)
CC       ?= cc
# The compiler for generators, which run while building
HOSTCC   ?= cc
AR       ?= ar
OBJCOPY  ?= $(AR:ar=objcopy)
NM       ?= $(AR:ar=nm)
BUILD    ?= build
ARCH     ?= native
PREFIX   ?= /usr/local
DESTDIR  ?=

# Sanitizers and fuzzing get build folders of their own: make SANITIZE=address,undefined
SANITIZE ?=
OPTIMIZE ?= -O3

WARN := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes \
        -Wpointer-arith -Wcast-qual -Wwrite-strings -Wundef -Wvla -Wformat=2
ifdef WERROR
WARN += -Werror
endif

# gcc's tuning for new processors moves words between register files; the generic one is faster.
march    := $(if $(ARCH),-march=$(ARCH) -mtune=generic)
sanitize := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
# Asserts are on where sanitizers are, and at full speed with ASSERTS=1.
ndebug   := $(if $(SANITIZE),-DROEK_INSTRUMENTED,$(if $(ASSERTS),,-DNDEBUG))

# CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS are whoever builds it's, come last and are never changed here.
cppflags := -Isrc -I$(BUILD)/gen -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DROEK_VERSION='"$(VERSION)"' $(ndebug)
cflags    = -std=c11 $(OPTIMIZE) -g $(march) $(WARN) $(sanitize) -pthread
ldflags  := $(sanitize) -pthread
ldlibs   := -lm
compile   = $(CC) $(cppflags) $(CPPFLAGS) $(cflags) $(CFLAGS)
linked    = $(ldflags) $(LDFLAGS)
libs      = $(ldlibs) $(LDLIBS)

# Optional libraries, used where they are installed.  Those of the terminal go into the program as
# archives if there are any: each shared library costs every start of every command 0.06 ms.
terminal := -Wl,-Bstatic -ledit -lbsd -lmd -lncursesw -ltinfo -Wl,-Bdynamic
ifndef MINIMAL
hash := \#
# Not linked to /dev/null: some compilers put a plain file in its place, if root lets them.
has = $(shell at=$$(mktemp -d) && printf '$(hash)include <$(1)>\nint main(void){return 0;}' | \
    $(CC) -x c - -o "$$at/has" $(2) 2>/dev/null && echo yes; rm -rf "$$at")
HAVE_EDIT   ?= $(call has,histedit.h,-ledit)
HAVE_CURSES ?= $(call has,ncursesw/curses.h,-lncursesw)
HAVE_ARCHIVES ?= $(call has,histedit.h,$(terminal))
endif
ifeq ($(HAVE_EDIT),yes)
cppflags += -DROEK_HAVE_EDIT
ldlibs   += $(if $(HAVE_ARCHIVES),$(terminal),-ledit)
endif
ifeq ($(HAVE_CURSES),yes)
cppflags += -DROEK_HAVE_CURSES
ldlibs   += $(if $(HAVE_ARCHIVES),$(terminal),-lncursesw -ltinfo)
endif

# Each system has its part of base; Windows gets one static program without the full-screen terminal.
windows := $(findstring mingw,$(shell $(CC) -dumpmachine))
ifdef windows
cppflags += -D__USE_MINGW_ANSI_STDIO=1 -D_POSIX_THREAD_SAFE_FUNCTIONS
WARN     += -Wno-format -Wno-float-conversion
ldflags  += -static -Wl,--stack,8388608
ldlibs   += -lws2_32 -lshell32 -lole32
# gcc takes the stack for aligned to 32 bytes, which it is not here
cflags   += -Wa,-muse-unaligned-vector-move
dotexe   := .exe
endif
foreign  := $(if $(windows),%_posix.c,%_windows.c)

# The library: everything but the terminal and the commands.
lib_layers := base core rules notation game nnue eval search solve play match review session
app_layers := jobs console cmd protocol terminal server cli
sources     = $(filter-out $(foreign),$(sort $(shell find $(1:%=src/%) -name '*.c')))
lib_src    := $(call sources,$(lib_layers))
app_src    := $(filter-out %/cpu_dispatch.c,$(call sources,$(app_layers)))
lib_obj    := $(lib_src:src/%.c=$(BUILD)/%.o) $(BUILD)/gen/tables.o
app_obj    := $(app_src:src/%.c=$(BUILD)/%.o) $(BUILD)/gen/served_page.o
main_obj   := $(BUILD)/cli/main.o
EXE        ?= $(BUILD)/roek$(dotexe)

all: $(EXE)

-include $(wildcard mk/*.mk)

ifndef variants
$(EXE): $(app_obj) $(resource) $(BUILD)/libroek.a
	$(CC) $(linked) -o $@ $^ $(libs)
endif

$(BUILD)/libroek.a: $(lib_obj)
	@rm -f $@
	$(AR) rcs $@ $^

# Positions are single words; gathering them into vectors makes the generator wait for memory.
$(BUILD)/rules/%.o: cflags += -fno-tree-slp-vectorize

# The network's loops are compiled for several processors and chosen at run time.  gcc vectorises
# them for half the width of AVX-512 unless told otherwise.
ifneq (,$(findstring x86_64,$(shell $(CC) -dumpmachine)))
# (vectors wider than the processor's stay within one file, so how they would be passed is all one)
$(BUILD)/nnue/kernel_portable.o: cflags += -Wno-psabi
$(BUILD)/nnue/kernel_avx2.o: cflags += -mavx2
$(BUILD)/nnue/kernel_avx512.o: cflags += -mavx512f -mavx512bw -mavx512vl -mavx512vnni -mprefer-vector-width=512
endif
$(BUILD)/nnue/embedded.o: $(wildcard nets/*.net)
# Networks are used where they lie, so machines with the highest byte first get theirs turned round.
ifneq (,$(shell $(CC) -dM -E -x c /dev/null | grep '__BYTE_ORDER__ __ORDER_BIG_ENDIAN__'))
turned := $(patsubst nets/%,$(BUILD)/gen/nets/%,$(wildcard nets/*.net))
$(BUILD)/gen/gen_nets: tools/gen_nets.c
	@mkdir -p $(@D)/nets
	$(HOSTCC) -std=c11 -O1 -o $@ $<
$(turned): $(BUILD)/gen/nets/%: nets/% $(BUILD)/gen/gen_nets
	$(BUILD)/gen/gen_nets $< $@
$(BUILD)/nnue/embedded.o: $(turned)
$(BUILD)/nnue/embedded.o: cppflags += -DROEK_NETS='"$(BUILD)/gen/nets/"'
endif

$(BUILD)/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(compile) -MMD -MP -c -o $@ $<

# A change of flags or compiler rebuilds everything; being strict about warnings changes no code.
built_with = $(filter-out -Werror,$(compile)) $(shell $(CC) -dumpfullversion -dumpversion)
$(BUILD)/flags: FORCE
	@mkdir -p $(BUILD)/gen
	@echo '$(built_with)' | cmp -s - $@ || echo '$(built_with)' > $@

# Attack tables are constants, computed while building.
$(BUILD)/gen/gen_attacks: tools/gen_attacks.c src/base/rng.h src/base/hash.h
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 -Isrc -o $@ $<
$(BUILD)/gen/tables.c: $(BUILD)/gen/gen_attacks
	$< > $@
$(BUILD)/gen/tables.o: $(BUILD)/gen/tables.c $(BUILD)/flags
	$(compile) -O1 -c -o $@ $<

run:
	@scripts/run.sh

deps:
	@scripts/deps.sh build

test:
	@scripts/test.sh

# What a machine can see of the source without running it much; make test begins with it.
checks := check-layers check-names check-printing check-globals check-format
check: $(checks)
check-layers:
	@tools/check_layers.sh
check-names:
	@tools/check_names.sh
check-printing:
	@tools/check_printing.sh
check-globals: $(BUILD)/libroek.a
	@tools/check_globals.sh $<
check-format:
	@git ls-files -z '*.c' '*.h' | xargs -0 clang-format --dry-run --Werror
list-checks:
	@echo $(checks)

format:
	clang-format -i $(shell git ls-files '*.c' '*.h')

# Folders may have spaces in their names, and whoever installs any umask.
TO := $(DESTDIR)$(PREFIX)
# What strangers may include is what src/roek.h includes; their linker sees roek_ before every name.
install: all
	umask 022 && install -d '$(TO)/bin' '$(TO)/lib/pkgconfig' '$(TO)/share/man/man1'
	install -m755 $(EXE) '$(TO)/bin/roek'
	umask 022 && CC='$(CC)' NM='$(NM)' OBJCOPY='$(OBJCOPY)' tools/install_headers.sh $(BUILD)/libroek.a '$(TO)'
	umask 022 && sed -e 's|@PREFIX@|$(subst &,\&,$(PREFIX))|' -e 's|@VERSION@|$(VERSION)|' docs/roek.pc.in \
	    > '$(TO)/lib/pkgconfig/roek.pc'
	for m in $(wildcard docs/man/*.1); do install -m644 $$m '$(TO)/share/man/man1/'; done

clean:
	rm -rf $(BUILD)

help:
	@echo 'make           build/roek and build/libroek.a'
	@echo 'make run       install what is missing, build, play one move'
	@echo 'make test      install what is missing, build, run all tests'
	@echo 'make check     layers, names, printing, globals and format of the source, in a minute'
	@echo 'make web       build/web/roek.html: everything as one page, for a browser'
	@echo 'make npm       build/npm: the same as a package for node and browsers'
	@echo 'make mpi       build/roek-mpi: lists of jobs on many machines, by Open MPI'
	@echo 'make bench-*   benchmarks beside other programs'
	@echo 'make site      build/site: the documents and the page as a static site, with drawings of the tables'
	@echo 'make report    build/report.pdf: how it works, with the whole source'
	@echo 'make format    clang-format over the tree'
	@echo 'make install   PREFIX=/usr/local DESTDIR=; make uninstall takes it back'
	@echo 'make dist      the source as an archive; make deb a Debian package; make release all of it'
	@echo 'make test-deb  the Debian package installed, run, upgraded and removed in a folder'
	@echo 'make test-reproducible   two builds of the archive in two folders: the same bytes'
	@echo 'make windows   build-windows/roek.exe; make test-windows tries it under Wine'
	@echo 'make test-firefox     the page in Firefox, as make test tries it in Chromium'
	@echo 'make test-platforms   other processors and C libraries, under qemu-user'

FORCE:
.PHONY: all run deps test check $(checks) list-checks format install clean help FORCE
.DELETE_ON_ERROR:

-include $(lib_obj:.o=.d) $(app_obj:.o=.d)
