#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "engine/hand.h"
#include "engine/match.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/moon_move.h"
#include "tests/unit/engine/play.h"

namespace signature_test {

// One number a configuration, made of every deal, legal set, move and score of some matches: the same with every
// compiler, and the same after every change that was to make things faster and nothing else. A change of behaviour that
// is meant: HEARTS_WRITE_SNAPSHOTS=1 in the environment writes the file again.

namespace {

using namespace hearts;

constexpr int kHands = 300;
constexpr const char* kFile = HEARTS_SOURCE_DIR "/tests/golden/signatures.json";

/// A 64-bit hash of numbers in order: FNV-1a by words, with the high half folded in so that high bits count.
class Signature {
 public:
  void add(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x100000001B3ULL;
    hash_ ^= hash_ >> 32;
  }
  void add(int value) { add(static_cast<std::uint64_t>(static_cast<std::int64_t>(value))); }
  void add(Card card) { add(card.lane() * 16 + card.position()); }
  void add(CardSet cards) {
    add(cards.size());
    for (Card card : cards) add(card);
  }
  template <class T>
  void add(const GameRules& game, const PerSeat<T>& values) {
    for (Seat seat = 0; seat < game.seats(); ++seat) add(values[static_cast<std::size_t>(seat)]);
  }

  std::string text() const {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash_ >> shift & 15];
    return digits;
  }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

void add_move(Signature& signature, Seat seat, const Move& move) {
  signature.add(seat);
  signature.add(static_cast<int>(move.kind));
  if (move.kind == Move::Kind::select) signature.add(move.hand_index);
  if (move.kind == Move::Kind::pass) signature.add(move.cards);
  if (move.kind == Move::Kind::play) signature.add(move.card);
  if (move.kind == Move::Kind::choose) signature.add(static_cast<int>(move.option));
}

void add_result(Signature& signature, const Hand& hand) {
  const GameRules& game = hand.game();
  const Tally& tally = hand.tally();
  signature.add(game, tally.penalty);
  signature.add(game, tally.bonus);
  signature.add(game, tally.no_points);
  signature.add(tally.shooter);
  signature.add(tally.moon_amount);
  signature.add(hand.kitty_taker());
  signature.add(game, hand.score().moon);
  signature.add(game, hand.score().change);
}

/// Random play, and every third hand one in which a moon is likely.
Hand played(const GameRules& game, Hand::Setup setup, Random& random, Signature& signature) {
  const bool moon = random.below(3) == 0;
  const Seat shooter = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  if (moon) test::strengthen(game, setup.deal, shooter, random);
  signature.add(setup.deal.point_lane);
  for (const PerSeat<CardSet>& hands : setup.deal.hands) signature.add(game, hands);
  signature.add(setup.deal.leftover);
  Hand hand(game, setup);
  while (hand.phase() != Phase::done) {
    signature.add(static_cast<int>(hand.phase()));
    signature.add(static_cast<int>(hand.broken()));
    signature.add(hand.legal());
    const Seat seat = hand.to_move();
    const Move move = moon ? test::moon_move(hand, shooter, random) : random_move(hand, random);
    add_move(signature, seat, move);
    test::must_apply(hand, seat, move);
  }
  add_result(signature, hand);
  return hand;
}

std::string signature_of(Rules rules) {
  rules.match_hands_max = 30;
  const GameRules game(rules);
  Random random(test::seed_of(6000));
  Signature signature;
  for (int hands = 0; hands < kHands;) {
    Match match(game, static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats()))));
    for (; !match.status().over && hands < kHands; ++hands) {
      match.finish_hand(played(game, match.next_hand(deal_cards(game, match.dealer(), random)), random, signature));
      signature.add(game, match.totals());
    }
    signature.add(game, match.status().winners);
  }
  return signature.text();
}

void write_signatures(const std::map<std::string, std::string>& found) {
  std::ofstream file(kFile);
  file << "{\n";
  std::size_t left = found.size();
  for (const auto& [id, signature] : found)
    file << "  \"" << id << "\": \"" << signature << (--left > 0 ? "\",\n" : "\"\n");
  file << "}\n";
}

std::map<std::string, std::string> expected_signatures() {
  std::ifstream file(kFile);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const boost::json::value json = boost::json::parse(text);
  std::map<std::string, std::string> expected;
  for (const auto& entry : json.as_object())
    expected.emplace(std::string(entry.key()), std::string(entry.value().as_string()));
  return expected;
}

}  // namespace

TEST_CASE("every configuration plays as its signature says") {
  std::map<std::string, std::string> found;
  for (const std::string& id : test::KeyTables::get().ids()) found.emplace(id, signature_of(test::rules_of(id)));
  if (std::getenv("HEARTS_WRITE_SNAPSHOTS") != nullptr) write_signatures(found);
  const std::map<std::string, std::string> expected = expected_signatures();
  CHECK(expected.size() == found.size());
  for (const auto& [id, signature] : found) {
    INFO(id);
    REQUIRE(expected.contains(id));
    CHECK(signature == expected.at(id));
  }
}

}  // namespace signature_test
