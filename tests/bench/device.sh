#!/usr/bin/env bash
# What this machine's graphics device gives: speed, scaling, frames and parity, as tables in Markdown.
#   tests/bench/device.sh                  builds the programs first, in $BUILD (build-release)
#   tests/bench/device.sh FOLDER           takes the programs from FOLDER (from the repository's root), where --pack put them on another machine
#   tests/bench/device.sh --pack FOLDER    builds the programs and copies them to FOLDER with the libraries they need
# PYTHON is the one that has NumPy and PyTorch. ERGO_ALL_TESTS=1 compares all pairs in the last part, not CI's sample.
set -euo pipefail
cd "$(dirname "$0")/../.."

BUILD=${BUILD:-build-release}

build() {
  cmake -S . -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DERGO_TESTS=ON >&2
  cmake --build "$BUILD" --target ergo ergoscope core_tests >&2
}

# All but the C library, which comes with its machine and belongs to that machine's driver.
pack() {
  local folder=$1 plugins
  build
  mkdir -p "$folder/lib" "$folder/plugins/platforms" "$folder/fonts"
  cp "$BUILD/ergo" "$BUILD/ergoscope" "$BUILD/tests/core_tests" "$folder"
  strip "$folder"/{ergo,ergoscope,core_tests}
  plugins=$(qtpaths6 --plugin-dir 2>/dev/null || dirname "$(dirname "$(find /usr/lib -name libqoffscreen.so)")")
  cp "$plugins/platforms/libqoffscreen.so" "$folder/plugins/platforms"
  ldd "$folder"/{ergo,ergoscope,core_tests} "$plugins/platforms/libqoffscreen.so" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' |
    sort -u | grep -Ev '/(libc|libm|libdl|librt|libpthread|libresolv)\.so' | xargs cp -L -t "$folder/lib"
  # What libepoxy opens by name.
  ldconfig -p | awk '$1 ~ /^lib(EGL|OpenGL|GL|GLX|GLdispatch)\.so\.[01]$/ && /x86-64/ {print $NF}' | xargs cp -L -t "$folder/lib"
  cp -r /usr/share/fonts/truetype/dejavu "$folder/fonts"
}

case ${1-} in
  --pack) pack "$2"; exit ;;
  '') build; programs=$BUILD; tests=$BUILD/tests/core_tests ;;
  *) programs=$(cd "$1" && pwd); tests=$programs/core_tests
     export LD_LIBRARY_PATH=$programs/lib QT_PLUGIN_PATH=$programs/plugins QT_QPA_FONTDIR=$programs/fonts/dejavu ;;
esac
export QT_QPA_PLATFORM=offscreen
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME=$scratch XDG_DATA_HOME=$scratch XDG_CACHE_HOME=$scratch

# The number in a row of `ergo bench`, as nanoseconds of a chain's step.
nanoseconds() { "$programs/ergo" bench "$@" --quiet | awk 'NR > 1 {printf "%.3g", 1e9 / $NF}'; }

"$programs/ergo" bench esh ring8 --backend all --seconds 0.05 --json | grep '"device"' | sort -u
printf '\nNanoseconds of a chain-step, 10⁵ chains (10⁶ where said), 16 steps a dispatch\n\n'
printf '| pair | gpu | gpu, 10⁶ | gpu, 1 step a dispatch | simd | cpu |\n|---|---|---|---|---|---|\n'
for pair in 'esh ring8' 'ula ring8' 'mala banana' 'sgnht double_well' 'dmala lattice_modes' 'hmc ring8' 'nuts ring8' 'esh formula'; do
  printf '| %s | %s | %s | %s | %s | %s |\n' "${pair/ / × }" "$(nanoseconds $pair --backend gpu)" \
    "$(nanoseconds $pair --backend gpu --chains 1000000)" "$(nanoseconds $pair --backend gpu --steps-per-dispatch 1)" \
    "$(nanoseconds $pair --backend simd)" "$(nanoseconds $pair --backend cpu --seconds 0.1)"
done

printf '\nesh × ring8 on the GPU: millions of chain-steps a second\n\n| chains | 1 step a dispatch | 16 | 256 |\n|---|---|---|---|\n'
for chains in 1000 10000 100000 1000000 10000000; do
  printf '| %s |' "$chains"
  for at_once in 1 16 256; do
    "$programs/ergo" bench --quiet esh ring8 --backend gpu --chains "$chains" --steps-per-dispatch "$at_once" 2>"$scratch/error" |
      awk 'NR > 1 {printf " %.0f |", $NF / 1e6}' || printf ' %s |' "$(tail -1 "$scratch/error")"
  done
  echo
done

printf '\nFrames a second off screen, preset default, trails, 4 steps a frame\n\n| chains | 1280×800 | 1920×1080 |\n|---|---|---|\n'
for chains in 1000 10000 100000 1000000; do
  printf '| %s |' "$chains"
  for size in 1280x800 1920x1080; do
    "$programs/ergoscope" --benchmark --frames 100 --size "$size" --steps-per-frame 4 "chains=$chains" 2>"$scratch/error" |
      awk '{printf " %s |", $1}' || printf ' %s |' "$(tail -1 "$scratch/error")"
  done
  echo
done

printf '\nHow many times as fast as others\n\n'
for pair in 'esh ring8' 'ula ring8' 'mala banana'; do
  "$programs/ergo" bench --against $pair --python "${PYTHON:-python3}" 2>&1 | sed 's/^/    /' || true
done

printf '\nParity of one step with the C++ twin\n\n'
"$tests" --gtest_filter='GlParity.*:LanesParity*' 2>&1 |
  grep --line-buffered -E '^\[ +(OK|FAILED) +\]|points compared|Failure|[Ee]rror' | sed -u 's/^/    /'
