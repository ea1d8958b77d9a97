/* What `zermelo train` keeps: files of games that were torn or damaged, the state of a run, and
 * batches that show what was learned. */
#include "game/registry.h"
#include "learn/net_critic.h"
#include "learn/net_inside.h"
#include "learn/train.h"
#include "learn/train_gate.h"
#include "learn/train_ladder.h"
#include "learn/train_window.h"
#include "learn/yardstick.h"
#include "search/alphazero.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static struct zm_error error;

/* A net that has learned nothing. */
static struct critic *fresh_critic(const struct zm_game *game, uint64_t seed)
{
    const struct net_shape shape = net_shape_of(game, 16, 1);
    return critic_of_net(game, net_create(&shape, seed), &error);
}

static void play(const struct zm_game *game, uint64_t number, struct train_game *out)
{
    struct critic *const critic = fresh_critic(game, 3);
    const atomic_bool stop = false;
    bool stopped = false;
    if (train_play(game, critic, "alphazero:sims=12,noise=0.25,temperature=1,memory=1", 7, number,
                   2, &stop, out, &stopped, &error))
        printf("# %s\n", error.text);
    critic_close(critic);
}

/* ---------------------------------------------------------------- openings -- */

static bool same_game(const struct train_game *a, const struct train_game *b)
{
    bool same = a->plies == b->plies;
    for (int i = 0; same && i < a->plies; i++)
        same = a->ply[i].place == b->ply[i].place;
    return same;
}

/* How many of the moves that begin a game are those that the search would choose. */
static void count_opening(const struct zm_game *game, struct zm_search *search,
                          const struct train_game *played, int *moves, int *chosen)
{
    struct zm_position *const p = zm_position_new(game, &error);
    for (int i = 0; i < played->plies && played->ply[i].shares == 0; i++) {
        const zm_move *list;
        struct zm_result result;
        zm_position_moves(p, &list);
        const zm_move m = list[played->ply[i].place];
        zm_search_run(search, p, NULL, &result, &error);
        ++*moves;
        *chosen += result.move == m;
        zm_position_play(p, m, &error);
    }
    zm_position_free(p);
}

/* A net that knows what it likes plays different games all the same: their beginnings differ. A
 * third of these are its own taste, one of seven moves of the others is so by chance. */
static void test_openings(void)
{
    enum { GAMES = 120 };
    char path[4096], spec[4200];
    const char *const source = getenv("SOURCE");
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct train_game played[GAMES];
    const atomic_bool stop = false;
    bool stopped = false;
    snprintf(path, sizeof path, "%s/data/connect4.net", source ? source : ".");
    snprintf(spec, sizeof spec, "alphazero:sims=1,memory=1,net=%s", path);
    struct critic *const critic = critic_open(game, path, &error);
    struct zm_search *const search = critic ? zm_search_new(game, spec, &error) : NULL;
    OKF(search, "%s", error.text);
    if (!search)
        return;
    int different = 0, moves = 0, chosen = 0, longest = 0;
    for (int i = 0; i < GAMES; i++) {
        bool new = true;
        OK(!train_play(game, critic, "alphazero:sims=2,memory=1,ahead=64", 7, (uint64_t)i, 2, &stop,
                       &played[i], &stopped, &error));
        for (int j = 0; j < i; j++)
            new &= !same_game(&played[i], &played[j]);
        different += new;
        const int before = moves;
        count_opening(game, search, &played[i], &moves, &chosen);
        longest = moves - before > longest ? moves - before : longest;
    }
    OKF(different > GAMES - 8, "%d games of %d are different", different, GAMES);
    OKF(chosen > moves / 4 && chosen < moves / 2, "%d moves of %d are the net's own", chosen,
        moves);
    OKF(longest > 8 && longest <= 14, "beginnings have up to %d moves", longest);
    for (int i = 0; i < GAMES; i++)
        train_game_release(&played[i]);
    zm_search_free(search);
    critic_close(critic);
    zm_game_close(game);
}

/* ------------------------------------------------------------------ files -- */

struct bytes {
    unsigned char *at;
    size_t length;
};

static void add(struct bytes *to, const void *from, size_t length)
{
    to->at = realloc(to->at, to->length + length);
    memcpy(to->at + to->length, from, length);
    to->length += length;
}

