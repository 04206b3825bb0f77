#!/bin/sh
# Write requirements.lock anew from pyproject.toml (needs uv). One file serves Python 3.11 to 3.13 on every platform.
set -eu
cd "$(dirname "$0")/.."
{
    echo "# Written by scripts/lock.sh from pyproject.toml: do not edit by hand."
    "${UV:-uv}" pip compile pyproject.toml --extra dev --extra plot --extra models --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --quiet "$@"
} > requirements.lock.new
if grep -n -E '://|--(extra-)?index-url|--find-links|@ file|(^|[ "])/' requirements.lock.new; then
    echo "requirements.lock would name an address or a path of this machine: not written" >&2
    rm requirements.lock.new
    exit 1
fi
mv requirements.lock.new requirements.lock
