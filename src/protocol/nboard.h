/* nboard.h -- Zermelo as an Othello engine for NBoard's protocol, version 2 (Welty 2004,
 * 2014). docs/protocols.md says what is supported. */
#ifndef PROTOCOL_NBOARD_H
#define PROTOCOL_NBOARD_H

#include "protocol/session.h"

/* Play Othello until `quit` or the end of the input. The session's game must be othello. */
void nboard_run(struct session *s, FILE *in);

#endif
