#include "engine/laws/laws_move.h"

namespace hearts {

std::string_view describe(LawBreach breach) {
  switch (breach) {
    case LawBreach::not_in_force:
      return "that law is not in force at this table";
    case LawBreach::deal_in_order:
      return "nothing is wrong with the deal";
    case LawBreach::deal_stands:
      return "the first trick is complete, so the deal stands";
    case LawBreach::own_card:
      return "only another player may have your card taken back";
    case LawBreach::has_played:
      return "you have played to this trick";
    case LawBreach::card_in_turn:
      return "that seat has no card out of turn in this trick";
    case LawBreach::must_wait:
      return "your card was taken back: wait for your turn in this trick";
    case LawBreach::nothing_to_correct:
      return "you have no card in this trick that should have followed suit";
    case LawBreach::found_by_table:
      return "the table finds it without a claim";
    case LawBreach::trick_open:
      return "that trick is not complete";
    case LawBreach::no_revoke:
      return "that seat did not fail to follow suit in that trick";
    case LawBreach::already_found:
      return "that was found before";
    case LawBreach::claim_too_early:
      return "a wrong number of cards is claimed after the first trick";
    case LawBreach::hand_in_order:
      return "that seat was dealt the right number of cards";
  }
  return "that is not allowed";
}

std::string_view describe(const LawsRefusal& refusal) {
  return std::visit([](auto breach) { return describe(breach); }, refusal.why);
}

}  // namespace hearts
