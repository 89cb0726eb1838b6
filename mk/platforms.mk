# Other processors, systems and C libraries, by Debian's cross compilers and qemu-user; what is not
# installed and cannot be is said and left out.  PLATFORMS="aarch64 musl" tries some of them.
PLATFORMS ?= x86-64 aarch64 s390x i686 musl
test-platforms: all
	@tests/platforms_test.sh "$(EXE)" $(PLATFORMS)
.PHONY: test-platforms
