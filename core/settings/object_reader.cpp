#include "core/settings/object_reader.h"

namespace ergo {

using Json = nlohmann::ordered_json;

std::string shown(const Json& value) {
  const auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

ObjectReader::ObjectReader(const Json& object, const std::vector<std::string>& legal, std::string where)
    : object_(object), where_(std::move(where)) {
  if (!object.is_object()) throw Error("not an object:", shown(object), "{...}", where_);
  for (const auto& [key, value] : object.items())
    if (std::ranges::find(legal, key) == legal.end())
      throw Error("unknown key", key, legal_words(key, legal), where_);
}

const Json* ObjectReader::find(const std::string& key) const {
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const Json& ObjectReader::need(const std::string& key) const {
  if (const Json* value = find(key)) return *value;
  throw Error("a missing key", key, "", where_);
}

std::string ObjectReader::text(const std::string& key) const {
  const Json& value = need(key);
  if (!value.is_string()) throw wrong(key, "a text");
  return value.get<std::string>();
}

std::uint64_t ObjectReader::count(const std::string& key, std::uint64_t low, std::uint64_t high) const {
  const Json& value = need(key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() < low || value.get<std::uint64_t>() > high)
    throw wrong(key, range_words(low, high));
  return value.get<std::uint64_t>();
}

void ObjectReader::read(const std::string& key, std::optional<bool>& to) const {
  if (!find(key)) return;
  if (!find(key)->is_boolean()) throw wrong(key, "true or false");
  to = find(key)->get<bool>();
}

void ObjectReader::read(const std::string& key, const std::vector<std::string>& names,
                        std::optional<std::string>& to) const {
  if (!find(key)) return;
  to = text(key);
  if (std::ranges::find(names, *to) == names.end())
    throw illegal_value(key, *to, legal_words(*to, names), where_);
}

void ObjectReader::read(const std::string& key, const std::vector<std::string>& names,
                        std::optional<std::vector<std::string>>& to) const {
  const Json* list = find(key);
  if (!list) return;
  const std::string where = where_ + ", " + key;
  if (!list->is_array()) throw Error("not a list:", shown(*list), "[\"name\", ...]", where);
  to.emplace();
  for (const Json& name : *list) {
    if (!name.is_string()) throw Error("not a text:", shown(name), legal_words("", names), where);
    to->push_back(name.get<std::string>());
    if (std::ranges::find(names, to->back()) == names.end())
      throw Error("unknown name", to->back(), legal_words(to->back(), names), where);
  }
}

Error ObjectReader::wrong(const std::string& key, const std::string& legal) const {
  return Error("illegal value of " + key + ":", shown(need(key)), legal, where_);
}

}  // namespace ergo
