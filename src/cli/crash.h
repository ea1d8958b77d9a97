/* crash.h -- a plug-in that crashes takes the program with it, but not without a word. */
#ifndef CLI_CRASH_H
#define CLI_CRASH_H

/* From now on a crash is told as one of the plug-in `path`, which must stay readable. */
void crash_names(const char *path);

#endif
