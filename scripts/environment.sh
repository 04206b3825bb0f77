#!/bin/sh
# Make the virtual environment $1 from requirements.lock, with Dusk installed in place. $PYTHON chooses the interpreter.
set -eu
venv=$1
cd "$(dirname "$0")/.."

fits() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' >/dev/null 2>&1
}

find_python() {
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if fits "$python"; then
            echo "$python"
            return
        fi
    done
    echo "Dusk needs Python 3.11, 3.12 or 3.13 with its venv module; ${PYTHON:-none on the PATH} will not do." >&2
    echo "  Debian, Ubuntu:  apt install python3 python3-venv     (3.11 or later: Debian 12, Ubuntu 24.04)" >&2
    echo "  Fedora:          dnf install python3.13" >&2
    echo "  macOS:           brew install python@3.13" >&2
    echo "Another interpreter is chosen with  make PYTHON=/path/to/python3.12" >&2
    return 1
}

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    echo "making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv"
fi
echo "installing the packages of requirements.lock into $venv"
pip="$venv/bin/python -m pip --disable-pip-version-check --no-input"
$pip install --quiet --require-hashes --only-binary :all: -r requirements.lock
$pip install --quiet --no-deps --no-build-isolation --editable .
