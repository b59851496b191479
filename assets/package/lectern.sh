#!/bin/sh
# Lectern's command line, in the binary of the window, on Chromium's platform for machines without a display.
here=$(dirname "$(readlink -f "$0")")
binary="$here/../../lectern-window"
[ -x "$binary" ] || binary=/opt/Lectern/lectern-window
set -- --cli -- "$@"
# Chromium refuses to run as root with its sandbox, in which it would show pages: the command line has none.
[ "$(id -u)" -ne 0 ] || set -- --no-sandbox "$@"
exec "$binary" --ozone-platform=headless --disable-gpu "$@"
