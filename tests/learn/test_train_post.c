/* Processes that share no disk: what a guest plays comes to the leader's folder, and bytes that are
 * no games, no net or no state are refused by both as they would be in a file. The post of this
 * test is a list of parcels in memory. */
#include "base/bytes.h"
#include "learn/net_critic.h"
#include "learn/train_post.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 64 };

struct list {
    struct parcel parcel[MOST];
    int count;
};

struct paper_post {
    struct post post;
    struct list in, out; /* to whom it belongs; what he has sent */
    int taken;
    int end_after; /* games parcels, after which the guest is told that it is over; 0: at once */
};

static void add(struct list *list, int from, int kind, const void *bytes, size_t length)
{
    unsigned char *const copy = malloc(length + 1);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    if (list->count < MOST)
        list->parcel[list->count++] = (struct parcel){ from, kind, copy, length };
    else
        free(copy);
}

static int count_kind(const struct list *list, int kind)
{
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += list->parcel[i].kind == kind;
    return count;
}

static bool paper_send(struct post *post, int to, enum parcel_kind kind, const void *bytes,
                       size_t length)
{
    struct paper_post *const p = (struct paper_post *)post;
    (void)to;
    add(&p->out, post->rank, (int)kind, bytes, length);
    return true;
}

static bool paper_next(struct post *post, struct parcel *out)
{
    struct paper_post *const p = (struct paper_post *)post;
    if (p->taken == p->in.count && post->rank > 0 &&
        count_kind(&p->out, PARCEL_GAMES) >= p->end_after)
        add(&p->in, 0, PARCEL_END, "", 0);
    if (p->taken == p->in.count)
        return false;
    *out = p->in.parcel[p->taken++];
    return true;
}

static bool paper_idle(struct post *post)
{
    (void)post;
    return true;
}

static struct paper_post paper(int rank)
{
    return (struct paper_post){ .post = { rank, 2, paper_send, paper_next, paper_idle } };
}

static void release(struct paper_post *p)
{
    for (int i = p->taken; i < p->in.count; i++)
        free(p->in.parcel[i].bytes);
    for (int i = 0; i < p->out.count; i++)
        free(p->out.parcel[i].bytes);
}

static struct train_settings settings = { .game = "tictactoe",
                                          .search =
                                              "alphazero:sims=4,temperature=1,memory=1,cache=0",
                                          .channels = 16,
                                          .blocks = 1,
                                          .games = 8,
                                          .gate = GATE_ALWAYS,
                                          .seed = 1 };

/* ----------------------------------------------------------------------- guests -- */

static bool never(void *user)
{
    (void)user;
    return false;
}

static unsigned char *net_bytes(const struct zm_game *game, uint32_t generation, size_t *length)
{
    struct net_about about = { .generation = generation };
    const struct net_shape shape = net_shape_of(game, 16, 1);
    struct net *const net = net_create(&shape, 1);
    snprintf(about.game, sizeof about.game, "%s", game->name);
    unsigned char *const bytes = net_pack(net, &about, length);
    net_free(net);
    return bytes;
}

static char *state_text(const struct train_settings *s)
{
    struct train_state state;
    const struct train_generation first = { .better = true };
    train_state_begin(&state, s);
    train_state_add(&state, &first);
    char *const text = train_state_write(&state);
    train_state_release(&state);
    return text;
}

static void play(struct paper_post *p, const struct zm_game *game)
{
    train_guest(&p->post, game, &settings, 1, never, NULL);
}

/* Why a guest does not play that gets these two parcels. */
static void refuses(const struct zm_game *game, const void *net, size_t length, const void *state,
                    size_t state_length, const char *why)
{
    struct paper_post p = paper(1);
    char text[1024] = "";
    if (net)
        add(&p.in, 0, PARCEL_NET, net, length);
    add(&p.in, 0, PARCEL_STATE, state, state_length);
    play(&p, game);
    EQ(count_kind(&p.out, PARCEL_GAMES), 0);
    EQ(count_kind(&p.out, PARCEL_LEAVES), 1);
    if (p.out.parcel[0].kind == PARCEL_WRONG) {
        struct bytes_reader r = { p.out.parcel[0].bytes,
                                  p.out.parcel[0].bytes + p.out.parcel[0].length, NULL };
        bytes_get_text(&r, text, sizeof text);
    }
    OKF(strstr(text, why) != NULL, "\"%s\" in \"%s\"", why, text);
    release(&p);
}

static void test_hostile_leader(const struct zm_game *game, const struct zm_game *other)
{
    size_t length, wrong_length, later_length;
    unsigned char *const net = net_bytes(game, 0, &length);
    unsigned char *const later = net_bytes(game, 1, &later_length);
    unsigned char *const wrong = net_bytes(other, 0, &wrong_length);
    struct train_settings another = settings;
    another.seed = 2;
    char *const state = state_text(&settings), *const alien = state_text(&another);
    refuses(game, NULL, 0, state, strlen(state), "whose net did not come before");
    refuses(game, later, later_length, state, strlen(state), "whose net did not come before");
    refuses(game, wrong, wrong_length, state, strlen(state), "a net for connect4");
    refuses(game, net, length / 2, state, strlen(state), "checksum");
    refuses(game, net, length, alien, strlen(alien), "another --seed");
    refuses(game, net, length, state, strlen(state) - 3, "checksum");
    refuses(game, net, length, "", 0, "not the state of a run");
    net[length - 1] ^= 1;
    refuses(game, net, length, state, strlen(state), "checksum");
    free(net);
    free(later);
    free(wrong);
    free(state);
    free(alien);
}

