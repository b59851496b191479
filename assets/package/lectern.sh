#!/bin/sh
# Runs Lectern's command line with the application's binary, on Chromium's headless platform.
here=$(dirname "$(readlink -f "$0")")
binary="$here/../../lectern-window"
[ -x "$binary" ] || binary=/opt/Lectern/lectern-window
set -- --cli -- "$@"
# As root, Chromium refuses to run with its sandbox. The command line shows no pages, so it doesn't need one.
[ "$(id -u)" -ne 0 ] || set -- --no-sandbox "$@"
exec "$binary" --ozone-platform=headless --disable-gpu "$@"
