#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "arena/base/text/problems.h"

namespace arena {

/// A value of a JSON file that a person writes, together with its place: "FILE: variants[2].weight". Each function that
/// reads it throws InputError "PLACE must be ..., not ..." if the value has another type or is out of range. each() and
/// JsonKeys::read() collect these errors, so that the other parts of the file are still read. The JSON and the problems
/// must outlive this object.
class JsonValue {
 public:
  /// `place` is "FILE:" for the value of the whole file.
  JsonValue(const boost::json::value& value, std::string place, Problems& problems)
      : value_(&value), place_(std::move(place)), problems_(&problems) {}

  const boost::json::value& json() const { return *value_; }
  const std::string& place() const { return place_; }
  Problems& problems() const { return *problems_; }
  /// Throws InputError with the place and `what`.
  [[noreturn]] void refuse(const std::string& what) const;
  /// Adds a problem with the place and `what`.
  void report(const std::string& what) const { problems_->add(place_ + " " + what); }

  bool flag() const;
  double number() const;
  int whole(int min, int max) const;
  /// A text without NUL. text() also refuses an empty one.
  std::string any_text() const;
  std::string text() const;
  std::string one_of(std::span<const std::string_view> words) const;

  /// The items of a list of `min` to `max` items. `what` is the plural of their noun, for the error.
  std::vector<JsonValue> items(int min, int max, std::string_view what) const;
  /// The results of `read` for each of the items. The errors of single items are collected.
  template <class Read>
  auto each(int min, int max, std::string_view what, Read read) const {
    std::vector<std::decay_t<std::invoke_result_t<Read, const JsonValue&>>> values;
    for (const JsonValue& item : items(min, max, what))
      problems_->collect([&] { values.push_back(std::invoke(read, item)); });
    return values;
  }

  /// The members of an object, in its order. Throws InputError if the value is not an object.
  std::vector<std::pair<std::string, JsonValue>> members() const;

  /// Throws InputError "PLACE must be WHAT, not 7".
  [[noreturn]] void refuse_type(std::string_view what) const;

 private:
  const boost::json::value* value_;
  std::string place_;
  Problems* problems_;
};

/// Reads an object key by key, and then checks that it has no other keys.
class JsonKeys {
 public:
  /// Throws InputError if the value is not an object.
  explicit JsonKeys(const JsonValue& object) : object_(object), members_(object.members()) {}

  /// The value of a key; nothing if the object does not have it.
  [[nodiscard]] std::optional<JsonValue> find(std::string_view key);
  /// Calls a function with the value of a key, if the object has it, and collects its errors. Returns whether the
  /// object has the key.
  template <class Read>
  bool read(std::string_view key, Read read) {
    const std::optional<JsonValue> value = find(key);
    if (value) object_.problems().collect([&] { std::invoke(read, *value); });
    return value.has_value();
  }
  /// Says what to write in place of a key that people try here: `advice` is the end of the sentence about it.
  void advise(std::string_view key, std::string advice) { advice_.emplace(key, std::move(advice)); }
  /// Reports each key of the object that find() was never called for, with advice or the nearest known key. The first
  /// one without advice lists all known keys.
  void report_others();

 private:
  JsonValue object_;
  std::vector<std::pair<std::string, JsonValue>> members_;
  std::vector<std::string_view> known_;
  std::map<std::string, std::string, std::less<>> advice_;
};

}  // namespace arena
