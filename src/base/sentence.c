#include "base/sentence.h"

#include <stdarg.h>
#include <stdio.h>

const char out_of_memory[] = "out of memory";

const char *sentence(struct zm_error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return error->text;
}
