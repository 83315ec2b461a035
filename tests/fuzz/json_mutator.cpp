// How libFuzzer changes inputs: a line that is JSON mostly stays JSON, and a value in it becomes another one. By itself
// it breaks JSON, and then has eyes for nothing but the ways of breaking it.

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "arena/base/text/words.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed);

namespace {

namespace json = boost::json;

constexpr std::size_t kTextBytesMax = 200;

class JsonMutator {
 public:
  explicit JsonMutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  void change(json::value& line) {
    std::vector<json::value*> values;
    collect(line, values);
    json::value& value = *values[below(values.size())];
    const json::value other = *values[below(values.size())];
    switch (below(4)) {
      case 0:
        value = other;
        break;
      case 1:
        lose_or_double(value);
        break;
      default:
        change_inside(value);
    }
  }

 private:
  static void collect(json::value& value, std::vector<json::value*>& values) {
    values.push_back(&value);
    if (value.is_object()) {
      for (auto& member : value.get_object()) collect(member.value(), values);
    } else if (value.is_array()) {
      for (json::value& item : value.get_array()) collect(item, values);
    }
  }

  void lose_or_double(json::value& value) {
    if (value.is_object() && !value.get_object().empty()) {
      json::object& object = value.get_object();
      object.erase(std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size()))));
    } else if (value.is_array() && !value.get_array().empty()) {
      json::array& list = value.get_array();
      const auto item = std::next(list.begin(), static_cast<std::ptrdiff_t>(below(list.size())));
      if (below(2) == 0) {
        list.erase(item);
      } else {
        list.push_back(json::value(*item));
      }
    }
  }

  void change_inside(json::value& value) {
    if (value.is_bool()) value = !value.get_bool();
    if (value.is_int64()) value = changed(value.get_int64());
    if (value.is_string()) value = changed(std::string(value.get_string()));
    if (value.is_array() && value.get_array().size() > 1) {
      json::array& list = value.get_array();
      list[below(list.size())].swap(list[below(list.size())]);
    }
  }

  std::int64_t changed(std::int64_t number) {
    static constexpr std::int64_t kNumbers[] = {0, 1, 2, -1, 7, 1000, 2147483647, -2147483648LL, INT64_MAX, INT64_MIN};
    if (below(2) == 0) return kNumbers[below(std::size(kNumbers))];
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + below(5) - 2);
  }

  /// Two words change places, or bytes change.
  std::string changed(std::string text) {
    const std::vector<std::string_view> found = arena::words_of(text);
    if (found.size() > 1 && below(2) == 0) {
      std::vector<std::string> words(found.begin(), found.end());
      words[below(words.size())].swap(words[below(words.size())]);
      text.clear();
      for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
      return text;
    }
    const std::size_t size = text.size();
    text.resize(size + kTextBytesMax);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
    return text;
  }

  std::minstd_rand random_;
};

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max, unsigned seed) {
  JsonMutator mutator(seed);
  if (size == 0 || mutator.below(8) == 0) return LLVMFuzzerMutate(data, size, size_max);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t at = mutator.below(size);
  const std::size_t newline = text.substr(0, at).rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const std::string_view line = text.substr(start, text.find('\n', start) - start);
  boost::system::error_code error;
  json::value value = json::parse(line, error);
  if (error || !value.is_structured()) return LLVMFuzzerMutate(data, size, size_max);
  mutator.change(value);
  if (mutator.below(4) == 0) mutator.change(value);
  const std::string changed =
      std::string(text.substr(0, start)) + json::serialize(value) + std::string(text.substr(start + line.size()));
  if (changed.size() > size_max) return LLVMFuzzerMutate(data, size, size_max);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