/* How many games are found, and whether each is one of those that were written. */
static int found_in(const struct zm_game *game, const struct bytes *file, int count, bool *right)
{
    struct train_game found;
    size_t at = TRAIN_HEADER;
    uint64_t passed = 0, last = 0;
    int n = 0;
    *right = true;
    while (train_games_next(game, file->at, file->length, &at, &found, &passed)) {
        *right &= found.number >= last && found.number < (uint64_t)count && found.generation == 2;
        last = found.number + 1;
        n++;
        train_game_release(&found);
    }
    *right &= at <= file->length;
    return n;
}

static void test_files(const struct zm_game *game)
{
    enum { GAMES = 4 };
    struct bytes file = { NULL, 0 };
    size_t begins[GAMES + 1];
    unsigned char header[TRAIN_HEADER];
    bool right;
    train_header(game, "", header);
    add(&file, header, sizeof header);
    for (int i = 0; i < GAMES; i++) {
        struct train_game out;
        size_t length;
        begins[i] = file.length;
        play(game, (uint64_t)i, &out);
        unsigned char *const packed = train_game_pack(&out, &length);
        add(&file, packed, length);
        free(packed);
        train_game_release(&out);
    }
    begins[GAMES] = file.length;
    EQ(found_in(game, &file, GAMES, &right), GAMES);
    OK(right);

    /* Torn at any byte: the whole games before are there. */
    bool all = true;
    for (size_t cut = TRAIN_HEADER; cut <= file.length; cut++) {
        struct bytes torn = { malloc(cut), cut };
        memcpy(torn.at, file.at, cut);
        int whole = 0;
        while (whole < GAMES && begins[whole + 1] <= cut)
            whole++;
        all &= found_in(game, &torn, GAMES, &right) == whole && right;
        free(torn.at);
    }
    OKF(all, "torn at each of %zu bytes", file.length);

    /* A flipped bit anywhere costs the game it is in and no other. */
    all = true;
    for (size_t i = TRAIN_HEADER; i < file.length; i++) {
        file.at[i] ^= (unsigned char)(1 << i % 8);
        all &= found_in(game, &file, GAMES, &right) == GAMES - 1 && right;
        file.at[i] ^= (unsigned char)(1 << i % 8);
    }
    OK(all);
    for (size_t i = 0; i < TRAIN_HEADER; i++) {
        file.at[i] ^= 4;
        all &= train_games_check(game, "", file.at, file.length, "file", &error) != NULL;
        file.at[i] ^= 4;
    }
    OK(all && !train_games_check(game, "", file.at, file.length, "file", &error));
    OK(train_games_check(game, "size=4", file.at, file.length, "file", &error) &&
       strstr(error.text, "games of tictactoe with the options \"\""));
    free(file.at);
}

/* The same number, the same game, to the bit; another one is another. */
static void test_play(const struct zm_game *game)
{
    unsigned char *packed[3];
    size_t length[3];
    for (int i = 0; i < 3; i++) {
        struct train_game out;
        play(game, i == 2 ? 6 : 5, &out);
        OK(out.plies >= 5 && out.plies <= 9 && out.shares > 0);
        out.number = 0;
        packed[i] = train_game_pack(&out, &length[i]);
        train_game_release(&out);
    }
    OK(length[0] == length[1] && !memcmp(packed[0], packed[1], length[0]));
    OK(length[0] != length[2] || memcmp(packed[0], packed[2], length[0]) != 0);
    for (int i = 0; i < 3; i++)
        free(packed[i]);
}

/* ------------------------------------------------------------------ window -- */

static void test_window(const struct zm_game *game)
{
    EQ(train_window_games(300, 100), 300);
    EQ(train_window_games(800, 100), 800);
    const size_t more = train_window_games(8000, 100), most = train_window_games(80000, 100);
    OKF(more > 800 && more < 4000 && most > more && most < 20000, "%zu, %zu", more, most);

    struct train_set set = { .game = calloc(3, sizeof *set.game), .count = 3, .room = 3 };
    size_t plies = 0;
    for (int i = 0; i < 3; i++) {
        play(game, (uint64_t)i, &set.game[i]);
        plies += set.game[i].plies;
    }
    struct train_window *const all = train_window_new(game, &set, UINT64_MAX, 1, &error);
    struct train_window *const one = train_window_new(game, &set, 1, 1, &error);
    OK(all && one);
    OKF(train_window_positions(all) <= plies && train_window_positions(all) + 6 >= plies,
        "%zu of %zu positions, but those of openings by lot", train_window_positions(all), plies);
    OK(train_window_positions(one) <= set.game[0].plies);
    const struct net_sample *const sample = train_window_batch(all, 1, TRAIN_BATCH);
    bool fine = true;
    for (int i = 0; i < TRAIN_BATCH; i++) {
        float sum = 0;
        for (int k = 0; k < game->slots; k++) {
            const bool empty = sample[i].planes[k] == 0 && sample[i].planes[9 + k] == 0;
            fine &= sample[i].legal[k] == empty; /* in tic-tac-toe a slot is a cell */
            fine &= sample[i].policy[k] == 0 || empty;
            sum += sample[i].policy[k];
        }
        fine &= fabsf(sum - 1) < 1e-4F;
        fine &= fabsf(sample[i].wdl[0] + sample[i].wdl[1] + sample[i].wdl[2] - 1) < 1e-6F;
    }
    OK(fine);
    OK(!train_window_new(game, &set, 0, 1, &error) && strstr(error.text, "no game to learn from"));
    train_window_free(all);
    train_window_free(one);
    train_set_release(&set);
}

