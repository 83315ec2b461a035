#include "arena/results/replay/game_words.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/laws/act.h"
#include "engine/typed_text.h"

namespace arena {

using hearts::LawsMove;
using hearts::PerSeat;
using hearts::Seat;

std::string pass_words(int offset, int seats) {
  if (offset == 0) return "no pass";
  if (seats % 2 == 0 && (offset == seats / 2 || offset == -seats / 2)) return "pass across";
  const std::string side = offset > 0 ? "left" : "right";
  return std::abs(offset) == 1 ? "pass " + side : "pass " + std::to_string(std::abs(offset)) + " to the " + side;
}

std::string GameWords::moon(const hearts::SeatView& view) const {
  return fmt::format("{} shoots the moon: {} {}", name(view.tally().shooter), moon_option_name(view.option_taken()),
                     view.tally().moon_amount);
}

std::string GameWords::slip(const DealSlip& slip) const {
  if (!slip.faulty) return {};
  return "the deal is faulty" + (slip.exposed.empty() ? "" : ": the dealer has shown " + paint.cards(slip.exposed));
}

std::string GameWords::law_move(const TableHand& hand, const Decision& asked, const LawsMove& move) const {
  const std::string& who = name(asked.seat);
  switch (asked.kind) {
    case Decision::Kind::misdeal:
      return who + " calls a misdeal";
    case Decision::Kind::demand:
      return fmt::format("{} has {} take {} back", who, name(asked.owner), paint.card(asked.card));
    case Decision::Kind::correct:
      return fmt::format("{} puts {} in the place of its card", who, paint.card(move.card));
    default:
      break;
  }
  const std::string what = move.kind == LawsMove::Kind::claim_hand
                               ? "was dealt a wrong number of cards"
                               : fmt::format("did not follow suit to trick {}", move.trick);
  hearts::LawsHand copy = *hand.laws();
  return fmt::format("{} claims that {} {}{}", who, name(move.seat), what,
                     copy.apply(asked.seat, move) ? ", which is not founded" : "");
}

std::vector<std::string> GameWords::charges(const hearts::LawsHand& laws) const {
  std::vector<std::string> sentences;
  for (Seat seat = 0; seat < rules.seats(); ++seat) {
    if (!laws.cards(seat).empty())
      sentences.push_back(fmt::format("{} has left over {}", name(seat), paint.cards(laws.cards(seat))));
  }
  const PerSeat<hearts::LawCharge> charges = hearts::law_charges(laws);
  for (Seat seat = 0; seat < rules.seats(); ++seat) {
    if (charges[seat].rule.empty()) continue;
    sentences.push_back(fmt::format("{} is charged {} ({})", name(seat), hearts::counted(charges[seat].points, "point"),
                                    charges[seat].rule));
  }
  return sentences;
}

}  // namespace arena
