// SPDX-License-Identifier: MIT
#include "roek/net/site.h"

#include <stdatomic.h>
#include <stdio.h>

#define WITHOUT_SERVER "; the page as one file, roek.html of 'make web', needs no server"

#ifdef ROEK_HAVE_MICROHTTPD

#include "roek/base/clock.h"
#include "roek/base/system.h"
#include "roek/base/text.h"
#include "roek/net/meter.h"
#include "roek/net/mhd.h"
#include "roek/net/outgoing.h"
#include "roek/net/strangers.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* A window that does not read may be behind by so much; one that is gone is noticed so soon. */
enum { BEHIND_MAX = 16 << 20, SLOW_SECONDS = 20, TOKEN_BYTES = 16 };

struct Talk {
    Site *site;
    int number;
    void *visit; // the host's; NULL: not open
    struct MHD_Connection *connection;
    Meter lines;
    pthread_mutex_t lock;
    // under the lock
    Outgoing waiting;
    bool asleep; // the connection waits for something to send
    bool over;
};

struct Site {
    Mhd mhd;
    SiteHost host;
    const char *page;
    size_t size;
    struct MHD_Daemon *daemon;
    char token[2 * TOKEN_BYTES + 1];
    char address[SITE_ADDRESS_MAX];
    atomic_int port; // known when the server runs already
    int last_number;
    Meter openings;
    Strangers strangers;
    pthread_mutex_t lock; // for who is not the server's thread:
    Talk *talks[SITE_TALKS_MAX];
    bool closing; // conversations that begin end at once
};

/* A request while its body comes in, of which nothing is kept where nothing is asked. */
typedef struct {
    Text body;
    bool welcome, too_long;
} Incoming;

// Answers.

