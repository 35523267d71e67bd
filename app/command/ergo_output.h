#pragma once

namespace ergo {

/// Fills a standard stream that is closed, so that no file of ours takes its number; writing to it still
/// fails.
void hold_standard_streams();

/// Throws Error (Blame::machine) where what was printed could not all be written.
void finish_standard_output();

}  // namespace ergo
