#include <array>
#include <cstring>
#include <map>
#include <type_traits>
#include <vector>

#include "engine/hand.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/view_text.h"

namespace moves_test {

// Laws that hold at every step of every hand of every configuration.

namespace {

using namespace hearts;
using namespace hearts::test;

constexpr int kHands = 12;

/// Where each kind of move belongs, by Move::Kind.
constexpr std::array<Phase, 4> kPhaseOf = {Phase::select, Phase::pass, Phase::play, Phase::choose};

static_assert(std::is_trivially_copyable_v<Hand>);
using Bytes = std::array<unsigned char, sizeof(Hand)>;

Bytes read_file(const Hand& hand) {
  Bytes bytes;
  std::memcpy(bytes.data(), &hand, sizeof(Hand));
  return bytes;
}

/// Calls `step(hand)` before each move of random hands of each configuration, and once when the hand is done.
template <class Step>
void at_every_step(int hands, Step step) {
  std::uint64_t seed = 2000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    for (int number = 1; number <= hands; ++number) {
      Random random(seed_of(++seed));
      INFO(id << ", seed " << seed);
      Hand hand(game, random_setup(game, number, random));
      while (true) {
        step(hand, random);
        if (hand.phase() == Phase::done) break;
        must_apply(hand, hand.to_move(), random_move(hand, random));
      }
    }
  }
}

/// Every place a card can be in.
std::vector<CardSet> places(const Hand& hand) {
  const Deal& deal = hand.setup().deal;
  std::vector<CardSet> found = {hand.trick().card_set()};
  if (hand.kitty_taker() == kNobody) found.push_back(deal.leftover);
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    const std::size_t at = static_cast<std::size_t>(seat);
    found.push_back(hand.cards(seat));
    found.push_back(hand.won(seat));
    if (hand.phase() == Phase::select) {
      found.push_back(deal.hands[0][at]);
      found.push_back(deal.hands[1][at]);
    } else if (hand.game().rules().hands_per_seat == 2 && hand.sub_hand() == 0) {
      found.push_back(deal.hands[static_cast<std::size_t>(1 - hand.selected(seat))][at]);
    }
  }
  return found;
}

struct Refusal {
  Seat seat = 0;
  Move move;
  Breach expected = Breach::wrong_phase;
};

Breach breach_of_card(const Hand& hand, Card card) {
  const Rules& rules = hand.game().rules();
  const CardSet own = hand.cards(hand.to_move());
  const bool first = hand.trick_number() == 1;
  if (first && rules.opening_lead == OpeningLead::lowest_of_opening_suit_else_any) {
    const bool has_club = own.intersects(CardSet::lane(hand.game().opening_lane(hand.point_lane())));
    return has_club ? Breach::opening_lead : Breach::must_follow;
  }
  if (hand.trick().started()) {
    const int led = hand.trick().led().lane();
    if (card.lane() != led && own.intersects(CardSet::lane(led))) return Breach::must_follow;
    return Breach::first_trick_forbidden;
  }
  if (first && rules.opening_leader == OpeningLeader::holder_of_opening_card) {
    const bool opens = card.lane() == hand.game().opening_lane(hand.point_lane());
    if (rules.opening_lead == OpeningLead::opening_card || !opens) return Breach::opening_lead;
  }
  const bool banned = first && hand.game().first_trick_ban(hand.point_lane()).contains(card);
  return banned ? Breach::first_trick_forbidden : Breach::held_back_lead;
}

/// Moves that must be refused now, of every kind there is in this phase.
std::vector<Refusal> refusals(const Hand& hand, Random& random) {
  const GameRules& game = hand.game();
  std::vector<Refusal> list;
  const Seat turn = hand.phase() == Phase::done ? 0 : hand.to_move();
  const CardSet own = hand.cards(turn);
  const CardSet foreign = game.deck().cards() - own;
  for (const Move& move : {Move::select(0), Move::pass(own), Move::play(own.empty() ? Card(0, 1) : own.first()),
                           Move::choose(MoonOption::add_others)}) {
    if (kPhaseOf[static_cast<std::size_t>(move.kind)] == hand.phase()) continue;
    list.push_back({turn, move, Breach::wrong_phase});
  }
  if (hand.phase() == Phase::done) return list;

  const Move legal = random_move(hand, random);
  for (const Seat stranger : {-1, game.seats(), 31, 32, 1000}) list.push_back({stranger, legal, Breach::not_your_turn});
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    // While all choose at the same time, only a seat that has chosen may not move.
    const bool at_once = hand.phase() == Phase::select || hand.phase() == Phase::pass;
    if (seat != turn && (!at_once || seat < turn)) list.push_back({seat, legal, Breach::not_your_turn});
  }
  switch (hand.phase()) {
    case Phase::select:
      for (const int index : {-1, 2, 99}) list.push_back({turn, Move::select(index), Breach::not_offered});
      break;
    case Phase::pass: {
      const int count = game.pass_count();
      for (const int wrong : {0, count - 1, count + 1})
        list.push_back({turn, Move::pass(random_cards(own, wrong, random)), Breach::pass_count});
      CardSet mixed = random_cards(own, count - 1, random);
      mixed.insert(random_card(foreign, random));
      list.push_back({turn, Move::pass(mixed), Breach::not_in_hand});
      break;
    }
    case Phase::play:
      list.push_back({turn, Move::play(random_card(foreign, random)), Breach::not_in_hand});
      for (Card card : own - hand.legal()) list.push_back({turn, Move::play(card), breach_of_card(hand, card)});
      break;
    case Phase::claim:
    case Phase::thrown_in:
    case Phase::choose:
    case Phase::done:
      break;
  }
  return list;
}

}  // namespace

