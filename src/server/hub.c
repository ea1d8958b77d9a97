#include "server/hub.h"

#include "base/clock.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_MOST = 4 << 20,  /* bytes that wait for a slow client ... */
    ALL_MOST = 256 << 20,  /* ... and for all of them               */
    QUEUE_KEPT = 64 << 10, /* a queue that is empty keeps no more  */
    BLOCK = 16 << 10
};
static const double sign_of_life = 15, forget_after = 600; /* seconds */

/* One response that goes on. It belongs to its connection, and is freed with it. */
struct stream {
    struct hub *hub;
    struct client *client; /* NULL: the client has another one now */
    struct MHD_Connection *connection;
    char *queue;
    size_t begin, end, room;
    bool suspended, over;
    double written; /* when something was put into the queue last */
    struct stream *next, **link;
};

struct client {
    char name[CLIENT_TEXT];
    char *topic[TOPICS_MOST];
    int topics;
    struct stream *stream; /* or NULL */
    double left;           /* when the last stream ended */
    struct client *next;
};

struct hub {
    pthread_mutex_t lock;
    struct client *clients;
    struct stream *list;
    int client_count, streams, most;
    size_t room; /* of all queues */
    bool stopping;
};

struct hub *hub_new(int most_streams)
{
    struct hub *const hub = calloc(1, sizeof *hub);
    if (!hub)
        return NULL;
    pthread_mutex_init(&hub->lock, NULL);
    hub->most = most_streams;
    return hub;
}

static void client_free(struct client *c)
{
    for (int i = 0; i < c->topics; i++)
        free(c->topic[i]);
    free(c);
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    while (hub->clients) {
        struct client *const c = hub->clients;
        hub->clients = c->next;
        client_free(c);
    }
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

/* ------------------------------------------------------------------- streams -- */

/* Something has changed: the thread of the connections shall look. */
static void wake(struct stream *s)
{
    if (!s->suspended)
        return;
    s->suspended = false;
    MHD_resume_connection(s->connection);
}

static void cut(struct stream *s)
{
    s->over = true;
    wake(s);
}

static void drop_queue(struct stream *s)
{
    free(s->queue);
    s->hub->room -= s->room;
    s->queue = NULL;
    s->begin = s->end = s->room = 0;
}

static bool make_room(struct stream *s, size_t length)
{
    if (s->begin > 0) {
        memmove(s->queue, s->queue + s->begin, s->end - s->begin);
        s->end -= s->begin;
        s->begin = 0;
    }
    size_t room = s->room ? s->room : 4096;
    while (room < s->end + length)
        room *= 2;
    if (room > QUEUE_MOST || s->hub->room - s->room + room > ALL_MOST)
        return false;
    char *const more = realloc(s->queue, room);
    if (!more)
        return false;
    s->hub->room += room - s->room;
    s->queue = more;
    s->room = room;
    return true;
}

static void append(struct stream *s, const char *text, size_t length)
{
    memcpy(s->queue + s->end, text, length);
    s->end += length;
}

/* "event: NAME\ndata: ...\n\n"; without a name a comment, which only keeps the line alive. */
static void put(struct stream *s, const char *event, const char *data, size_t length)
{
    char head[64];
    const int n = event ? snprintf(head, sizeof head, "event: %s\ndata: ", event)
                        : snprintf(head, sizeof head, ":");
    if (s->over)
        return;
    if (s->end + (size_t)n + length + 2 > s->room && !make_room(s, (size_t)n + length + 2)) {
        drop_queue(s);
        cut(s); /* it does not listen: it may come back */
        return;
    }
    append(s, head, (size_t)n);
    append(s, data, length);
    append(s, "\n\n", 2);
    s->written = clock_now();
    wake(s);
}

/* The thread of the connections asks for more. */
static ssize_t take(void *user, uint64_t at, char *out, size_t most)
{
    struct stream *const s = user;
    ssize_t taken = 0;
    (void)at;
    pthread_mutex_lock(&s->hub->lock);
    const size_t waiting = s->end - s->begin;
    if (s->over) {
        taken = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (waiting > 0) {
        taken = (ssize_t)(waiting < most ? waiting : most);
        memcpy(out, s->queue + s->begin, (size_t)taken);
        s->begin += (size_t)taken;
        if (s->begin == s->end)
            s->begin = s->end = 0;
        if (s->end == 0 && s->room > QUEUE_KEPT)
            drop_queue(s);
    } else {
        s->suspended = true;
        MHD_suspend_connection(s->connection);
    }
    pthread_mutex_unlock(&s->hub->lock);
    return taken;
}

static void ended(void *user)
{
    struct stream *const s = user;
    struct hub *const hub = s->hub;
    pthread_mutex_lock(&hub->lock);
    if (s->client) {
        s->client->stream = NULL;
        s->client->left = clock_now();
    }
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    hub->streams--;
    drop_queue(s);
    pthread_mutex_unlock(&hub->lock);
    free(s);
}

void hub_stop(struct hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    hub->stopping = true;
    for (struct stream *s = hub->list; s; s = s->next)
        cut(s);
    pthread_mutex_unlock(&hub->lock);
}

size_t hub_memory(struct hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    const size_t room = hub->room;
    pthread_mutex_unlock(&hub->lock);
    return room;
}

/* ------------------------------------------------------------------- clients -- */

bool hub_client_good(const char *client)
{
    const size_t length = client ? strlen(client) : 0;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)client[i]))
            return false;
    return length >= 16 && length < CLIENT_TEXT;
}

