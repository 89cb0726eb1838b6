# One static roek.exe by Debian's mingw-w64, tried under its Wine.
WINDOWS := CC=x86_64-w64-mingw32-gcc AR=x86_64-w64-mingw32-ar BUILD=build-windows ARCH= VARIANTS=no MINIMAL=1 FOREIGN=1

# What the program tells the system about itself lies in a resource.
ifdef windows
WINDRES  ?= $(CC:gcc=windres)
resource := $(BUILD)/gen/windows.o
$(resource): packaging/windows.rc packaging/windows.manifest
	@mkdir -p $(@D)
	$(WINDRES) -I $(<D) $< $@
endif

windows:
	@scripts/deps.sh windows
	$(MAKE) $(WINDOWS) all
	@echo build-windows/roek.exe
test-windows: windows all
	@scripts/deps.sh wine
	$(MAKE) -s $(WINDOWS) tests
	@tests/windows_test.sh build-windows
.PHONY: windows test-windows
