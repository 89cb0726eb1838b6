// SPDX-License-Identifier: MIT
//
// The parts of socket.c that differ between systems.
#ifndef SERVER_SOCKET_INTERNAL_H
#define SERVER_SOCKET_INTERNAL_H

#include "server/socket.h"

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
typedef int SocketSize;
#else
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
typedef size_t SocketSize;
#endif

/* Must be called before the first socket is made.  Returns false with errno on failure. */
bool socket_start_system(void);

/* Converts the last error to SOCKET_WOULD_BLOCK or SOCKET_BROKEN; sets errno. */
int socket_fault_of_last_call(void);

/* Makes the socket non-blocking and not inherited by child processes. */
bool socket_set_nonblocking(Socket s);

/* Lets this program bind the port again right after it exits, and no other program share it. */
void socket_reserve_address(Socket s);

/* As poll() of POSIX. */
int socket_poll(struct pollfd *polled, int count, int ms);

extern const int SOCKET_SEND_FLAGS;

#endif
