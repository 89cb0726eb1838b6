// SPDX-License-Identifier: MIT
#include "server/web_app.h"

#include "base/os/clock.h"
#include "base/os/platform.h"
#include "base/text/text.h"
#include "server/http_server.h"
#include "server/rate_limiter.h"
#include "server/send_buffer.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A window that does not read may be behind by so much. */
enum { BEHIND_MAX = 16 << 20, TOKEN_BYTES = 16 };

struct Talk {
    Site *site;
    int number;
    void *visit; // the host's
    Meter lines;
    pthread_mutex_t lock;
    // under the lock
    Outgoing waiting;
    bool over;
};

struct Site {
    Server *server;
    SiteHost host;
    const char *page;
    size_t size;
    char token[2 * TOKEN_BYTES + 1];
    char address[SITE_ADDRESS_MAX];
    // the server's thread's:
    int last_number;
    Meter openings;
    Talk *talks[SITE_TALKS_MAX];
};

static const char HEADERS[] = "Cache-Control: no-store\r\n"
                              "X-Content-Type-Options: nosniff\r\n"
                              "X-Frame-Options: DENY\r\n"
                              "Referrer-Policy: no-referrer\r\n"
                              "Cross-Origin-Opener-Policy: same-origin\r\n"
                              "Cross-Origin-Resource-Policy: same-origin\r\n";

static void refuse(Guest *guest, int status, const char *words) {
    guest_answer(guest, status, "text/plain; charset=utf-8", words, strlen(words));
}

// Who may come in.

/* Is this "HOST:PORT" ours, after `scheme`?  Browsers leave out the port that HTTP has anyway. */
static bool names_us(const Site *site, const char *text, const char *scheme) {
    static const char *const HOSTS[] = {"127.0.0.1", "localhost"};
    char ours[64];
    int port = server_port(site->server);
    for (int i = 0; i < 2; i++) {
        int named = snprintf(ours, sizeof ours, "%s%s", scheme, HOSTS[i]);
        if (port == 80 && strcmp(text, ours) == 0) return true;
        snprintf(ours + named, sizeof ours - (size_t)named, ":%d", port);
        if (strcmp(text, ours) == 0) return true;
    }
    return false;
}

static bool is_from_us(const Site *site, const HttpRequest *request) {
    return request->host && names_us(site, request->host, "") &&
           (!request->origin || names_us(site, request->origin, "http://"));
}

/* What follows "/TOKEN" in the path; NULL if that is not the token.  Takes as long for any wrong
 * token. */
static const char *after_token(const Site *site, const char *path) {
    size_t length = strlen(site->token);
    unsigned char differs = 0;
    if (strlen(path) < length + 2 || path[0] != '/' || path[length + 1] != '/') return NULL;
    for (size_t i = 0; i < length; i++) differs |= (unsigned char)(path[i + 1] ^ site->token[i]);
    return differs ? NULL : path + length + 1;
}

static bool welcomes(void *context, const HttpRequest *request) {
    const Site *site = context;
    return is_from_us(site, request) && after_token(site, request->path);
}

// What is said to a window.

static void talk_free(Talk *talk) {
    pthread_mutex_destroy(&talk->lock);
    text_free(&talk->waiting.text);
    free(talk);
}

/* With the lock held. */
static void put_event(Talk *talk, const char *name, const char *data, size_t length) {
    Text *out = &talk->waiting.text;
    if (name) text_format(out, "event: %s\n", name);
    text_string(out, "data: ");
    text_bytes(out, data, length);
    text_string(out, "\n\n");
    talk->over |= out->failed || outgoing_left(&talk->waiting) > BEHIND_MAX;
}

void talk_say(Talk *talk, const char *line, size_t length) {
    pthread_mutex_lock(&talk->lock);
    if (!talk->over) put_event(talk, NULL, line, length);
    pthread_mutex_unlock(&talk->lock);
    server_wake(talk->site->server);
}

void talk_beat(Talk *talk) {
    pthread_mutex_lock(&talk->lock);
    if (!talk->over) text_string(&talk->waiting.text, ":\n\n");
    pthread_mutex_unlock(&talk->lock);
    server_wake(talk->site->server);
}

void talk_end(Talk *talk) {
    pthread_mutex_lock(&talk->lock);
    talk->over = true;
    pthread_mutex_unlock(&talk->lock);
    server_wake(talk->site->server);
}

static ptrdiff_t take_events(void *context, char *out, size_t most) {
    Talk *talk = context;
    ptrdiff_t count = -1;
    pthread_mutex_lock(&talk->lock);
    if (!talk->over) count = (ptrdiff_t)outgoing_take(&talk->waiting, out, most);
    talk->over |= talk->waiting.text.failed;
    pthread_mutex_unlock(&talk->lock);
    return count;
}