/* What a position came to, and what the search expected of it, is told from the side of who moves
 * there. */
static void test_sides(const struct zm_game *game)
{
    struct train_set set = { .game = calloc(1, sizeof *set.game), .count = 1, .room = 1 };
    for (uint64_t number = 0; number < 200 && set.game[0].result != 2; number++) {
        train_game_release(&set.game[0]);
        play(game, number, &set.game[0]);
    }
    EQ(set.game[0].result, 2); /* won by the first player */
    for (int i = 0; i < set.game[0].plies; i++) {
        set.game[0].ply[i].proven = PROVEN_NOTHING;
        set.game[0].ply[i].expected = SHARE_ONE / 5 * 4; /* even of a position that was lost */
    }
    struct train_window *const window = train_window_new(game, &set, UINT64_MAX, 1, &error);
    const struct net_sample *const sample = train_window_batch(window, 3, TRAIN_BATCH);
    bool fine = true;
    int second = 0;
    for (int i = 0; i < TRAIN_BATCH; i++) {
        float more = 0;
        for (int k = 0; k < 9; k++)
            more += sample[i].planes[9 + k] - sample[i].planes[k];
        /* Who moves second has the fewer marks. */
        second += more > 0;
        fine &= fabsf(sample[i].wdl[0] - (more > 0 ? 0.4F : 0.9F)) < 1e-6F;
        fine &= sample[i].wdl[1] == 0;
    }
    OKF(fine && second > 0 && second < TRAIN_BATCH, "%d of %d seen by the second player", second,
        TRAIN_BATCH);
    train_window_free(window);
    train_set_release(&set);
}

/* -------------------------------------------------------------------- ends -- */

enum { MOST_CELLS = 64, MOST_PLANES = 8, MOST_SIDES = 8 };

/* A game that came to its end, and where each cell goes from each side. */
struct ended {
    const struct zm_game *game;
    struct zm_position *p;
    int cells;
    int to[MOST_SIDES][MOST_CELLS];
};

/* By the moves alone, which the checker compares with transform(). On the boards here a move of
 * Othello is the number of its square; Go has a move on each cell at first. */
static void find_cells(struct ended *e)
{
    const struct zm_state *const start = position_state_at(e->p, 0);
    zm_move list[MOST_CELLS + 1];
    int count = e->game->moves(start, list);
    if (!strcmp(e->game->name, "othello"))
        for (count = 0; count < e->cells; count++)
            list[count] = (zm_move)count;
    for (int side = 0; side < e->game->symmetries; side++)
        for (int i = 0; i < count; i++) {
            const int cell = e->game->slot(start, list[i]);
            if (cell < e->cells)
                e->to[side][cell] =
                    e->game->slot(start, e->game->transform_move(start, list[i], side));
        }
}

/* Is the sample what the game came to, for this player and from this side? */
static bool right_end(const struct ended *e, const struct net_sample *sample, int turn, int side)
{
    const struct zm_state *const end = zm_position_state(e->p);
    int8_t owner[MOST_CELLS];
    e->game->owners(end, owner);
    bool right = sample->score_weight == 1 && sample->owner &&
                 sample->score * (float)e->game->max_payoff == (float)e->game->payoff(end, turn);
    for (int i = 0; right && i < e->cells; i++)
        right = sample->owner[e->to[side][i]] == (owner[i] < 0 ? 2 : owner[i] == turn ? 0 : 1);
    return right;
}

