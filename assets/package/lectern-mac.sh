#!/bin/sh
# Runs Lectern's command line with the application's binary. A link to this file works anywhere on the PATH.
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
