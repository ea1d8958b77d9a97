/* perft.tmpl.h -- counts the lines of exactly `depth` >= 1 moves; games that finish
 * on the way are counted in cx->games. Theory: docs/theory/perft.md */

ZM_KERNEL uint64_t ZM_FN(perft)(struct zm_context *cx, const struct zm_state *s, int depth)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    uint64_t leaves = 0;
    cx->moves += n;
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    for (int i = 0; i < n && !cx->stopped; i++) {
        ZM_PLAY(child, s, list[i]);
        const bool over = game->turn(child) == ZM_OVER;
        cx->games += over;
        if (depth == 1)
            leaves++;
        else if (!over)
            leaves += ZM_FN(perft)(cx, child, depth - 1);
        ZM_DROP(child, list[i]);
    }
    cx->moves = list;
    return leaves;
}
