/* bug.h -- the games here are sound when built with -DFAULT=none. Any other FAULT puts in
 * one mistake that a real author makes; test_faulty.c says which promise it breaks. */
#ifndef FAULTY_BUG_H
#define FAULTY_BUG_H

#define BUG(name) (FAULT == (name))

#endif
