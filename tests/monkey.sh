#!/usr/bin/env bash
# A monkey at the window under AddressSanitizer and UndefinedBehaviorSanitizer, for MINUTES (20), from SEED (1) on: random
# keys, clicks, drags, menu entries and edits. Prints memory, descriptors and the longest stall.
#   tests/monkey.sh [MINUTES] [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=app/packages.sh
source app/packages.sh
install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
export LIBGL_ALWAYS_SOFTWARE="${LIBGL_ALWAYS_SOFTWARE:-1}" QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
# What it saves and exports stays out of the user's folders.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder" XDG_CONFIG_HOME="$folder" XDG_DATA_HOME="$folder" XDG_CACHE_HOME="$folder"

cmake --preset asan >/dev/null
cmake --build build-asan --target monkey >&2
program=$PWD/build-asan/tests/monkey suppressions=$PWD/tests/leaks.supp
cd "$folder"
LSAN_OPTIONS="suppressions=$suppressions" UBSAN_OPTIONS=halt_on_error=1 "$program" "$@"
