// SPDX-License-Identifier: MIT
//
// libmicrohttpd, loaded while the program runs.
#ifndef NET_MHD_H
#define NET_MHD_H

#include <microhttpd.h>
#include <stdbool.h>

/* The functions that are used, by the names they have there. */
#define MHD_FUNCTIONS(USE)             \
    USE(start_daemon)                  \
    USE(stop_daemon)                   \
    USE(get_daemon_info)               \
    USE(get_connection_info)           \
    USE(lookup_connection_value)       \
    USE(suspend_connection)            \
    USE(resume_connection)             \
    USE(create_response_from_buffer)   \
    USE(create_response_from_callback) \
    USE(add_response_header)           \
    USE(queue_response)                \
    USE(destroy_response)

#define MHD_MEMBER(name) __typeof__(MHD_##name) *name;
typedef struct {
    void *library;
    MHD_FUNCTIONS(MHD_MEMBER)
} Mhd;

/* False if it is not installed, or not as we know it. */
bool mhd_load(Mhd *out);
void mhd_unload(Mhd *mhd);

#endif
