#pragma once

#include <map>
#include <string>

#include "arena/results/adjudicate/adjudicator.h"

namespace arena::test {

/// Keys of a line and their values, as JSON.
using Keys = std::map<std::string, std::string>;

/// The line with these keys.
inline std::string line_of(const Keys& keys) {
  std::string line = "{";
  for (const auto& [key, value] : keys) line += (line.size() > 1 ? ",\"" : "\"") + key + "\":" + value;
  return line + "}";
}

/// The keys with some changed or added.
inline Keys with(Keys keys, const Keys& changes) {
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

/// The keys without one.
inline Keys without(Keys keys, const std::string& key) {
  keys.erase(key);
  return keys;
}

/// The answer to one line, without its end.
inline std::string judged(const std::string& line, bool with_legal = false) {
  std::string answer;
  Adjudicator(with_legal).answer({1, line, false}, answer);
  if (!answer.empty()) answer.pop_back();
  return answer;
}

/// A hand of sixteen cards in which nobody passes. Seat 3 has the aces and shoots the moon, which adds 26.
inline Keys ace_moon() {
  return {{"variant", R"("black-lady@4+deck.ranks=J,Q,K,A+pass.count=1")"},
          {"hand", "4"},
          {"deal", R"(["JC JD JS JH","QC QD QS QH","KC KD KS KH","AC AD AS AH"])"},
          {"plays", R"("JC QC KC AC AD JD QD KD AS JS QS KS AH JH QH KH")"}};
}

/// Two players with two hands of four cards each, who pass one card before each hand.
inline Keys two_hands() {
  return {{"variant", R"("royal-classic@2+deck.ranks=J,Q,K,A+pass.count=1")"},
          {"deal", R"(["JC QC JD QD","JS QS JH QH","KC AC KD AD","KS AS KH AH"])"},
          {"select", "[0,1]"},
          {"pass", R"(["JD","JS","AC","KS"])"}};
}

}  // namespace arena::test
