#pragma once

#include <string>

#include "arena/adjudicate/rules_cache.h"
#include "arena/text/line_cutter.h"

namespace arena {

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
