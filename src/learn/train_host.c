/* train_host.c -- see train_post.h: the folder of a run for those who cannot see it. */
#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"
#include "learn/train_players.h"
#include "learn/train_post.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct train_hosting {
    struct post *post;
    const struct zm_game *game;
    const struct train_settings *settings;
    char folder[TRAIN_PATH], games[TRAIN_PATH];
    void (*complain)(int rank, const char *why);
    int *fd; /* for the games of each guest; -1: none have come yet */
    int guests;
    bool told; /* the guests know of these: */
    uint32_t champion;
    uint64_t round;
};

struct train_hosting *train_host(struct post *post, const struct zm_game *game,
                                 const struct train_settings *settings, const char *folder,
                                 void (*complain)(int rank, const char *why),
                                 struct zm_error *error)
{
    struct train_hosting *const h = calloc(1, sizeof *h);
    int *const fd = malloc((size_t)post->ranks * sizeof *fd);
    if (!h || !fd) {
        free(h);
        free(fd);
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    *h = (struct train_hosting){ .post = post,
                                 .game = game,
                                 .settings = settings,
                                 .complain = complain,
                                 .fd = fd,
                                 .guests = post->ranks - 1 };
    for (int i = 0; i < post->ranks; i++)
        fd[i] = -1;
    snprintf(h->folder, sizeof h->folder, "%s", folder);
    snprintf(h->games, sizeof h->games, "%s/games", folder);
    return h;
}

/* --------------------------------------------------------------------- sending -- */

static const char *send_all(struct train_hosting *h, enum parcel_kind kind, const void *bytes,
                            size_t length, struct zm_error *error)
{
    for (int to = 1; to < h->post->ranks; to++)
        if (!h->post->send(h->post, to, kind, bytes, length))
            return sentence(error, "%s", out_of_memory);
    return NULL;
}

static const char *send_net(struct train_hosting *h, uint32_t generation, struct zm_error *error)
{
    char path[TRAIN_PATH];
    size_t length;
    train_net_path(h->folder, generation, "net", path);
    unsigned char *const bytes = file_read_bytes(path, (size_t)1 << 30, &length, error);
    const char *const wrong = bytes ? send_all(h, PARCEL_NET, bytes, length, error) : error->text;
    free(bytes);
    return wrong;
}

/* Send what is new for who plays: another champion, another round. Nothing is sent while older
 * parcels are under way, so that a guest who is slow does not make them pile up. */
static const char *send_news(struct train_hosting *h, struct zm_error *error)
{
    struct train_state state;
    struct zm_error ignored;
    if (!h->post->idle(h->post) || train_state_load(&state, h->folder, &ignored))
        return NULL; /* the first net is yet to come */
    const uint32_t champion = state.champion;
    const uint64_t round = train_guest_round(&state);
    const bool news =
        state.generations > 0 && (!h->told || champion != h->champion || round != h->round);
    const char *wrong = NULL;
    if (news && (!h->told || champion != h->champion))
        wrong = send_net(h, champion, error);
    if (news && !wrong) {
        char *const text = train_state_write(&state);
        wrong = text ? send_all(h, PARCEL_STATE, text, strlen(text), error)
                     : sentence(error, "%s", out_of_memory);
        free(text);
        h->told = true;
        h->champion = champion;
        h->round = round;
    }
    train_state_release(&state);
    return wrong;
}

/* ------------------------------------------------------------------- receiving -- */

/* Keep the games that are whole and legal; what else is in the parcel is passed over, as it
 * would be in a file. */
static const char *take_games(struct train_hosting *h, const struct parcel *parcel,
                              struct zm_error *error)
{
    struct train_game game;
    struct zm_error why;
    uint64_t passed = 0;
    size_t at = TRAIN_HEADER;
    const char *wrong = NULL;
    int *const fd = &h->fd[parcel->from];
    if (train_games_check(h->game, h->settings->options, parcel->bytes, parcel->length, "a parcel",
                          &why)) {
        h->complain(parcel->from, why.text);
        return NULL;
    }
    if (*fd < 0)
        wrong = train_file_new(h->game, h->settings->options, h->games, fd, error);
    while (!wrong &&
           train_games_next(h->game, parcel->bytes, parcel->length, &at, &game, &passed)) {
        wrong = train_file_add(*fd, &game, error);
        train_game_release(&game);
    }
    return wrong;
}

static void take_complaint(const struct train_hosting *h, const struct parcel *parcel)
{
    char text[sizeof(struct zm_error)] = "";
    struct bytes_reader r = { .at = parcel->bytes, .end = parcel->bytes + parcel->length };
    bytes_get_text(&r, text, sizeof text);
    h->complain(parcel->from, r.wrong ? "it says so in words that are none" : text);
}

static const char *take(struct train_hosting *h, const struct parcel *parcel,
                        struct zm_error *error)
{
    if (!parcel->bytes)
        return sentence(error, "%s", out_of_memory);
    switch (parcel->kind) {
    case PARCEL_GAMES:
        return take_games(h, parcel, error);
    case PARCEL_WRONG:
        take_complaint(h, parcel);
        return NULL;
    case PARCEL_LEAVES:
        h->guests--;
        return NULL;
    default:
        h->complain(parcel->from, "it sent a parcel of a kind that only the leader sends");
        return NULL;
    }
}

static const char *take_all(struct train_hosting *h, struct zm_error *error)
{
    struct parcel parcel;
    const char *wrong = NULL;
    while (!wrong && h->post->next(h->post, &parcel)) {
        wrong = take(h, &parcel, error);
        free(parcel.bytes);
    }
    return wrong;
}

const char *train_host_serve(struct train_hosting *h, struct zm_error *error)
{
    const char *const wrong = take_all(h, error);
    return wrong ? wrong : send_news(h, error);
}

const char *train_host_end(struct train_hosting *h, struct zm_error *error)
{
    const char *wrong = send_all(h, PARCEL_END, "", 0, error);
    /* Whatever is wrong: a guest whose parcels nobody takes could not leave. */
    while (h->guests > 0 || !h->post->idle(h->post)) {
        const char *const now = take_all(h, error);
        wrong = wrong ? wrong : now;
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
    for (int i = 0; i < h->post->ranks; i++)
        if (h->fd[i] >= 0)
            close(h->fd[i]);
    free(h->fd);
    free(h);
    return wrong;
}
