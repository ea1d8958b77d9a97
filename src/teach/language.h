/* language.h -- what is written for people who learn is written in two languages. Both
 * sentences stand side by side where they are made, so that the compiler checks the
 * arguments of each:
 *
 *     zm_print(t, SAY(language, "%s returns ", "%s renvoie "), name); */
#ifndef TEACH_LANGUAGE_H
#define TEACH_LANGUAGE_H

enum language { ENGLISH, FRENCH };

#define SAY(language, english, french) ((language) == FRENCH ? (french) : (english))

#endif
