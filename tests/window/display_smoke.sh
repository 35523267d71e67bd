#!/bin/bash
# Started where nobody sits: without a display, with one that is gone, and where OpenGL is too old or lacking.
# usage: display_smoke.sh path/to/ergoscope
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset QT_QPA_PLATFORM DISPLAY WAYLAND_DISPLAY
export QT_LOGGING_RULES= XDG_RUNTIME_DIR=$folder

# expect CODE WORDS COMMAND...: the command ends by itself with this code and says these words.
expect() {
  local code=$1 words=$2 said
  shift 2
  said=$(timeout 60 env "$@" 2>&1 < /dev/null)
  local found=$?
  if [ $found -ne "$code" ] || [[ $said != *$words* ]]; then
    echo "$*: code $found, not $code, or without '$words': $said"
    exit 1
  fi
}

for gone in DISPLAY=:987 WAYLAND_DISPLAY=wayland-987 DISPLAY= QT_QPA_PLATFORM=xcb; do
  expect 0 "Usage" "$gone" "$program" --help
  expect 0 "ergoscope " "$gone" "$program" --version
  expect 3 "no display" "$gone" "$program"
  rm -f "$folder/a.png"
  expect 0 "drawing off-screen" "$gone" "$program" --screenshot "$folder/a.png" --frames 3 --size 640x480
  [ -s "$folder/a.png" ] || { echo "$gone: no picture"; exit 1; }
done

# Nothing needs OpenGL, unless it is asked for.
draws() {
  rm -f "$folder/b.png"
  expect 0 "" "$@" "$program" --screenshot "$folder/b.png" --frames 3
  [ -s "$folder/b.png" ] || { echo "$*: no picture"; exit 1; }
}
refuses() {
  expect 3 "OpenGL" "$@" "$program" --renderer gl --screenshot "$folder/b.png" --frames 3
  expect 3 "OpenGL" "$@" "$program" --renderer gl --benchmark --frames 3
}
without=(MESA_GL_VERSION_OVERRIDE=4.1 __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent LIBGL_DRIVERS_PATH=/nonexistent)
for setting in "${without[@]}"; do draws "$setting"; done
refuses MESA_GL_VERSION_OVERRIDE=4.1
refuses __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent

# The same on a display: nobody is there to close a message box.
exec 3> "$folder/display"
Xvfb -displayfd 3 -screen 0 800x600x24 > /dev/null 2>&1 &
trap 'kill %1; rm -rf "$folder"' EXIT
for _ in $(seq 60); do [ -s "$folder/display" ] && break; sleep 0.5; done
display=DISPLAY=:$(cat "$folder/display")
for setting in "${without[@]}"; do draws "$display" "$setting"; done
refuses "$display" MESA_GL_VERSION_OVERRIDE=4.1
draws "$display"