/* In how many ways the sample is a position of the game, and in how many the end is right, too. */
static void find_sample(const struct ended *e, const struct net_sample *sample, int ways[2],
                        int *last_side)
{
    struct zm_state *const s = aligned_alloc(64, state_stride(e->game));
    ways[0] = ways[1] = 0;
    for (int ply = 0; ply < zm_position_plies(e->p); ply++)
        for (int side = 0; side < e->game->symmetries; side++) {
            float planes[MOST_PLANES * MOST_CELLS] = { 0 };
            memcpy(s, position_state_at(e->p, ply), e->game->state_size);
            const int turn = e->game->turn(s);
            e->game->transform(s, side);
            e->game->features(s, turn, planes);
            if (memcmp(planes, sample->planes,
                       (size_t)(e->game->planes * e->cells) * sizeof *planes) != 0)
                continue;
            ways[0]++;
            ways[1] += right_end(e, sample, turn, side);
            *last_side = side;
        }
    free(s);
}

/* Every sample of a game has the score and the owners of its end, turned as the board is. */
static void test_ends(const char *name, const char *options)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct train_set set = { .game = calloc(1, sizeof *set.game), .count = 1, .room = 1 };
    struct ended e = { .game = game,
                       .p = zm_position_new(game, &error),
                       .cells = game->grid.rows * game->grid.columns };
    play(game, 2, &set.game[0]);
    for (int i = 0; i < set.game[0].plies; i++) {
        const zm_move *list;
        zm_position_moves(e.p, &list);
        zm_position_play(e.p, list[set.game[0].ply[i].place], &error);
    }
    find_cells(&e);
    EQ(zm_position_turn(e.p), ZM_OVER);
    EQ(net_heads_of(game), NET_ALL_HEADS);
    struct train_window *const window = train_window_new(game, &set, UINT64_MAX, 1, &error);
    const struct net_sample *const sample = train_window_batch(window, 1, TRAIN_BATCH);
    int found = 0, sure = 0, right = 0;
    unsigned sides = 0;
    for (int i = 0; i < TRAIN_BATCH; i++) {
        int ways[2], side = 0;
        find_sample(&e, &sample[i], ways, &side);
        found += ways[0] > 0;
        right += ways[1] > 0;
        if (ways[0] == 1 && ways[1] == 1) { /* no symmetrical board, which hides mistakes */
            sure++;
            sides |= 1U << side;
        }
    }
    OKF(found == TRAIN_BATCH && right == TRAIN_BATCH && sure > TRAIN_BATCH / 2 && sides == 0xFF,
        "%s: of %d samples %d are of the game, %d have its end, %d for sure, from sides %x", name,
        TRAIN_BATCH, found, right, sure, sides);
    train_window_free(window);
    train_set_release(&set);
    zm_position_free(e.p);
    zm_game_close(game);
}

/* A net that finds the player to move ahead by a quarter of all, and every cell theirs. */
static struct critic *sure_critic(const struct zm_game *game, unsigned heads)
{
    const struct net_shape shape = net_shape_of(game, 16, 1);
    struct net *const net = net_create_with(&shape, heads, 1);
    if (heads & NET_SCORE_HEAD)
        net->weight[net->at[NET_SCORE_BIAS][0]] = 0.25F;
    if (heads & NET_OWNER_HEAD)
        net->weight[net->at[NET_OWNER_BIAS][0]] = 20;
    return critic_of_net(game, net, &error);
}

