#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "engine/game_rules.h"

namespace hearts::test {

/// One case of tests/golden/cases.json. Seats are letters from A; cards are two characters, and "2-6H" in a list of
/// cards means 2H to 6H. What input and expect hold depends on the kind, see golden_test.cpp.
struct GoldenCase {
  std::string id;
  std::string kind;
  std::string variant;
  boost::json::object input;
  boost::json::object expect;
};

std::vector<GoldenCase> read_golden_cases();

/// "QS 2-4H" as a set; ranges go by the ranks of the pack.
CardSet cards_with_ranges(const GameRules& game, const std::string& text);

/// 'A' is 0; "none" and null are kNobody.
int seat_of(const boost::json::value& letter);

std::string text_of(const boost::json::value& value);
int number_of(const boost::json::value& value);
std::vector<int> numbers_of(const boost::json::value& list);
std::vector<std::string> texts_of(const boost::json::value& list);

}  // namespace hearts::test