static void add_headers(const Site *site, struct MHD_Response *response, const char *type) {
    static const char *const ALWAYS[][2] = {
        {"Cache-Control", "no-store"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++)
        site->mhd.add_response_header(response, ALWAYS[i][0], ALWAYS[i][1]);
    site->mhd.add_response_header(response, "Content-Type", type);
}

static enum MHD_Result answer(const Site *site, struct MHD_Connection *connection, unsigned status,
                              const char *type, const char *data, size_t size) {
    char *bytes = (char *)(uintptr_t)data; // not written to, but the library's type says so
    struct MHD_Response *response =
        site->mhd.create_response_from_buffer(size, bytes, MHD_RESPMEM_PERSISTENT);
    if (!response) return MHD_NO;
    add_headers(site, response, type);
    enum MHD_Result result = site->mhd.queue_response(connection, status, response);
    site->mhd.destroy_response(response);
    return result;
}

static enum MHD_Result refuse(const Site *site, struct MHD_Connection *connection, unsigned status,
                              const char *words) {
    return answer(site, connection, status, "text/plain; charset=utf-8", words, strlen(words));
}

// Who may come in.

/* Is this "HOST:PORT" ours, after `scheme`?  Browsers leave out the port that HTTP has anyway. */
static bool names_us(const Site *site, const char *text, const char *scheme) {
    static const char *const HOSTS[] = {"127.0.0.1", "localhost"};
    char ours[64];
    int port = atomic_load(&site->port);
    for (int i = 0; i < 2; i++) {
        int named = snprintf(ours, sizeof ours, "%s%s", scheme, HOSTS[i]);
        if (port == 80 && strcmp(text, ours) == 0) return true;
        snprintf(ours + named, sizeof ours - (size_t)named, ":%d", port);
        if (strcmp(text, ours) == 0) return true;
    }
    return false;
}

static const char *header(const Site *site, struct MHD_Connection *connection, const char *name) {
    return site->mhd.lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool is_from_us(const Site *site, struct MHD_Connection *connection) {
    const char *host = header(site, connection, "Host");
    const char *origin = header(site, connection, "Origin");
    return host && names_us(site, host, "") && (!origin || names_us(site, origin, "http://"));
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

// What is said to a window.

static void talk_free(Talk *talk) {
    pthread_mutex_destroy(&talk->lock);
    text_free(&talk->waiting.text);
    free(talk);
}

/* With the lock held. */
static void wake(Talk *talk) {
    if (!talk->asleep) return;
    talk->asleep = false;
    talk->site->mhd.resume_connection(talk->connection);
}

/* With the lock held. */
static void put_event(Talk *talk, const char *name, const char *data, size_t length) {
    Text *out = &talk->waiting.text;
    if (name) text_format(out, "event: %s\n", name);
    text_string(out, "data: ");
    text_bytes(out, data, length);
    text_string(out, "\n\n");
    talk->over |= out->failed || outgoing_left(&talk->waiting) > BEHIND_MAX;
    wake(talk);
}

void talk_say(Talk *talk, const char *line, size_t length) {
    pthread_mutex_lock(&talk->lock);
    if (!talk->over) put_event(talk, NULL, line, length);
    pthread_mutex_unlock(&talk->lock);
}

void talk_beat(Talk *talk) {
    pthread_mutex_lock(&talk->lock);
    if (!talk->over) text_string(&talk->waiting.text, ":\n\n");
    wake(talk);
    pthread_mutex_unlock(&talk->lock);
}

void talk_end(Talk *talk) {
    pthread_mutex_lock(&talk->lock);
    talk->over = true;
    wake(talk);
    pthread_mutex_unlock(&talk->lock);
}

/* Hands over what waits; with nothing there the connection sleeps. */
static ssize_t send_more(void *context, uint64_t position, char *out, size_t most) {
    Talk *talk = context;
    (void)position;
    pthread_mutex_lock(&talk->lock);
    ssize_t count = MHD_CONTENT_READER_END_OF_STREAM;
    if (!talk->over) count = (ssize_t)outgoing_take(&talk->waiting, out, most);
    talk->over |= talk->waiting.text.failed;
    if (count == 0) {
        talk->asleep = true;
        talk->site->mhd.suspend_connection(talk->connection);
    }
    pthread_mutex_unlock(&talk->lock);
    return count;
}

/* The connection has ended, whoever ended it. */
static void end_talk(void *context) {
    Talk *talk = context;
    Site *site = talk->site;
    pthread_mutex_lock(&site->lock);
    for (int i = 0; i < SITE_TALKS_MAX; i++)
        if (site->talks[i] == talk) site->talks[i] = NULL;
    pthread_mutex_unlock(&site->lock);
    if (talk->visit) site->host.close(talk->visit);
    talk_free(talk);
}

static Talk *begin_talk(Site *site, struct MHD_Connection *connection) {
    int place = 0;
    while (place < SITE_TALKS_MAX && site->talks[place]) place++;
    Talk *talk = place < SITE_TALKS_MAX ? calloc(1, sizeof *talk) : NULL;
    if (!talk) return NULL;
    talk->site = site;
    talk->connection = connection;
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
    pthread_mutex_lock(&site->lock);
    site->talks[place] = talk;
    if (site->closing) talk_end(talk);
    pthread_mutex_unlock(&site->lock);
    return talk;
}

static enum MHD_Result refuse_flood(const Site *site, struct MHD_Connection *connection) {
    return refuse(site, connection, 429, "too much\n");
}

static enum MHD_Result serve_events(Site *site, struct MHD_Connection *connection) {
    if (!meter_takes(&site->openings, SITE_OPENINGS_PER_SECOND, clock_ms()))
        return refuse_flood(site, connection);
    Talk *talk = begin_talk(site, connection);
    if (!talk) return refuse(site, connection, 503, "too many windows\n");
    struct MHD_Response *response = site->mhd.create_response_from_callback(
        MHD_SIZE_UNKNOWN, 1 << 16, send_more, talk, end_talk);
    if (!response) {
        end_talk(talk);
        return MHD_NO;
    }
    add_headers(site, response, "text/event-stream");
    enum MHD_Result result = site->mhd.queue_response(connection, 200, response);
    site->mhd.destroy_response(response);
    return result;
}

// What a window says.

static Talk *named_talk(const Site *site, struct MHD_Connection *connection) {
    const char *text =
        site->mhd.lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "session");
    int64_t number;
    if (!text || !text_to_int(text, 1, INT32_MAX, &number)) return NULL;
    for (int i = 0; i < SITE_TALKS_MAX; i++)
        if (site->talks[i] && site->talks[i]->number == number) return site->talks[i];
    return NULL;
}

static enum MHD_Result take_line(Site *site, struct MHD_Connection *connection, Incoming *in) {
    Talk *talk = named_talk(site, connection);
    if (in->too_long) return refuse(site, connection, 413, "too long\n");
    if (!talk) return refuse(site, connection, 404, "no such session\n");
    bool taken = meter_takes(&talk->lines, SITE_LINES_PER_SECOND, clock_ms()) && !in->body.failed &&
                 site->host.line(talk->visit, text_get(&in->body), in->body.used);
    return taken ? refuse(site, connection, 204, "") : refuse_flood(site, connection);
}

// Requests.

static int socket_of(const Site *site, struct MHD_Connection *connection) {
    return site->mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/* Who leaves for another is only shut: the server finds that out and closes the socket. */
static void on_connection(void *context, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode what) {
    Site *site = context;
    int socket = socket_of(site, connection);
    (void)state;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        strangers_forget(&site->strangers, socket);
        return;
    }
    int leaver = strangers_add(&site->strangers, socket);
    if (leaver >= 0) shutdown(leaver, SHUT_RDWR);
}

static enum MHD_Result route(Site *site, struct MHD_Connection *connection, const char *path,
                             const char *method, Incoming *in) {
    bool get = strcmp(method, "GET") == 0, post = strcmp(method, "POST") == 0;
    const char *rest = after_token(site, path);
    if (!is_from_us(site, connection)) return refuse(site, connection, 403, "not from here\n");
    if (!rest) return refuse(site, connection, 404, "not found\n");
    if (get && strcmp(rest, "/") == 0)
        return answer(site, connection, 200, "text/html; charset=utf-8", site->page, site->size);
    if (get && strcmp(rest, "/events") == 0) return serve_events(site, connection);
    if (post && strcmp(rest, "/lines") == 0) return take_line(site, connection, in);
    return get || post ? refuse(site, connection, 404, "not found\n")
                       : refuse(site, connection, 405, "not allowed\n");
}

/* Called when the headers are there, for every piece of the body, and at its end. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *data, size_t *size, void **state) {
    Site *site = context;
    Incoming *in = *state;
    (void)version;
    if (!in) {
        in = *state = calloc(1, sizeof *in);
        if (!in) return MHD_NO;
        in->body = text_growing();
        in->welcome = is_from_us(site, connection) && after_token(site, path);
        if (in->welcome) strangers_forget(&site->strangers, socket_of(site, connection));
        return MHD_YES;
    }
    if (*size > 0) {
        in->too_long |= in->body.used + *size > SITE_BODY_MAX;
        if (in->welcome && !in->too_long) text_bytes(&in->body, data, *size);
        *size = 0;
        return MHD_YES;
    }
    return route(site, connection, path, method, in);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode how) {
    Incoming *in = *state;
    (void)context, (void)connection, (void)how;
    if (in) text_free(&in->body);
    free(in);
    *state = NULL;
}

// Life.

static bool make_token(char *out) {
    unsigned char bytes[TOKEN_BYTES];
    if (!system_entropy(bytes, sizeof bytes)) return false;
    for (int i = 0; i < TOKEN_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static void quiet(void *context, const char *format, va_list args) {
    (void)context, (void)format, (void)args;
}

static bool listen_on(Site *site, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    site->daemon = site->mhd.start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
        (uint16_t)port, NULL, NULL, on_request, site, MHD_OPTION_EXTERNAL_LOGGER, quiet, NULL,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SITE_CONNECTIONS_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SLOW_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)(128 << 10), MHD_OPTION_NOTIFY_COMPLETED, on_completed, site,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, site, MHD_OPTION_END);
    if (!site->daemon) return false;
    const union MHD_DaemonInfo *info =
        site->mhd.get_daemon_info(site->daemon, MHD_DAEMON_INFO_BIND_PORT);
    if (info) port = info->port;
    atomic_store(&site->port, port);
    snprintf(site->address, sizeof site->address, "http://127.0.0.1:%d/%s/", port, site->token);
    return true;
}

/* Everything that can go wrong; NULL: nothing did. */
static const char *start(Site *site, int port) {
    if (!mhd_load(&site->mhd)) return "libmicrohttpd is not installed" WITHOUT_SERVER;
    if (!make_token(site->token)) return "the system has no random numbers";
    errno = 0;
    if (listen_on(site, port)) return NULL;
    return errno ? strerror(errno) : "the server could not be started";
}

Site *site_open(int port, const char *page, size_t size, const SiteHost *host,
                char error[SITE_ERROR_MAX]) {
    Site *site = calloc(1, sizeof *site);
    const char *why = "not enough memory";
    if (site) {
        *site = (Site){.host = *host, .page = page, .size = size};
        pthread_mutex_init(&site->lock, NULL);
        why = start(site, port);
        if (!why) return site;
        mhd_unload(&site->mhd);
        pthread_mutex_destroy(&site->lock);
    }
    snprintf(error, SITE_ERROR_MAX, "%s", why);
    free(site);
    return NULL;
}

const char *site_address(const Site *site) {
    return site->address;
}

/* The server cannot stop while a connection sleeps: those that do are woken, and no more will. */
void site_close(Site *site) {
    if (!site) return;
    pthread_mutex_lock(&site->lock);
    site->closing = true;
    for (int i = 0; i < SITE_TALKS_MAX; i++)
        if (site->talks[i]) talk_end(site->talks[i]);
    pthread_mutex_unlock(&site->lock);
    site->mhd.stop_daemon(site->daemon);
    mhd_unload(&site->mhd);
    pthread_mutex_destroy(&site->lock);
    free(site);
}

#else

void talk_say(Talk *talk, const char *line, size_t length) {
    (void)talk, (void)line, (void)length;
}

void talk_beat(Talk *talk) {
    (void)talk;
}

void talk_end(Talk *talk) {
    (void)talk;
}

Site *site_open(int port, const char *page, size_t size, const SiteHost *host,
                char error[SITE_ERROR_MAX]) {
    (void)port, (void)page, (void)size, (void)host;
    snprintf(error, SITE_ERROR_MAX, "this Roek was built without libmicrohttpd" WITHOUT_SERVER);
    return NULL;
}

const char *site_address(const Site *site) {
    (void)site;
    return "";
}

void site_close(Site *site) {
    (void)site;
}

#endif
