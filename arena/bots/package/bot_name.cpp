#include "arena/bots/package/bot_name.h"

#include <algorithm>

namespace arena {
namespace {

constexpr std::size_t kVersionDigitsMax = 4;

bool is_name_char(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

}  // namespace

bool is_bot_name(std::string_view name) {
  // A name must not look like an option of a command, a formula of a spreadsheet or a folder's parent.
  return !name.empty() && name.front() != '-' && name.front() != '.' && name.back() != '.' &&
         name.size() <= kBotNameMax && std::all_of(name.begin(), name.end(), is_name_char);
}

bool is_recorded_name(std::string_view name) {
  const std::string_view own = unversioned(name);
  if (!is_bot_name(own)) return false;
  if (own == name) return true;
  const std::string_view version = name.substr(own.size() + 1);
  return !version.empty() && version.size() <= kVersionDigitsMax && version.front() != '0' && version != "1" &&
         std::ranges::all_of(version, [](char c) { return c >= '0' && c <= '9'; });
}

std::string version_name(const std::string& name, int version) {
  return version == 1 ? name : name + "~" + std::to_string(version);
}

std::string_view unversioned(std::string_view name) { return name.substr(0, name.find('~')); }

std::string bot_name_from(std::string_view text) {
  std::string name(text.substr(0, kBotNameMax));
  std::replace_if(name.begin(), name.end(), [](char c) { return !is_name_char(c); }, '_');
  if (name.empty()) return "bot";
  if (name.front() == '-' || name.front() == '.') name.front() = '_';
  if (name.back() == '.') name.back() = '_';
  return name;
}

}  // namespace arena
