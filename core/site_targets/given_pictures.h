#pragma once

#include <string>

#include "core/base/given_file.h"
#include "core/site_targets/picture_set.h"

namespace ergo {

inline constexpr std::size_t most_given_pictures = 1000, most_given_pixels = 1024;

/// The formats that given_pictures() reads, in words.
std::string legal_picture_files();

/// Pictures of zeros and ones in a file: a .npy array, or the array x of a .npz archive or its only one, of shape
/// [pictures, rows, columns] or [pictures, pixels]; or a CSV file with a picture in each line. Pixels of an unknown
/// shape stand in a square if their number is one. A picture that is there twice counts twice. Throws Error naming
/// `where`, the file and the first pixel that is neither 0 nor 1.
PictureSet given_pictures(const GivenFile& file, const std::string& where);

}  // namespace ergo
