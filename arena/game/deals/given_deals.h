#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/deals/dealing.h"

namespace arena {

/// The file of a run's folder that holds the deals it was given.
inline constexpr std::string_view kDealsFile = "deals.jsonl";

/// Deals that somebody gives in place of the shuffle, as a file lists them. FORMAT.md beside this file documents it.
class GivenDeals {
 public:
  /// Most of them in a file.
  static constexpr int kDealsMax = 100'000;

  /// The rules that the `variant` of a line names; null if nobody plays them here. They need not outlast the call that
  /// reads. Throws RulesError for a name that means no rules.
  using FindRules = std::function<const hearts::GameRules*(std::string_view variant)>;

  /// Reads the file. Throws InputError "FILE:LINE: ..." for a line that is no deal of rules that are played, has another
  /// key of a hand, or is one too many; "FILE: ..." for a file that cannot be read or has no deal.
  GivenDeals(const std::filesystem::path& file, const FindRules& find_rules);

  int count() const { return count_; }
  /// Of the variant of that canonical id, in the order of the file.
  std::span<const DealtHand> of(std::string_view variant) const;
  /// All deals in the order of the file, each written in one way: the same deals, the same text.
  const std::string& text() const { return text_; }
  /// Hex BLAKE2b-256 of that text.
  std::string hash() const;

 private:
  void read_line(std::string_view line, const FindRules& find_rules);

  std::map<std::string, std::vector<DealtHand>, std::less<>> deals_;
  std::string text_;
  int count_ = 0;
};

}  // namespace arena
