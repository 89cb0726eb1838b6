# One static roek.exe by Debian's mingw-w64, tried under its Wine.
WINDOWS := CC=x86_64-w64-mingw32-gcc AR=x86_64-w64-mingw32-ar BUILD=build-windows ARCH= VARIANTS=no MINIMAL=1 FOREIGN=1
windows:
	@scripts/deps.sh windows
	$(MAKE) $(WINDOWS) all
	@echo build-windows/roek.exe
test-windows: windows all
	@scripts/deps.sh wine
	$(MAKE) -s $(WINDOWS) tests
	@tests/windows_test.sh build-windows
.PHONY: windows test-windows
