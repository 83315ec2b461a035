#include "arena/bots/doctor/canary/decoys.h"

#include <charconv>
#include <string_view>
#include <type_traits>

namespace arena {
namespace {

/// Calls `field` with the key and a reference of each value of the decoys. The one list of keys.
template <class AnyDecoys, class Field>
void each_field(AnyDecoys& decoys, Field field) {
  field("arena_pid", decoys.arena_pid);
  field("secret", decoys.secret);
  field("records", decoys.records);
  field("other_bot", decoys.other_bot);
  field("host_tmp", decoys.host_tmp);
  field("path_socket", decoys.path_socket);
  field("abstract_socket", decoys.abstract_socket);
  field("port", decoys.port);
  field("machine", decoys.machine);
  field("names_space", decoys.names_space);
  for (const ResourceKey& key : kResourceKeys) field(key.name, decoys.resources.*key.value);
}

}  // namespace

std::vector<std::string> decoys_words(const Decoys& decoys) {
  std::vector<std::string> words;
  each_field(decoys, [&](std::string_view key, const auto& value) {
    std::string& word = words.emplace_back(key) += "=";
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>) {
      word += std::to_string(value);
    } else {
      word += value;
    }
  });
  return words;
}

std::optional<Decoys> read_decoys(const std::vector<std::string>& words) {
  Decoys decoys;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const std::string_view key = std::string_view(word).substr(0, equals);
    bool known = false;
    each_field(decoys, [&](std::string_view name, auto& value) {
      if (name != key) return;
      if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>) {
        const auto [end, error] = std::from_chars(&word[equals + 1], word.data() + word.size(), value);
        known = error == std::errc() && end == word.data() + word.size();
      } else {
        value = word.substr(equals + 1);
        known = true;
      }
    });
    if (!known) return std::nullopt;
  }
  return decoys;
}

}  // namespace arena
