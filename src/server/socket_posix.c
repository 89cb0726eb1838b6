// SPDX-License-Identifier: MIT
#include "server/socket_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

const int SOCKET_SEND_FLAGS = MSG_NOSIGNAL;

bool socket_start_system(void) {
    return true;
}

int socket_fault_of_last_call(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? SOCKET_WOULD_BLOCK
                                                                     : SOCKET_BROKEN;
}

bool socket_set_nonblocking(Socket s) {
    return fcntl(s, F_SETFL, O_NONBLOCK) == 0 && fcntl(s, F_SETFD, FD_CLOEXEC) == 0;
}

/* SO_REUSEADDR: bind() succeeds although old connections of the port are still in TIME_WAIT. */
void socket_reserve_address(Socket s) {
    int yes = 1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

void socket_close(Socket s) {
    close(s);
}

int socket_poll(struct pollfd *polled, int count, int ms) {
    return poll(polled, (nfds_t)count, ms);
}
