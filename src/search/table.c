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

int table_fill(const struct zm_table *table)
{
    enum { SAMPLE = 1000 };
    const size_t entries = table_size(table) / sizeof *table->entry;
    const size_t most = entries < SAMPLE ? entries : SAMPLE;
    size_t used = 0;
    for (size_t i = 0; i < most; i++) {
        const uint64_t known = __atomic_load_n(&table->entry[i].known, __ATOMIC_RELAXED);
        used += known && zm_known_age(known) == (table->age & 63);
    }
    return most ? (int)(1000 * used / most) : 0;
}

void table_clear(struct zm_table *table)
{
    memset(table->entry, 0, table_size(table));
    table->age = 0;
}