static void end_talk(void *context) {
    Talk *talk = context;
    Site *site = talk->site;
    for (int i = 0; i < SITE_TALKS_MAX; i++)
        if (site->talks[i] == talk) site->talks[i] = NULL;
    site->host.close(talk->visit);
    talk_free(talk);
}

static Talk *begin_talk(Site *site) {
    int place = 0;
    while (place < SITE_TALKS_MAX && site->talks[place]) place++;
    Talk *talk = place < SITE_TALKS_MAX ? calloc(1, sizeof *talk) : NULL;
    if (!talk) return NULL;
    talk->site = site;
    talk->waiting = (Outgoing){.text = text_growing()};
    talk->number = ++site->last_number;
    pthread_mutex_init(&talk->lock, NULL);
    char number[16];
    snprintf(number, sizeof number, "%d", talk->number);
    put_event(talk, "session", number, strlen(number));
    talk->visit = site->host.open(site->host.context, talk);
    if (!talk->visit) {
        talk_free(talk);
        return NULL;
    }
    return site->talks[place] = talk;
}

static void serve_events(Site *site, Guest *guest) {
    bool flooded = !meter_takes(&site->openings, SITE_OPENINGS_PER_SECOND, clock_ms());
    Talk *talk = flooded ? NULL : begin_talk(site);
    if (talk)
        guest_stream(guest, "text/event-stream", &(ServerStream){talk, take_events, end_talk});
    else if (flooded)
        refuse(guest, 429, "too much\n");
    else
        refuse(guest, 503, "too many windows\n");
}

// What a window says.

static Talk *named_talk(const Site *site, const char *query) {
    const char *value;
    char text[16] = "";
    int64_t number;
    int length = http_query(query, "session", &value);
    if (length < 0 || length >= (int)sizeof text) return NULL;
    memcpy(text, value, (size_t)length);
    if (!text_to_int(text, 1, INT32_MAX, &number)) return NULL;
    for (int i = 0; i < SITE_TALKS_MAX; i++)
        if (site->talks[i] && site->talks[i]->number == number) return site->talks[i];
    return NULL;
}

static void take_line(Site *site, Guest *guest, const HttpRequest *request, const Text *body) {
    Talk *talk = named_talk(site, request->query);
    if (body->failed)
        refuse(guest, 413, "too long\n");
    else if (!talk)
        refuse(guest, 404, "no such session\n");
    else if (meter_takes(&talk->lines, SITE_LINES_PER_SECOND, clock_ms()) &&
             site->host.line(talk->visit, text_get(body), body->used))
        refuse(guest, 204, "");
    else
        refuse(guest, 429, "too much\n");
}

// Requests.

static void answer(void *context, Guest *guest, const HttpRequest *request, const Text *body) {
    Site *site = context;
    bool get = request->method == HTTP_GET, post = request->method == HTTP_POST;
    const char *rest = after_token(site, request->path);
    if (!is_from_us(site, request))
        refuse(guest, 403, "not from here\n");
    else if (!rest)
        refuse(guest, 404, "not found\n");
    else if (get && strcmp(rest, "/") == 0)
        guest_answer(guest, 200, "text/html; charset=utf-8", site->page, site->size);
    else if (get && strcmp(rest, "/events") == 0)
        serve_events(site, guest);
    else if (post && strcmp(rest, "/lines") == 0)
        take_line(site, guest, request, body);
    else
        refuse(guest, get || post ? 404 : 405, get || post ? "not found\n" : "not allowed\n");
}

// Life.

static bool make_token(char *out) {
    unsigned char bytes[TOKEN_BYTES];
    if (!system_entropy(bytes, sizeof bytes)) return false;
    for (int i = 0; i < TOKEN_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Everything that can go wrong; NULL: nothing did. */
static const char *start(Site *site, int port) {
    ServerHost host = {.context = site, .headers = HEADERS, .welcomes = welcomes, .answer = answer};
    if (!make_token(site->token)) return "the system has no random numbers";
    site->server = server_new(port, &host);
    if (!site->server) return strerror(errno);
    snprintf(site->address, sizeof site->address, "http://127.0.0.1:%d/%s/",
             server_port(site->server), site->token);
    return server_start(site->server) ? NULL : "the system has no thread left";
}

Site *site_open(int port, const char *page, size_t size, const SiteHost *host,
                char error[SITE_ERROR_MAX]) {
    Site *site = calloc(1, sizeof *site);
    const char *why = "not enough memory";
    if (site) {
        *site = (Site){.host = *host, .page = page, .size = size};
        why = start(site, port);
        if (!why) return site;
    }
    snprintf(error, SITE_ERROR_MAX, "%s", why);
    site_close(site);
    return NULL;
}

const char *site_address(const Site *site) {
    return site->address;
}

void site_close(Site *site) {
    if (!site) return;
    server_free(site->server);
    free(site);
}
