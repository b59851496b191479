#!/bin/sh
# Lectern's command line, in the binary of the window. A link to this file may lie anywhere on the PATH.
file=$0
while [ -L "$file" ]; do
  link=$(readlink "$file")
  case $link in
    /*) file=$link ;;
    *) file=$(dirname "$file")/$link ;;
  esac
done
here=$(cd "$(dirname "$file")" && pwd -P)
exec "$here/../../MacOS/Lectern" --cli -- "$@"
