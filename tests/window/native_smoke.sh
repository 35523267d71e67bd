#!/bin/bash
# The native presenter under a virtual X server: opens, takes clicks and keys, and its picture is not blank.
# usage: native_smoke.sh path/to/ergoscope
set -eu
program=$1
folder=$(mktemp -d)
server=
window=
finish() {
  [ -n "$window" ] && kill "$window" 2>/dev/null || true
  [ -n "$server" ] && kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

exec 3> "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 +extension GLX > /dev/null 2>&1 &
server=$!
for _ in $(seq 100); do [ -s "$folder/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$folder/display")
export QT_QPA_PLATFORM=xcb

"$program" --presenter native --size 1200x760 --screenshot "$folder/window.png" --frames 200 chains=2000 &
window=$!
for _ in $(seq 100); do xdotool search --name '^Ergoscope$' > "$folder/id" 2>/dev/null && break; sleep 0.1; done
id=$(head -1 "$folder/id")
xdotool mousemove --window "$id" 700 400 click 4 click 4
xdotool mousemove --window "$id" 700 400 mousedown 1 mousemove_relative -- -30 20 mouseup 1
xdotool key --window "$id" t
code=0
wait "$window" || code=$?
window=
[ "$code" -eq 0 ] || { echo "ergoscope exited with $code"; exit 1; }

python3 - "$folder/window.png" << 'PYTHON'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
at, packed = 8, b""
while at < len(data):
    size, name = struct.unpack(">I4s", data[at:at + 8])
    packed += data[at + 8:at + 8 + size] if name == b"IDAT" else b""
    at += size + 12
channels = {2: 3, 6: 4}[kind]
raw, stride = zlib.decompress(packed), width * channels
rows, last = [], bytearray(stride)
for y in range(height):
    method, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
    for i in range(stride):
        a = row[i - channels] if i >= channels else 0
        b, c = last[i], last[i - channels] if i >= channels else 0
        p = a + b - c
        paeth = min(((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c)))[2]
        row[i] = (row[i] + (0, a, b, (a + b) // 2, paeth)[method]) & 255
    rows.append(row)
    last = row
# The middle of the picture: density, trails and chains give many colours, a blank surface one or two.
colours = {bytes(rows[y][x * channels:x * channels + 3])
           for y in range(height // 4, 3 * height // 4, 3) for x in range(2 * width // 5, 7 * width // 10, 3)}
print(f"{width}x{height}, {len(colours)} colours in the middle")
sys.exit(0 if (width, height) == (1200, 760) and len(colours) > 100 else 1)
PYTHON
