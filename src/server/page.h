/* page.h -- the built page (web/dist), which tools/embed.sh makes part of the program. */
#ifndef SERVER_PAGE_H
#define SERVER_PAGE_H

#include <stddef.h>

struct page_file {
    const char *path; /* "/assets/index-1234.js" */
    const char *type;
    const unsigned char *plain, *packed; /* the same, packed with gzip */
    size_t plain_length, packed_length;
};

/* NULL: there is no such file. */
const struct page_file *page_find(const char *path);

/* Made by tools/embed.sh. */
extern const struct page_file page_files[];
extern const int page_file_count;

#endif
