#!/usr/bin/env bash
# The core's tests under AddressSanitizer and UndefinedBehaviorSanitizer, then those that use threads under
# ThreadSanitizer. The software GL driver's own allocations and threads are not ours to judge.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=app/packages.sh
source app/packages.sh
install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
export LIBGL_ALWAYS_SOFTWARE="${LIBGL_ALWAYS_SOFTWARE:-1}"

cmake --preset asan
cmake --build build-asan
ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS="suppressions=$PWD/tests/leaks.supp:print_suppressions=0" UBSAN_OPTIONS=halt_on_error=1 \
  ctest --test-dir build-asan --output-on-failure --timeout 1800 --parallel "$(nproc)"

cmake --preset tsan
cmake --build build-tsan --target core_tests
TSAN_OPTIONS=halt_on_error=1 build-tsan/tests/core_tests \
  --gtest_filter='*_cpu*:*Worker*:ThreadPool*:Diagnostics*:TargetTruth*:CheckpointStore*:ParameterMap*:SiteSessions*:SitePlane*:PlaceMasses*:ReferenceFloor*:ConfigurationCycle*:*LearningSession*:LearningMachines*'
