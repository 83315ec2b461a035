#include "arena/doctor/canary/decoys.h"

#include <charconv>
#include <string_view>

namespace arena {
namespace {

/// Calls `field` with the key and a reference of each value of the bait. The one list of keys.
template <class AnyBait, class Field>
void each_field(AnyBait& bait, Field field) {
  field("arena_pid", bait.arena_pid);
  field("secret", bait.secret);
  field("records", bait.records);
  field("other_bot", bait.other_bot);
  field("host_tmp", bait.host_tmp);
  field("path_socket", bait.path_socket);
  field("abstract_socket", bait.abstract_socket);
  field("port", bait.port);
  field("machine", bait.machine);
  field("names_space", bait.names_space);
  field("memory_mb", bait.resources.memory_mb);
  field("processes", bait.resources.processes);
  field("threads", bait.resources.threads);
  field("tmp_mb", bait.resources.tmp_mb);
  field("files", bait.resources.files);
}

std::string text_of(const std::string& value) { return value; }
template <class Number>
std::string text_of(Number value) {
  return std::to_string(value);
}

bool read_value(std::string_view text, std::string& value) {
  value = text;
  return true;
}
template <class Number>
bool read_value(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<std::string> bait_words(const Bait& bait) {
  std::vector<std::string> words;
  each_field(bait,
             [&](const char* key, const auto& value) { words.push_back(std::string(key) + "=" + text_of(value)); });
  return words;
}

std::optional<Bait> read_bait(const std::vector<std::string>& words) {
  Bait bait;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const std::string_view key = std::string_view(word).substr(0, equals);
    bool known = false;
    each_field(bait, [&](std::string_view name, auto& value) {
      if (name == key) known = read_value(std::string_view(word).substr(equals + 1), value);
    });
    if (!known) return std::nullopt;
  }
  return bait;
}

}  // namespace arena
