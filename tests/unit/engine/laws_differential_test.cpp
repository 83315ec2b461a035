#include <algorithm>
#include <map>
#include <stdexcept>

#include "engine/laws/laws_hand.h"
#include "engine/rule_keys.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/naive_laws.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/random_rules.h"

namespace laws_differential_test {

// LawsHand under random acts, regular and not: it must agree with the naive model about each, keep every card, change
// nothing when it refuses, and end. Without irregular acts it must be just like Hand.

namespace {

using namespace hearts;
using naive::Cards;
using test::model_deal;
using test::names_of;

using Seen = std::map<std::string, int>;

void same(bool equal, const std::string& what, const LawsHand& hand) {
  if (!equal) throw std::runtime_error("engine and model differ: " + what + "\n" + test::state_of(hand));
}

bool same_cards(const GameRules& game, CardSet engine, Cards model) {
  Cards names = names_of(game, engine);
  std::sort(names.begin(), names.end());
  std::sort(model.begin(), model.end());
  return names == model;
}

std::string phase_name(Phase phase) {
  static const std::map<Phase, std::string> names = {{Phase::pass, "pass"},   {Phase::play, "play"},
                                                     {Phase::claim, "claim"}, {Phase::choose, "choose"},
                                                     {Phase::done, "done"},   {Phase::thrown_in, "thrown in"}};
  return names.at(phase);
}

/// A deal, in three of four cases with wrong hands: a card lost, cards lost from two hands, or a card too many.
Deal random_deal(const GameRules& game, Seat dealer, Random& random) {
  Deal deal = deal_cards(game, dealer, random);
  PerSeat<CardSet>& hands = deal.hands[0];
  const std::size_t first = random.below(static_cast<std::uint32_t>(game.seats()));
  const std::size_t other = (first + 1) % static_cast<std::size_t>(game.seats());
  const std::uint32_t fault = random.below(8);
  const Card card = random_card(hands[first], random);
  if (fault < 3) hands[first].erase(card);
  if (fault == 1) hands[other].insert(card);
  if (fault == 2) hands[other].erase(random_card(hands[other], random));
  if (fault == 3 && game.rules().id.starts_with("tournament")) {
    // One seat has all clubs and takes every trick if nothing is irregular.
    deal = test::named_deal(game, {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2D 3D 4D 5D 2S 3S 4S 5S 2H 3H 4H 5H 6H",
                                   "6D 7D 8D 9D 6S 7S 8S 9S TS 7H 8H 9H TH", "TD JD QD KD AD JS QS KS AS JH QH KH AH"});
  }
  return deal;
}

/// Any act at all, of any seat: mostly ones that might be allowed.
std::pair<Seat, Move> random_act(const LawsHand& hand, Random& random) {
  const GameRules& game = hand.game();
  const auto any_seat = [&] { return static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats()))); };
  const Seat seat = any_seat();
  const CardSet own = hand.cards(seat);
  const Card card = random_card(own.empty() || random.below(20) == 0 ? game.deck().cards() : own, random);
  switch (random.below(12)) {
    case 0:
      return {seat, Move::call_misdeal()};
    case 1:
      return {seat, Move::claim_hand(any_seat())};
    case 2:
    case 3:
      return {seat,
              Move::claim_revoke(any_seat(),
                                 static_cast<int>(random.below(static_cast<std::uint32_t>(hand.trick_number()) + 1)))};
    case 4:
    case 5:
      return {seat, Move::demand(any_seat())};
    case 6:
    case 7: {
      const CardSet suit = hand.trick().started() ? own & CardSet::lane(hand.trick().led().lane()) : CardSet{};
      return {seat, Move::correct(suit.empty() ? card : random_card(suit, random))};
    }
    case 8:
      return {seat, random.below(4) == 0 ? Move::agree() : Move::choose(MoonOption::subtract_self)};
    case 9:
      return {seat, Move::pass(test::random_cards(own, std::min(own.size(), 3), random))};
    default:
      return {seat, Move::play(card)};
  }
}

