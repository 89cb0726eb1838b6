// SPDX-License-Identifier: MIT
//
// The head of a request of HTTP/1.1, read strictly: what could be understood in two ways is
// refused.  Knows no connections.
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER } HttpMethod;

/* The texts lie in the head that was read. */
typedef struct {
    HttpMethod method;
    const char *path;          // as it was sent, up to a '?'
    const char *query;         // behind that; "" if there is none
    const char *host, *origin; // NULL: not told
    uint64_t length;           // of the body
    bool keep_alive;           // the connection is to be used again
    bool expects_continue;     // to be told that it may send the body
} HttpRequest;

/* Statuses by which a head is refused; none of them is 0. */
enum { HTTP_BAD_REQUEST = 400, HTTP_LENGTH_REQUIRED = 411, HTTP_VERSION_NOT_SUPPORTED = 505 };

/* How many bytes the head takes, with the empty line behind it and those before it; 0: its end has
 * not come yet. */
size_t http_head_length(const char *bytes, size_t length);

/* Reads a head of that length, which is cut into texts; 0, or the status that refuses it. */
int http_read_head(char *head, size_t length, HttpRequest *out);

/* The value of a name in a query, as it was sent; its length, or -1 if it is not there. */
int http_query_value(const char *query, const char *name, const char **value);

/* "Not Found" of 404. */
const char *http_status_text(int status);

#endif
