/* write_onnx FOLDER -- nets for test_net_onnx.sh: FOLDER/0.onnx and so on, and for each a line of
 * JSON with an input and what our own net says to it. */
#include "learn/net_inside.h"
#include "learn/net_onnx.h"

#include <stdio.h>

static void list(const char *name, const float *number, int count, const char *end)
{
    printf("\"%s\": [", name);
    for (int i = 0; i < count; i++)
        printf("%s%.9g", i ? ", " : "", (double)number[i]);
    printf("]%s", end);
}

int main(int argc, char *argv[])
{
    /* Every kind of policy head, pooling, a board of one cell; all choices of further heads. */
    static const struct net_shape shape[] = { { 6, 7, 2, 7, 32, 3 },
                                              { 3, 3, 2, 9, 16, 2 },
                                              { 5, 4, 3, 21, 16, 2 },
                                              { 1, 1, 6, 2, 16, 2 },
                                              { 8, 8, 2, 100, 32, 2 } };
    uint64_t seed = 5;
    for (int i = 0; argc > 1 && i < (int)(sizeof shape / sizeof *shape); i++) {
        const struct net_shape *const s = &shape[i];
        const int size = s->planes * s->rows * s->columns;
        const struct net_about about = { .game = "any" };
        float planes[256], logits[128], wdl[3], score, owner[3 * 64];
        char path[4096];
        struct zm_error error;
        const unsigned heads = (unsigned)i % 4;
        struct net *const net = net_create_with(s, heads, 1);
        for (size_t j = 0; j < net->count; j++)
            net->weight[j] += 0.1F * ((float)zm_random(&seed, 1000) / 500 - 1);
        for (int j = 0; j < size; j++)
            planes[j] = (float)zm_random(&seed, 2);
        struct net_runner *const runner = net_runner_create(net, NET_F32);
        net_run(runner, planes, logits, wdl);
        net_run_more(runner, &score, owner);
        snprintf(path, sizeof path, "%s/%d.onnx", argv[1], i);
        if (net_export_onnx(net, &about, path, &error)) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        printf("{\"dims\": [1, %d, %d, %d], ", s->planes, s->rows, s->columns);
        list("planes", planes, size, ", ");
        list("policy", logits, s->slots, ", ");
        if (heads & NET_SCORE_HEAD)
            list("score", &score, 1, ", ");
        if (heads & NET_OWNER_HEAD) /* [cell][owner], which ONNX has the other way round */
            list("owner", owner, 3 * s->rows * s->columns, ", ");
        list("wdl", wdl, 3, "}\n");
        net_runner_free(runner);
        net_free(net);
    }
    return 0;
}
