#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace arena {

/// A value of a JSON file that a person writes, and where it is: "FILE: variants[2].weight". Each reader throws InputError
/// "PLACE must be ..., not ..." for a value of another type or out of its range. The JSON must outlive it.
class JsonValue {
 public:
  /// `place`: of the whole file "FILE:".
  JsonValue(const boost::json::value& value, std::string place) : value_(&value), place_(std::move(place)) {}

  const boost::json::value& json() const { return *value_; }
  const std::string& place() const { return place_; }
  /// Throws InputError "PLACE WHAT".
  [[noreturn]] void refuse(const std::string& what) const;

  bool flag() const;
  double number() const;
  int whole(int min, int max) const;
  /// A text without NUL; text() is not empty either.
  std::string any_text() const;
  std::string text() const;
  std::string one_of(std::span<const std::string_view> words) const;

  /// The items of a list of `min` to `max`; `what` is their plural.
  std::vector<JsonValue> items(int min, int max, std::string_view what) const;
  /// What `read` makes of each of them.
  template <class Read>
  auto each(int min, int max, std::string_view what, Read read) const {
    std::vector<std::decay_t<std::invoke_result_t<Read, const JsonValue&>>> values;
    for (const JsonValue& item : items(min, max, what)) values.push_back(std::invoke(read, item));
    return values;
  }

  /// The members of an object, in its order. Throws InputError for what is no object.
  std::vector<std::pair<std::string, JsonValue>> members() const;

 private:
  /// "must be WHAT, not 7".
  [[noreturn]] void refuse_type(std::string_view what) const;

  const boost::json::value* value_;
  std::string place_;
};

/// An object whose keys are asked for one by one, and which must have no others.
class JsonKeys {
 public:
  /// Throws InputError for what is no object.
  explicit JsonKeys(const JsonValue& object) : object_(object), members_(object.members()) {}

  /// The value of a key; nothing where the object does not have it.
  [[nodiscard]] std::optional<JsonValue> find(std::string_view key);
  /// Throws InputError for a key that nobody has asked for, with the nearest one and all that were asked for.
  void refuse_others();

 private:
  JsonValue object_;
  std::vector<std::pair<std::string, JsonValue>> members_;
  std::vector<std::string_view> known_;
};

}  // namespace arena
