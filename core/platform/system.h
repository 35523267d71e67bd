#pragma once

#include <cstdint>
#include <limits>
#include <system_error>

/// What no standard has: for Linux in linux.cpp, for other systems in portable.cpp, which knows nothing of it. For the
/// files of this folder alone.
namespace ergo::platform {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

/// Bytes that the machine has free, its swap space included; that the control group of this process leaves it; and of
/// addresses that this process has taken.
std::uint64_t left_to_machine();
std::uint64_t left_to_group();
std::uint64_t addresses_taken();

/// Takes room on the disk for an open file, whose size stays; std::errc::operation_not_supported where that cannot be.
std::error_code take_room(int file, std::uint64_t bytes);

/// An open file in memory, which programs begun do not get; -1 where there is none.
int open_memory_file();

/// Closes all open files with numbers from first to last; false where that cannot be done at once.
bool close_files(unsigned first, unsigned last);

/// Of the calling thread alone and of those that it begins.
void lower_priority_of_thread(int niceness);

}  // namespace ergo::platform
