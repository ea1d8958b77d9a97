/* hub.h -- streams of server-sent events, one for each browser.
 *
 * A browser is known by a word that its page made up, and says which topics it wants to hear of.
 * Whoever has news of a topic publishes it here; it is put into the queue of each stream that
 * listens. A stream that has nothing to send is suspended and costs nothing; one that does not
 * take what it is sent is cut when its queue is full. After a cut the browser comes back by
 * itself and is sent the whole state of all its topics. */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "server/server.h"

#include <microhttpd.h>

enum { TOPIC_TEXT = 128, TOPICS_MOST = 64, CLIENT_TEXT = 65 };

struct hub;

struct hub *hub_new(int most_streams);
/* Ends all streams; they are gone when the connections are. */
void hub_stop(struct hub *hub);
void hub_free(struct hub *hub);

bool hub_client_good(const char *client);

/* What the client hears of from now on: calls `fresh` for each topic it did not hear of before.
 * False: there are too many clients. */
bool hub_subscribe(struct hub *hub, const char *client, const char *const topic[], int topics,
                   void (*fresh)(void *user, const char *client, const char *topic), void *user);

/* Tell everybody who hears of the topic. `data` is JSON; a new line at its end is left out. */
void hub_publish(struct hub *hub, const char *topic, const char *event, const char *data,
                 size_t length);
/* Tell one client. */
void hub_tell(struct hub *hub, const char *client, const char *event, const char *data,
              size_t length);

/* Does anybody hear of the topic, or of one that begins with it and a colon? */
bool hub_is_heard(struct hub *hub, const char *topic);
/* Call `each` with every topic heard of that is `topic` or begins with it and a colon, once. */
void hub_each(struct hub *hub, const char *topic, void (*each)(void *user, const char *topic),
              void *user);

/* The response that is the stream of this client, or NULL: too many streams. An older stream of
 * the client ends. *topics are what the client hears of, to be freed, NULL at the end. */
struct MHD_Response *hub_stream(struct hub *hub, const char *client,
                                struct MHD_Connection *connection, char ***topics);

/* Called every second or so: signs of life, and forgetting clients that are gone. */
void hub_tick(struct hub *hub, double now);

/* Bytes that are kept for what the streams have not taken yet. */
size_t hub_memory(struct hub *hub);

#endif
