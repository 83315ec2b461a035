#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/text/line_cutter.h"
#include "engine/game_rules.h"
#include "engine/variants/named_variant.h"

namespace arena {

/// The rules of variants by the names that are used for them; each is made once and then kept. The cache is bounded:
/// when it is full, it is emptied.
class RulesCache {
 public:
  explicit RulesCache(hearts::VariantBook book = {}) : book_(std::move(book)) {}

  static constexpr std::size_t kVariantsMax = 256;

  /// The rules with this name. The reference is valid until the next call. Throws RulesError for a name that is not
  /// a variant.
  const hearts::GameRules& rules_of(std::string_view variant);

  std::size_t size() const { return rules_.size(); }

 private:
  hearts::VariantBook book_;
  std::map<std::string, std::unique_ptr<hearts::GameRules>, std::less<>> rules_;
};

/// Judges hands that were played anywhere, given as one JSON object a line. FORMAT.md documents the lines. A bad line
/// gets an error as its answer and does not affect other lines. There is no lock: only one thread may use it at a time.
class Adjudicator {
 public:
  /// With `with_legal`, answers list the legal cards before each play. The variants of the hands are those of the book.
  explicit Adjudicator(bool with_legal, hearts::VariantBook book = {})
      : with_legal_(with_legal), rules_(std::move(book)) {}

  /// Appends the answer to one line: one line of printable text, or nothing if the line is blank.
  void answer(const LineCutter::Line& line, std::string& answers);

 private:
  bool with_legal_;
  RulesCache rules_;
};

}  // namespace arena
