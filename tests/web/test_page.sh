#!/bin/sh
# The page as a whole: what issue 6 says it must show.
exec "$SOURCE/tests/web/browser.sh" page.mjs
