#include "search/table.h"

#include "base/pages.h"
#include "base/sentence.h"

static size_t bytes(int bits)
{
    return sizeof(struct zm_entry) * ZM_BUCKET << bits;
}

const char *table_begin(struct zm_table *table, double megabytes, struct zm_error *error)
{
    int bits = 1;
    while ((double)bytes(bits + 1) <= megabytes * 1048576 && bits < 34)
        bits++;
    *table = (struct zm_table){ .entry = pages_zeroed(bytes(bits)), .bits = bits };
    if (!table->entry)
        return sentence(error, "out of memory: the table asked for %.0f MB", megabytes);
    return NULL;
}

void table_end(struct zm_table *table)
{
    pages_release(table->entry, table_size(table));
    table->entry = NULL;
}

size_t table_size(const struct zm_table *table)
{
    return table->entry ? bytes(table->bits) : 0;
}

void table_clear(struct zm_table *table)
{
    memset(table->entry, 0, table_size(table));
    table->age = 0;
}
