/* play_input.h -- lines from a terminal, with editing, history and completion where
 * libedit is there, or plain lines from anywhere. */
#ifndef CLI_PLAY_INPUT_H
#define CLI_PLAY_INPUT_H

#include <stdbool.h>

enum input_status { INPUT_LINE, INPUT_END, INPUT_INTERRUPTED };

struct play_input;

/* word(user, i) is the i-th word that may be typed, NULL past the last. */
struct play_input *input_new(const char *(*word)(void *user, int i), void *user);
void input_free(struct play_input *input);

bool input_is_terminal(const struct play_input *input);

/* The next line without its end; it lives until the next call. */
enum input_status input_read(struct play_input *input, const char *prompt, const char **line);

#endif
