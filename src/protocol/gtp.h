/* gtp.h -- Zermelo as an engine for the Go Text Protocol, version 2 (Farneback 2002, draft
 * 2), for any game: moves are in the game's own notation, the first player is black.
 * docs/protocols.md says what is supported. */
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "protocol/session.h"

/* Speak GTP until `quit` or the end of the input. */
void gtp_run(struct session *s, FILE *in);

#endif
