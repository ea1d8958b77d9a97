/* french.h -- what the server and the library say in English, said in French: the sentences that
 * people meet on the page. */
#ifndef SERVER_FRENCH_H
#define SERVER_FRENCH_H

#include "base/json.h"

#include <stdbool.h>

/* The French of an English text, cut to `size`. False, and the text as it is: none is known. */
bool french(const char *english, char *out, size_t size);

/* For those who are told at the same time in any language: a list of the text in English and in
 * French; null if there is none. */
void json_languages(struct json *j, const char *key, const char *english);

#endif
