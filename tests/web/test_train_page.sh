#!/bin/sh
# The Train view.
exec "$SOURCE/tests/web/browser.sh" train.mjs