/* ----------------------------------------------------------------------- leader -- */

static char complaint[1024];

static void complain(int rank, const char *why)
{
    snprintf(complaint, sizeof complaint, "%d: %s", rank, why);
}

static size_t games_in(const struct zm_game *game, const char *folder)
{
    char path[256];
    struct train_set set = { 0 };
    struct zm_error error;
    snprintf(path, sizeof path, "%s/games", folder);
    OK(!train_set_read(&set, game, "", path, &error));
    EQ(set.passed, 0);
    const size_t count = set.count;
    train_set_release(&set);
    return count;
}

/* Give the leader one parcel of games. */
static void deliver(const struct zm_game *game, const char *folder, int kind, const void *bytes,
                    size_t length)
{
    struct paper_post p = paper(0);
    struct zm_error error;
    struct train_hosting *const hosting =
        train_host(&p.post, game, &settings, folder, complain, &error);
    complaint[0] = '\0';
    add(&p.in, 1, kind, bytes, length);
    OK(!train_host_serve(hosting, &error));
    add(&p.in, 1, PARCEL_LEAVES, "", 0);
    OK(!train_host_end(hosting, &error));
    release(&p);
}

static void clear(const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/games", folder);
    DIR *const open = opendir(path);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        snprintf(path, sizeof path, "%s/games/%.200s", folder, entry->d_name);
        unlink(path);
    }
    closedir(open);
}

static void test_hostile_guest(const struct zm_game *game, const char *folder,
                               const struct parcel *games)
{
    unsigned char *const bytes = malloc(games->length);
    memcpy(bytes, games->bytes, games->length);
    const size_t all = games_in(game, folder);
    clear(folder);

    deliver(game, folder, PARCEL_GAMES, "no games", 8);
    OK(strstr(complaint, "1: a parcel: not a file of games") != NULL);
    deliver(game, folder, PARCEL_NET, bytes, games->length);
    OK(strstr(complaint, "only the leader sends") != NULL);
    deliver(game, folder, PARCEL_WRONG, "\3\0\0\0a\nb", 7);
    OK(strstr(complaint, "words that are none") != NULL);
    EQ(games_in(game, folder), 0);

    /* The game that a bit is wrong in is passed over, and half a game at the end. */
    bytes[TRAIN_HEADER + 20] ^= 1;
    deliver(game, folder, PARCEL_GAMES, bytes, games->length - 1);
    const size_t kept = games_in(game, folder);
    OKF(kept > 0 && kept == all - 2, "%zu of %zu games", kept, all);
    clear(folder);
    bytes[30] ^= 1;
    deliver(game, folder, PARCEL_GAMES, bytes, games->length);
    OK(strstr(complaint, "checksum") != NULL);
    EQ(games_in(game, folder), 0);
    free(bytes);
}

static void test_games(const struct zm_game *game, const char *folder)
{
    struct paper_post p = paper(1);
    size_t length;
    unsigned char *const net = net_bytes(game, 0, &length);
    char *const state = state_text(&settings);
    add(&p.in, 0, PARCEL_NET, net, length);
    add(&p.in, 0, PARCEL_STATE, state, strlen(state));
    p.end_after = 2;
    play(&p, game);
    EQ(count_kind(&p.out, PARCEL_WRONG), 0);
    EQ(p.out.parcel[p.out.count - 1].kind, PARCEL_LEAVES);
    const struct parcel *games = NULL;
    for (int i = 0; i < p.out.count; i++)
        if (p.out.parcel[i].kind == PARCEL_GAMES &&
            (!games || p.out.parcel[i].length > games->length))
            games = &p.out.parcel[i];
    if (OK(games != NULL)) {
        deliver(game, folder, PARCEL_GAMES, games->bytes, games->length);
        OK(complaint[0] == '\0');
        const size_t count = games_in(game, folder);
        OKF(count >= 3, "%zu games", count);
        test_hostile_guest(game, folder, games);
    }
    release(&p);
    free(net);
    free(state);
}

int main(void)
{
    struct zm_error error;
    char folder[] = "/tmp/zermelo-post-XXXXXX", path[256];
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    const struct zm_game *const other = zm_game_open("connect4", NULL, &error);
    OK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/games", folder);
    mkdir(path, 0755);
    test_games(game, folder);
    test_hostile_leader(game, other);
    clear(folder);
    rmdir(path);
    rmdir(folder);
    zm_game_close(game);
    zm_game_close(other);
    return tap_done();
}
