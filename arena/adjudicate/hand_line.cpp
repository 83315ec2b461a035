#include "arena/adjudicate/hand_line.h"

#include <algorithm>
#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parser.hpp>

#include "arena/adjudicate/objection.h"
#include "arena/text/duplicate_key.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

namespace json = boost::json;

// What a value must be, and how it is taken; false if it is something else.

constexpr std::string_view type_name(const std::string*) { return "a text"; }
constexpr std::string_view type_name(const std::int64_t*) { return "a whole number"; }
constexpr std::string_view type_name(const bool*) { return "true or false"; }
constexpr std::string_view type_name(const std::vector<std::string>*) { return "a list of texts"; }
constexpr std::string_view type_name(const std::vector<std::int64_t>*) { return "a list of whole numbers"; }
template <class Value>
constexpr std::string_view type_name(const std::optional<Value>*) {
  return type_name(static_cast<const Value*>(nullptr));
}

bool take(const json::value& value, std::string& text) {
  if (!value.is_string()) return false;
  text.assign(value.get_string().data(), value.get_string().size());
  return true;
}
bool take(const json::value& value, std::int64_t& number) {
  if (!value.is_int64()) return false;
  number = value.get_int64();
  return true;
}
bool take(const json::value& value, bool& flag) {
  if (!value.is_bool()) return false;
  flag = value.get_bool();
  return true;
}
template <class Item>
bool take(const json::value& value, std::vector<Item>& list) {
  if (!value.is_array()) return false;
  list.reserve(value.get_array().size());
  return std::all_of(value.get_array().begin(), value.get_array().end(),
                     [&](const json::value& item) { return take(item, list.emplace_back()); });
}
template <class Value>
bool take(const json::value& value, std::optional<Value>& optional) {
  return take(value, optional.emplace());
}

struct Key {
  std::string_view name;
  std::string_view type;
  bool (*take)(const json::value& value, HandLine& line);
};

template <auto kField>
constexpr Key key(std::string_view name) {
  using Field = std::remove_reference_t<decltype(std::declval<HandLine&>().*kField)>;
  return {name, type_name(static_cast<const Field*>(nullptr)),
          [](const json::value& value, HandLine& line) { return take(value, line.*kField); }};
}

constexpr auto kKeys = std::to_array<Key>({
    key<&HandLine::variant>("variant"),
    key<&HandLine::hand>("hand"),
    key<&HandLine::dealer>("dealer"),
    key<&HandLine::deal>("deal"),
    key<&HandLine::leftover>("leftover"),
    key<&HandLine::point_suit>("point_suit"),
    key<&HandLine::pass>("pass"),
    key<&HandLine::select>("select"),
    key<&HandLine::plays>("plays"),
    key<&HandLine::choice>("choice"),
    key<&HandLine::totals>("totals"),
    key<&HandLine::extra>("extra"),
});

const Key& find_key(std::string_view name) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& known) { return known.name == name; });
  if (found != kKeys.end()) return *found;
  std::string known;
  for (const Key& each : kKeys) known += (known.empty() ? "" : ", ") + std::string(each.name);
  throw Objection("there is no key '" + printable(name, 40) + "'; known: " + known);
}

/// The object lies in `memory`.
json::value parse_object(std::string_view text, json::monotonic_resource& memory) {
  json::parser parser;
  parser.reset(&memory);
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  const auto refuse = [&] { throw Objection("no JSON, byte " + std::to_string(parsed + 1) + ": " + error.message()); };
  if (error) refuse();
  json::value value = parser.release();
  if (!value.is_object()) throw Objection("a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}");
  if (parsed < text.size()) error = json::error::extra_data;
  if (error) refuse();
  return value;
}

}  // namespace

HandLine parse_hand_line(std::string_view text) {
  std::array<unsigned char, 16384> buffer;
  json::monotonic_resource memory(buffer.data(), buffer.size());
  const json::value value = parse_object(text, memory);
  const json::object& object = value.get_object();
  HandLine line;
  for (const auto& [name, field] : object) {
    const Key& known = find_key({name.data(), name.size()});
    // Null is as good as no key.
    if (!field.is_null() && !known.take(field, line)) object_to(known.name, "must be " + std::string(known.type));
  }
  if (const auto twice = find_duplicate_key(text)) object_to(find_key(twice->key).name, "this is a duplicate key");
  for (const char* needed : {"variant", "deal"}) {
    if (!object.contains(needed)) throw Objection("\"" + std::string(needed) + "\" is missing");
  }
  return line;
}

}  // namespace arena
