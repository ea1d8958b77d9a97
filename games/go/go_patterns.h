/* go_patterns.h -- what the eight points around a point tell, looked up by their code. */

enum { EYE = 1 }; /* EYE << colour: an eye of this colour, or something that looks like one */

static uint8_t around_tells[1 << 16];

/* An empty point with own stones or walls on all sides is taken for an eye if the other colour
 * holds at most one of its corners, at the edge none. */
static bool looks_like_eye(unsigned code, int colour)
{
    int theirs = 0, walls = 0;
    for (int i = 0; i < 8; i++) {
        const unsigned what = code >> 2 * i & 3;
        if (i < 4 && what != WALL && what != (unsigned)(STONE + colour))
            return false;
        theirs += i >= 4 && what == (unsigned)(STONE + 1 - colour);
        walls += i >= 4 && what == WALL;
    }
    return theirs + (walls > 0) < 2;
}

static void fill_patterns(void)
{
    for (unsigned code = 0; code < 1 << 16; code++)
        for (int colour = 0; colour < 2; colour++)
            if (looks_like_eye(code, colour))
                around_tells[code] |= (uint8_t)(EYE << colour);
}

static inline bool is_eye(const struct board *b, int p, int colour)
{
    return around_tells[b->code[p]] >> colour & EYE;
}
