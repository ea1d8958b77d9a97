/* Pictures of trees: no two labels overlap, and everything lies inside the picture. The
 * boxes are worked out from the SVG text itself: a character of a monospace font is 0.6
 * times as wide as its size, reaches 0.75 of it above the line and 0.25 below. */
#include "base/files.h"
#include "random_tree.h"
#include "tap.h"
#include "teach/record_tree.h"
#include "teach/tree_drawing.h"

#include <dirent.h>

enum { MOST_BOXES = 20000, MOST_DRAWN = 3000 };

struct box {
    double left, right, top, bottom;
    char text[64];
};

static struct box box[MOST_BOXES];
static struct record record;

static void watch(void *user, const struct zm_step *step)
{
    (void)user;
    record_step(&record, step);
}

/* The picture of a search, or NULL: the search cannot play the tree. */
static char *draw(const struct zm_game *game, const char *spec, int viewer)
{
    struct zm_error error;
    struct zm_result result;
    char *svg = NULL;
    size_t length;
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = zm_search_new(game, spec, &error);
    if (search && !record_begin(&record, p, viewer, &error)) {
        zm_search_watch(search, watch, NULL);
        if (!zm_search_run(search, p, NULL, &result, &error) &&
            !record_end(&record, &result, MOST_DRAWN, &error)) {
            FILE *const out = open_memstream(&svg, &length);
            OK(tree_picture(out, CANVAS_SVG, &record, spec));
            fclose(out);
        }
        record_release(&record);
    }
    zm_search_free(search);
    zm_position_free(p);
    return svg;
}

/* The boxes of all texts of the picture. */
static int read_boxes(const char *svg)
{
    int count = 0;
    for (const char *at = svg; (at = strstr(at, "<text ")) && count < MOST_BOXES; at++) {
        double x, y, size;
        char anchor[16], text[256];
        const char *const content = strchr(at, '>') + 1;
        if (sscanf(at, "<text x=\"%lf\" y=\"%lf\" font-size=\"%lf\" text-anchor=\"%15[a-z]\"", &x,
                   &y, &size, anchor) != 4 ||
            sscanf(content, "%255[^<]", text) != 1)
            return -1;
        int characters = 0;
        for (const char *c = text; *c; c++, characters++)
            if (*c == '&')
                c = strchr(c, ';');
        const double width = 0.6 * size * characters;
        const double left = !strcmp(anchor, "middle") ? x - width / 2 : x;
        box[count] = (struct box){ left, left + width, y - 0.75 * size, y + 0.25 * size, "" };
        snprintf(box[count++].text, sizeof box->text, "%.60s", text);
    }
    return count;
}

static bool overlap(const struct box *a, const struct box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

static int overlaps(int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (overlap(&box[i], &box[k])) {
                if (found++ < 3)
                    printf("# \"%s\" and \"%s\" overlap\n", box[i].text, box[k].text);
            }
    return found;
}

static int outside(const char *svg, int count)
{
    double width = 0, height = 0;
    int found = 0;
    sscanf(strstr(svg, "viewBox"), "viewBox=\"0 0 %lf %lf\"", &width, &height);
    for (int i = 0; i < count; i++)
        found +=
            box[i].left < 0 || box[i].top < 0 || box[i].right > width || box[i].bottom > height;
    /* Shapes: every x and y that a path begins with, and every rectangle. */
    for (const char *at = svg; (at = strstr(at, "d=\"M")); at++) {
        double x, y;
        found +=
            sscanf(at, "d=\"M%lf %lf", &x, &y) != 2 || x < 0 || y < 0 || x > width || y > height;
    }
    for (const char *at = svg; (at = strstr(at, "<rect x")); at++) {
        double x, y, w, h;
        found += sscanf(at, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &x, &y, &w,
                        &h) != 4 ||
                 x < 0 || y < 0 || x + w > width || y + h > height;
    }
    return found;
}

static bool check_picture(const struct zm_game *game, const char *name, const char *spec,
                          int viewer)
{
    char *const svg = draw(game, spec, viewer);
    if (!svg)
        return false;
    const int count = read_boxes(svg);
    OKF(count > 3 && overlaps(count) == 0 && outside(svg, count) == 0, "%s by %s, %d labels", name,
        spec, count);
    OK(strstr(svg, "<title id=\"title\">") && strstr(svg, "<desc id=\"desc\">"));
    free(svg);
    return true;
}

static int check_all(const struct zm_game *game, const char *name)
{
    static const struct {
        const char *spec;
        int viewer;
    } search[] = { { "minimax", 0 },
                   { "alphabeta", 0 },
                   { "alphabeta:order=best", 0 },
                   { "alphabeta:form=negamax,cut=strict", RECORD_MOVER },
                   { "expectiminimax", 0 },
                   { "maxn", RECORD_ALL },
                   { "paranoid", 0 },
                   { "mcts:sims=40,seed=3,memory=1", 0 } };
    int pictures = 0;
    for (size_t i = 0; i < sizeof search / sizeof *search; i++)
        pictures += check_picture(game, name, search[i].spec, search[i].viewer);
    return pictures;
}

static void test_lecture_trees(void)
{
    char path[4096];
    struct zm_error error;
    int files = 0;
    snprintf(path, sizeof path, "%s/docs/trees", getenv("SOURCE"));
    DIR *const folder = opendir(path);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".tree"))
            continue;
        snprintf(path, sizeof path, "%s/docs/trees/%s", getenv("SOURCE"), entry->d_name);
        const struct zm_game *const game = zm_game_open(path, NULL, &error);
        OKF(check_all(game, entry->d_name) >= 3, "%s", entry->d_name);
        zm_game_close(game);
        files++;
    }
    closedir(folder);
    OK(files >= 10);
}

/* Ragged trees of every kind, and the small tree of a real game. */
static void test_other_trees(void)
{
    static char text[RANDOM_TREE_TEXT];
    struct zm_error error;
    for (uint64_t seed = 0; seed < 6; seed++) {
        const struct random_tree kind = { .players = seed % 3 ? 2 : 3,
                                          .chance = seed % 2,
                                          .estimates = true,
                                          .depth = 4,
                                          .width = 4,
                                          .spread = 1000000 };
        random_tree(&kind, seed, text);
        const struct zm_game *const game = zm_game_open("tree", text, &error);
        OK(check_all(game, "a random tree") >= 2);
        zm_game_close(game);
    }
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    OK(check_picture(game, "tictactoe", "alphabeta:depth=2", 0));
    zm_game_close(game);
}

int main(void)
{
    test_lecture_trees();
    test_other_trees();
    return tap_done();
}
