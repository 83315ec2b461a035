#include "arena/base/text/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "engine/typed_text.h"

namespace arena {

namespace json = boost::json;

void JsonValue::refuse(const std::string& what) const { throw InputError(place_ + " " + what); }

void JsonValue::refuse_type(std::string_view what) const {
  refuse(fmt::format("must be {}, not {}", what, printable(json::serialize(*value_), 60)));
}

bool JsonValue::flag() const {
  if (!value_->is_bool()) refuse_type("true or false");
  return value_->get_bool();
}

double JsonValue::number() const {
  if (!value_->is_number()) refuse_type("a number");
  return value_->to_number<double>();
}

int JsonValue::whole(int min, int max) const {
  if (!value_->is_int64() || value_->get_int64() < min || value_->get_int64() > max)
    refuse_type(fmt::format("a whole number from {} to {}", min, max));
  return static_cast<int>(value_->get_int64());
}

std::string JsonValue::any_text() const {
  if (!value_->is_string()) refuse_type("text in quotes");
  std::string text(value_->get_string());
  if (text.find('\0') != std::string::npos) refuse("must not contain a NUL");
  return text;
}

std::string JsonValue::text() const {
  const bool is_unfit =
      value_->is_string() && (value_->get_string().empty() || value_->get_string().find('\0') != json::string::npos);
  if (is_unfit) refuse("must not be empty or contain a NUL");
  return any_text();
}

std::string JsonValue::one_of(std::span<const std::string_view> words) const {
  const std::string word = text();
  if (std::ranges::find(words, word) == words.end()) refuse_type("one of " + hearts::joined(words, ", "));
  return word;
}

std::vector<JsonValue> JsonValue::items(int min, int max, std::string_view what) const {
  if (!value_->is_array()) refuse_type(fmt::format("a list of {}", what));
  const json::array& list = value_->get_array();
  if (list.size() < static_cast<std::size_t>(min) || list.size() > static_cast<std::size_t>(max))
    refuse(fmt::format("must have {} to {} {}, but it has {}", min, max, what, list.size()));
  std::vector<JsonValue> items;
  for (const json::value& item : list)
    items.emplace_back(item, fmt::format("{}[{}]", place_, items.size()), *problems_);
  return items;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  if (!value_->is_object()) refuse_type("an object in braces");
  std::vector<std::pair<std::string, JsonValue>> members;
  for (const auto& [key, value] : value_->get_object())
    members.emplace_back(std::string(key), JsonValue(value,
                                                     fmt::format("{}{}{}", place_, place_.ends_with(':') ? " " : ".",
                                                                 printable(std::string_view(key), 60)),
                                                     *problems_));
  return members;
}

std::optional<JsonValue> JsonKeys::find(std::string_view key) {
  known_.push_back(key);
  const auto found = std::ranges::find(members_, key, &decltype(members_)::value_type::first);
  return found == members_.end() ? std::nullopt : std::optional(found->second);
}

void JsonKeys::report_others() {
  std::ranges::sort(known_);
  bool is_listed = false;
  for (const auto& [key, value] : members_) {
    if (std::ranges::binary_search(known_, key)) continue;
    const std::string what =
        fmt::format("{}unknown key \"{}\"", object_.place().ends_with(':') ? "" : "has an ", printable(key, 40));
    if (const auto advice = advice_.find(key); advice != advice_.end()) {
      object_.report(what + "; " + advice->second);
      continue;
    }
    object_.report(what + hearts::nearest_note(key, known_, "\"") +
                   (std::exchange(is_listed, true) ? "" : "; known: " + hearts::joined(known_, ", ")));
  }
}

}  // namespace arena
