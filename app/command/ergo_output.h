#pragma once

namespace ergo {

/// Opens standard streams that are closed, so that no file of the program gets their numbers. Writing to them still
/// fails.
void hold_standard_streams();

/// Throws Error (Blame::machine) if not all output could be written.
void finish_standard_output();

}  // namespace ergo
