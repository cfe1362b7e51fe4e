#!/bin/sh
# Makes .venv hold exactly what requirements/*.txt pin, and the system libraries they load.
# Usage: setup.sh app|dev. A second run finds its own mark and installs nothing.
set -eu
part=$1
python=${PYTHON:-python3}
venv=${VENV:-.venv}
cd "$(dirname "$0")/.."
mkdir -p build

# Debian package and the library it brings; asked of the loader, whatever package brought it.
missing_libraries() {
    "$python" - libgl1=libGL.so.1 libegl1=libEGL.so.1 libgbm1=libgbm.so.1 libmtdev1=libmtdev.so.1 \
        libxcursor1=libXcursor.so.1 libxi6=libXi.so.6 libxrandr2=libXrandr.so.2 \
        libxss1=libXss.so.1 libxkbcommon0=libxkbcommon.so.0 <<'PYTHON'
import ctypes, glob, sys
for pair in sys.argv[1:]:
    package, library = pair.split("=")
    try:
        ctypes.CDLL(library)
    except OSError:
        print("", package, end="")
if not glob.glob("/usr/lib/*/dri/*_dri.so") + glob.glob("/usr/lib/dri/*_dri.so"):
    print(" libgl1-mesa-dri", end="")
PYTHON
}

missing=$(missing_libraries)
need() { missing="$missing $1"; }
[ -x "$venv/bin/pip" ] || "$python" -c "import ensurepip" 2>/dev/null || need python3-venv
if [ "$part" = dev ]; then
    command -v git >/dev/null || need git
    command -v Xvfb >/dev/null || need xvfb  # the smoke test has a real window, mouse and keyboard
    command -v xdotool >/dev/null || need xdotool
fi

if [ -n "$missing" ]; then
    install="apt-get install -y --no-install-recommends$missing"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing system packages:$missing"
        export DEBIAN_FRONTEND=noninteractive
        log=build/system-packages.log
        { apt-get update -q && $install; } >"$log" 2>&1 || { tail -n 20 "$log"; exit 1; }
    else
        echo "OneClaw needs a few system packages first. Run this line, then the same make again:"
        echo "  sudo $install"
        exit 1
    fi
fi

"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || {
    echo "OneClaw needs Python 3.11 to 3.14; $python is $("$python" -V). Try: make PYTHON=python3.11 …"
    exit 1
}

parts=app
if [ "$part" = dev ]; then parts="app dev"; fi
fingerprint() { cksum <"requirements/$1.txt"; }
is_installed() { [ "$(cat "$venv/.oneclaw-$1" 2>/dev/null)" = "$(fingerprint "$1")" ]; }
todo=""
for one in $parts; do is_installed "$one" || todo="$todo $one"; done
[ -n "$todo" ] || exit 0

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Installing Python packages into $venv …"
arguments=""
for one in $todo; do arguments="$arguments -r requirements/$one.txt"; done
# --no-deps: the files are complete, and overrides.txt says what is left out on purpose.
"$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps $arguments
for one in $todo; do fingerprint "$one" >"$venv/.oneclaw-$one"; done
