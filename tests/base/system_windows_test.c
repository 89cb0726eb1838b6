// SPDX-License-Identifier: MIT
//
// What our parts for Windows promise beyond the commands: tests/windows_test.sh runs it.
#include "roek/base/file.h"
#include "roek/base/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <stdio.h>
#include <windows.h>

static char *own_path; // as a child it has words after its name

/* Can it be had by us alone? */
static bool is_held(const char *path) {
    int fd = _sopen(path, _O_RDWR, _SH_DENYRW);
    if (fd >= 0) _close(fd);
    return fd < 0;
}

static void children_inherit_no_files(void **state) {
    (void)state;
    static const char path[] = "inherited.tmp";
    char wait[] = "wait", *argv[] = {own_path, wait, NULL};
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    FileLog *log = file_log_open(path, LOG_AFRESH);
    HANDLE handle = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                OPEN_EXISTING, 0, NULL);
    int error;
    Process *child = process_start(argv, &error);
    assert_non_null(log);
    assert_true(handle != INVALID_HANDLE_VALUE);
    assert_non_null(child);
    assert_true(CloseHandle(handle));
    assert_true(file_log_close(log));
    assert_false(is_held(path));
    process_end(child, 1000, NULL);
    assert_int_equal(unlink(path), 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_inherit_no_files),
    };
    if (argc > 1) return getchar() == EOF ? 0 : 1;
    own_path = argv[0];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
