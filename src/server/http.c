// SPDX-License-Identifier: MIT
#include "server/http.h"

#include "base/text/text.h"

#include <string.h>

// --- lines ---

/* Empty lines before a request are skipped: some clients end their bodies with one. */
static size_t skip_empty(const char *bytes, size_t length) {
    size_t at = 0;
    while (at < length && (bytes[at] == '\r' || bytes[at] == '\n')) at++;
    return at;
}

size_t http_head_length(const char *bytes, size_t length) {
    for (size_t at = skip_empty(bytes, length); at < length; at++) {
        if (bytes[at] != '\n') continue;
        size_t next = at + 1;
        if (next < length && bytes[next] == '\r') next++;
        if (next < length && bytes[next] == '\n') return next + 1;
    }
    return 0;
}

/* The next line, with '\0' written over its line end; NULL at the end. */
static char *next_line(char **rest, const char *end) {
    char *line = *rest, *at = memchr(line, '\n', (size_t)(end - line));
    if (!at) return NULL;
    *rest = at + 1;
    if (at > line && at[-1] == '\r') at--;
    *at = '\0';
    return line;
}

/* Has the head no control characters besides tabs and line ends?  A CR must precede a LF. */
static bool is_plain(const char *bytes, const char *end) {
    for (; bytes < end; bytes++) {
        unsigned char c = (unsigned char)*bytes;
        if ((c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f) return false;
        if (c == '\r' && (bytes + 1 == end || bytes[1] != '\n')) return false;
    }
    return true;
}

/* What is known of a head while it is read. */
typedef struct {
    HttpRequest *request;
    const char *length;
    const char *target_host; // of a target in absolute form; else NULL
} HeadReader;

// The first line.

static HttpMethod method_of(const char *word) {
    static const char *const NAMES[] = {"GET", "HEAD", "POST"};
    for (int m = HTTP_GET; m <= HTTP_POST; m++)
        if (strcmp(word, NAMES[m]) == 0) return (HttpMethod)m;
    return HTTP_OTHER;
}

/* Cuts off a word that ends at a blank; returns false if there is none. */
static bool cut_word(char **rest, char **word) {
    *word = *rest;
    char *blank = strchr(*rest, ' ');
    if (!blank || blank == *rest) return false;
    *blank = '\0';
    *rest = blank + 1;
    return true;
}

/* Reads "HTTP/1.1" or a later 1.x.  Connections of 1.1 are kept alive.  For HTTP/1.0 the server
 * would have to confirm that in its answer; it closes them instead. */
static int read_version(const char *text, HttpRequest *out) {
    if (strncmp(text, "HTTP/", 5) != 0 || !char_is_digit(text[5])) return HTTP_BAD_REQUEST;
    if (text[6] != '.' || !char_is_digit(text[7]) || text[8]) return HTTP_BAD_REQUEST;
    out->keep_alive = text[7] != '0';
    return text[5] == '1' ? 0 : HTTP_VERSION_NOT_SUPPORTED;
}

/* "http://HOST/PATH", the absolute form of RFC 9112: returns the path.  The host moves one byte to
 * the left, which makes room for the 0 that ends it.  NULL if the host is empty. */
static char *cut_host(HeadReader *r, char *target, size_t scheme) {
    char *host = target + scheme;
    size_t length = strcspn(host, "/?");
    if (length == 0) return NULL;
    memmove(host - 1, host, length);
    host[length - 1] = '\0';
    r->target_host = host - 1;
    return host + length;
}

/* "/PATH?QUERY", or the same behind "http://HOST". */
static bool read_target(HeadReader *r, char *target) {
    static const char SCHEME[] = "http://";
    size_t scheme = sizeof SCHEME - 1;
    if (strlen(target) >= scheme && span_is_nocase(target, scheme, SCHEME))
        target = cut_host(r, target, scheme);
    if (!target) return false;
    char *mark = strchr(target, '?');
    r->request->query = mark ? mark + 1 : "";
    if (mark) *mark = '\0';
    r->request->path = r->target_host && !*target ? "/" : target;
    return true;
}

static int read_first(HeadReader *r, char *line) {
    char *method, *target;
    if (!cut_word(&line, &method) || !cut_word(&line, &target)) return HTTP_BAD_REQUEST;
    r->request->method = method_of(method);
    return read_target(r, target) ? read_version(line, r->request) : HTTP_BAD_REQUEST;
}

// --- header fields ---

/* Is the word in a list with commas?  Case does not matter. */
static bool list_has(const char *list, const char *word) {
    for (const char *at = list; *at;) {
        at += strspn(at, ", \t");
        size_t length = strcspn(at, ", \t");
        if (span_is_nocase(at, length, word)) return true;
        at += length;
    }
    return false;
}

static bool is_name(const char *name) {
    static const char OTHERS[] = "!#$%&'*+-.^_`|~";
    for (const char *c = name; *c; c++) {
        bool letter = char_lower(*c) >= 'a' && char_lower(*c) <= 'z';
        if (!letter && !char_is_digit(*c) && !strchr(OTHERS, *c)) return false;
    }
    return *name != '\0';
}

/* Sets a field that may occur once; returns false if it occurred before. */
static bool set_once(const char **place, const char *value) {
    if (*place) return false;
    *place = value;
    return true;
}

static bool read_length(const char *value, HttpRequest *out) {
    int64_t length;
    if (!char_is_digit(*value) || !text_to_int(value, 0, INT64_MAX, &length)) return false;
    out->length = (uint64_t)length;
    return true;
}

/* "Bearer KEY" of RFC 6750; the key of another scheme is none. */
static bool read_key(const char *value, HttpRequest *out) {
    static const char SCHEME[] = "Bearer ";
    size_t scheme = sizeof SCHEME - 1;
    bool bearer = strlen(value) > scheme && span_is_nocase(value, scheme, SCHEME);
    return set_once(&out->key, bearer ? value + scheme : "");
}

static int read_field(HeadReader *r, const char *name, const char *value) {
    size_t n = strlen(name);
    HttpRequest *out = r->request;
    bool good = true;
    if (span_is_nocase(name, n, "host"))
        good = set_once(&out->host, value);
    else if (span_is_nocase(name, n, "origin"))
        good = set_once(&out->origin, value);
    else if (span_is_nocase(name, n, "authorization"))
        good = read_key(value, out);
    else if (span_is_nocase(name, n, "content-length"))
        good = set_once(&r->length, value) && read_length(value, out);
    else if (span_is_nocase(name, n, "transfer-encoding"))
        return HTTP_LENGTH_REQUIRED;
    else if (span_is_nocase(name, n, "expect"))
        out->expects_continue = list_has(value, "100-continue");
    else if (span_is_nocase(name, n, "connection"))
        out->keep_alive &= !list_has(value, "close");
    return good ? 0 : HTTP_BAD_REQUEST;
}

/* Reads "Name: value"; blanks are allowed only around the value. */
static int read_line(HeadReader *r, char *line) {
    char *colon = strchr(line, ':');
    if (!colon) return HTTP_BAD_REQUEST;
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t");
    for (size_t n = strlen(value); n > 0 && strchr(" \t", value[n - 1]); n--) value[n - 1] = '\0';
    return is_name(line) ? read_field(r, line, value) : HTTP_BAD_REQUEST;
}

/* The host stands in the target, in its own field, or in both, and then it is the same.  False if
 * the two differ. */
static bool settle_host(const HeadReader *r) {
    HttpRequest *out = r->request;
    if (!r->target_host) return true;
    if (out->host && !span_is_nocase(out->host, strlen(out->host), r->target_host)) return false;
    out->host = r->target_host;
    return true;
}

int http_read_head(char *head, size_t length, HttpRequest *out) {
    const char *end = head + length;
    char *rest = head + skip_empty(head, length), *line;
    HeadReader reading = {.request = out};
    *out = (HttpRequest){.method = HTTP_OTHER, .path = "", .query = ""};
    if (!is_plain(head, end)) return HTTP_BAD_REQUEST;
    line = next_line(&rest, end);
    int status = line ? read_first(&reading, line) : HTTP_BAD_REQUEST;
    while (status == 0 && (line = next_line(&rest, end)) && *line)
        status = read_line(&reading, line);
    return status == 0 && !settle_host(&reading) ? HTTP_BAD_REQUEST : status;
}

int http_query_value(const char *query, const char *name, const char **value) {
    size_t n = strlen(name);
    for (const char *at = query; *at;) {
        size_t length = strcspn(at, "&");
        if (length > n && at[n] == '=' && strncmp(at, name, n) == 0) {
            *value = at + n + 1;
            return (int)(length - n - 1);
        }
        at += length + (at[length] == '&');
    }
    return -1;
}

const char *http_status_text(int status) {
    switch (status) {
    case 200: return "OK";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    }
    return "Unknown";
}
