#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/npz/npz.h"

// Weights of models in .npz archives, as `ergo learn --out` writes them.
namespace ergo {

/// What the names of averaged weights end in.
inline constexpr const char* averaged_ending = "_mean";

/// What the names of the weights to read end in: averaged_ending where the archive has any averaged ones, else
/// nothing.
std::string weights_ending(const NpzReader& archive, std::span<const std::string> names);

/// Throws Error with `legal` and `where` naming the first array that is not there.
void require_arrays(const NpzReader& archive, std::span<const std::string> names, const std::string& ending,
                    const std::string& legal, const std::string& where);

/// An array's numbers, the last axis fastest. Throws Error naming one that is not finite.
std::vector<double> finite_numbers(const NpzReader& archive, const std::string& name,
                                   const std::string& where);

/// "[32, 16]".
std::string shape_words(std::span<const std::size_t> shape);

}  // namespace ergo
