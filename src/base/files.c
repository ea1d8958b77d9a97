#include "base/files.h"

#include "base/sentence.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned char *file_read_bytes(const char *path, size_t most, size_t *bytes, struct zm_error *error)
{
    unsigned char *text = NULL;
    size_t length = 0;
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        sentence(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        sentence(error, "%s: is a directory", path);
        goto fail;
    }
    for (size_t size = 0;;) {
        if (length == size) {
            if (size > most) {
                sentence(error, "%s: longer than %zu bytes", path, most);
                goto fail;
            }
            size = size ? size * 2 : 4096;
            unsigned char *larger = realloc(text, size + 1);
            if (!larger) {
                sentence(error, "%s: %s", path, out_of_memory);
                goto fail;
            }
            text = larger;
        }
        const ssize_t n = read(fd, text + length, size - length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            sentence(error, "%s: %s", path, strerror(errno));
            goto fail;
        }
        if (n == 0)
            break;
        length += (size_t)n;
    }
    text[length] = '\0';
    if (length > most) {
        sentence(error, "%s: longer than %zu bytes", path, most);
        goto fail;
    }
    close(fd);
    *bytes = length;
    return text;
fail:
    close(fd);
    free(text);
    return NULL;
}

char *file_read(const char *path, size_t most, struct zm_error *error)
{
    size_t length;
    char *const text = (char *)file_read_bytes(path, most, &length, error);
    if (text && strlen(text) != length) {
        sentence(error, "%s: not a text (it holds a zero byte)", path);
        free(text);
        return NULL;
    }
    return text;
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(fd, text, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return fsync(fd) == 0;
}

const char *file_write(const char *path, const char *text, size_t length, struct zm_error *error)
{
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
        return sentence(error, "%.200s...: the path is too long", path);
    const int fd = mkstemp(beside);
    if (fd < 0)
        return sentence(error, "%s: %s", path, strerror(errno));
    bool written = write_all(fd, text, length) && fchmod(fd, 0644) == 0;
    int reason = errno;
    if (close(fd) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && rename(beside, path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        unlink(beside);
        return sentence(error, "%s: %s", path, strerror(reason));
    }
    return NULL;
}
