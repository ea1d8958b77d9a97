#include "server/routes.h"

const struct route routes[] = {
    { "GET", "/api/library", get_library, 0 },

    { "GET", "/api/games", get_games, 0 },
    { "POST", "/api/games", post_games, ROUTE_SLOW },
    { "GET", "/api/games/{id}", get_game, 0 },
    { "POST", "/api/games/{id}/close", post_close, 0 },
    { "POST", "/api/games/{id}/move", post_move, 0 },
    { "POST", "/api/games/{id}/undo", post_undo, 0 },
    { "POST", "/api/games/{id}/redo", post_redo, 0 },
    { "POST", "/api/games/{id}/takeback", post_takeback, 0 },
    { "POST", "/api/games/{id}/goto", post_goto, 0 },
    { "POST", "/api/games/{id}/keep", post_keep, 0 },
    { "POST", "/api/games/{id}/restart", post_restart, 0 },
    { "POST", "/api/games/{id}/swap", post_swap, 0 },
    { "POST", "/api/games/{id}/seats", post_seats, 0 },
    { "POST", "/api/games/{id}/pause", post_pause, 0 },
    { "POST", "/api/games/{id}/resign", post_resign, 0 },
    { "POST", "/api/games/{id}/hint", post_hint, 0 },
    { "POST", "/api/games/{id}/now", post_now, 0 },
    { "POST", "/api/games/{id}/analyse", post_analyse, 0 },
    { "POST", "/api/games/{id}/teach", post_teach, 0 },
    { "GET", "/api/games/{id}/at", get_at, 0 },
    { "GET", "/api/games/{id}/line", get_line, 0 },
    { "GET", "/api/games/{id}/record", get_record, 0 },
    { "GET", "/api/games/{id}/tree", get_tree, 0 },
    { "POST", "/api/subscribe", post_subscribe, 0 },

    { "GET", "/api/matches", get_matches, ROUTE_SLOW },
    { "POST", "/api/matches", post_matches, ROUTE_SLOW },
    { "GET", "/api/matches/{id}", get_match, ROUTE_SLOW },
    { "POST", "/api/matches/{id}/pause", post_match_pause, ROUTE_SLOW },
    { "POST", "/api/matches/{id}/resume", post_match_resume, ROUTE_SLOW },
    { "GET", "/api/stored", get_stored, ROUTE_SLOW },
};
const int route_count = sizeof routes / sizeof *routes;