/* Who asks a search hears what its net foretells, from the first player's side. */
static void test_foretold(void)
{
    const struct zm_game *const game = zm_game_open("othello", "size=4", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_result result;
    double share[2 * 16], points;
    for (unsigned heads = 0; heads <= NET_ALL_HEADS; heads++) {
        struct zm_search *const search =
            alphazero_search(game, "alphazero:sims=3,memory=1", sure_critic(game, heads), &error);
        const int turn = zm_position_turn(p);
        EQ(zm_search_owners(search, share, &points), 0); /* nothing was asked yet */
        OK(!zm_search_run(search, p, NULL, &result, &error));
        EQ(zm_search_owners(search, share, &points), heads == NET_ALL_HEADS);
        if (heads == NET_ALL_HEADS) {
            NEAR(points, turn == 0 ? 4 : -4, 1e-6);
            NEAR(share[turn * 16 + 3], 1, 1e-6);
            NEAR(share[(1 - turn) * 16 + 3], 0, 1e-6);
        }
        zm_search_free(search);
        if (heads == NET_OWNER_HEAD) /* the other player for the last one */
            zm_position_play(p, result.move, &error);
    }
    EQ(zm_position_turn(p), 1);
    zm_position_free(p);
    zm_game_close(game);
    static const char *const without[] = { "tictactoe", "connect4", "gomoku" };
    for (int i = 0; i < 3; i++) {
        const struct zm_game *const other = zm_game_open(without[i], NULL, &error);
        EQ(net_heads_of(other), 0);
        zm_game_close(other);
    }
}

/* ------------------------------------------------------------------- state -- */

/* What a run kept before nets had further heads is still read, and means what it meant; what is
 * new is written behind it. */
static void test_state_of_heads(void)
{
    struct train_settings settings = {
        .game = "othello", .search = "alphazero", .channels = 32, .blocks = 2, .games = 10
    };
    const struct train_generation plain = {
        .score_loss = NAN, .owner_loss = NAN, .ladder = NAN, .ladder_error = NAN
    };
    struct train_state state, again;
    train_state_begin(&state, &settings);
    train_state_add(&state, &plain);
    char *text = train_state_write(&state);
    OK(!strstr(text, "heads") && !strstr(text, "_loss"));
    OK(!train_state_read(&again, text, "state", &error));
    OK(isnan(again.generation[0].score_loss) && isnan(again.generation[0].owner_loss));
    OK(!again.settings.without_heads);
    train_state_release(&again);
    free(text);
    state.generation[0].score_loss = 0.0625;
    state.generation[0].owner_loss = 0.5;
    state.settings.without_heads = true;
    text = train_state_write(&state);
    OK(strstr(text, "\nheads off\n") && strstr(text, "/0 score_loss=0.0625 owner_loss=0.5\n"));
    OK(!train_state_read(&again, text, "state", &error));
    OK(again.generation[0].owner_loss == 0.5 && again.settings.without_heads);
    OK(train_state_differs(&again, &settings, "state", &error) &&
       strstr(error.text, "another --heads"));
    train_state_release(&again);
    train_state_release(&state);
    free(text);
}

/* With which net it began is kept, for it learns more slowly; runs that began with nothing are
 * written as ever. */
static void test_state_of_from(void)
{
    struct train_settings settings = {
        .game = "othello", .search = "alphazero", .channels = 32, .blocks = 2, .games = 10
    };
    struct train_state state, again;
    train_state_begin(&state, &settings);
    char *text = train_state_write(&state);
    OK(!strstr(text, "from"));
    free(text);
    snprintf(state.settings.from, sizeof state.settings.from, "a net.net");
    text = train_state_write(&state);
    OK(strstr(text, "\nfrom a net.net\n") && !train_state_read(&again, text, "state", &error));
    OK(!strcmp(again.settings.from, "a net.net"));
    OK(train_state_differs(&again, &settings, "state", &error) &&
       strstr(error.text, "another --from"));
    train_state_release(&again);
    train_state_release(&state);
    free(text);
}

/* A state of one generation, the end of whose line is given. */
static const char *read_ending(const char *ending, struct train_state *state)
{
    char text[1024];
    const int length = snprintf(
        text, sizeof text,
        "zermelo train 2\ngame go\noptions \nnet 32x2\nsearch alphazero\ngames 9\ngate always\n"
        "seed 1\nchampion 0\ngeneration 0 games=0 positions=0 steps=0 policy=nan value=nan "
        "score=nan played=0 elo=0 better=1 mistakes=nan alone=nan graded=0 seconds=0 "
        "grades=0/0,0/0,0/0,0/0,0/0,0/0,0/0,0/0,0/0%s\nplaying 1\n",
        ending);
    snprintf(text + length, sizeof text - (size_t)length, "checksum %016llx\n",
             (unsigned long long)train_state_checksum(text, (size_t)length));
    return train_state_read(state, text, "state", &error);
}

/* With a ladder or without, and nothing that is none. */
static void test_state_of_ladder(void)
{
    static const char *const hostile[] = { " ladder=nan ladder_error=1 rung=0",
                                           " ladder=inf ladder_error=1 rung=0",
                                           " ladder=1 ladder_error=nan rung=0",
                                           " ladder=1 ladder_error=-1 rung=0",
                                           " ladder=1 ladder_error=1 rung=-1",
                                           " ladder=1 ladder_error=1 rung=99999999999999",
                                           " ladder=1 ladder_error=1",
                                           " ladder=1 ladder_error=1 rung=0 rung=1",
                                           " ladder=1 ladder_error=1 rung=0 score_loss=1",
                                           " score_loss=1 ladder=1 ladder_error=1 rung=0",
                                           "ladder=1 ladder_error=1 rung=0" };
    struct train_state state, again;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
        OKF(read_ending(hostile[i], &state) && strstr(error.text, "generation N"),
            "\"%s\" is refused", hostile[i]);
    OK(!read_ending("", &state));
    OK(isnan(state.generation[0].ladder) && state.generation[0].rung < 0);
    train_state_release(&state);
    OK(!read_ending(" score_loss=0.5 owner_loss=1 ladder=-12.5 ladder_error=80 rung=3", &state));
    char *const text = train_state_write(&state);
    OK(strstr(text, " owner_loss=1 ladder=-12.5 ladder_error=80 rung=3\n"));
    OK(!train_state_read(&again, text, "state", &error));
    OK(again.generation[0].ladder == -12.5 && again.generation[0].ladder_error == 80 &&
       again.generation[0].rung == 3);
    free(text);
    train_state_release(&again);
    train_state_release(&state);
}

static void test_state(void)
{
    const struct train_settings settings = { .game = "tictactoe",
                                             .options = "",
                                             .search = "alphazero:sims=10",
                                             .channels = 32,
                                             .blocks = 2,
                                             .games = 10,
                                             .score = 0.55,
                                             .seed = 9 };
    struct train_state state, again;
    train_state_begin(&state, &settings);
    for (uint32_t i = 0; i < 3; i++)
        train_state_add(&state, &(struct train_generation){ .number = i,
                                                            .games = 10 * i,
                                                            .policy = i ? 1.25 / i : NAN,
                                                            .score = NAN,
                                                            .elo = 12.5 * i,
                                                            .better = i != 2,
                                                            .mistakes = 0.125,
                                                            .alone = 0.5,
                                                            .graded = 40,
                                                            .grades.asked[2][1] = 40,
                                                            .grades.wrong[2][1] = 5 });
    state.champion = 1;
    for (int phase = 0; phase < 3; phase++) {
        state.phase = (enum train_phase)phase;
        state.step = phase == TRAIN_TRAINING ? 77 : 0;
        char *const text = train_state_write(&state);
        OK(!train_state_read(&again, text, "state", &error));
        char *const twice = train_state_write(&again);
        SAME(text, twice);
        free(twice);
        train_state_release(&again);
        /* Cut anywhere, or with any letter changed, it is refused with a sentence. */
        const size_t length = strlen(text);
        bool refused = true;
        for (size_t i = 0; i < length; i++) {
            const char kept = text[i];
            text[i] = '\0';
            refused &= train_state_read(&again, text, "state", &error) && error.text[0];
            text[i] = kept == '7' ? '8' : '7';
            refused &= train_state_read(&again, text, "state", &error) && error.text[0];
            text[i] = kept;
        }
        OK(refused);
        free(text);
    }
    struct train_settings other = settings;
    OK(!train_state_differs(&state, &settings, "state", &error));
    other.seed = 10;
    OK(train_state_differs(&state, &other, "state", &error) &&
       strstr(error.text, "another --seed"));
    other = settings;
    other.gate = GATE_ALWAYS;
    OK(train_state_differs(&state, &other, "state", &error) &&
       strstr(error.text, "another --gate"));
    train_state_release(&state);
    OK(train_gate_read(&other, "0.6") && other.gate == GATE_SCORE && other.score == 0.6);
    OK(train_gate_read(&other, "sprt") && other.gate == GATE_SPRT);
    OK(!train_gate_read(&other, "1.5") && !train_gate_read(&other, "0.5x"));
    OK(train_net_read(&other, "64x4") && other.channels == 64 && other.blocks == 4);
    OK(!train_net_read(&other, "63x4") && !train_net_read(&other, "64x") &&
       !train_net_read(&other, "64x4x"));
    char earnest[200];
    train_earnest("alphazero:sims=64,noise=0.25,c=2,fast=9,temperature=1", earnest, sizeof earnest);
    SAME(earnest, "alphazero:sims=64,c=2");
}

/* ------------------------------------------------------------------ threads -- */

/* Several threads share a tree, each with a net of its own. */
/* By the last five rounds; it falls while a round goes on, and never below the rounds after it. */
static void test_left(void)
{
    const double seconds[] = { 0, 1000, 1010, 1020, 1030, 1040, 1050 };
    struct train_state state = { .champion = 0 };
    OK(isnan(train_state_left(&state, 10, 0)));
    for (uint32_t i = 0; i < 7; i++) {
        struct train_generation g = train_generation_blank(i);
        g.seconds = seconds[i];
        OK(train_state_add(&state, &g));
        if (i == 0)
            OK(isnan(train_state_left(&state, 10, 5)));
        if (i == 1)
            NEAR(train_state_left(&state, 10, 1000), 9000, 1e-9);
    }
    NEAR(train_state_left(&state, 10, 1050), 40, 1e-9);
    NEAR(train_state_left(&state, 10, 1056), 34, 1e-9);
    NEAR(train_state_left(&state, 10, 1500), 30, 1e-9);
    NEAR(train_state_left(&state, 6, 1050), 0, 1e-9);
    state.phase = TRAIN_GATING; /* then the last of them is still under way */
    state.generation[6].seconds = 0;
    NEAR(train_state_left(&state, 10, 1045), 4 * 208 + 203, 1e-9);
    train_state_release(&state);
}

static void test_threads(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct critic *const critic = fresh_critic(game, 1);
    struct zm_search *const search =
        alphazero_search(game, "alphazero:sims=600,threads=3,memory=1", critic, &error);
    struct zm_result result;
    OK(search && !zm_search_run(search, p, NULL, &result, &error));
    OK(result.leaves == 600 && zm_position_legal(p, result.move));
    OK(result.value > -18 && result.value < 18);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
}

/* ------------------------------------------------------------------- grades -- */

static void test_grade(const struct zm_game *game)
{
    struct yardstick *y;
    OK(!yardstick_new(game, 30, 1, NULL, NULL, &y, &error));
    struct critic *const critic = fresh_critic(game, 1);
    struct yardstick_grades one, many;
    /* Of the 765 positions of tic-tac-toe that look different the game goes on in 627, and in so
     * many of these there is a worse move. */
    EQ(yardstick_count(y), 431);
    OK(!yardstick_grade(y, critic, "alphazero:sims=1,solver=off", &one, &error));
    OK(!yardstick_grade(y, critic, "alphazero:sims=1000", &many, &error));
    const double wrong = yardstick_mistakes(&one);
    OKF(wrong > 0.1 && wrong < 1, "who knows nothing makes mistakes: %.2f", wrong);
    NEAR(yardstick_mistakes(&many), 0, 0); /* what is proven is no mistake */
    OK(isnan(yardstick_mistakes(&(struct yardstick_grades){ 0 })));
    critic_close(critic);
    yardstick_free(y);
}

/* Positions by lot, a third of them of each third of the game. */
static void test_stages(void)
{
    const struct zm_game *const game = zm_game_open("connect4", "size=5x4", &error);
    struct yardstick *y;
    struct yardstick_grades grades;
    OK(!yardstick_new(game, 12, 1, NULL, NULL, &y, &error));
    struct critic *const critic = fresh_critic(game, 1);
    OK(!yardstick_grade(y, critic, "alphazero:sims=1,memory=1", &grades, &error));
    for (int stage = 0; stage < YARDSTICK_STAGES; stage++) {
        uint32_t asked = 0;
        for (int i = 0; i < YARDSTICK_DIFFICULTIES; i++)
            asked += grades.asked[stage][i];
        OKF(asked == 4, "%u positions of stage %d", asked, stage);
    }
    OK(yardstick_begins(y));
    OKF(grades.asked[2][0] > grades.asked[0][0], "ends are easier: %u and %u", grades.asked[2][0],
        grades.asked[0][0]);
    critic_close(critic);
    yardstick_free(y);
    zm_game_close(game);
}

/* ------------------------------------------------------------------- ladder -- */

struct patience {
    int left; /* times that stop() says no */
};

static void on_ladder(void *user, const struct train_progress *progress)
{
    (void)user;
    (void)progress;
}

static bool runs_out(void *user)
{
    struct patience *const p = user;
    return p->left-- <= 0;
}

static void remove_folder(const char *folder)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    OK(system(command) == 0);
}