bool model_apply(const GameRules& game, naive::LawsHand& model, Seat seat, const Move& move) {
  const auto name = [&](Card card) { return game.deck().name(card); };
  switch (move.kind) {
    case Move::Kind::pass:
      return model.pass(seat, names_of(game, move.cards));
    case Move::Kind::play:
      return model.play(seat, name(move.card));
    case Move::Kind::demand:
      return model.demand(seat, move.seat);
    case Move::Kind::correct:
      return model.correct(seat, name(move.card));
    case Move::Kind::call_misdeal:
      return model.call_misdeal();
    case Move::Kind::claim_revoke:
      return model.claim_revoke(move.seat, move.trick);
    case Move::Kind::claim_hand:
      return model.claim_hand(move.seat);
    case Move::Kind::agree:
      return model.agree(seat);
    default:
      return model.choose(seat, std::string(moon_option_name(move.option)));
  }
}

/// Every card that was dealt is in one place.
void cards_are_kept(const LawsHand& hand, CardSet dealt) {
  CardSet all = hand.trick().card_set();
  int count = all.size();
  const auto add = [&](CardSet cards) {
    all |= cards;
    count += cards.size();
  };
  if (hand.kitty_taker() == kNobody) add(hand.setup().deal.leftover);
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    add(hand.cards(seat));
    add(hand.won(seat));
  }
  same(all == dealt && count == dealt.size(), "a card is lost or double", hand);
}

void compare(const LawsHand& hand, const naive::LawsHand& model) {
  const GameRules& game = hand.game();
  same(phase_name(hand.phase()) == model.phase(), "phase; the model has " + model.phase(), hand);
  same(hand.trick_number() == model.trick_number(), "trick number", hand);
  same(hand.broken() == model.broken(), "broken", hand);
  if (hand.phase() == Phase::play) same(hand.to_move() == model.turn(), "turn", hand);
  const std::vector<naive::Played> table = model.table();
  same(hand.trick().count == static_cast<int>(table.size()), "cards on the table", hand);
  for (int place = 0; place < hand.trick().count; ++place) {
    const naive::Played& played = table[static_cast<std::size_t>(place)];
    const LaidCard& laid = hand.trick().at(place);
    same(laid.seat == played.seat && game.deck().name(laid.card) == played.card, "table", hand);
  }
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    same(same_cards(game, hand.cards(seat), model.hand(seat)), "hand", hand);
    same(same_cards(game, hand.possible(seat), model.possible(seat)), "possible cards", hand);
    same(hand.possible(seat).contains(hand.legal(seat)) || hand.possible(seat).empty(), "legal cards", hand);
  }
  if (hand.phase() == Phase::play && hand.trick().started()) return;
  for (Seat seat = 0; seat < game.seats(); ++seat)
    same(same_cards(game, hand.won(seat), model.won(seat)), "won cards", hand);
}

void compare_result(const LawsHand& hand, const naive::LawsHand& model, Seen& seen) {
  const naive::Count count = model.count();
  const std::vector<int> change = model.change();
  for (std::size_t seat = 0; seat < change.size(); ++seat) {
    same(hand.tally().penalty[seat] == count.penalty[seat], "penalty", hand);
    same(hand.tally().bonus[seat] == count.bonus[seat], "bonus", hand);
    same(hand.tally().no_points[seat] == count.no_points[seat], "no points", hand);
    same(hand.score().change[seat] == change[seat], "change", hand);
  }
  same(hand.tally().shooter == count.shooter, "shooter", hand);
  const auto faulty = hand.findings().faulty_hands();
  if (hand.findings().any_revoke()) ++seen["revoke charged"];
  if (faulty == 1) ++seen["one faulty hand"];
  if (faulty > 1) ++seen["several faulty hands"];
  if (hand.findings().any_revoke() && faulty > 0) ++seen["revoke and faulty hand"];
  if (hand.tally().shooter != kNobody) ++seen["moon"];
  if (hand.kitty_taker() != kNobody) ++seen["kitty"];
}

/// Most acts that a hand can take: per trick each seat may have one card taken back, and between two such demands, or
/// before the first or after the last, the card at place k of the trick is laid or put right 2^(k-1) times at most.
int most_acts(const GameRules& game, const LawsHand& hand) {
  const int between = 1 << (game.seats() - 1);
  const int per_trick = (game.seats() + 1) * 2 * between;
  int longest = 0;
  for (Seat seat = 0; seat < game.seats(); ++seat)
    longest = std::max(longest, hand.setup().deal.hands[0][static_cast<std::size_t>(seat)].size());
  return longest * per_trick + 4 * game.seats() + 3;
}

