#include "server/page.h"

#include <string.h>

const struct page_file *page_find(const char *path)
{
    if (!strcmp(path, "/"))
        path = "/index.html";
    for (int i = 0; i < page_file_count; i++)
        if (!strcmp(page_files[i].path, path))
            return &page_files[i];
    return NULL;
}
