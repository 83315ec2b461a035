#include "tests/unit/engine/view_text.h"

#include <sstream>

#include "engine/deck.h"

namespace hearts::test {
namespace {

template <class T>
std::string list(const PerSeat<T>& values) {
  std::string text;
  for (const T& value : values) text += " " + std::to_string(value);
  return text;
}

std::string trick_text(const Deck& deck, const Trick& trick) {
  std::string text = "leader " + std::to_string(trick.leader);
  for (int i = 0; i < trick.count; ++i) text += " " + deck.name(trick.cards[static_cast<std::size_t>(i)]);
  return text;
}

}  // namespace

std::string view_text(const SeatView& view) {
  const Deck& deck = view.game().deck();
  std::ostringstream text;
  text << "rules " << view.game().rules().id << "\nseat " << view.seat() << "\ncards " << cards_text(deck, view.cards())
       << "\npassed " << cards_text(deck, view.passed()) << "\nreceived " << cards_text(deck, view.received())
       << "\nlegal " << cards_text(deck, view.legal()) << "\nleftover " << cards_text(deck, view.leftover())
       << "\nhand " << view.hand_number() << "\ndealer " << view.dealer() << "\ntotals" << list(view.totals())
       << "\npass offset " << view.pass_offset() << "\npoint lane " << view.point_lane() << "\nsub-hand "
       << view.sub_hand() << "\nphase " << static_cast<int>(view.phase()) << "\nto move " << view.to_move()
       << "\nbroken " << view.broken() << "\ntrick number " << view.trick_number() << "\ntrick "
       << trick_text(deck, view.trick()) << "\nlast trick " << trick_text(deck, view.last_trick()) << "\nlast winner "
       << view.last_winner() << "\nkitty taker " << view.kitty_taker() << "\npenalty" << list(view.tally().penalty)
       << "\nbonus" << list(view.tally().bonus) << "\nno points" << list(view.tally().no_points) << "\nshooter "
       << view.tally().shooter << "\nmoon amount " << view.tally().moon_amount << "\noptions";
  for (int i = 0; i < view.options().count; ++i)
    text << " " << moon_option_name(view.options().list[static_cast<std::size_t>(i)]);
  text << "\noption taken " << moon_option_name(view.option_taken()) << "\nmoon" << list(view.score().moon)
       << "\nchange" << list(view.score().change) << "\n";
  return text.str();
}

std::string table_text(const Hand& hand) {
  const Deck& deck = hand.game().deck();
  std::string text;
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    text += view_text(SeatView(hand, seat));
    text += "holds " + cards_text(deck, hand.cards(seat)) + "\nwon " + cards_text(deck, hand.won(seat)) +
            "\nselected " + std::to_string(hand.selected(seat)) + "\n";
  }
  return text;
}

}  // namespace hearts::test