void play_hand(const GameRules& game, Random& random, Seen& seen) {
  Hand::Setup setup = test::random_setup(game, 1 + static_cast<int>(random.below(4)), random);
  setup.deal = random_deal(game, setup.dealer, random);
  const bool slip = random.below(4) == 0;
  same(LawsHand::can_play(game, setup.deal), "the deal is not taken", LawsHand(game, setup, slip));
  LawsHand hand(game, setup, slip);
  const std::vector<int> totals(setup.totals.begin(), setup.totals.begin() + game.seats());
  naive::LawsHand model(game.rules(), setup.number, setup.dealer, totals, model_deal(game, setup.deal), slip);
  CardSet dealt = setup.deal.leftover;
  for (const CardSet cards : setup.deal.hands[0]) dealt |= cards;

  const std::uint32_t wild = random.below(10);  // of ten acts so many are anything at all
  int accepted = 0;
  while (hand.phase() != Phase::done && hand.phase() != Phase::thrown_in) {
    auto [seat, move] = random_act(hand, random);
    const bool is_wild = random.below(10) < wild;
    if (!is_wild) {
      seat = hand.to_move();
      move = test::regular_move(hand, random);
    }
    const std::string before = is_wild ? test::state_of(hand) : "";
    const int on_table = hand.trick().count;
    const bool allowed = model_apply(game, model, seat, move);
    const std::optional<RuleBreach> refusal = hand.apply(seat, move);
    same(!refusal == allowed, refusal ? "refused: " + std::string(describe(refusal->breach)) : "not refused", hand);
    same(is_wild || allowed, "a regular move refused", hand);
    compare(hand, model);
    cards_are_kept(hand, dealt);
    if (refusal) {
      same(test::state_of(hand) == before, "a refusal changed something, which was\n" + before, hand);
      ++seen[std::string(describe(refusal->breach))];
      continue;
    }
    same(++accepted <= most_acts(game, hand), "too many acts", hand);
    ++seen["act " + std::to_string(static_cast<int>(move.kind))];
    if (hand.phase() == Phase::play && hand.trick().count < on_table - 1) ++seen["several cards taken back"];
    if (hand.trick().count == 1 && hand.trick().at(0).out_of_turn) ++seen["lead out of turn"];
  }
  ++seen[phase_name(hand.phase())];
  if (hand.phase() == Phase::done) compare_result(hand, model, seen);
}

/// Plays one deal in both without irregularity; irregular plays are tried where nothing irregular is possible.
void play_alike(const GameRules& game, Random& random) {
  const Hand::Setup setup = test::random_setup(game, 1 + static_cast<int>(random.below(5)), random);
  Hand plain(game, setup);
  LawsHand hand(game, setup);
  const bool rejects = game.rules().illegal_action == IllegalAction::reject;
  while (plain.phase() != Phase::done) {
    if (hand.phase() == Phase::claim) {
      test::must_apply(hand, hand.to_move(), Move::agree());
      continue;
    }
    const Seat seat = plain.to_move();
    same(hand.to_move() == seat, "seat to move", hand);
    if (plain.phase() == Phase::play) {
      same(hand.legal(seat) == plain.legal(), "legal cards", hand);
      same(hand.broken() == plain.broken(), "broken", hand);
      same(hand.trick_number() == plain.trick_number(), "trick number", hand);
      same(hand.trick().card_set() == plain.trick().card_set(), "table", hand);
    }
    for (Seat other = 0; other < game.seats(); ++other)
      same(hand.cards(other) == plain.cards(other) && hand.won(other) == plain.won(other), "cards", hand);
    if (rejects) {
      const Seat any = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
      const Move tried = Move::play(random_card(game.deck().cards(), random));
      Hand copy = plain;
      if (const std::optional<RuleBreach> breach = copy.apply(any, tried))
        same(test::refusal_of(hand, any, tried) == *breach, "refusal", hand);
    }
    const Move move = random_move(plain, random);
    test::must_apply(plain, seat, move);
    test::must_apply(hand, seat, move);
  }
  while (hand.phase() == Phase::claim) test::must_apply(hand, hand.to_move(), Move::agree());
  same(hand.phase() == Phase::done, "phase", hand);
  same(hand.kitty_taker() == plain.kitty_taker(), "taker of the kitty", hand);
  same(hand.tally().penalty == plain.tally().penalty && hand.tally().bonus == plain.tally().bonus, "tally", hand);
  same(hand.tally().shooter == plain.tally().shooter && hand.option_taken() == plain.option_taken(), "moon", hand);
  same(hand.score().change == plain.score().change, "change", hand);
}

}  // namespace

