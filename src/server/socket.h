// SPDX-License-Identifier: MIT
//
// Sockets on the loopback address that never wait, and waiting for any of them.
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
typedef uintptr_t Socket;
#else
typedef int Socket;
#endif
#define NO_SOCKET ((Socket)-1)

/* Listens on a port, 0: any that is free, which `bound` tells.  NO_SOCKET with errno. */
Socket socket_listen(int port, int *bound);

/* Somebody who has come; NO_SOCKET if there is nobody, or none can be taken. */
Socket socket_accept(Socket listener);

void socket_close(Socket s);

/* How many bytes went, at least one; else one of these, or 0 when the other side says no more. */
enum { SOCKET_WOULD_BLOCK = -1, SOCKET_BROKEN = -2 };
ptrdiff_t socket_read(Socket s, void *data, size_t most);
ptrdiff_t socket_write(Socket s, const void *data, size_t size);

/* What is waited for, and what has come of it. */
typedef struct {
    Socket socket;
    bool read, write;
} SocketPoll;

enum { SOCKETS_MAX = 128 };

/* Until one of the wishes comes true, or so many milliseconds. */
void sockets_wait(SocketPoll *polls, int count, int64_t ms);

/* One that can be read once it was rung, from any thread, until it is quiet again: it ends a wait.
 * NO_SOCKET with errno.  A ring fails where the system has no memory for it. */
Socket socket_wakeup_new(void);
bool socket_wakeup_set(Socket wakeup);
void socket_wakeup_clear(Socket wakeup);

#endif
