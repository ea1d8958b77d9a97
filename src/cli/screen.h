/* screen.h -- the whole terminal for a picture that is drawn again and again.
 *
 * It is drawn on the terminal's other screen, so what was there before is there afterwards, and a
 * new size garbles nothing. There is one terminal, so this has no object. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* May text on the output be coloured? Not if NO_COLOR says so, or where it is no terminal. */
bool screen_colour(void);

/* Are there a terminal that can move its cursor, and people to look at it: output and errors both
 * go there? */
bool screen_there(void);

/* Its size now; false: it is not known. */
bool screen_size(int *width, int *height);

/* Does it show Unicode, as far as the locale says? */
bool screen_utf8(void);

/* Show these lines from the upper left corner on, and nothing else. They are shorter than the
 * screen is wide. */
void screen_draw(const char *text, size_t length);

/* Back to what was there before. Ctrl-Z, crashes and impatient people who interrupt twice do the
 * same. Nothing happens if nothing was drawn. */
void screen_close(void);

#endif
