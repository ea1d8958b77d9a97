/* serve_streams.c -- many browsers that listen: for bench/serve.sh.
 *
 * Usage: serve_streams PORT STREAMS SECONDS
 * Lets the computer think about a game, opens the streams, has each hear of the game, reads what
 * comes, and in the end says how many bytes and events that were. */
#include "../tests/server/client.h"

#include <sys/epoll.h>

enum { MOST = 5000 };

int main(int argc, char *argv[])
{
    static int fd[MOST];
    static char buffer[1 << 16];
    const int streams = argc > 2 ? atoi(argv[2]) : 0;
    const double seconds = argc > 3 ? atof(argv[3]) : 0;
    if (streams < 1 || streams > MOST || !client_begin(atoi(argv[1]))) {
        fprintf(stderr, "usage: serve_streams PORT STREAMS SECONDS\n");
        return 2;
    }
    struct reply r =
        post("/api/games", "%s", "{\"game\":\"othello\",\"seats\":[\"human\",\"mcts:time=1000\"]}");
    char id[64], path[96];
    snprintf(id, sizeof id, "%s", text_in(r.json, "id"));
    snprintf(path, sizeof path, "/api/games/%s/move", id);
    struct reply moved = post(path, "{\"move\":\"%s\"}", text_in(r.json, "state.legal.0.move"));
    reply_release(&moved);
    reply_release(&r);
    const int set = epoll_create1(0);
    for (int i = 0; i < streams; i++) {
        char request[200];
        snprintf(request, sizeof request,
                 "GET /api/events?client=benchclient%08d HTTP/1.1\r\nHost: localhost\r\n\r\n", i);
        fd[i] = client_connect();
        if (fd[i] < 0 || !client_send(fd[i], request, strlen(request))) {
            fprintf(stderr, "stream %d was refused\n", i);
            return 1;
        }
        struct epoll_event wanted = { .events = EPOLLIN, .data.fd = fd[i] };
        epoll_ctl(set, EPOLL_CTL_ADD, fd[i], &wanted);
        r = post("/api/subscribe", "{\"client\":\"benchclient%08d\",\"topics\":[\"game:%s\"]}", i,
                 id);
        reply_release(&r);
    }
    printf("%s\n", id); /* the script may begin */
    fflush(stdout);
    const double begin = now();
    unsigned long long bytes = 0, events = 0;
    int cut = 0;
    while (now() - begin < seconds) {
        struct epoll_event ready[64];
        const int n = epoll_wait(set, ready, 64, 100);
        for (int i = 0; i < n; i++) {
            const ssize_t length = recv(ready[i].data.fd, buffer, sizeof buffer - 1, 0);
            if (length <= 0) {
                epoll_ctl(set, EPOLL_CTL_DEL, ready[i].data.fd, NULL);
                cut++;
                continue;
            }
            buffer[length] = '\0';
            bytes += (unsigned long long)length;
            for (const char *at = buffer; (at = strstr(at, "event: ")); at++)
                events++;
        }
    }
    printf("%d streams: %llu events and %.1f MB in %.0f s, %d streams cut\n", streams, events,
           (double)bytes / 1e6, seconds, cut);
    return cut > 0;
}