TEST_CASE("under random acts a hand under the laws and the naive model agree, cards are kept, and it ends") {
  Seen seen;
  std::uint64_t seed = 5000;
  for (const std::string& id : test::law_configurations()) {
    const GameRules game(test::rules_of(id));
    for (int i = 0; i < 80; ++i, ++seed) {
      INFO(id << ", seed " << seed);
      Random random(test::seed_of(seed));
      REQUIRE_NOTHROW(play_hand(game, random, seen));
    }
  }
  for (int kind = static_cast<int>(Move::Kind::pass); kind <= static_cast<int>(Move::Kind::agree); ++kind) {
    INFO("accepted acts of kind " << kind);
    CHECK(seen["act " + std::to_string(kind)] > 0);
  }
  for (auto breach = static_cast<std::size_t>(Breach::not_in_force); breach < kBreaches; ++breach) {
    const std::string text(describe(static_cast<Breach>(breach)));
    INFO(text);
    CHECK(seen[text] > 0);
  }
  for (const char* event :
       {"done", "thrown in", "revoke charged", "one faulty hand", "several faulty hands", "revoke and faulty hand",
        "moon", "kitty", "several cards taken back", "lead out of turn"}) {
    INFO(event);
    CHECK(seen[event] > 0);
  }
}

TEST_CASE("without irregular acts a hand under the laws is like any other, in every configuration") {
  std::vector<std::string> ids = test::law_configurations();
  const std::vector<std::string>& listed = test::KeyTables::get().ids();
  ids.insert(ids.end(), listed.begin(), listed.end());
  std::uint64_t seed = 9000;
  for (const std::string& id : ids) {
    const GameRules game(test::rules_of(id));
    if (game.rules().hands_per_seat != 1) continue;
    for (int i = 0; i < 20; ++i, ++seed) {
      INFO(id << ", seed " << seed);
      Random random(test::seed_of(seed));
      REQUIRE_NOTHROW(play_alike(game, random));
    }
  }
}

TEST_CASE("without irregular acts a hand under the laws is like any other, whatever the rules") {
  int played = 0;
  for (std::uint64_t seed = 9500000; seed < 9501000; ++seed) {
    Random random(test::seed_of(seed));
    Rules rules = test::random_rules(random);
    rules.law_misdeal = rules.law_incorrect_hand = rules.law_out_of_turn = rules.law_revoke = true;
    rules.illegal_action = random.below(4) == 0 ? IllegalAction::reject : IllegalAction::table_laws;
    rules.revoke_discovery = random.below(2) == 0 ? RevokeDiscovery::automatic : RevokeDiscovery::by_claim;
    rules.penalty_scope = PenaltyScope::hearts_only;
    INFO("seed " << seed << "\n" << rules_text(rules));
    std::optional<GameRules> game;
    try {
      game.emplace(rules);
    } catch (const RulesError&) {
      continue;  // the laws are for one hand a player; random_rules_test.cpp says what else may be
    }
    if (rules.hands_per_seat != 1) continue;
    REQUIRE_NOTHROW(play_alike(*game, random));
    ++played;
  }
  CHECK(played > 700);
}

TEST_CASE("every refusal has words of its own") {
  std::map<std::string, int> texts;
  for (std::size_t breach = 0; breach < kBreaches; ++breach)
    ++texts[std::string(describe(static_cast<Breach>(breach)))];
  CHECK(texts.size() == kBreaches);
}

}  // namespace laws_differential_test
