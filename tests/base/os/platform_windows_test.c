// SPDX-License-Identifier: MIT
//
// Tests of the Windows implementation beyond what the commands need; run by tests/windows_test.sh.
#include "base/file/file.h"
#include "base/process/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <pthread.h>
#include <share.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static char *own_path; // this program; a child is started with arguments

/* Can this process take the lock? */
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
    FileLog *log = file_log_open(path, FILE_LOG_TRUNCATE);
    HANDLE handle = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                OPEN_EXISTING, 0, NULL);
    int error;
    Process *child = process_start(argv, NULL, &error);
    assert_non_null(log);
    assert_true(handle != INVALID_HANDLE_VALUE);
    assert_non_null(child);
    assert_true(CloseHandle(handle));
    assert_true(file_log_close(log));
    assert_false(is_held(path));
    process_end(child, 1000, NULL);
    assert_int_equal(unlink(path), 0);
}

static void a_child_tells_its_exit_status(void **state) {
    (void)state;
    char name[] = "another name", word[] = "exit", status[] = "7";
    char *argv[] = {name, word, status, NULL};
    ProcessOptions options = {.program = own_path, .attached = true};
    int error;
    Process *child = process_start(argv, &options, &error);
    assert_non_null(child);
    assert_int_equal(process_end(child, 60000, NULL), 7);
}

static void files_are_known_by_any_name(void **state) {
    (void)state;
    FileChunk part = {"x", 1};
    assert_true(file_replace("one.tmp", &part, 1));
    assert_true(file_replace("two.tmp", &part, 1));
    assert_true(file_is_same("one.tmp", ".\\One.TMP"));
    assert_false(file_is_same("one.tmp", "two.tmp"));
    assert_false(file_is_same("one.tmp", "three.tmp"));
    assert_int_equal(unlink("one.tmp") | unlink("two.tmp"), 0);
}

static void *let_go_soon(void *handle) {
    Sleep(200);
    CloseHandle(handle);
    return NULL;
}

static void a_file_is_replaced_as_soon_as_it_is_let_go(void **state) {
    (void)state;
    FileChunk old = {"old", 3}, new = {"new", 3};
    FileContents view;
    pthread_t thread;
    assert_true(file_replace("held.tmp", &old, 1));
    HANDLE held =
        CreateFileA("held.tmp", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(held != INVALID_HANDLE_VALUE);
    assert_false(file_replace("held.tmp", &new, 1));
    assert_int_equal(errno, EACCES);
    assert_int_equal(pthread_create(&thread, NULL, let_go_soon, held), 0);
    assert_true(file_replace("held.tmp", &new, 1));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(file_load("held.tmp", &view));
    assert_memory_equal(view.data, "new", 3);
    file_contents_free(&view);
    assert_int_equal(unlink("held.tmp"), 0);
}

static void devices_are_written_directly(void **state) {
    (void)state;
    FileChunk part = {"x", 1};
    static const char *const names[] = {"NUL", "nul", ".\\NUL", "\\\\.\\NUL"};
    for (int i = 0; i < 4; i++) {
        assert_true(file_replace(names[i], &part, 1));
        assert_true(file_is_writable(names[i]));
        assert_false(file_is_same(names[i], names[i]));
        FileLog *log = file_log_open(names[i], FILE_LOG_CREATE);
        assert_non_null(log);
        assert_true(file_log_add(log, "x", 1));
        assert_true(file_log_close(log));
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_inherit_no_files),
        cmocka_unit_test(a_child_tells_its_exit_status),
        cmocka_unit_test(files_are_known_by_any_name),
        cmocka_unit_test(a_file_is_replaced_as_soon_as_it_is_let_go),
        cmocka_unit_test(devices_are_written_directly),
    };
    if (argc > 2) return atoi(argv[2]);
    if (argc > 1) return getchar() == EOF ? 0 : 1;
    own_path = argv[0];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
