#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/error.h"
#include "core/base/legal_range.h"

namespace ergo {

/// A JSON value in at most 60 characters, for messages.
std::string shown(const nlohmann::ordered_json& value);

/// One object of a file: its keys are checked against the legal ones, its members read with their types.
/// Throws Error that names the object's place, the key and what would be legal.
class ObjectReader {
  using Json = nlohmann::ordered_json;

 public:
  ObjectReader(const Json& object, const std::vector<std::string>& legal, std::string where);
  const Json* find(const std::string& key) const;
  const Json& need(const std::string& key) const;
  std::string text(const std::string& key) const;
  std::uint64_t count(const std::string& key, std::uint64_t low, std::uint64_t high) const;
  void read(const std::string& key, std::optional<bool>& to) const;
  void read(const std::string& key, const std::vector<std::string>& names,
            std::optional<std::string>& to) const;
  void read(const std::string& key, const std::vector<std::string>& names,
            std::optional<std::vector<std::string>>& to) const;
  template <class Number>
  void read(const std::string& key, Number low, Number high, std::optional<Number>& to) const {
    if (!find(key)) return;
    const Json& value = *find(key);
    const bool kind = std::is_integral_v<Number> ? value.is_number_integer() : value.is_number();
    if (!kind || value.get<double>() < low || value.get<double>() > high)
      throw wrong(key, range_words(low, high));
    to = value.get<Number>();
  }
  Error wrong(const std::string& key, const std::string& legal) const;
  const std::string& where() const { return where_; }

 private:
  const Json& object_;
  std::string where_;
};

}  // namespace ergo
