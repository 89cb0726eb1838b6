// SPDX-License-Identifier: MIT
//
// What net/socket needs of a system.
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

/* To be called before the first socket; false with errno. */
bool socket_start_system(void);

/* SOCKET_WOULD_BLOCK or SOCKET_BROKEN, for what went wrong last; sets errno. */
int socket_fault_of_last_call(void);

/* Makes it one that does not wait and that no child inherits. */
bool socket_set_nonblocking(Socket s);

/* Sees to it that a port we have can be had again at once, and by nobody else meanwhile. */
void socket_reserve_address(Socket s);

/* As poll of POSIX. */
int socket_poll(struct pollfd *polled, int count, int ms);

extern const int SOCKET_SEND_FLAGS;

#endif
