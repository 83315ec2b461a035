// Names of variants with options and keys: one is refused with a reason, or it means rules that name themselves and by
// which a hand can be played to its end.

#include <string>

#include "engine/hand.h"
#include "engine/match.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"

namespace {

using namespace hearts;
using fuzz::require;

/// A number that follows from the bytes (FNV-1a).
std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0xCBF29CE484222325ULL;
  for (char c : text) number = (number ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return number;
}

void play(const GameRules& game, Random& random) {
  const Rules& rules = game.rules();
  const Seat dealer = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  const Deal deal = deal_cards(game, dealer, random);
  require(is_whole(game, deal), "a deal is whole");
  Hand::Setup setup;
  setup.number = 1 + static_cast<int>(random.below(12));
  setup.dealer = dealer;
  setup.totals.fill(rules.score_start);
  setup.deal = deal;
  Hand hand(game, setup);
  const int moves_max = rules.hands_per_seat * game.seats() * (game.hand_size() + 2) + 1;
  for (int moves = 0; hand.phase() != Phase::done; ++moves) {
    require(moves <= moves_max, "a hand ends");
    if (hand.phase() == Phase::play) require(!hand.legal().empty(), "there is always a legal card");
    const Hand before = hand;
    require(!hand.apply(hand.to_move(), random_move(before, random)), "a legal move is taken");
  }
  CardSet won;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    require(!won.intersects(hand.won(seat)), "a card is won once");
    won |= hand.won(seat);
  }
  require((won | deal.leftover) == game.deck().cards(), "every card is won or left over");
  match_status(game, new_totals(game, setup.totals, hand.score().change), setup.number, false);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view spec = fuzz::text_of(data, size);
  Rules rules;
  try {
    rules = resolve_variant(spec);
  } catch (const RulesError& error) {
    fuzz::require_error_text(error.what());
    return 0;
  }
  const Rules again = resolve_variant(rules.id);
  // Planted: a name that is not for four has a sign too many.
  require(again.id + (fuzz::planted(rules.seats != 4) ? "+" : "") == rules.id, "the canonical name names itself");
  require(rules_text(again) == rules_text(rules), "the canonical name means the same rules");
  const GameRules game(rules);
  Random random(Seed{number_of(spec), 1, 2, 3});
  for (int i = 0; i < 2; ++i) play(game, random);
  return 0;
}
