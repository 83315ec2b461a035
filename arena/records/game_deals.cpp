#include "arena/records/game_deals.h"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/schedule/schedule.h"
#include "engine/typed_text.h"

namespace arena {

Dealing deals_of(const Manifest& manifest, const ManifestVariant& variant, const BlockSeed& seed, const Block& block,
                 int game) {
  if (manifest.given_deals > 0 && !manifest.deals) throw std::logic_error("the given deals are missing");
  const bool duplicate = manifest.duplicate_deals;
  const std::int64_t turn = duplicate ? block.turn : std::int64_t{block.turn} * variant.seats + game;
  // The number of this game's first deal among all deals of the variant. If the number of hands of a game is not fixed,
  // each block (or game) counts as one deal.
  const std::int64_t first = turn * (variant.length.fixed ? variant.length.hands_max : 1);
  const int every = variant.rules->rules().has_table_laws() ? manifest.faulty_deals : 0;
  Dealing shuffle =
      shuffled(*variant.rules, seed, duplicate ? std::nullopt : std::optional(game), {.before = first, .every = every});
  const std::span<const DealtHand> given =
      manifest.deals ? manifest.deals->of(variant.id) : std::span<const DealtHand>();
  if (given.empty()) return shuffle;
  return
      [shuffle = std::move(shuffle), deals = manifest.deals, given, first](int hand, bool again, hearts::Seat dealer) {
        if (again) return shuffle(hand, again, dealer);
        return given[static_cast<std::size_t>(first + hand - 1) % given.size()];
      };
}

Dealing recorded_deals(const GameRecord& record) {
  return [&record, next = std::size_t{0}](int, bool, hearts::Seat) mutable {
    const std::vector<HandResult>& hands = record.result.hands;
    if (next == hands.size())
      throw InputError("game " + record.id + ": it has only " + hearts::counted(hands.size(), "hand"));
    const HandResult& hand = hands[next++];
    return DealtHand{hand.deal, hand.slip};
  };
}

HandResult play_and_record(const hearts::GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                           const std::function<hearts::Move(const hearts::Hand&)>& choose) {
  hearts::Hand hand(rules, match.next_hand(deal));
  HandResult record;
  static_cast<hearts::Hand::Setup&>(record) = hand.setup();
  record.extra = match.status().in_extra_hands;
  while (hand.phase() != hearts::Phase::done) {
    const hearts::Seat seat = hand.to_move();
    const hearts::Move move = choose(hand);
    if (move.kind == hearts::Move::Kind::select) record.selected[seat] = move.hand_index;
    if (move.kind == hearts::Move::Kind::pass) record.passed[hearts::at(hand.sub_hand())][seat] = move.cards;
    if (move.kind == hearts::Move::Kind::play) record.plays.push_back(hearts::Act::play(move.card));
    if (move.kind == hearts::Move::Kind::choose) record.choice = move.option;
    if (hand.apply(seat, move)) throw std::logic_error("a move that was chosen is illegal");
  }
  record.points = hand.score().change;
  match.finish_hand(hand);
  return record;
}

}  // namespace arena
