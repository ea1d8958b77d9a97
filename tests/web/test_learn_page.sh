#!/bin/sh
# The Learn view.
exec "$SOURCE/tests/web/browser.sh" learn.mjs
