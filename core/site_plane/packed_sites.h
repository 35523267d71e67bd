#pragma once

#include <span>

#include "core/sites/site_target.h"

namespace ergo {

/// Configurations as numbers of a chain's state. Each number holds several sites as 1 + a whole number below 2^32,
/// site by site from its low bits on; 0 stands for none.
class PackedSites {
 public:
  /// 2 <= values <= 256.
  PackedSites(int sites, int values);

  int words() const { return words_; }
  /// Whether these numbers hold a configuration.
  static bool hold(std::span<const double> words) { return !words.empty() && words[0] > 0; }
  /// `words` has words() elements.
  void pack(ConfigurationView x, std::span<double> words) const;
  void unpack(std::span<const double> words, std::span<std::uint8_t> x) const;
  /// The value of one site.
  int value(std::span<const double> words, int site) const {
    const auto packed = static_cast<std::uint32_t>(words[static_cast<std::size_t>(site / sites_of_word_)] - 1);
    return static_cast<int>(packed >> (site % sites_of_word_ * bits_) & ((1u << bits_) - 1));
  }
  /// Sites at which two configurations have other values.
  int differing(std::span<const double> one, std::span<const double> other) const;

 private:
  int sites_, bits_, sites_of_word_, words_;
};

}  // namespace ergo