TEST_CASE("every card is in one place at every step") {
  at_every_step(kHands, [](const Hand& hand, Random&) {
    CardSet all;
    int counted = 0;
    for (const CardSet& place : places(hand)) {
      all |= place;
      counted += place.size();
    }
    if (all != hand.game().deck().cards() || counted != all.size()) FAIL(table_text(hand));
  });
}

TEST_CASE("whoever must play has a legal card, and it is his") {
  at_every_step(kHands, [](const Hand& hand, Random&) {
    if (hand.phase() != Phase::play) return;
    if (hand.legal().empty() || !hand.cards(hand.to_move()).contains(hand.legal())) FAIL(table_text(hand));
  });
}

TEST_CASE("a refused move changes no byte and names what it breaks") {
  std::map<Breach, int> refused;
  at_every_step(4, [&](Hand& hand, Random& random) {
    for (const Refusal& refusal : refusals(hand, random)) {
      const Bytes before = read_file(hand);
      const std::optional<RuleBreach> breach = hand.apply(refusal.seat, refusal.move);
      if (!breach || before != read_file(hand)) FAIL("taken: " << describe(refusal.expected) << table_text(hand));
      if (breach->breach != refusal.expected) {
        FAIL("expected: " << describe(refusal.expected) << "; found: " << describe(breach->breach) << "\n"
                          << table_text(hand));
      }
      if (hand.phase() != Phase::select && breach->rule != hand.game().cited(breach->breach))
        FAIL("cites " << breach->rule);
      ++refused[breach->breach];
    }
  });
  // All but those of the laws of the table, which come behind.
  CHECK(refused.size() == static_cast<std::size_t>(Breach::not_in_force));
}

TEST_CASE("refusals of a registered variant cite its document") {
  const GameRules game(rules_of("black-lady@5"));
  Random random(seed_of(7));
  Hand hand(game, random_setup(game, 1, random));
  const std::optional<RuleBreach> short_pass = hand.apply(0, Move::pass({}));
  REQUIRE(short_pass);
  CHECK(short_pass->rule == "R002-10");
  while (hand.phase() == Phase::pass) must_apply(hand, hand.to_move(), random_move(hand, random));
  const CardSet others = hand.cards(hand.to_move()) - hand.legal();
  const std::optional<RuleBreach> lead = hand.apply(hand.to_move(), Move::play(others.first()));
  REQUIRE(lead);
  CHECK(lead->breach == Breach::opening_lead);
  CHECK(lead->rule == "R002-45");
}

TEST_CASE("a choice that is not one of two hands cites no rule on moons") {
  const GameRules game(rules_of("royal-classic@2"));
  Random random(seed_of(8));
  Hand hand(game, random_setup(game, 1, random));
  const std::optional<RuleBreach> breach = hand.apply(0, Move::select(2));
  REQUIRE(breach);
  CHECK(breach->breach == Breach::not_offered);
  CHECK(breach->rule.empty());
}

TEST_CASE("a list of moon options offers what it lists") {
  const MoonOptions one = {1, {MoonOption::add_others, MoonOption::add_others}};
  CHECK(one.offers(MoonOption::add_others));
  CHECK_FALSE(one.offers(MoonOption::subtract_self));
  const MoonOptions both = {2, {MoonOption::subtract_self, MoonOption::add_others}};
  CHECK(both.offers(MoonOption::add_others));
  CHECK(both.offers(MoonOption::subtract_self));
}

TEST_CASE("the same moves from the same deal lead to the same state") {
  std::uint64_t seed = 5000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    for (int number = 1; number <= 4; ++number) {
      Random random(seed_of(++seed));
      INFO(id << ", seed " << seed);
      const Hand::Setup setup = random_setup(game, number, random);
      Hand hand(game, setup);
      std::vector<std::pair<Seat, Move>> moves;
      std::vector<std::string> states;
      while (hand.phase() != Phase::done) {
        moves.emplace_back(hand.to_move(), random_move(hand, random));
        must_apply(hand, moves.back().first, moves.back().second);
        if (hand.trick().count == 0) states.push_back(table_text(hand));
      }
      Hand again(game, setup);
      std::size_t next = 0;
      for (const auto& [seat, move] : moves) {
        must_apply(again, seat, move);
        if (again.trick().count == 0 && table_text(again) != states.at(next++)) FAIL(table_text(again));
      }
      CHECK(next == states.size());
    }
  }
}

}  // namespace moves_test
