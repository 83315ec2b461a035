#include "arena/results/adjudicate/judging.h"

#include "engine/deck.h"
#include "engine/match.h"
#include "engine/typed_text.h"

namespace arena {

using hearts::Breach;
using hearts::CardSet;
using hearts::GameRules;
using hearts::MoonOption;
using hearts::Seat;

std::string message_of(Breach breach) {
  return breach == Breach::not_in_hand ? "the seat does not hold that card" : std::string(describe(breach));
}

void object_to_pass(const PlayedHand::Pass& pass, Seat seat, const std::string& message, std::string_view rule,
                    const std::string& card) {
  throw Objection(message, {.field = "pass", .pass = pass.entry, .seat = seat, .card = card, .rule = rule});
}

void object_to_pass_in(int hand, const PlayedHand::Pass& pass, Seat seat) {
  object_to_pass(pass, seat, "nobody passes in hand " + std::to_string(hand));
}

void check_pass(const GameRules& game, const PlayedHand::Pass& pass, Seat seat, CardSet held) {
  const CardSet foreign = pass.cards - held;
  if (!foreign.empty()) {
    object_to_pass(pass, seat, message_of(Breach::not_in_hand), game.cited(Breach::not_in_hand),
                   game.deck().name(foreign.first()));
  }
  if (pass.cards.size() == game.pass_count()) return;
  object_to_pass(
      pass, seat,
      hearts::counted(game.pass_count(), "card") + " must be passed, not " + std::to_string(pass.cards.size()),
      game.cited(Breach::pass_count));
}

void score_deal(Judgement& judgement, const GameRules& game, const PlayedHand& played, const hearts::Tally& tally,
                const hearts::MoonOptions& options) {
  judgement.shooter = tally.shooter;
  judgement.options = options;
  if (played.choice) {
    if (tally.shooter == hearts::kNobody) object_to("choice", "nobody shot the moon");
    if (!options.offers(*played.choice)) {
      throw Objection(message_of(Breach::not_offered),
                      {.field = "choice", .seat = tally.shooter, .rule = game.cited(Breach::not_offered)});
    }
  }
  judgement.points = score_hand(game, tally, played.choice.value_or(options.list[0])).change;
  judgement.totals = new_totals(game, played.setup.totals, judgement.points);
  judgement.status = match_status(game, judgement.totals, played.extra);
}

}  // namespace arena