static struct client *find(struct hub *hub, const char *name)
{
    struct client *c = hub->clients;
    while (c && strcmp(c->name, name) != 0)
        c = c->next;
    return c;
}

/* The client left longest ago without a stream makes room for a new one. */
static void forget_one(struct hub *hub)
{
    struct client **oldest = NULL;
    for (struct client **at = &hub->clients; *at; at = &(*at)->next)
        if (!(*at)->stream && (!oldest || (*at)->left < (*oldest)->left))
            oldest = at;
    if (!oldest)
        return;
    struct client *const c = *oldest;
    *oldest = c->next;
    hub->client_count--;
    client_free(c);
}

static struct client *find_or_add(struct hub *hub, const char *name)
{
    struct client *c = find(hub, name);
    if (c)
        return c;
    if (hub->client_count >= 2 * hub->most)
        forget_one(hub);
    if (hub->client_count >= 2 * hub->most || !(c = calloc(1, sizeof *c)))
        return NULL;
    snprintf(c->name, sizeof c->name, "%s", name);
    c->left = clock_now();
    c->next = hub->clients;
    hub->clients = c;
    hub->client_count++;
    return c;
}

struct MHD_Response *hub_stream(struct hub *hub, const char *client,
                                struct MHD_Connection *connection, char ***topics)
{
    struct MHD_Response *response = NULL;
    struct stream *const s = calloc(1, sizeof *s);
    char **const list = calloc(TOPICS_MOST + 1, sizeof *list);
    *topics = list;
    pthread_mutex_lock(&hub->lock);
    struct client *const c =
        s && list && hub->streams < hub->most && !hub->stopping ? find_or_add(hub, client) : NULL;
    if (c) {
        s->hub = hub;
        s->connection = connection;
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, take, s, ended);
    }
    if (response) {
        if (c->stream) {
            c->stream->client = NULL;
            cut(c->stream);
        }
        s->client = c;
        c->stream = s;
        s->link = &hub->list;
        s->next = hub->list;
        if (s->next)
            s->next->link = &s->next;
        hub->list = s;
        hub->streams++;
        s->written = clock_now();
        for (int i = 0; i < c->topics; i++)
            list[i] = strdup(c->topic[i]);
    }
    pthread_mutex_unlock(&hub->lock);
    if (!response)
        free(s);
    return response;
}

static bool hears(const struct client *c, const char *topic)
{
    for (int i = 0; i < c->topics; i++)
        if (!strcmp(c->topic[i], topic))
            return true;
    return false;
}

