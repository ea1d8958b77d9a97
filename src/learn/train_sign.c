#include "learn/train_sign.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/sentence.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double write_every = 0.5; /* seconds */

/* ---------------------------------------------------------------------- text -- */

static const char first[] = "zermelo progress 1\n";
static const char *const phase_name[] = { "playing", "training", "gating" };

char *train_progress_write(const struct train_progress *p, int threads)
{
    const size_t size = 1024;
    char *const text = malloc(size);
    if (!text)
        return NULL;
    struct zm_text out = { text, size, 0 };
    zm_print(&out, "%s%s %" PRIu32 " rounds=%" PRIu32 " threads=%d games=%" PRIu64, first,
             phase_name[p->phase], p->generation, p->rounds, threads, p->games);
    zm_print(&out, " wanted=%" PRIu64 " step=%" PRIu64 " steps=%" PRIu64 " positions=%" PRIu64,
             p->wanted, p->step, p->steps, p->positions);
    zm_print(&out, " policy=%.9g value=%.9g score=%.9g left=%.9g\n", p->losses.policy,
             p->losses.value, p->score, p->seconds_left);
    return text;
}

bool train_progress_read(struct train_progress *p, int *threads, const char *text)
{
    char phase[16];
    int used = 0;
    *p = (struct train_progress){ .phase = TRAIN_PLAYING };
    if (strncmp(text, first, sizeof first - 1) != 0)
        return false;
    text += sizeof first - 1;
    const int count = sscanf(text,
                             "%15s %" SCNu32 " rounds=%" SCNu32 " threads=%d games=%" SCNu64
                             " wanted=%" SCNu64 " step=%" SCNu64 " steps=%" SCNu64
                             " positions=%" SCNu64 " policy=%lf value=%lf score=%lf left=%lf%n",
                             phase, &p->generation, &p->rounds, threads, &p->games, &p->wanted,
                             &p->step, &p->steps, &p->positions, &p->losses.policy,
                             &p->losses.value, &p->score, &p->seconds_left, &used);
    if (count != 13 || strcmp(text + used, "\n") != 0 || *threads < 1)
        return false;
    for (int i = 0; i < 3; i++)
        if (!strcmp(phase, phase_name[i])) {
            p->phase = (enum train_phase)i;
            return true;
        }
    return false;
}

/* --------------------------------------------------------------------- files -- */

bool train_sign_load(const char *folder, struct train_progress *progress, int *threads)
{
    char path[TRAIN_PATH];
    struct zm_error ignored;
    snprintf(path, sizeof path, "%s/progress", folder);
    char *const text = file_read(path, 4096, &ignored);
    const bool known = text && train_progress_read(progress, threads, text);
    free(text);
    return known;
}

/* Locks of an open file, not of a process: two threads of one server exclude each other, too. */
static struct flock whole_file(void)
{
    return (struct flock){ .l_type = F_WRLCK, .l_whence = SEEK_SET };
}

bool train_sign_lives(const char *folder)
{
    char path[TRAIN_PATH];
    snprintf(path, sizeof path, "%s/lock", folder);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    struct flock lock = whole_file();
    const bool lives = fd >= 0 && fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    if (fd >= 0)
        close(fd);
    return lives;
}

/* Not flushed to the disk as what counts is: after a power cut nobody needs it. */
static void save(const struct train_sign *sign, const struct train_progress *p)
{
    char path[TRAIN_PATH], beside[TRAIN_PATH];
    char *const text = train_progress_write(p, sign->threads);
    snprintf(path, sizeof path, "%s/progress", sign->folder);
    snprintf(beside, sizeof beside, "%s/progress.new", sign->folder);
    FILE *const out = text ? fopen(beside, "we") : NULL;
    if (out) {
        const bool written = fputs(text, out) >= 0;
        if (fclose(out) == 0 && written)
            rename(beside, path);
    }
    free(text);
}

/* --------------------------------------------------------------------- watch -- */

static void on_progress(void *user, const struct train_progress *p)
{
    struct train_sign *const sign = user;
    const bool news = p->phase != sign->phase || p->generation != sign->generation;
    const double now = clock_now();
    if (news || now - sign->told >= write_every) {
        sign->phase = p->phase;
        sign->generation = p->generation;
        sign->told = now;
        save(sign, p);
    }
    sign->to->progress(sign->to->user, p);
}

static void on_generation(void *user, const struct train_state *state,
                          const struct train_generation *generation)
{
    const struct train_sign *const sign = user;
    sign->to->generation(sign->to->user, state, generation);
}

static bool on_stop(void *user)
{
    const struct train_sign *const sign = user;
    return sign->to->stop(sign->to->user);
}

const char *train_sign_begin(struct train_sign *sign, const char *folder, int threads,
                             const struct train_watch *to, struct zm_error *error)
{
    char path[TRAIN_PATH];
    *sign = (struct train_sign){ .watch = { on_progress, on_generation, on_stop, sign },
                                 .to = to,
                                 .folder = folder,
                                 .threads = threads };
    snprintf(path, sizeof path, "%s/lock", folder);
    struct flock lock = whole_file();
    sign->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (sign->lock < 0)
        return sentence(error, "%s: %s", path, strerror(errno));
    /* A file system without locks has to do without. */
    if (fcntl(sign->lock, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES))
        return sentence(error, "%s: another process trains in this folder", folder);
    return NULL;
}

void train_sign_end(struct train_sign *sign)
{
    if (sign->lock >= 0)
        close(sign->lock);
    sign->lock = -1;
}
