#pragma once

/// ERGO_WIDE marks a free function whose loops are compiled for several widths of vectors, of which the
/// program chooses when it is loaded. The results are the same to the bit. ERGO_WIDE_TO_256 stops at 256
/// bits, for a few numbers that wider vectors would have to gather. Not under sanitizers, which are not ready
/// by then.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define ERGO_WIDE __attribute__((target_clones("default", "avx2", "avx512f")))
#define ERGO_WIDE_TO_256 __attribute__((target_clones("default", "avx2")))
#else
#define ERGO_WIDE
#define ERGO_WIDE_TO_256
#endif

/// ERGO_INDEPENDENT before a loop says that none of its passes reads what another one writes.
#if defined(__clang__)
#define ERGO_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define ERGO_INDEPENDENT _Pragma("GCC ivdep")
#else
#define ERGO_INDEPENDENT
#endif

/// ERGO_UNROLLED before a loop of 16 passes or fewer writes them out one by one.
#if defined(__clang__)
#define ERGO_UNROLLED _Pragma("unroll")
#elif defined(__GNUC__)
#define ERGO_UNROLLED _Pragma("GCC unroll 16")
#else
#define ERGO_UNROLLED
#endif
