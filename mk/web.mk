# The page: make web builds build/web/, a static site, and build/web/roek.html, the same in one file.
# The library becomes WebAssembly by clang, wasi-libc and binaryen (scripts/deps.sh web).
WASM_CC := clang --target=wasm32-wasi
web     := $(BUILD)/web
wasm    := $(BUILD)/wasm

# No threads, files or programs in a browser: web/wasm stands in for what is left out here.
wasm_src := $(filter-out %_posix.c %_windows.c src/base/process/% src/base/file/file.c src/base/file/line_reader.c \
                         src/base/os/interrupt.c src/base/os/xdg_dirs.c,$(lib_src))
wasm_obj := $(wasm_src:src/%.c=$(wasm)/%.o) $(wasm)/gen/tables.o
wasm_host_obj := $(patsubst web/wasm/%.c,$(wasm)/host/%.o,$(wildcard web/wasm/*.c))

WASM_CPPFLAGS := -Iweb/wasm -Isrc -I$(BUILD)/gen -D_GNU_SOURCE -DROEK_VERSION='"$(VERSION)"' -DNDEBUG
WASM_CFLAGS   := -std=c11 -O3 -msimd128 -mbulk-memory -mthread-model single -ftls-model=local-exec -Wall -Wextra
# A search to its last ply takes 0.4 MB, a loop on the largest board much more.
WASM_LDFLAGS  := -mexec-model=reactor -Wl,-z,stack-size=16777216 -Wl,--max-memory=1073741824

$(wasm)/host/%.o: web/wasm/%.c
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_CPPFLAGS) $(WASM_CFLAGS) -MMD -MP -c -o $@ $<
$(wasm)/gen/tables.o: $(BUILD)/gen/tables.c
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_CPPFLAGS) -std=c11 -O1 -c -o $@ $<
$(wasm)/%.o: src/%.c
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_CPPFLAGS) $(WASM_CFLAGS) -MMD -MP -c -o $@ $<
$(wasm)/nnue/embedded.o: $(wildcard nets/*.net)
$(wasm)/libroek.a: $(wasm_obj)
	@rm -f $@
	llvm-ar rcs $@ $^

$(wasm)/roek.wasm: $(wasm_host_obj) $(wasm)/libroek.a
	$(WASM_CC) $(WASM_LDFLAGS) -o $@ $^

# For browsers that can suspend WebAssembly, and, slower, for those that cannot: there all functions
# between the host and host_yield() can save themselves.
$(web)/roek.wasm: $(wasm)/roek.wasm
	@mkdir -p $(@D)
	wasm-opt -O3 --strip-debug --strip-producers --enable-simd --enable-bulk-memory -o $@ $<
$(web)/roek-sliced.wasm: $(wasm)/roek.wasm
	@mkdir -p $(@D)
	wasm-opt --enable-simd --enable-bulk-memory --asyncify --pass-arg=asyncify-imports@host.turn \
	    -O3 --strip-debug --strip-producers -o $@ $<

-include $(wasm_obj:.o=.d) $(wasm_host_obj:.o=.d)

# For tests/web: one program, compiled for this machine and as WebAssembly, that must print the same.
same_src := tests/web/same.c tests/support/random_game.c
$(BUILD)/tests/web/same: $(same_src) $(BUILD)/libroek.a
	@mkdir -p $(@D)
	$(compile) -Itests $(linked) -o $@ $^ $(libs)
$(BUILD)/tests/web/same.wasm: $(same_src) $(wasm)/libroek.a $(filter-out %/host.o,$(wasm_host_obj))
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_CPPFLAGS) -Itests $(WASM_CFLAGS) -Wl,-z,stack-size=16777216 -o $@ $^
web-tests: $(BUILD)/tests/web/same $(BUILD)/tests/web/same.wasm
.PHONY: web-tests

# The page itself: modules joined in the order in which they need each other.
page_modules := words/en words/nl words/de words dom store key record client ports pieces squares board moves variations \
                promotion refusals scores problems saved newgame play analyse setup solution mates loops app main
page_src     := $(page_modules:%=web/%.js)
worker_src   := web/engine.js web/worker.js
joined       := sed -e '/^import /d' -e 's/^export //'

$(BUILD)/gen/gen_page: tools/gen_page.c
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 -o $@ $<
$(BUILD)/gen/page.js: $(page_src) mk/web.mk
	@mkdir -p $(@D)
	{ echo '"use strict";(() => {'; $(joined) $(page_src); echo '})();'; } > $@
$(BUILD)/gen/worker.js: $(worker_src)
	@mkdir -p $(@D)
	{ echo '"use strict";(() => {'; $(joined) $(worker_src); echo '})();'; } > $@
page_parts := web/index.html web/style.css $(BUILD)/gen/page.js $(BUILD)/gen/worker.js

# The same page inside the program, for roek web.
$(BUILD)/gen/served_page.html: $(BUILD)/gen/gen_page $(page_parts)
	$< $(page_parts) '<meta name="roek-server" content="yes">' > $@
$(BUILD)/gen/served_page.c: $(BUILD)/gen/served_page.html
	{ echo '#include <stddef.h>'; echo 'extern const unsigned char SERVED_PAGE[]; extern const size_t SERVED_PAGE_SIZE;'; \
	  echo 'const unsigned char SERVED_PAGE[] = {'; od -An -v -tu1 $< | sed -e 's/ *\([0-9][0-9]*\)/\1,/g'; \
	  echo '};'; echo 'const size_t SERVED_PAGE_SIZE = sizeof SERVED_PAGE;'; } > $@
$(BUILD)/gen/served_page.o: $(BUILD)/gen/served_page.c
	$(compile) -O1 -c -o $@ $<

web: $(web)/roek.html $(web)/index.html
$(wasm)/%.wasm.gz: $(web)/%.wasm
	gzip -9 -n -c $< > $@
$(web)/roek.html: $(BUILD)/gen/gen_page $(page_parts) $(wasm)/roek.wasm.gz $(wasm)/roek-sliced.wasm.gz
	$< $(page_parts) '' $(wasm)/roek.wasm.gz $(wasm)/roek-sliced.wasm.gz > $@
$(web)/index.html: $(BUILD)/gen/gen_page $(page_parts) $(web)/roek.wasm $(web)/roek-sliced.wasm
	$< $(page_parts) '' > $@
.PHONY: web

# The same as a package for node and browsers; `npm pack build/npm` makes the archive of it.
npm       := $(BUILD)/npm
npm_parts := npm/index.js npm/index.d.ts npm/port.js npm/worker.js npm/README.md web/client.js web/record.js web/engine.js LICENSE \
             $(web)/roek.wasm $(web)/roek-sliced.wasm
npm: $(npm)/package.json
$(npm)/package.json: npm/package.json VERSION $(npm_parts)
	@mkdir -p $(@D)
	cp $(npm_parts) $(@D)
	sed 's/@VERSION@/$(VERSION)/' $< > $@
.PHONY: npm

# Beside one thread of a portable build; needs what scripts/test.sh web installs.
bench-web: web
	@$(MAKE) -s ARCH= VARIANTS=no BUILD=build-portable MINIMAL=1
	node tools/bench_web.mjs build-portable/roek
.PHONY: bench-web

# Not part of `make test`: a second browser is much to install.
test-firefox: web
	scripts/deps.sh firefox
	npm install --silent --no-save --no-package-lock --prefix tests/firefox
	node --test tests/firefox/
.PHONY: test-firefox
