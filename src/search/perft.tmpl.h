/* perft.tmpl.h -- counts the lines of exactly `depth` >= 1 moves; games that finish
 * on the way are counted in cx->games. The last ply, where most of the time goes, has a
 * loop of its own: nothing there outlives its turn. A game may know a faster way to count
 * the last two (count()). Theory: docs/theory/perft.md */

ZM_KERNEL uint64_t ZM_FN(perft)(struct zm_context *cx, const struct zm_state *s, int depth)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    zm_move *const list = cx->moves;
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (depth <= 2 && game->count)
        return game->count(s, depth, &cx->games);
    const int n = game->moves(s, list);
    uint64_t leaves = 0;
    if (depth == 1) {
        uint64_t games = 0;
        for (int i = 0; i < n; i++) {
            ZM_PLAY(child, s, list[i]);
            games += game->turn(child) == ZM_OVER;
            ZM_DROP(child, list[i]);
        }
        cx->games += games;
        leaves = (uint64_t)n;
    } else {
        cx->moves += n;
        for (int i = 0; i < n && !cx->stopped; i++) {
            ZM_PLAY(child, s, list[i]);
            if (game->turn(child) == ZM_OVER)
                cx->games++;
            else
                leaves += ZM_FN(perft)(cx, child, depth - 1);
            ZM_DROP(child, list[i]);
        }
        cx->moves = list;
    }
    return leaves;
}
