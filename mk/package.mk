# What goes out: completions and pages for each command, a source archive, a Debian package.
SHARE = $(TO)/share
install: install-pages
install-pages: all
	@$(EXE) --version > /dev/null 2>&1 || { echo 'no pages and completions: $(EXE) does not run here'; exit 0; }; \
	umask 022 && install -d '$(SHARE)/man/man1' '$(SHARE)/bash-completion/completions' '$(SHARE)/zsh/vendor-completions' \
	    '$(SHARE)/fish/vendor_completions.d' && \
	for c in $$($(EXE) help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do \
	    tools/make_man.sh $(EXE) $$c > "$(SHARE)/man/man1/roek-$$c.1" || exit 1; \
	done && \
	tools/make_completion.sh $(EXE) bash > '$(SHARE)/bash-completion/completions/roek' && \
	tools/make_completion.sh $(EXE) zsh > '$(SHARE)/zsh/vendor-completions/_roek' && \
	tools/make_completion.sh $(EXE) fish > '$(SHARE)/fish/vendor_completions.d/roek.fish'

uninstall:
	rm -f '$(TO)/bin/roek' '$(TO)/lib/libroek.a' '$(TO)/lib/pkgconfig/roek.pc'
	rm -f '$(SHARE)/man/man1/roek.1' '$(SHARE)/man/man1'/roek-*.1 '$(SHARE)/bash-completion/completions/roek'
	rm -f '$(SHARE)/zsh/vendor-completions/_roek' '$(SHARE)/fish/vendor_completions.d/roek.fish'
	rm -rf '$(TO)/include/roek'

# Paths of the folder stay out of what goes out: two builds anywhere give the same bytes.
ifdef REPRODUCIBLE
cflags += -ffile-prefix-map='$(CURDIR)=.'
endif

# What is committed, ready to be built without git.
dist: | $(BUILD)/flags
	git archive --prefix=roek-$(VERSION)/ HEAD | gzip -9n > $(BUILD)/roek-$(VERSION).tar.gz
	@echo $(BUILD)/roek-$(VERSION).tar.gz

# One program for all processors with everything that belongs to it; make test-deb installs, upgrades
# and removes it in a folder.
DEB = build-deb/roek_$(VERSION)-1_$(shell dpkg --print-architecture 2>/dev/null).deb
FOR_ALL := ARCH= REPRODUCIBLE=1 HAVE_ARCHIVES=
deb:
	$(MAKE) $(FOR_ALL) BUILD=build-deb all
	rm -rf build-deb/root
	$(MAKE) -s $(FOR_ALL) BUILD=build-deb PREFIX=/usr DESTDIR='$(CURDIR)/build-deb/root' install
	packaging/make_deb.sh build-deb/root $(VERSION) $(DEB)
test-deb: deb
	@tests/deb_test.sh $(DEB)

# Everything that goes out, with checksums and the news of this version.
release:
	@scripts/deps.sh page
	$(MAKE) dist deb windows web
	rm -rf build-release && mkdir build-release
	cp $(BUILD)/roek-$(VERSION).tar.gz $(DEB) build-release/
	strip -o build-release/roek-$(VERSION)-linux-$$(uname -m) build-deb/roek
	cp $(web)/roek.html build-release/roek-$(VERSION).html
	x86_64-w64-mingw32-strip -o build-release/roek-$(VERSION).exe build-windows/roek.exe
	sed -n '/^## /{n;:l;/^## /q;p;n;bl}' NEWS.md > build-release/NOTES.md
	cd build-release && sha256sum roek* > SHA256SUMS

# Two builds in two folders, compared.
test-reproducible:
	@tests/reproducible_test.sh

.PHONY: install-pages uninstall dist deb test-deb release test-reproducible
