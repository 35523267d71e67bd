#!/usr/bin/env bash
# Installs what is missing, builds, and opens the window. Arguments go to ergoscope. With no display, renders the
# default preset to a file instead and says where.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=app/packages.sh
source app/packages.sh
install_packages "${build_packages[@]}" "${run_packages[@]}"

cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DERGO_PRECOMPILE=ON >/dev/null
cmake --build build

if [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]; then
  exec build/ergoscope "$@"
fi
picture="$PWD/build/ergoscope.png"
build/ergo render default --steps 400 --out "$picture"
echo "No display: the default preset is drawn in $picture"
