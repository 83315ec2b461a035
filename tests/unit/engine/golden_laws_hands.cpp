#include "tests/unit/engine/golden_laws_hands.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace hearts::test {
namespace {

using Asks = GoldenLawsHand::Asks;
using Texts = std::vector<std::string>;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// A hand of these tricks, each of them a card a seat in the order of the seats; a letter for who leads each. What is
/// `left_over` no trick has.
GoldenLawsHand hand_of_tricks(const std::string& id, const std::string& leaders, const Texts& tricks,
                              Texts left_over = {}) {
  left_over.resize(4);
  GoldenLawsHand hand{id, Asks::points, std::move(left_over), {}};
  for (std::size_t number = 0; number < tricks.size(); ++number) {
    const Texts cards = words_of(tricks[number]);
    const auto leader = static_cast<std::size_t>(leaders[number] - 'A');
    for (std::size_t seat = 0; seat < 4; ++seat) {
      hand.deal[seat] += (hand.deal[seat].empty() ? "" : " ") + cards[seat];
      hand.plays += (hand.plays.empty() ? "" : " ") + cards[(leader + seat) % 4];
    }
  }
  return hand;
}

/// A has all clubs: he takes every trick.
const Texts kMoon = {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2D 3D 4D 5D 2S 3S 4S 5S 2H 3H 4H 5H 6H",
                     "6D 7D 8D 9D 6S 7S 8S 9S TS 7H 8H 9H TH", "TD JD QD KD AD JS QS KS AS JH QH KH AH"};
const std::string kMoonPlays =
    "2C 2D 6D TD 3C 3D 7D JD 4C 4D 8D QD 5C 5D 9D KD 6C 2S 6S AD 7C 3S 7S JS 8C 4S 8S QS 9C 5S 9S KS TC 2H TS AS "
    "JC 3H 7H JH QC 4H 8H QH KC 5H 9H KH AC 6H TH AH";

std::vector<GoldenLawsHand> all_hands() {
  std::vector<GoldenLawsHand> hands = {
      {"D001-1", Asks::points, kMoon, kMoonPlays},
      {"D001-2", Asks::points, kMoon, kMoonPlays},
      {"D001-3", Asks::points, kMoon, kMoonPlays},
      // B shoots.
      {"H47", Asks::points, {kMoon[3], kMoon[0], kMoon[1], kMoon[2]}, kMoonPlays},
      {"D001-4", Asks::legal, {"AC 4H KH", "2C 2D 3D", "3C 2S 3S", "4C 4S 5S"}, "2C 3C 4C AC 4H"},
      {"H41", Asks::legal, {"2C 3D 4D", "QS 5D 9H", "3C 2S 3S", "4C 4S 5S"}, "2C QS"},
      {"H42", Asks::legal, {"2C 3D 4D", "QS 5H 9H", "3C 2S 3S", "4C 4S 5S"}, "2C QS"},
      {"H43", Asks::legal, {"2C 3D 4D", "2H 5H 9H", "3C 2S 3S", "4C 4S 5S"}, "2C 2H"},
      {"H44",
       Asks::breaks,
       {"2C 3C 4D 5H 6S", "2S 3S QS 4S 5S", "7S 8S 9S TS JS", "KS AS 2D 3D 9H"},
       "2C 2S 7S KS 3C 3S 8S AS 4D QS 9S 2D 6S"},
      {"H45", Asks::breaks, {"2C 5S 6H", "5H 7H 8H", "2D 3D 4D", "2S 3S 4S"}, "2C 5H 2D 2S 5S"},
      {"H46",
       Asks::breaks,
       {"2C 3C 4C 5C 6C 7C 5H 4H", "2D 3D 4D 5D 6D 7D 8H 9H 9S", "2S 3S 4S 5S 6S 7S 8S TS", "8D 9D TD JD QD KD AD JS"},
       "2C 2D 2S 8D 3C 3D 3S 9D 4C 4D 4S TD 5C 5D 5S JD 6C 6D 6S QD 7C 7D 7S KD 5H 8H 8S AD 9S"}};

  // C keeps the 3 of clubs till the end; in H49 A keeps the 5 of diamonds.
  const Texts by_c = {"2C 2D 2S 3S", "4C QS 2H 3H", "5C 3D 4H 4S", "4D AD 5S 6S", "7S KD 5H 6H",
                      "7H QD 8H 9H", "TH JD JH QH", "KH TD AH 8S", "9S 9D 3C TS"};
  Texts by_a = by_c;
  by_a.back() = "5D 9D 9S TS";
  hands.push_back(hand_of_tricks("H48", "AAAABBBBB", by_c));
  hands.push_back(hand_of_tricks("H49", "AAAABBBBB", by_a));
  hands.push_back(hand_of_tricks("H50", "AAAABBBBB", by_c));
  // B keeps the 3 of clubs, and A takes all.
  hands.push_back(hand_of_tricks(
      "H51", "AAAAAAA",
      {"2C 2D 2S 3S", "4C QS 2H 3H", "5C 4H 5H 6H", "6C 7H 8H 9H", "7C TH JH QH", "8C KH AH 4S", "9C 3C 5S 6S"}));

  const Texts wrong = {"5C 2C 3C 4C", "6C 2H 3H 4H", "7C 5H QH KH", "8C AH 3S 2D", "3D AD TS 4D", "6H KD QS 5D",
                       "2S 4S AS 5S", "7H 8H KS 6S", "9C 9H JS 6D", "TC QD 9S 7D", "JC JD 8S 8D", "QC TD 7S 9D"};
  Texts several = wrong;
  several[3] = "8C AH 3S QD";
  several[7] = "9C 8H KS 6S";
  several[8] = "TC 9H JS 6D";
  several[9] = "JC 7H 9S 7D";
  several[10] = "QC JD 8S 8D";
  several[11] = "KC TD 7S 9D";
  hands.push_back(hand_of_tricks("H52", "BAAAABBCCCCC", wrong, {"AC", "TH", "JH", ""}));
  hands.push_back(hand_of_tricks("H53", "BAAAABBCCCCC", several, {"AC TH", "", "JH", "2D"}));

  hands.push_back({"H54", Asks::misdeal, kUsualLawsDeal, "2C 5C 6C misdeal:0", 1, true});
  hands.push_back({"H55", Asks::misdeal, kUsualLawsDeal, std::string(kUsualFirstTrick) + " misdeal:0", 1, true});
  return hands;
}

}  // namespace

const std::vector<std::string> kUsualLawsDeal = {
    "4C QC AC 2D 7D KD 3S 8S QS 2H 6H TH AH", "2C 3C 7C KC 3D 4D 8D 4S 9S KS 3H 7H JH",
    "5C 8C 9C 5D 9D AD 2S 5S TS AS 4H 8H QH", "6C TC JC 6D TD JD QD 6S 7S JS 5H 9H KH"};

const std::vector<GoldenLawsHand>& golden_laws_hands() {
  static const std::vector<GoldenLawsHand> hands = all_hands();
  return hands;
}

const GoldenLawsHand& golden_laws_hand(std::string_view id) {
  const auto found = std::ranges::find(golden_laws_hands(), id, &GoldenLawsHand::id);
  if (found == golden_laws_hands().end()) throw std::out_of_range("no hand of the golden case " + std::string(id));
  return *found;
}

}  // namespace hearts::test
