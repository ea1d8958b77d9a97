#!/bin/sh
# What people do at the table.
exec "$SOURCE/tests/web/browser.sh" play.mjs
