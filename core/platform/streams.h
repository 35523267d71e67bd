#pragma once

namespace ergo::platform {

/// Opens standard streams that are closed, so that no file of the program gets their numbers. Writing to them still
/// fails.
void hold_standard_streams();

/// Whether somebody sees standard error at once.
bool error_output_is_terminal();

}  // namespace ergo::platform
