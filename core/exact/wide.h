#pragma once

/// Marks a loop that is compiled for several widths of vectors, of which the program chooses when it is
/// loaded. The results are the same to the bit. Not under sanitizers, which are not ready by then.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define ERGO_WIDE __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define ERGO_WIDE
#endif
