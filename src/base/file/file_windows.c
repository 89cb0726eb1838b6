// SPDX-License-Identifier: MIT
#include "base/file/file_internal.h"

#include "base/text/text.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

const char PATH_LIST_SEPARATOR = ';';
const char FILE_PATH_SEPARATORS[] = "/\\";

void file_raise_open_limit(void) {
    // the C library has a fixed limit of 2048
}

/* Symbolic links are not resolved here: they are rare on Windows, and the system follows them when
 * it opens a file. Only backslashes become slashes. */
bool file_resolve_links(const char *path, char out[FILE_PATH_MAX]) {
    Text text = text_on(out, FILE_PATH_MAX);
    text_string(&text, path);
    for (char *c = out; *c; c++)
        if (*c == '\\') *c = '/'; // Windows accepts both
    if (text.failed) errno = ENAMETOOLONG;
    return !text.failed;
}

void file_copy_mode(int fd, const struct stat *old) {
    (void)fd, (void)old; // a file inherits the rights of its folder
}

bool file_is_ours_alone(const struct stat *about) {
    (void)about; // as above
    return true;
}

int file_standard_stream(const struct stat *about) {
    (void)about; // stat() gives no inode numbers on Windows
    return -1;
}

bool file_can_write(const char *path) {
    return access(path, W_OK) == 0;
}

/* Returns true for devices and pipes: there is nothing to sync, and FlushFileBuffers on a pipe
 * waits for the reader. Some network file systems do not support it either. Not _commit(): it sets
 * the same errno for every failure. */
bool file_sync(int fd) {
    HANDLE file = (HANDLE)_get_osfhandle(fd);
    if (GetFileType(file) != FILE_TYPE_DISK || FlushFileBuffers(file)) return true;
    DWORD error = GetLastError();
    errno = error == ERROR_DISK_FULL ? ENOSPC : EIO;
    return error == ERROR_INVALID_FUNCTION || error == ERROR_NOT_SUPPORTED;
}

enum { TRIES = 10, TRY_MS = 50 };

/* Retries, because virus scanners and indexers open a file for a moment after it is written or
 * closed. */
bool file_rename(const char *from, const char *to) {
    DWORD error = ERROR_SUCCESS;
    for (int i = 0; i < TRIES; i++) {
        if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return true;
        error = GetLastError();
        if (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION) break;
        Sleep(TRY_MS);
    }
    errno = error == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
    return false;
}

bool file_make_one_folder(const char *folder) {
    return _mkdir(folder) == 0;
}

/* Not stat(): it fails for folder names that end with a slash. */
bool file_is_folder(const char *path) {
    DWORD about = GetFileAttributesA(path);
    return about != INVALID_FILE_ATTRIBUTES && about & FILE_ATTRIBUTE_DIRECTORY;
}

static HANDLE open_for_query(const char *path) {
    DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    return CreateFileA(path, 0, share, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

/* Both files stay open during the comparison: file indexes are only valid while a file is open. */
bool file_is_same_inode(const char *path, const char *another) {
    BY_HANDLE_FILE_INFORMATION a, b;
    HANDLE one = open_for_query(path), two = open_for_query(another);
    bool same = GetFileInformationByHandle(one, &a) && GetFileInformationByHandle(two, &b) &&
                a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
                a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow;
    CloseHandle(one);
    CloseHandle(two);
    return same;
}

/* NUL, CON and other devices exist in every folder. Their full path begins with \\.\ . */
bool file_is_device(const char *path) {
    char whole[FILE_PATH_MAX];
    DWORD length = GetFullPathNameA(path, sizeof whole, whole, NULL);
    return length > 0 && length < sizeof whole && strncmp(whole, "\\\\.\\", 4) == 0;
}

int64_t file_read_some_at(int fd, uint64_t at, void *data, size_t size) {
    OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    DWORD bytes = 0, most = size < 1 << 30 ? (DWORD)size : 1 << 30;
    if (ReadFile((HANDLE)_get_osfhandle(fd), data, most, &bytes, &place)) return bytes;
    if (GetLastError() == ERROR_HANDLE_EOF) return 0;
    errno = EIO;
    return -1;
}

/* _SH_DENYRW: only one process can have the file open. _O_TEMPORARY: it is deleted when closed. */
FileLockResult file_lock(const char *path, FileLock *out) {
    int how = _O_RDWR | _O_CREAT | _O_TEMPORARY | _O_NOINHERIT;
    out->fd = _sopen(path, how, _SH_DENYRW, _S_IREAD | _S_IWRITE);
    if (out->fd >= 0) return FILE_LOCK_HELD;
    return GetLastError() == ERROR_SHARING_VIOLATION ? FILE_LOCK_BUSY : FILE_LOCK_FAILED;
}

void file_unlock(const char *path, FileLock *lock) {
    (void)path;
    _close(lock->fd);
}
