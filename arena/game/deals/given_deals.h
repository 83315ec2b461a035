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

/// Deals from a file, which replace the shuffle. FORMAT.md beside this file documents the file.
class GivenDeals {
 public:
  /// The most deals in a file.
  static constexpr int kDealsMax = 100'000;

  /// Returns the rules that the `variant` of a line names, or null if they are not played here. The rules need not
  /// outlast the constructor. Throws RulesError if the name means no rules.
  using FindRules = std::function<const hearts::GameRules*(std::string_view variant)>;

  /// Reads the file. Throws InputError "FILE:LINE: ..." for a line that is not a deal of rules that are played, that
  /// has a key which a deal has not, or that is one line too many; FileMistakes if there are several such lines;
  /// "FILE: ..." for a file that cannot be read or has no deal.
  GivenDeals(const std::filesystem::path& file, const FindRules& find_rules);

  int count() const { return count_; }
  /// Returns the deals for the variant with that canonical id, in the order of the file.
  std::span<const DealtHand> of(std::string_view variant) const;
  /// Returns all deals in the order of the file, in canonical form: equal deals have equal texts.
  const std::string& text() const { return text_; }
  /// Returns the hex BLAKE2b-256 of text().
  std::string hash() const;

 private:
  void read_line(std::string_view text, const FindRules& find_rules, std::string& id);

  std::map<std::string, std::vector<DealtHand>, std::less<>> deals_;
  std::string text_;
  int count_ = 0;
};

}  // namespace arena
