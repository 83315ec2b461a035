#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "arena/base/text/line_cutter.h"
#include "engine/game_rules.h"

namespace arena {

/// The rules of variants by the names used for them, made once. Bounded: when it is full it starts anew.
class RulesCache {
 public:
  static constexpr std::size_t kVariantsMax = 256;

  /// Valid until the next call. Throws RulesError for a name that means no rules.
  const hearts::GameRules& rules_of(std::string_view variant);

  std::size_t size() const { return rules_.size(); }

 private:
  std::map<std::string, std::unique_ptr<hearts::GameRules>, std::less<>> rules_;
};

/// Judges hands played anywhere, one JSON object a line. A bad line gets an error of its own and hurts no other.
class Adjudicator {
 public:
  /// With `with_legal` answers list the legal cards before each play.
  explicit Adjudicator(bool with_legal) : with_legal_(with_legal) {}

  /// Appends the answer to one line, one line of printable ASCII; nothing for a line that is blank.
  void answer(const LineCutter::Line& line, std::string& answers);

 private:
  bool with_legal_;
  RulesCache rules_;
};

}  // namespace arena
