#!/usr/bin/env bash
# Leads through a lecture, round and round, for MINUTES (30), and prints the memory that the window holds.
#   tests/soak.sh [MINUTES] [LECTURE]
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=app/packages.sh
source app/packages.sh
install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
export LIBGL_ALWAYS_SOFTWARE="${LIBGL_ALWAYS_SOFTWARE:-1}" QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"

cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DERGO_TESTS=ON >/dev/null
cmake --build build --target soak >&2
exec build/tests/soak "$@"
