#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests: those of the core, those of the window under Qt's off-screen
# platform, and one under a virtual X server. Screenshots are kept in build-tests/screenshots. Arguments go to ctest:
# `tests/run.sh -L fast` while working; the labels are fast, slow and window.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=app/packages.sh
source app/packages.sh
install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"

cmake -S . -B build-tests -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 \
  -DERGO_PRECOMPILE=ON -DERGO_TESTS=ON
cmake --build build-tests
export LIBGL_ALWAYS_SOFTWARE="${LIBGL_ALWAYS_SOFTWARE:-1}"
# With AVX-512 in the C library's copies, double precision in core_tests takes up to 11 times as long (measured on a
# Xeon at 2.6 GHz, glibc 2.36); the programs do not.
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW
ctest --test-dir build-tests --output-on-failure --timeout 900 --parallel "$(nproc)" "$@"
