// SPDX-License-Identifier: MIT
//
// Parses the head of an HTTP/1.1 request, strictly: a head that two parsers could understand
// differently is refused.  Knows nothing of connections.
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER } HttpMethod;

/* The strings point into the head that was read. */
typedef struct {
    HttpMethod method;
    const char *path;          // as it was sent, without "http://HOST" and up to a '?'
    const char *query;         // behind that; "" if there is none
    const char *host, *origin; // NULL: not sent
    const char *key;           // of "Authorization: Bearer KEY"; NULL: not sent
    uint64_t length;           // of the body
    bool keep_alive;           // the client wants to use the connection again
    bool expects_continue;     // the client waits for "100 Continue" before it sends the body
} HttpRequest;

/* The statuses with which a head is refused. */
enum { HTTP_BAD_REQUEST = 400, HTTP_LENGTH_REQUIRED = 411, HTTP_VERSION_NOT_SUPPORTED = 505 };

/* The length of the head, with the empty line that ends it and empty lines before it; 0 if its end
 * has not arrived yet. */
size_t http_head_length(const char *bytes, size_t length);

/* Parses a head of that length and cuts it into strings in place.  Returns 0, or the status with
 * which to refuse it. */
int http_read_head(char *head, size_t length, HttpRequest *out);

/* Finds the value of a name in a query, still encoded.  Returns its length, or -1 if it
 * is missing. */
int http_query_value(const char *query, const char *name, const char **value);

/* "Not Found" for 404. */
const char *http_status_text(int status);

#endif
