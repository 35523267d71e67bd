#!/bin/bash
# The window under a virtual X server: its picture is not blank, on the screen and in a screenshot, and keys, wheel and
# mouse do to it what they are for.
# usage: x_server_smoke.sh path/to/ergoscope options...
set -eu
program=$1
options=("${@:2}")
folder=$(mktemp -d)
server=
window=
finish() {
  [ -n "$window" ] && kill "$window" 2>/dev/null || true
  [ -n "$server" ] && kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
fail() {
  echo "$1"
  exit 1
}

# True once the words are, within half a minute.
within() {
  for _ in $(seq 60); do
    "$@" && return
    sleep 0.5
  done
  return 1
}

# A part of the picture without read-outs, of 240x180 pixels, moved by (x, y), as FILE.
part() { import -window "$id" -crop "240x180+$((560 + ${2:-0}))+$((260 + ${3:-0}))" +repage "$folder/$1.png"; }
# Root of the mean square difference of two pictures, black from white being 1, compared as awk does.
differ() {
  compare -metric RMSE "$folder/$1.png" "$folder/$2.png" null: 2> "$folder/difference" || [ $? -eq 1 ]
  awk -F '[()]' "{ exit !(\$2 $3) }" "$folder/difference"
}
colours() { [ "$(convert "$folder/$1" ${2:-} -format %k info:)" -gt 100 ]; }
drawn() { part now && colours now.png; }
stands_still() { part before && sleep 0.5 && part now && differ before now '== 0'; }
runs() { ! stands_still; }
zoomed() { stands_still && part zoomed && differ paused zoomed '> 0.02'; }
# What was grabbed is where it was let go: rounding of the same colours makes 0.002, points a pixel off 0.07.
dragged() { stands_still && part dragged -30 20 && differ zoomed dragged '< 0.02'; }
white() { part now && convert "$folder/now.png" -format '%[fx:mean]' info: | awk '{ exit !($1 > 0.5) }'; }
closed() { ! kill -0 "$window" 2>/dev/null; }

exec 3> "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 +extension GLX > /dev/null 2>&1 &
server=$!
within [ -s "$folder/display" ] || fail "no X server"
export DISPLAY=:$(cat "$folder/display")
export QT_QPA_PLATFORM=xcb

code=0
"$program" "${options[@]}" --size 1200x760 --screenshot "$folder/window.png" --frames 60 chains=2000 || code=$?
[ "$code" -eq 0 ] || fail "ergoscope exited with $code"
[ "$(identify -format %wx%h "$folder/window.png")" = 1200x760 ] || fail "a screenshot of another size"
colours window.png '-crop 240x180+560+260' || fail "a blank screenshot"

# More frames than come; with --screenshot nothing else is drawn in the background.
"$program" "${options[@]}" --size 1200x760 --screenshot "$folder/never.png" --frames 1000000 chains=2000 &
window=$!
# A second window, which Qt never shows, has the same name.
within xdotool search --onlyvisible --name '^Ergoscope$' > "$folder/id" || fail "no window"
id=$(head -1 "$folder/id")
within drawn || fail "a blank picture"
xdotool windowfocus "$id" mousemove --window "$id" 700 350

within runs || fail "the run stands still before it is paused"
xdotool key space
within stands_still || fail "Space does not pause the run"
part paused
xdotool click 4 click 4
within zoomed || fail "the wheel does not zoom"
xdotool mousedown 1 mousemove_relative -- -30 20 mouseup 1
within dragged || fail "what is dragged does not follow the pointer"
white && fail "the dark theme is white"
xdotool key p
within white || fail "P does not choose the projector theme"
xdotool key ctrl+q
within closed || fail "Ctrl+Q does not close the window"
wait "$window" || code=$?
window=
[ "$code" -eq 0 ] || fail "ergoscope exited with $code"