/* A run of two generations: one that has learned nothing, and the net that comes with zermelo,
 * which makes no mistake at first sight. */
static void begin_ladder(const struct zm_game *game, const char *folder, struct train_state *state)
{
    const struct train_settings settings = { .game = "tictactoe",
                                             .search =
                                                 "alphazero:sims=1,ahead=0,solver=off,memory=1",
                                             .channels = 16,
                                             .blocks = 1,
                                             .games = 10,
                                             .seed = 3 };
    const struct train_generation none = {
        .score_loss = NAN, .owner_loss = NAN, .ladder = NAN, .ladder_error = NAN, .rung = -1
    };
    const struct net_shape shape = net_shape_of(game, 16, 1);
    struct net *const fresh = net_create(&shape, 1);
    struct net_about about = { .game = "tictactoe" };
    char path[TRAIN_PATH], command[2 * TRAIN_PATH];
    train_net_path(folder, 0, "net", path);
    snprintf(command, sizeof command, "mkdir -p '%s/nets' && cp '%s/data/tictactoe.net' '%s'",
             folder, getenv("SOURCE") ? getenv("SOURCE") : ".", path);
    OK(system(command) == 0);
    train_net_path(folder, 1, "net", command);
    OK(rename(path, command) == 0);
    OK(!net_save(fresh, &about, path, &error));
    net_free(fresh);
    train_state_begin(state, &settings);
    for (uint32_t i = 0; i < 2; i++) {
        train_state_add(state, &none);
        state->generation[i].number = i;
    }
}

