#!/bin/sh
# screenshots.sh [NAME] -- the pictures of the page in docs/images anew, by the program as it is
# built and a real Chromium; or the one of this name.
set -eu
cd "$(dirname "$0")/.."
exec node web/tests/screenshots.mjs "$@"
