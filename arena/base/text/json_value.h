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

/// A value of a JSON file that a person writes, together with its place: "FILE: variants[2].weight". Each function that
/// reads it throws InputError "PLACE must be ..., not ..." if the value has another type or is out of range. The JSON
/// must outlive this object.
class JsonValue {
 public:
  /// `place` is "FILE:" for the value of the whole file.
  JsonValue(const boost::json::value& value, std::string place) : value_(&value), place_(std::move(place)) {}

  const boost::json::value& json() const { return *value_; }
  const std::string& place() const { return place_; }
  /// Throws InputError with the place and `what`.
  [[noreturn]] void refuse(const std::string& what) const;

  bool flag() const;
  double number() const;
  int whole(int min, int max) const;
  /// A text without NUL. text() also refuses an empty one.
  std::string any_text() const;
  std::string text() const;
  std::string one_of(std::span<const std::string_view> words) const;

  /// The items of a list of `min` to `max` items. `what` is the plural of their noun, for the error.
  std::vector<JsonValue> items(int min, int max, std::string_view what) const;
  /// The results of `read` for each of the items.
  template <class Read>
  auto each(int min, int max, std::string_view what, Read read) const {
    std::vector<std::decay_t<std::invoke_result_t<Read, const JsonValue&>>> values;
    for (const JsonValue& item : items(min, max, what)) values.push_back(std::invoke(read, item));
    return values;
  }

  /// The members of an object, in its order. Throws InputError if the value is not an object.
  std::vector<std::pair<std::string, JsonValue>> members() const;

 private:
  /// Throws InputError "PLACE must be WHAT, not 7".
  [[noreturn]] void refuse_type(std::string_view what) const;

  const boost::json::value* value_;
  std::string place_;
};

/// Reads an object key by key, and then checks that it has no other keys.
class JsonKeys {
 public:
  /// Throws InputError if the value is not an object.
  explicit JsonKeys(const JsonValue& object) : object_(object), members_(object.members()) {}

  /// The value of a key; nothing if the object does not have it.
  [[nodiscard]] std::optional<JsonValue> find(std::string_view key);
  /// Throws InputError if the object has a key that find() was never called for. The error has the nearest known key
  /// and lists them all.
  void refuse_others();

 private:
  JsonValue object_;
  std::vector<std::pair<std::string, JsonValue>> members_;
  std::vector<std::string_view> known_;
};

}  // namespace arena