/* Both generations climb; each time that patience runs out, they go on later, with a little more
 * of it. How often it did. */
static int climb_ladder(const struct zm_game *game, const char *folder, struct train_state *state,
                        int patience)
{
    struct train_progress progress = { .phase = TRAIN_GATING };
    int stops = 0;
    for (uint32_t i = 0; i < 2; i++)
        for (bool stopped = true; stopped && stops < 100; stops += stopped) {
            struct patience left = { patience + stops };
            const struct train_watch watch = { .progress = on_ladder,
                                               .stop = runs_out,
                                               .user = &left };
            if (train_ladder(game, state, folder, i, 1, &watch, &progress, &stopped, &error)) {
                printf("# %s\n", error.text);
                return -1;
            }
            if (stopped &&
                (isfinite(state->generation[i].ladder) || state->generation[i].rung >= 0))
                return -1;
        }
    return stops;
}

static void test_ladder(const struct zm_game *game)
{
    static char folder[] = "/tmp/zermelo-ladder-XXXXXX";
    struct train_state state, again;
    OK(mkdtemp(folder) != NULL);
    begin_ladder(game, folder, &state);
    EQ(climb_ladder(game, folder, &state, 1000000), 0);
    const struct train_generation *const g = state.generation;
    OKF(g[0].rung == 0 && g[1].rung > 0, "rungs %d and %d", g[0].rung, g[1].rung);
    OKF(g[1].ladder > g[0].ladder + 100 && isfinite(g[1].ladder), "Elo %.0f and %.0f", g[0].ladder,
        g[1].ladder);
    OKF(g[0].ladder_error > 10 && g[0].ladder_error < 1000 && g[1].ladder_error > 10 &&
            g[1].ladder_error < 1000,
        "+- %.0f and %.0f", g[0].ladder_error, g[1].ladder_error);
    /* Stopped again and again, after a match or in one: the same, in the same folder, for its
     * name is a part of the players'. */
    char *const text = train_state_write(&state);
    remove_folder(folder);
    begin_ladder(game, folder, &again);
    const int stops = climb_ladder(game, folder, &again, 1);
    OKF(stops >= 1, "stopped %d times", stops);
    char *const later = train_state_write(&again);
    SAME(text, later);
    free(text);
    free(later);
    train_state_release(&state);
    train_state_release(&again);
    remove_folder(folder);
}

