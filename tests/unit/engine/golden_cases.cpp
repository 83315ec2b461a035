#include "tests/unit/engine/golden_cases.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "engine/score.h"
#include "tests/unit/engine/play.h"

namespace hearts::test {

std::vector<GoldenCase> read_golden_cases() {
  std::ifstream file(HEARTS_SOURCE_DIR "/tests/golden/cases.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<GoldenCase> cases;
  const boost::json::value json = boost::json::parse(text);
  for (const boost::json::value& entry : json.as_array()) {
    cases.push_back({text_of(entry.at("id")), text_of(entry.at("kind")), text_of(entry.at("variant")),
                     entry.at("input").as_object(), entry.at("expect").as_object()});
  }
  return cases;
}

CardSet cards_with_ranges(const GameRules& game, const std::string& text) {
  CardSet cards;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.size() != 4) {
      cards.insert(card_of(game, word));
      continue;
    }
    const std::string suit = word.substr(3);
    const Card low = card_of(game, word.substr(0, 1) + suit);
    const Card high = card_of(game, word.substr(2, 1) + suit);
    for (Card card : game.suit_cards(low.lane())) {
      if (low <= card && card <= high) cards.insert(card);
    }
  }
  return cards;
}

int seat_of(const boost::json::value& letter) {
  if (letter.is_null() || text_of(letter) == "none") return kNobody;
  return text_of(letter).at(0) - 'A';
}

std::string text_of(const boost::json::value& value) { return std::string(value.as_string()); }

int number_of(const boost::json::value& value) { return static_cast<int>(value.as_int64()); }

std::vector<int> numbers_of(const boost::json::value& list) {
  std::vector<int> numbers;
  for (const boost::json::value& value : list.as_array()) numbers.push_back(number_of(value));
  return numbers;
}

std::vector<std::string> texts_of(const boost::json::value& list) {
  std::vector<std::string> texts;
  for (const boost::json::value& value : list.as_array()) texts.push_back(text_of(value));
  return texts;
}

}  // namespace hearts::test
