// SPDX-License-Identifier: MIT
#include "base/file/file.h"

#include "base/codec/endian.h"

#include "support/check.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void written_files_are_seen_whole(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    FileChunk parts[] = {{"one ", 4}, {"", 0}, {"two", 3}};
    FileContents view;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_false(file_load(path, &view));
    assert_true(file_replace(path, parts, 3));
    assert_true(file_load(path, &view));
    assert_int_equal(view.size, 7);
    assert_true(file_replace(path, parts, 1));
    assert_memory_equal(view.data, "one two", 7); // the loaded contents do not change with the file
    file_contents_free(&view);
    assert_true(file_load(path, &view));
    assert_int_equal(view.size, 4);
    file_contents_free(&view);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // no temporary file was left behind
}

static void pipes_are_read_to_their_end(void **state) {
    (void)state;
    enum { LENGTH = 60000 }; // a pipe holds 64 KB, so the writer need not wait for the reader
    int ends[2];
    char path[32], *text = malloc(LENGTH);
    FileContents view;
    assert_non_null(text);
    memset(text, 'x', LENGTH);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, LENGTH), LENGTH);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_true(file_load(path, &view));
    assert_int_equal(view.size, LENGTH);
    assert_memory_equal(view.data, text, LENGTH);
    file_contents_free(&view);
    assert_false(file_load(path, &view)); // the pipe is empty now
    assert_int_equal(errno, 0);
    close(ends[0]);
    free(text);
}

static void sockets_are_viewed_without_a_name(void **state) {
    (void)state;
    int ends[2];
    FileContents view;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(write(ends[1], "text", 4), 4);
    close(ends[1]);
    assert_true(file_load_descriptor(ends[0], &view));
    assert_int_equal(view.size, 4);
    assert_memory_equal(view.data, "text", 4);
    file_contents_free(&view);
    assert_int_equal(close(ends[0]), 0); // file_load_descriptor left it open
    assert_false(file_load_descriptor(ends[0], &view));
    assert_int_equal(errno, EBADF);
}

static void failures_change_nothing(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    FileChunk part = {"text", 4};
    FileContents view;
    assert_non_null(mkdtemp(folder));
    assert_false(file_load(folder, &view));
    assert_int_equal(errno, EISDIR);
    errno = 0;
    assert_false(file_replace(folder, &part, 1)); // a folder cannot be replaced by a file
    assert_int_equal(errno, EISDIR);
    assert_false(file_is_writable(folder));
    assert_int_equal(errno, EISDIR);
    snprintf(path, sizeof path, "%s/no/where", folder);
    assert_false(file_replace(path, &part, 1));
    assert_false(file_is_writable(path));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(rmdir(folder), 0);
}

/* Asserts the contents of the file at a path. */
static void assert_holds(const char *path, const char *text) {
    FileContents view;
    assert_true(file_load(path, &view));
    assert_int_equal(view.size, strlen(text));
    assert_memory_equal(view.data, text, view.size);
    file_contents_free(&view);
}

static void replacing_keeps_mode_link_and_neighbours(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64], link[64], neighbour[64];
    FileChunk old = {"old", 3}, new = {"new", 3};
    struct stat about;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    snprintf(neighbour, sizeof neighbour, "%s/file.tmp", folder);
    assert_int_equal(symlink("file", link), 0);
    assert_true(file_replace(link, &old, 1)); // a dangling link: creates its target
    assert_true(file_replace(neighbour, &old, 1));
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(file_is_writable(link));
    assert_true(file_replace(link, &new, 1));
    assert_holds(path, "new");
    assert_holds(neighbour, "old");
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    assert_int_equal(unlink(neighbour) | unlink(link) | unlink(path), 0);
    assert_int_equal(symlink("link", link), 0);
    assert_false(file_replace(link, &new, 1)); // a link to itself
    assert_int_equal(errno, ELOOP);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Secrets: the old file's mode does not matter, and others have never opened the new one. */