static bool at_once(void *user)
{
    ++*(int *)user;
    return true;
}

/* A game that is beyond the solver is given up after so few nodes that nobody waits for it; and
 * whoever does may stop it. */
static void test_beyond(void)
{
    const struct zm_game *const go = zm_game_open("go", "size=7", &error);
    const struct zm_game *const connect4 = zm_game_open("connect4", NULL, &error);
    struct yardstick *y;
    int asked = 0;
    OK(!yardstick_new(go, 300, 1, NULL, NULL, &y, &error));
    OK(!y && yardstick_count(y) == 0 && !yardstick_begins(y));
    OK(!yardstick_new(connect4, 300, 1, at_once, &asked, &y, &error));
    OKF(!y && asked > 0 && asked < 10, "stopped, asked %d times", asked);
    zm_game_close(go);
    zm_game_close(connect4);
}

int main(void)
{
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    test_files(game);
    test_play(game);
    test_window(game);
    test_sides(game);
    test_ends("othello", NULL);
    test_ends("go", "size=5");
    test_foretold();
    test_state();
    test_openings();
    test_state_of_heads();
    test_state_of_from();
    test_state_of_ladder();
    test_left();
    test_threads();
    test_grade(game);
    test_stages();
    test_beyond();
    test_ladder(game);
    zm_game_close(game);
    return tap_done();
}
