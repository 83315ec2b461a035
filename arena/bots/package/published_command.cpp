#include "arena/bots/package/published_command.h"

#include <algorithm>
#include <array>

namespace arena {
namespace {

/// What may stand before a path within a word.
constexpr std::string_view kBefore = " \t\n=:,;\"'`()[]{}<>|&@!";

/// What a bot in a sandbox sees of the machine.
constexpr auto kOfSystem =
    std::to_array<std::string_view>({"/usr/", "/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/etc/",
                                     "/dev/null", "/dev/full", "/dev/random", "/dev/urandom"});

bool is_of_name(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0 ||
         std::string_view("._-~$+").find(c) != std::string_view::npos;
}

/// A path begins here that may tell of this machine: an absolute one, one of a home folder, one that leads upwards.
bool is_telling(std::string_view text) {
  if (text.substr(0, text.find_first_of(kBefore)).find("../") != std::string_view::npos) return true;
  if (text.starts_with('~')) return text.size() > 1 && (text[1] == '/' || is_of_name(text[1]));
  if (!text.starts_with('/') || text.size() == 1 || (text[1] != '/' && !is_of_name(text[1]))) return false;
  return std::ranges::none_of(kOfSystem, [&](std::string_view start) { return text.starts_with(start); });
}

std::string published_word(const std::string& word) {
  const std::string_view text = word;
  // "-I/home/..." has no sign between the letter and the path.
  const bool is_short_option = text.size() > 2 && text[0] == '-' && text[1] != '-';
  const std::size_t slash = is_short_option ? text.find('/') : std::string_view::npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = at == 0 || at == slash || kBefore.find(text[at - 1]) != std::string_view::npos;
    if (begins && is_telling(text.substr(at))) return word.substr(0, at) + std::string(kPathOfMachine);
  }
  return word;
}

}  // namespace

std::vector<std::string> published_command(const std::vector<std::string>& words) {
  std::vector<std::string> published;
  for (const std::string& word : words) published.push_back(published_word(word));
  return published;
}

}  // namespace arena
