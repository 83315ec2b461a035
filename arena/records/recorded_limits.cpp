#include "arena/records/recorded_limits.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <stdexcept>

#include "arena/records/line_fields.h"

namespace arena {

namespace json = boost::json;

namespace {

std::int64_t read_limit(const json::object& object, const LimitKey& key) {
  const json::value& value = member(object, std::string(key.name).c_str());
  const auto number = key.flag() ? std::int64_t{value.as_bool()} : json::value_to<std::int64_t>(value);
  if (number < key.least || number > key.most)
    throw std::runtime_error(
        fmt::format("limits.{} must be a whole number from {} to {}, not {}", key.name, key.least, key.most, number));
  return number;
}

}  // namespace

json::object limits_json(std::span<const LimitValue> values) {
  json::object object;
  for (const auto& [key, number] : values)
    object[key->name] = key->flag() ? json::value(number != 0) : json::value(number);
  return object;
}

json::object limits_json(const Limits& limits) {
  std::vector<LimitValue> values;
  for (const LimitKey& key : limit_keys()) {
    // A limit that is not set is left out, so that runs of arenas that did not have it keep their id.
    if (!key.only_if_set || key.of(limits) != 0) values.emplace_back(&key, key.of(limits));
  }
  return limits_json(values);
}

Limits read_limits(const json::object& object) {
  Limits limits;
  for (const LimitKey& key : limit_keys()) {
    if (!key.only_if_set || object.contains(key.name)) key.set(limits, read_limit(object, key));
  }
  return limits;
}

std::vector<LimitValue> read_own_limits(const json::object& object, std::string_view owner,
                                        bool (LimitKey::*may_have)() const) {
  std::vector<LimitValue> own;
  for (const LimitKey& key : limit_keys()) {
    if (!object.contains(key.name)) continue;
    if (!(key.*may_have)()) throw std::runtime_error(fmt::format("a {} cannot have its own {}", owner, key.name));
    own.emplace_back(&key, read_limit(object, key));
  }
  return own;
}

}  // namespace arena
