#include "cli/play_input.h"

#include "cli/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#include <locale.h>
#include <wchar.h>
#endif

enum { LONGEST_LINE = 4096 };

struct play_input {
    const char *(*word)(void *user, int i);
    void *user;
    bool terminal;
    enum input_status status;
    char buffer[LONGEST_LINE]; /* read but not given out yet */
    size_t used, next;
    char line[LONGEST_LINE];
#ifdef HAVE_LIBEDIT
    EditLine *edit;
    History *history;
    const char *prompt;
#endif
};

/* One byte into *byte; false: `status` says why there is none. */
static bool next_byte(struct play_input *input, char *byte)
{
    if (input->next == input->used) {
        ssize_t n;
        do {
            if (!interrupt_wait(STDIN_FILENO)) {
                input->status = INPUT_INTERRUPTED;
                return false;
            }
            n = read(STDIN_FILENO, input->buffer, sizeof input->buffer);
        } while (n < 0 && (errno == EINTR || errno == EAGAIN));
        if (n <= 0) {
            input->status = INPUT_END;
            return false;
        }
        input->used = (size_t)n;
        input->next = 0;
    }
    *byte = input->buffer[input->next++];
    return true;
}

/* What does not fit is left out: no move and no command is that long. */
static enum input_status plain_line(struct play_input *input, const char *prompt)
{
    size_t length = 0;
    char byte = '\0';
    if (input->terminal) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    input->status = INPUT_LINE;
    while (next_byte(input, &byte) && byte != '\n')
        if (length < sizeof input->line - 1 && byte)
            input->line[length++] = byte;
    input->line[length] = '\0';
    /* The last line may lack its end. */
    return input->status == INPUT_END && length > 0 ? INPUT_LINE : input->status;
}

#ifdef HAVE_LIBEDIT

static struct play_input *owner(EditLine *edit)
{
    void *input = NULL;
    el_get(edit, EL_CLIENTDATA, &input);
    return input;
}

static char *prompt_of(EditLine *edit)
{
    static char text[64];
    snprintf(text, sizeof text, "%s", owner(edit)->prompt);
    return text;
}

static int read_wide(EditLine *edit, wchar_t *wide)
{
    struct play_input *const input = owner(edit);
    mbstate_t state = { 0 };
    char byte;
    while (next_byte(input, &byte)) {
        /* libedit takes the terminal over only after the prompt is shown. A Ctrl-D typed
         * before that, say while the computer thought, was an end of input to the terminal
         * and comes to us as a zero byte. */
        if (byte == '\0')
            byte = '\004';
        const size_t n = mbrtowc(wide, &byte, 1, &state);
        if (n == (size_t)-2)
            continue;
        if (n == (size_t)-1)
            *wide = L'?';
        return 1;
    }
    return -1;
}

/* Complete the word before the cursor as far as all that begin like it agree; where they
 * do not agree at all, list them. */
static unsigned char complete(EditLine *edit, int key)
{
    (void)key;
    struct play_input *const input = owner(edit);
    const LineInfo *const line = el_line(edit);
    const size_t typed = (size_t)(line->cursor - line->buffer);
    char common[256] = "";
    int count = 0;
    const char *word;
    for (int i = 0; (word = input->word(input->user, i)); i++) {
        if (strncmp(word, line->buffer, typed) != 0 || strlen(word) >= sizeof common)
            continue;
        if (count++ == 0) {
            snprintf(common, sizeof common, "%s", word);
            continue;
        }
        size_t same = 0;
        while (common[same] && common[same] == word[same])
            same++;
        common[same] = '\0';
    }
    if (count == 0)
        return CC_REFRESH_BEEP;
    if (strlen(common) > typed) {
        el_insertstr(edit, common + typed);
        return CC_REFRESH;
    }
    if (count > 1) {
        putchar('\n');
        for (int i = 0; (word = input->word(input->user, i)); i++)
            if (!strncmp(word, line->buffer, typed))
                printf("%s  ", word);
        putchar('\n');
        fflush(stdout);
        return CC_REDISPLAY;
    }
    return CC_NORM;
}

static void edit_begin(struct play_input *input)
{
    setlocale(LC_CTYPE, "");
    input->edit = el_init("zermelo", stdin, stdout, stderr);
    input->history = history_init();
    if (!input->edit || !input->history)
        return;
    HistEvent event;
    history(input->history, &event, H_SETSIZE, 200);
    history(input->history, &event, H_SETUNIQUE, 1);
    el_set(input->edit, EL_CLIENTDATA, input);
    el_set(input->edit, EL_PROMPT, prompt_of);
    el_set(input->edit, EL_EDITOR, "emacs");
    el_set(input->edit, EL_HIST, history, input->history);
    el_set(input->edit, EL_GETCFN, read_wide);
    /* The wide form: el_set() copies the two texts and never frees them. */
    el_wset(input->edit, EL_ADDFN, L"complete-word", L"Complete a move or a command", complete);
    el_set(input->edit, EL_BIND, "\t", "complete-word", NULL);
}

static void edit_end(struct play_input *input)
{
    if (input->edit)
        el_end(input->edit);
    if (input->history)
        history_end(input->history);
}

static enum input_status edited_line(struct play_input *input, const char *prompt)
{
    int length = 0;
    HistEvent event;
    input->prompt = prompt;
    input->status = INPUT_LINE;
    const char *const text = el_gets(input->edit, &length);
    if (input->status == INPUT_LINE && (!text || length <= 0))
        input->status = INPUT_END; /* Ctrl-D */
    if (input->status != INPUT_LINE) {
        putchar('\n');
        return input->status;
    }
    snprintf(input->line, sizeof input->line, "%.*s", (int)strcspn(text, "\r\n"), text);
    if (input->line[0])
        history(input->history, &event, H_ENTER, input->line);
    return INPUT_LINE;
}

#endif

struct play_input *input_new(const char *(*word)(void *user, int i), void *user)
{
    struct play_input *const input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->word = word;
    input->user = user;
    input->terminal = isatty(STDIN_FILENO);
#ifdef HAVE_LIBEDIT
    const char *const term = getenv("TERM");
    if (input->terminal && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0)
        edit_begin(input);
#endif
    return input;
}

void input_free(struct play_input *input)
{
    if (!input)
        return;
#ifdef HAVE_LIBEDIT
    edit_end(input);
#endif
    free(input);
}

bool input_is_terminal(const struct play_input *input)
{
    return input->terminal;
}

enum input_status input_read(struct play_input *input, const char *prompt, const char **line)
{
    *line = input->line;
#ifdef HAVE_LIBEDIT
    if (input->edit && input->history)
        return edited_line(input, prompt);
#endif
    return plain_line(input, prompt);
}
