// SPDX-License-Identifier: MIT
#include "server/socket_internal.h"

#include <errno.h>
#include <windows.h>

const int SOCKET_SEND_FLAGS = 0;

bool socket_start_system(void) {
    WSADATA about;
    int fault = WSAStartup(MAKEWORD(2, 2), &about); // the system counts the calls
    errno = fault ? EIO : 0;
    return fault == 0;
}

int socket_fault_of_last_call(void) {
    int fault = WSAGetLastError();
    errno = fault == WSAEADDRINUSE ? EADDRINUSE : fault == WSAEACCES ? EACCES : EIO;
    return fault == WSAEWOULDBLOCK || fault == WSAEINTR ? SOCKET_WOULD_BLOCK : SOCKET_BROKEN;
}

bool socket_set_nonblocking(Socket s) {
    unsigned long on = 1;
    SetHandleInformation((HANDLE)s, HANDLE_FLAG_INHERIT, 0);
    return ioctlsocket(s, (long)FIONBIO, &on) == 0;
}

void socket_reserve_address(Socket s) {
    int yes = 1;
    setsockopt(s, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes, sizeof yes);
}

void socket_close(Socket s) {
    closesocket(s);
}

int socket_poll(struct pollfd *polled, int count, int ms) {
    return WSAPoll(polled, (unsigned long)count, ms);
}
