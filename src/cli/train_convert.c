#include "cli/train_convert.h"

#include "base/json.h"
#include "learn/net_onnx.h"

#include <string.h>

static void tell(const struct arguments *a, const struct net *net, const struct net_about *about)
{
    const struct net_shape *const shape = net_shape(net);
    if (a->value[OPTION_JSON]) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_text(&j, "file", a->word[2]);
        json_text(&j, "game", about->game);
        json_text(&j, "options", about->options);
        json_count(&j, "generation", about->generation);
        json_count(&j, "channels", (uint64_t)shape->channels);
        json_count(&j, "blocks", (uint64_t)shape->blocks);
        json_bool(&j, "score", net_heads(net) & NET_SCORE_HEAD);
        json_bool(&j, "owners", net_heads(net) & NET_OWNER_HEAD);
        json_end_object(&j);
        return;
    }
    printf("%s: %s%s%s, %d planes of %dx%d, %d moves, net %dx%d of generation %u%s%s\n", a->word[2],
           about->game, *about->options ? " " : "", about->options, shape->planes, shape->rows,
           shape->columns, shape->slots, shape->channels, shape->blocks, about->generation,
           net_heads(net) & NET_SCORE_HEAD ? ", score" : "",
           net_heads(net) & NET_OWNER_HEAD ? ", owners" : "");
}

int train_convert(const struct arguments *a)
{
    const bool export = a->word[0][0] == 'e';
    struct zm_error error;
    struct net_about about = { .generation = 0 };
    if (a->words != 3)
        return complain(EXIT_USAGE, "%s needs two files: zermelo train %s", a->word[0],
                        export ? "export NET FILE.onnx" : "import FILE.onnx NET");
    struct net *const net =
        export ? net_load(a->word[1], &about, &error) : net_import_onnx(a->word[1], &about, &error);
    if (!net)
        return complain(EXIT_INPUT, "%s", error.text);
    const char *const wrong = export ? net_export_onnx(net, &about, a->word[2], &error)
                                     : net_save(net, &about, a->word[2], &error);
    if (!wrong)
        tell(a, net, &about);
    net_free(net);
    return wrong ? complain(EXIT_RESOURCE, "%s", wrong) : EXIT_DONE;
}