static void private_files_are_for_their_owner(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64], link[64];
    FileChunk secret = {"secret", 6};
    struct stat about, before;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_false(file_is_private(path));
    assert_true(file_replace(path, &(FileChunk){"old", 3}, 1));
    assert_int_equal(chmod(path, 0644) | symlink("file", link), 0);
    assert_false(file_is_private(path));
    assert_int_equal(stat(path, &before), 0);
    assert_true(file_replace_private(link, &secret, 1));
    assert_holds(path, "secret");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);
    assert_int_not_equal(about.st_ino, before.st_ino); // another reader may have it open
    assert_true(file_is_private(path) && file_is_private(link));
    assert_int_equal(chmod(path, 0620), 0);
    assert_false(file_is_private(path));
    assert_int_equal(unlink(path), 0);
    assert_true(file_replace_private(path, &secret, 1));
    assert_true(file_is_private(path));
    assert_false(file_is_private(folder));
    assert_int_equal(unlink(link) | unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* The mode of a file with this mode and group that a stranger replaced, who belongs to GROUP. */
static mode_t mode_after_stranger(mode_t mode, gid_t group) {
    enum { STRANGER = 65534, GROUP = 12345 };
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    gid_t groups[] = {GROUP};
    struct stat about;
    int status = 1;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_true(file_replace(path, &(FileChunk){"old", 3}, 1));
    assert_int_equal(chown(path, 0, group) | chmod(path, mode) | chmod(folder, 0777), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(setgroups(1, groups) || setgid(STRANGER) || setuid(STRANGER) ||
              !file_replace(path, &(FileChunk){"new", 3}, 1));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_holds(path, "new");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_uid, STRANGER);
    if (group == GROUP) assert_int_equal(about.st_gid, GROUP);
    unlink(path);
    rmdir(folder);
    return about.st_mode & 07777;
}

static void files_of_others_keep_their_mode(void **state) {
    (void)state;
    if (geteuid() != 0) skip(); // only root can change its user
    assert_int_equal(mode_after_stranger(0666, 0), 0666);
    assert_int_equal(mode_after_stranger(0660, 12345), 0660);
    assert_int_equal(mode_after_stranger(0672, 0), 0622); // the group loses its rights
}

/* Does the system refuse to follow another user's link in a world-writable sticky folder? */
static bool links_are_guarded(void) {
    char said = '0';
    FILE *setting = fopen("/proc/sys/fs/protected_symlinks", "r");
    if (setting && fread(&said, 1, 1, setting) != 1) said = '0';
    if (setting) fclose(setting);
    return said == '1' && geteuid() == 0;
}

static void links_of_strangers_are_not_followed(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", trap[64], prey[64];
    if (!links_are_guarded()) skip();
    assert_non_null(mkdtemp(folder));
    snprintf(trap, sizeof trap, "%s/trap", folder);
    snprintf(prey, sizeof prey, "%s/prey", folder);
    assert_true(file_replace(prey, &(FileChunk){"old", 3}, 1));
    assert_int_equal(symlink("prey", trap) | lchown(trap, 65534, 65534) | chmod(folder, 01777), 0);
    assert_false(file_replace(trap, &(FileChunk){"new", 3}, 1));
    assert_int_equal(errno, EACCES);
    assert_holds(prey, "old");
    unlink(prey);
    assert_null(file_log_open(trap, FILE_LOG_CREATE)); // nor is the link's target created
    assert_int_equal(errno, EACCES);
    unlink(trap);
    assert_int_equal(rmdir(folder), 0);
}

static void devices_are_written_directly(void **state) {
    (void)state;
    FileChunk part = {"text", 4};
    struct stat about;
    assert_true(file_is_writable("/dev/null"));
    assert_true(file_replace("/dev/null", &part, 1));
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    assert_false(file_replace("/dev/full", &part, 1));
    assert_int_equal(errno, ENOSPC);
}

static void names_of_one_file_are_known(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64], link_path[64], other[64];
    FileChunk part = {"text", 4};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    assert_true(file_is_same(path, path)); // although the file does not exist
    assert_false(file_is_same(path, other));
    assert_false(file_exists(path) || file_exists(folder));
    assert_true(file_replace(path, &part, 1) && file_replace(other, &part, 1));
    assert_int_equal(symlink("file", link_path), 0);
    assert_true(file_exists(path) && file_exists(link_path));
    assert_true(file_is_same(path, link_path));
    assert_false(file_is_same(path, other) || file_is_same("/dev/null", "/dev/null"));
    assert_int_equal(unlink(link_path) + unlink(path) + unlink(other), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void drafts_can_be_dropped(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    FileChunk old = {"old", 3};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_true(file_replace(path, &old, 1));
    AtomicFile *draft = atomic_file_new(path);
    assert_non_null(draft);
    assert_true(atomic_file_write(draft, "new", 3));
    assert_holds(path, "old");
    atomic_file_discard(draft);
    atomic_file_discard(NULL);
    assert_holds(path, "old");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void logs_grow_by_whole_records(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    FileLog *log = file_log_open(path, FILE_LOG_CREATE);
    assert_non_null(log);
    assert_true(file_log_add(log, "one\n", 4));
    assert_true(file_log_close(log));
    assert_null(file_log_open(path, FILE_LOG_CREATE));
    assert_int_equal(errno, EEXIST);
    log = file_log_open(path, FILE_LOG_APPEND);
    assert_true(file_log_add(log, "two\n", 4));
    assert_true(file_log_close(log));
    assert_holds(path, "one\ntwo\n");
    log = file_log_open(path, FILE_LOG_TRUNCATE);
    assert_true(file_log_add(log, "three\n", 6));
    assert_true(file_log_close(log));
    assert_true(file_log_close(NULL));
    assert_holds(path, "three\n");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Simulates a full disk by a limit on the file size. */
static void half_a_record_is_none(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64], record[600];
    struct rlimit before, small;
    memset(record, 'x', sizeof record);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    FileLog *log = file_log_open(path, FILE_LOG_CREATE);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_true(file_log_add(log, record, sizeof record));
    bool added = file_log_add(log, record, sizeof record);
    int error = errno;
    bool again = file_log_add(log, "y", 1);
    bool closed = file_log_close(log);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(added || again || closed);
    assert_int_equal(error, EFBIG);
    FileContents view;
    assert_true(file_load(path, &view));
    assert_int_equal(view.size, sizeof record);
    file_contents_free(&view);
    log = file_log_open("/dev/full", FILE_LOG_CREATE);
    assert_non_null(log);
    assert_false(file_log_add(log, "x", 1));
    assert_false(file_log_close(log));
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void new_logs_go_through_links(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64], link[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink("file", link), 0);
    FileLog *log = file_log_open(link, FILE_LOG_CREATE);
    assert_non_null(log);
    assert_true(file_log_close(log));
    assert_null(file_log_open(link, FILE_LOG_CREATE));
    assert_int_equal(errno, EEXIST);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("link", link), 0);
    assert_null(file_log_open(link, FILE_LOG_CREATE));
    assert_int_equal(errno, ELOOP);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void pieces_of_a_shortened_file_are_missed(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64], bytes[4];
    FileChunk part = {"0123456789", 10};
    FileHandle source;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_false(file_open(path, &source));
    assert_false(file_open(folder, &source));
    assert_true(file_replace(path, &part, 1));
    assert_true(file_open(path, &source));
    assert_int_equal(source.size, 10);
    assert_true(file_read_at(&source, 6, bytes, 4));
    assert_memory_equal(bytes, "6789", 4);
    assert_int_equal(truncate(path, 8), 0);
    assert_false(file_read_at(&source, 6, bytes, 4));
    assert_int_equal(errno, EIO);
    assert_true(file_read_at(&source, 2, bytes, 4));
    file_close(&source);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void more_files_are_read_than_we_were_given(void **state) {
    (void)state;
    enum { GIVEN = 16, MORE = 2 * GIVEN };
    char path[] = "/tmp/roek_file_XXXXXX", byte;
    FileChunk part = {"x", 1};
    FileHandle source[MORE];
    struct rlimit before, tight;
    close(mkstemp(path));
    assert_true(file_replace(path, &part, 1));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    tight = (struct rlimit){GIVEN, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &tight), 0);
    for (int i = 0; i < MORE; i++) assert_true(file_open(path, &source[i]));
    assert_true(file_read_at(&source[MORE - 1], 0, &byte, 1));
    for (int i = 0; i < MORE; i++) file_close(&source[i]);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(unlink(path), 0);
}

static void folders_are_made_on_the_way(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a/b/", folder);
    assert_true(file_make_folders(path));
    assert_true(file_make_folders(path));
    assert_int_equal(rmdir(path), 0);
    snprintf(path, sizeof path, "%s/a", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_false(file_make_folders("/dev/null/a"));
    assert_false(file_make_folders("/dev/null"));
    assert_false(file_make_folders(""));
}

static void names_stand_behind_folders(void **state) {
    (void)state;
    assert_string_equal(file_base_name("/usr/games/roek"), "roek");
    assert_string_equal(file_base_name("roek"), "roek");
    assert_string_equal(file_base_name("games/"), "");
}

static void one_claims_at_a_time(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    FileLock ours, theirs;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/claim", folder);
    for (int i = 0; i < 2; i++) { // the lock can be taken again after file_unlock
        assert_int_equal(file_lock(path, &ours), FILE_LOCK_HELD);
        assert_int_equal(file_lock(path, &theirs), FILE_LOCK_BUSY);
        file_unlock(path, &ours);
        assert_int_not_equal(access(path, F_OK), 0);
    }
    pid_t child = fork();
    if (child == 0) { // ends without file_unlock
        FileLock claim;
        _exit(file_lock(path, &claim) == FILE_LOCK_HELD ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(file_lock(path, &ours), FILE_LOCK_HELD);
    file_unlock(path, &ours);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(file_lock(path, &ours), FILE_LOCK_FAILED);
}

static void numbers_come_back(void **state) {
    (void)state;
    uint8_t bytes[8];
    for (int width = 1; width <= 8; width++) {
        uint64_t value = 0x1122334455667788u & ~0ull >> (64 - 8 * width);
        store_le(bytes, width, value);
        assert_int_equal(bytes[0], 0x88);
        assert_int_equal(load_le(bytes, width), value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_files_are_seen_whole),
        cmocka_unit_test(pipes_are_read_to_their_end),
        cmocka_unit_test(sockets_are_viewed_without_a_name),
        cmocka_unit_test(failures_change_nothing),
        cmocka_unit_test(replacing_keeps_mode_link_and_neighbours),
        cmocka_unit_test(private_files_are_for_their_owner),
        cmocka_unit_test(files_of_others_keep_their_mode),
        cmocka_unit_test(links_of_strangers_are_not_followed),
        cmocka_unit_test(devices_are_written_directly),
        cmocka_unit_test(names_of_one_file_are_known),
        cmocka_unit_test(drafts_can_be_dropped),
        cmocka_unit_test(logs_grow_by_whole_records),
        cmocka_unit_test(half_a_record_is_none),
        cmocka_unit_test(new_logs_go_through_links),
        cmocka_unit_test(pieces_of_a_shortened_file_are_missed),
        cmocka_unit_test(more_files_are_read_than_we_were_given),
        cmocka_unit_test(folders_are_made_on_the_way),
        cmocka_unit_test(names_stand_behind_folders),
        cmocka_unit_test(one_claims_at_a_time),
        cmocka_unit_test(numbers_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
