// SPDX-License-Identifier: MIT
//
// Non-blocking sockets on the loopback address, and waiting for several of them.
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

/* Listens on a port; 0 takes any free one.  `bound` gets the port.  Returns NO_SOCKET with errno on
 * failure. */
Socket socket_listen(int port, int *bound);

/* Accepts one pending connection.  Returns NO_SOCKET if none is pending or accept() failed. */
Socket socket_accept(Socket listener);

void socket_close(Socket s);

/* Return the number of bytes transferred; SOCKET_WOULD_BLOCK or SOCKET_BROKEN if there was none;
 * and socket_read returns 0 after the peer closed its side. */
enum { SOCKET_WOULD_BLOCK = -1, SOCKET_BROKEN = -2 };
ptrdiff_t socket_read(Socket s, void *data, size_t most);
ptrdiff_t socket_write(Socket s, const void *data, size_t size);

/* In: wait until the socket can be read or written.  Out: which of the two it can. */
typedef struct {
    Socket socket;
    bool read, write;
} SocketPoll;

enum { SOCKETS_MAX = 128 };

/* Waits until one of the sockets is ready, or so many milliseconds. */
void sockets_wait(SocketPoll *polls, int count, int64_t ms);

/* A socket that ends sockets_wait: it is readable from socket_wakeup_set, which any thread may
 * call, until socket_wakeup_clear.  socket_wakeup_new returns NO_SOCKET with errno on failure;
 * socket_wakeup_set returns false if the system has no memory for it. */
Socket socket_wakeup_new(void);
bool socket_wakeup_set(Socket wakeup);
void socket_wakeup_clear(Socket wakeup);

#endif
