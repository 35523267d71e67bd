#include "core/platform/system.h"

namespace ergo::platform {

std::uint64_t left_to_machine() { return unknown; }
std::uint64_t left_to_group() { return unknown; }
std::uint64_t addresses_taken() { return unknown; }

std::error_code take_room(int, std::uint64_t) { return std::make_error_code(std::errc::operation_not_supported); }

int open_memory_file() { return -1; }

bool close_files(unsigned, unsigned) { return false; }

void lower_priority_of_thread(int) {}

}  // namespace ergo::platform
