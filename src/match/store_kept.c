#include "match/store_kept.h"
#include "match/store_inside.h"

static sqlite3_stmt *prepare(struct store *store, const char *sql, const char *name,
                             const char *text)
{
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    if (name)
        sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    if (text)
        sqlite3_bind_text(s, 2, text, -1, SQLITE_STATIC);
    return s;
}

static const char *run(struct store *store, sqlite3_stmt *s, struct zm_error *error)
{
    const bool done = s && sqlite3_step(s) == SQLITE_DONE;
    const char *const wrong = done ? NULL : store_wrong(store, error);
    sqlite3_finalize(s);
    return wrong;
}

const char *store_keep(struct store *store, const char *name, const char *text,
                       struct zm_error *error)
{
    return run(store,
               prepare(store,
                       "INSERT INTO kept(name, text) VALUES(?, ?) ON CONFLICT(name) DO UPDATE"
                       " SET text = excluded.text, changed = datetime('now')",
                       name, text),
               error);
}

const char *store_drop(struct store *store, const char *name, struct zm_error *error)
{
    return run(store, prepare(store, "DELETE FROM kept WHERE name = ?", name, NULL), error);
}

const char *store_kept(struct store *store,
                       bool (*each)(void *user, const char *name, const char *text), void *user,
                       struct zm_error *error)
{
    sqlite3_stmt *const s =
        prepare(store, "SELECT name, text FROM kept ORDER BY changed, name", NULL, NULL);
    int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    for (; last == SQLITE_ROW; last = sqlite3_step(s)) {
        const char *const name = (const char *)sqlite3_column_text(s, 0);
        const char *const text = (const char *)sqlite3_column_text(s, 1);
        if (name && text && !each(user, name, text))
            break;
    }
    const char *const wrong =
        last == SQLITE_DONE || last == SQLITE_ROW ? NULL : store_wrong(store, error);
    sqlite3_finalize(s);
    return wrong;
}
