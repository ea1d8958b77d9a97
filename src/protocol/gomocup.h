/* gomocup.h -- Zermelo as a brain for Gomocup's managers ("Gomoku AI protocol", Petricek and
 * Lastovicka 2005, 2022). docs/protocols.md says what is supported. */
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "protocol/session.h"

/* Play Gomoku until END or the end of the input. The session's game must be gomoku. */
void gomocup_run(struct session *s, FILE *in);

#endif
