/* talk.h -- for the tests of the protocols: a session in a thread of its own, with a pipe to
 * it and one back, as an interface has them; and transcripts, which are script and
 * expectation in one. */
#ifndef TALK_H
#define TALK_H

#include "base/files.h"
#include "protocol/session.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

typedef void talk_fn(struct session *s, FILE *in);

static inline struct session *talk_session(const char *name, const char *options,
                                           const struct session_setup *setup, FILE *out)
{
    static const struct session_setup plain = { .seed = 1 };
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct session *const s = game ? session_new(game, setup ? setup : &plain, out, &error) : NULL;
    if (!s)
        printf("# %s\n", error.text);
    return s;
}

/* ------------------------------------------------------------------- talking -- */

struct talk {
    struct session *session;
    talk_fn *run;
    pthread_t thread;
    FILE *in, *out;  /* the session's ends of the pipes */
    FILE *to, *from; /* ours */
    char line[1 << 16];
};

static inline void *talk_thread(void *user)
{
    struct talk *const talk = user;
    talk->run(talk->session, talk->in);
    fclose(talk->out); /* so that whoever reads on sees the end */
    return NULL;
}

static inline struct talk *talk_begin(talk_fn *run, const char *game,
                                      const struct session_setup *setup)
{
    int down[2], up[2];
    struct talk *const talk = calloc(1, sizeof *talk);
    if (!talk || pipe(down) != 0 || pipe(up) != 0)
        abort();
    talk->run = run;
    talk->in = fdopen(down[0], "r");
    talk->to = fdopen(down[1], "w");
    talk->from = fdopen(up[0], "r");
    talk->out = fdopen(up[1], "w");
    talk->session = talk_session(game, NULL, setup, talk->out);
    if (talk->session)
        talk->session->moment = 0.05; /* tests are impatient */
    if (!talk->session || pthread_create(&talk->thread, NULL, talk_thread, talk) != 0)
        abort();
    return talk;
}

static inline void talk_say(struct talk *talk, const char *line)
{
    fprintf(talk->to, "%s\n", line);
    fflush(talk->to);
}

/* The next line; NULL: there is none any more. */
static inline const char *talk_hear(struct talk *talk)
{
    if (!fgets(talk->line, sizeof talk->line, talk->from))
        return NULL;
    talk->line[strcspn(talk->line, "\n")] = '\0';
    return talk->line;
}

/* Read up to a line that begins so; NULL: it does not come. */
static inline const char *talk_until(struct talk *talk, const char *begin)
{
    const char *line;
    while ((line = talk_hear(talk)) && strncmp(line, begin, strlen(begin)) != 0)
        ;
    return line;
}

/* Close our end and read what still comes; returns how many lines. */
static inline int talk_end(struct talk *talk)
{
    int lines = 0;
    if (talk->to)
        fclose(talk->to);
    while (talk_hear(talk))
        lines++;
    pthread_join(talk->thread, NULL);
    fclose(talk->in);
    fclose(talk->from);
    session_free(talk->session);
    free(talk);
    return lines;
}

#define HEARS(talk, begin) OKF(talk_until(talk, begin) != NULL, "\"%s\" comes", begin)

/* --------------------------------------------------------------- transcripts -- */

/* A transcript: lines "> COMMAND" are typed, all others must be what is answered. Each
 * command is typed when the one before is done. */
struct transcript {
    struct session *session;
    const char *script; /* what is left of it */
    char line[4096];
    size_t used, next;
    FILE *out;
};

static inline ssize_t transcript_read(void *cookie, char *buffer, size_t size)
{
    struct transcript *const t = cookie;
    if (t->next == t->used) {
        const char *begin = t->script;
        while (*begin && strncmp(begin, "> ", 2) != 0) {
            begin += strcspn(begin, "\n");
            begin += *begin == '\n';
        }
        const size_t length = strcspn(begin, "\n");
        if (!*begin || size == 0)
            return 0;
        while (session_busy(t->session))
            usleep(100);
        fprintf(t->out, "%.*s\n", (int)length, begin);
        fflush(t->out);
        t->used = (size_t)snprintf(t->line, sizeof t->line, "%.*s\n", (int)length - 2, begin + 2);
        t->next = 0;
        t->script = begin + length + (begin[length] == '\n');
    }
    const size_t n = size < t->used - t->next ? size : t->used - t->next;
    memcpy(buffer, t->line + t->next, n);
    t->next += n;
    return (ssize_t)n;
}

/* Times and speeds are those of the machine: "time 12" becomes "time -". */
static inline void transcript_mask(char *text)
{
    static const char *const word[] = { " time ", " nps ", " hashfull ", " seconds ", "second: " };
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        for (char *at = text; (at = strstr(at, word[i]));) {
            at += strlen(word[i]);
            const size_t length = strspn(at, "0123456789.");
            if (length > 0) {
                at[0] = '-';
                memmove(at + 1, at + length, strlen(at + length) + 1);
            }
        }
    /* NBoard's "nodestats NODES SECONDS" and "=== MOVE/VALUE/SECONDS". */
    for (char *line = text; *line; line += *line == '\n') {
        char *const end = line + strcspn(line, "\n");
        char *last = end;
        if (!strncmp(line, "nodestats ", 10) || !strncmp(line, "=== ", 4)) {
            while (*last != ' ' && *last != '/')
                last--;
            memmove(last + 1, end, strlen(end) + 1);
            line = last + 1;
        } else {
            line = end;
        }
    }
}

/* Hold tests/protocol/golden/NAME.txt against what happens. After a change that is meant,
 * UPDATE=1 writes it anew; read the diff before committing it. */
static inline void transcript(talk_fn *run, const char *name, const char *game,
                              const struct session_setup *setup)
{
    char path[512], *text = NULL;
    size_t size = 0;
    struct zm_error error;
    snprintf(path, sizeof path, "%s/tests/protocol/golden/%s.txt", getenv("SOURCE"), name);
    char *const wanted = file_read(path, 1 << 20, &error);
    FILE *const out = open_memstream(&text, &size);
    struct session *const s = talk_session(game, NULL, setup, out);
    if (!OKF(wanted && s, "%s can be held", path))
        return;
    struct transcript t = { .session = s, .script = wanted, .out = out };
    FILE *const in = fopencookie(&t, "r", (cookie_io_functions_t){ .read = transcript_read });
    setvbuf(in, NULL, _IONBF, 0);
    run(s, in);
    fclose(in);
    session_free(s);
    fclose(out);
    transcript_mask(text);
    if (getenv("UPDATE"))
        file_write(path, text, strlen(text), &error);
    else if (!OKF(!strcmp(text, wanted), "%s", name))
        for (const char *a = text, *b = wanted; *a || *b;) {
            const size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
            if (n != m || strncmp(a, b, n) != 0) {
                printf("# got    %.*s\n# wanted %.*s\n", (int)n, a, (int)m, b);
                break;
            }
            a += n + (a[n] == '\n');
            b += m + (b[m] == '\n');
        }
    free(text);
    free(wanted);
}

#endif
