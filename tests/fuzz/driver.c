/* driver.c -- runs a fuzz target without libFuzzer, as an ordinary test: every file of the
 * corpus, then changed ones, always the same ones for a given count. An input that crashes
 * is left in the file crash-input of the current folder.
 *
 * Usage: fuzz_NAME FOLDER SECONDS COUNT: at most so many changed inputs, and no new one
 * after so many seconds. */
#include "fuzz.h"
#include "tap.h"

#include "base/clock.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

enum { MOST_FILES = 256, LONGEST = 1 << 12 };

struct input {
    size_t size;
    uint8_t data[LONGEST];
};

static struct input file[MOST_FILES], now;
static int files;

/* Only calls that a signal handler may make. */
static void on_crash(int signal_number)
{
    const int out = open("crash-input", O_CREAT | O_WRONLY | O_TRUNC, 0666);
    if (out >= 0) {
        const ssize_t written = write(out, now.data, now.size);
        (void)written;
        close(out);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All files, in the order of their names: the folder gives them in any. */
static void read_corpus(const char *folder)
{
    static char *name[MOST_FILES];
    int names = 0;
    DIR *const dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir)) && names < MOST_FILES;)
        if (entry->d_name[0] != '.')
            name[names++] = strdup(entry->d_name);
    closedir(dir);
    qsort(name, (size_t)names, sizeof *name, by_name);
    for (int i = 0; i < names; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, name[i]);
        FILE *const in = fopen(path, "rb");
        if (in) {
            file[files].size = fread(file[files].data, 1, LONGEST, in);
            fclose(in);
            files++;
        }
        free(name[i]);
    }
}

/* ------------------------------------------------------------------ changes -- */

static void cut(struct input *in, uint64_t *seed)
{
    const size_t at = zm_random(seed, (uint32_t)in->size);
    const size_t most = in->size - at;
    const size_t n = 1 + zm_random(seed, (uint32_t)(most < 8 ? most : 8));
    const size_t gone = n < most ? n : most;
    memmove(in->data + at, in->data + at + gone, in->size - at - gone);
    in->size -= gone;
}

/* Put in what stands somewhere in another input: a fuzzer's best trick on text. */
static void graft(struct input *in, uint64_t *seed)
{
    const struct input *const from = &file[zm_random(seed, (uint32_t)files)];
    const size_t at = zm_random(seed, (uint32_t)in->size + 1);
    if (from->size == 0)
        return;
    const size_t begin = zm_random(seed, (uint32_t)from->size);
    size_t n = 1 + zm_random(seed, 16);
    if (n > from->size - begin)
        n = from->size - begin;
    if (n > LONGEST - in->size)
        n = LONGEST - in->size;
    memmove(in->data + at + n, in->data + at, in->size - at);
    memcpy(in->data + at, from->data + begin, n);
    in->size += n;
}

static void change(struct input *in, uint64_t *seed)
{
    static const char odd[] = "0123456789-=:,./ \n\t{}()#%\"\\\x00\xFF";
    const uint32_t what = zm_random(seed, 5);
    if (in->size == 0 || what == 0) {
        graft(in, seed);
        return;
    }
    uint8_t *const c = &in->data[zm_random(seed, (uint32_t)in->size)];
    if (what == 1)
        cut(in, seed);
    else if (what == 2)
        *c ^= (uint8_t)(1u << zm_random(seed, 8));
    else if (what == 3)
        *c = (uint8_t)odd[zm_random(seed, sizeof odd)];
    else
        *c = (uint8_t)(*c + zm_random(seed, 3) - 1);
}

int main(int argc, char *argv[])
{
    if (argc != 4)
        return 2;
    const long most = atol(argv[3]);
    uint64_t seed = 1;
    long runs = 0;
    signal(SIGABRT, on_crash);
    signal(SIGSEGV, on_crash);
    read_corpus(argv[1]);
    for (int i = 0; i < files; i++) {
        now = file[i];
        LLVMFuzzerTestOneInput(now.data, now.size);
    }
    OKF(files > 0, "%d files of the corpus", files);
    /* On a busy machine the corpus alone may take longer than changed inputs are given. */
    const double end = clock_now() + atof(argv[2]);
    for (; files > 0 && runs < most && clock_now() < end; runs++) {
        now = file[zm_random(&seed, (uint32_t)files)];
        for (uint32_t n = 1 + zm_random(&seed, 6); n > 0; n--)
            change(&now, &seed);
        LLVMFuzzerTestOneInput(now.data, now.size);
    }
    OKF(runs > 0, "%ld changed inputs", runs);
    return tap_done();
}
