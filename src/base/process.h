/* process.h -- another program, run beside ours and talked to line by line.
 *
 * The program runs in a process group of its own, so that what it starts ends with it and a
 * Ctrl-C on our terminal does not reach it. It may do anything: crash, hang, write without
 * end, never read. So nothing here waits for it without a deadline, nor keeps more of its
 * words than a bounded number, and process_end() always ends and reaps it.
 *
 * A process is used by one thread at a time, different ones by different threads. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <zermelo/zermelo.h>

enum {
    PROCESS_LINE = 1 << 16,  /* no line is longer */
    PROCESS_ANSWER = 1 << 24 /* bytes that it may write from one process_budget() to the next */
};

struct process;

/* Can this command be run? And the name of its program, without folders. It is a program (looked
 * for in PATH if it has no slash) and its arguments, with blanks between. 'Quotes' keep blanks, as
 * do "quotes", in which a backslash still keeps the next character, as it does outside; no shell
 * sees any of it. */
const char *process_check(const char *command, char *name, size_t size, struct zm_error *error);

/* Start it. NULL: *error says why not. */
struct process *process_start(const char *command, struct zm_error *error);

/* The same with a program that is there already: write to `in`, read from `out`, both of
 * which now belong to the process. */
struct process *process_adopt(int in, int out, struct zm_error *error);

/* Ask it to end by these last words and by closing its input, wait so many seconds, then end
 * it and all of its group by force. NULL words and no patience: at once. `p` may be NULL. */
void process_end(struct process *p, const char *words, double patience);

enum process_news {
    PROCESS_SAID,    /* a line                                          */
    PROCESS_LATE,    /* nothing until the deadline                      */
    PROCESS_CLOSED,  /* its output is closed: process_fate() may say why */
    PROCESS_ENDLESS, /* a line longer than PROCESS_LINE                 */
    PROCESS_FLOODED, /* more than PROCESS_ANSWER bytes                  */
    PROCESS_WOKEN    /* `wake` can be read                              */
};

/* The next line, without its end; it lives until the next call. Waits until `deadline` by
 * clock_now(), or until the descriptor `wake` can be read (-1: none). */
enum process_news process_read(struct process *p, double deadline, int wake, const char **line);

/* It may write PROCESS_ANSWER bytes from now on. */
void process_budget(struct process *p);

/* Write all of the text. False: it does not read, or not until the deadline. */
bool process_write(struct process *p, const char *text, size_t length, double deadline);

/* How it ended, as in "exited with code 3", or that it lives on, "closed its output"; asked
 * after PROCESS_CLOSED or a write that failed. */
void process_fate(struct process *p, struct zm_text *out);

/* The last line that it wrote to its error output, or "". */
const char *process_complaint(const struct process *p);

#endif
