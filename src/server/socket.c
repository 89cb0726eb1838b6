// SPDX-License-Identifier: MIT
#include "server/socket_internal.h"

#include <limits.h>
#include <string.h>

enum { TRANSFER_MAX = 1 << 20 };

static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* The address that the socket is bound to. */
static bool find_address(Socket s, struct sockaddr_in *address) {
    socklen_t size = sizeof *address;
    return getsockname(s, (struct sockaddr *)address, &size) == 0;
}

/* A new socket that is bound to the port; NO_SOCKET with errno on failure. */
static Socket bound_socket(int type, int port, struct sockaddr_in *address) {
    if (!socket_start_system()) return NO_SOCKET;
    Socket s = socket(AF_INET, type, 0);
    *address = loopback(port);
    if (s == NO_SOCKET) {
        socket_fault_of_last_call();
        return NO_SOCKET;
    }
    if (type == SOCK_STREAM) socket_reserve_address(s);
    if (socket_set_nonblocking(s) && bind(s, (struct sockaddr *)address, sizeof *address) == 0 &&
        find_address(s, address))
        return s;
    socket_fault_of_last_call();
    socket_close(s);
    return NO_SOCKET;
}

Socket socket_listen(int port, int *bound) {
    struct sockaddr_in address;
    Socket s = bound_socket(SOCK_STREAM, port, &address);
    if (s == NO_SOCKET) return s;
    *bound = ntohs(address.sin_port);
    if (listen(s, SOMAXCONN) == 0) return s;
    socket_fault_of_last_call();
    socket_close(s);
    return NO_SOCKET;
}

Socket socket_accept(Socket listener) {
    Socket s = accept(listener, NULL, NULL);
    int now = 1;
    if (s == NO_SOCKET) return s;
    if (!socket_set_nonblocking(s)) {
        socket_close(s);
        return NO_SOCKET;
    }
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, (const char *)&now, sizeof now);
    return s;
}

/* Some systems take no more in one call. */
static SocketSize transfer_size(size_t size) {
    return size < TRANSFER_MAX ? (SocketSize)size : TRANSFER_MAX;
}

ptrdiff_t socket_read(Socket s, void *data, size_t most) {
    ptrdiff_t count = recv(s, data, transfer_size(most), 0);
    return count < 0 ? socket_fault_of_last_call() : count;
}

ptrdiff_t socket_write(Socket s, const void *data, size_t size) {
    ptrdiff_t count = send(s, data, transfer_size(size), SOCKET_SEND_FLAGS);
    return count < 0 ? socket_fault_of_last_call() : count;
}

void sockets_wait(SocketPoll *polls, int count, int64_t ms) {
    struct pollfd polled[SOCKETS_MAX] = {0};
    for (int i = 0; i < count; i++) {
        polled[i].fd = polls[i].socket;
        polled[i].events = (short)((polls[i].read ? POLLIN : 0) | (polls[i].write ? POLLOUT : 0));
    }
    int came = socket_poll(polled, count, ms < INT_MAX ? (int)ms : INT_MAX);
    for (int i = 0; i < count; i++) {
        int events = came > 0 ? polled[i].revents : 0;
        polls[i].read &= (events & ~POLLOUT) != 0; // the next read or write reports an error
        polls[i].write &= (events & ~POLLIN) != 0;
    }
}

/* A UDP socket that sends to itself: not every system can wait for sockets and pipes in
 * one call. */
Socket socket_wakeup_new(void) {
    struct sockaddr_in self;
    Socket s = bound_socket(SOCK_DGRAM, 0, &self);
    if (s == NO_SOCKET || connect(s, (struct sockaddr *)&self, sizeof self) == 0) return s;
    socket_fault_of_last_call();
    socket_close(s);
    return NO_SOCKET;
}

bool socket_wakeup_set(Socket wakeup) {
    return socket_write(wakeup, "", 1) == 1;
}

void socket_wakeup_clear(Socket wakeup) {
    char byte;
    while (socket_read(wakeup, &byte, 1) > 0) {
    }
}