bool hub_subscribe(struct hub *hub, const char *client, const char *const topic[], int topics,
                   void (*fresh)(void *user, const char *client, const char *topic), void *user)
{
    bool is_new[TOPICS_MOST] = { false };
    char *copy[TOPICS_MOST] = { NULL };
    int copied = 0;
    topics = topics < TOPICS_MOST ? topics : TOPICS_MOST;
    pthread_mutex_lock(&hub->lock);
    struct client *const c = find_or_add(hub, client);
    if (c) {
        for (int i = 0; i < topics; i++) {
            is_new[i] = !hears(c, topic[i]);
            if ((copy[copied] = strdup(topic[i])))
                copied++;
        }
        for (int i = 0; i < c->topics; i++)
            free(c->topic[i]);
        memcpy(c->topic, copy, (size_t)copied * sizeof *copy);
        c->topics = copied;
        if (!c->stream)
            c->left = clock_now();
    }
    pthread_mutex_unlock(&hub->lock);
    for (int i = 0; c && i < topics; i++)
        if (is_new[i])
            fresh(user, client, topic[i]);
    return c != NULL;
}

/* ---------------------------------------------------------------- publishing -- */

static size_t trimmed(const char *data, size_t length)
{
    while (length > 0 && data[length - 1] == '\n')
        length--;
    return length;
}

void hub_publish(struct hub *hub, const char *topic, const char *event, const char *data,
                 size_t length)
{
    length = trimmed(data, length);
    pthread_mutex_lock(&hub->lock);
    for (struct client *c = hub->clients; c; c = c->next)
        if (c->stream && hears(c, topic))
            put(c->stream, event, data, length);
    pthread_mutex_unlock(&hub->lock);
}

void hub_tell(struct hub *hub, const char *client, const char *event, const char *data,
              size_t length)
{
    pthread_mutex_lock(&hub->lock);
    struct client *const c = find(hub, client);
    if (c && c->stream)
        put(c->stream, event, data, trimmed(data, length));
    pthread_mutex_unlock(&hub->lock);
}

static bool concerns(const char *topic, const char *wanted)
{
    const size_t length = strlen(wanted);
    return !strncmp(topic, wanted, length) && (!topic[length] || topic[length] == ':');
}

bool hub_is_heard(struct hub *hub, const char *topic)
{
    bool heard = false;
    pthread_mutex_lock(&hub->lock);
    for (struct client *c = hub->clients; c && !heard; c = c->next)
        for (int i = 0; c->stream && i < c->topics; i++)
            heard = heard || concerns(c->topic[i], topic);
    pthread_mutex_unlock(&hub->lock);
    return heard;
}

void hub_each(struct hub *hub, const char *topic, void (*each)(void *user, const char *topic),
              void *user)
{
    enum { MOST = 64 };
    char *found[MOST];
    int n = 0;
    pthread_mutex_lock(&hub->lock);
    for (struct client *c = hub->clients; c; c = c->next)
        for (int i = 0; c->stream && i < c->topics && n < MOST; i++) {
            bool known = !concerns(c->topic[i], topic);
            for (int k = 0; k < n && !known; k++)
                known = !strcmp(found[k], c->topic[i]);
            if (!known && (found[n] = strdup(c->topic[i])))
                n++;
        }
    pthread_mutex_unlock(&hub->lock);
    for (int i = 0; i < n; i++) {
        each(user, found[i]);
        free(found[i]);
    }
}

void hub_tick(struct hub *hub, double now)
{
    pthread_mutex_lock(&hub->lock);
    for (struct stream *s = hub->list; s; s = s->next)
        if (now - s->written >= sign_of_life)
            put(s, NULL, "", 0);
    for (struct client **at = &hub->clients; *at;) {
        struct client *const c = *at;
        if (c->stream || now - c->left < forget_after) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        hub->client_count--;
        client_free(c);
    }
    pthread_mutex_unlock(&hub->lock);
}
