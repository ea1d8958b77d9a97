/* train_mpi.c -- see train_mpi.h. Parcels are messages whose tag is their kind. Nothing waits: what
 * is sent is kept until MPI has done with it, what comes is looked for. If a process is lost, MPI
 * ends all of them, and the run goes on from its folder when it is started again. */
#include "learn/train_mpi.h"

#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

/* Open MPI's mpirun sets the first, MPICH's and Slurm's the second, and PMIx, as Slurm has it, the
 * third. */
static const char *const marks[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK" };

bool train_mpi_started(void)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (getenv(marks[i]))
            return true;
    return false;
}

#ifndef HAVE_MPI

struct post *train_mpi_open(struct zm_error *error)
{
    sentence(error, "started by mpirun, but this zermelo was built without MPI: build it where "
                    "Open MPI is installed, or share a folder with `zermelo train join`");
    return NULL;
}

void train_mpi_close(struct post *post)
{
    (void)post;
}

#else

#include <limits.h>
#include <mpi.h>

struct sending {
    MPI_Request request;
    struct sending *next;
    unsigned char bytes[];
};

struct mpi_post {
    struct post post; /* first: the functions find the rest by it */
    struct sending *sending;
};

/* Give back what MPI has done with. */
static bool idle(struct post *post)
{
    struct mpi_post *const p = (struct mpi_post *)post;
    struct sending **link = &p->sending;
    while (*link) {
        struct sending *const s = *link;
        int done = 0;
        MPI_Test(&s->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *link = s->next;
            free(s);
        } else {
            link = &s->next;
        }
    }
    return !p->sending;
}

static bool send(struct post *post, int to, enum parcel_kind kind, const void *bytes, size_t length)
{
    struct mpi_post *const p = (struct mpi_post *)post;
    struct sending *const s = length <= INT_MAX ? malloc(sizeof *s + length) : NULL;
    if (!s)
        return false;
    memcpy(s->bytes, bytes, length);
    MPI_Isend(s->bytes, (int)length, MPI_BYTE, to, (int)kind, MPI_COMM_WORLD, &s->request);
    s->next = p->sending;
    p->sending = s; /* until idle() finds that it has arrived */
    return true;    /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
}

static bool next(struct post *post, struct parcel *out)
{
    MPI_Status status;
    int there = 0, length = 0;
    (void)post;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &length);
    *out = (struct parcel){ .from = status.MPI_SOURCE,
                            .kind = status.MPI_TAG,
                            .bytes = malloc((size_t)length + 1),
                            .length = (size_t)length };
    if (!out->bytes)
        return true;
    MPI_Recv(out->bytes, length, MPI_BYTE, out->from, out->kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    out->bytes[length] = '\0';
    return true;
}

struct post *train_mpi_open(struct zm_error *error)
{
    struct mpi_post *const p = calloc(1, sizeof *p);
    int provided = 0;
    if (!p) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    p->post = (struct post){ .send = send, .next = next, .idle = idle };
    MPI_Comm_rank(MPI_COMM_WORLD, &p->post.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p->post.ranks);
    if (provided >= MPI_THREAD_FUNNELED)
        return &p->post;
    sentence(error, "this MPI does not bear programs with threads");
    train_mpi_close(&p->post);
    return NULL;
}

void train_mpi_close(struct post *post)
{
    if (!post)
        return;
    MPI_Finalize();
    free(post);
}

#endif
