#!/bin/sh
# sources.sh -- the C files of the project, one a line.
cd "$(dirname "$0")/.." && git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp' |
    grep -v '^include/zermelo/search'
