#pragma once

namespace ergo {

/// Throws Error (Blame::machine) if not all output could be written.
void finish_standard_output();

}  // namespace ergo
