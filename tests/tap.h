/* tap.h -- all the unit-test library we need: the Test Anything Protocol on stdout, which
 * `meson test` reads. A test is a program that calls these and ends with
 * `return tap_done();`. */
#ifndef TAP_H
#define TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int tap_count, tap_failed;

/* OKF adds a printf note that says which case it was. */
#define OK(condition) OKF(condition, "%s", "")
#define OKF(condition, ...) tap_ok((condition) ? 1 : 0, #condition, __FILE__, __LINE__, __VA_ARGS__)
#define EQ(a, b) tap_eq((long long)(a), (long long)(b), #a " == " #b, __FILE__, __LINE__)
#define NEAR(a, b, within) tap_near((a), (b), (within), #a " == " #b, __FILE__, __LINE__)
#define SAME(a, b) tap_same((a), (b), #a " reads " #b, __FILE__, __LINE__)

__attribute__((format(printf, 5, 6))) static inline int
tap_ok(int ok, const char *text, const char *file, int line, const char *note, ...)
{
    va_list args;
    va_start(args, note);
    printf("%sok %d - %s ", ok ? "" : "not ", ++tap_count, text);
    vprintf(note, args);
    putchar('\n');
    va_end(args);
    if (!ok) {
        tap_failed++;
        printf("# %s:%d\n", file, line);
    }
    return ok;
}

__attribute__((unused)) static inline int tap_eq(long long a, long long b, const char *text,
                                                 const char *file, int line)
{
    if (!tap_ok(a == b, text, file, line, "%s", ""))
        printf("# got %lld, wanted %lld\n", a, b);
    return a == b;
}

__attribute__((unused)) static inline int tap_near(double a, double b, double within,
                                                   const char *text, const char *file, int line)
{
    const int ok = fabs(a - b) <= within;
    if (!tap_ok(ok, text, file, line, "%s", ""))
        printf("# got %.17g, wanted %.17g\n", a, b);
    return ok;
}

__attribute__((unused)) static inline int tap_same(const char *a, const char *b, const char *text,
                                                   const char *file, int line)
{
    const int ok = a && b && !strcmp(a, b);
    if (!tap_ok(ok, text, file, line, "%s", ""))
        printf("# got \"%s\"\n# wanted \"%s\"\n", a ? a : "(null)", b ? b : "(null)");
    return ok;
}

static inline int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
