#include "arena/game/deals/deal_json.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>

#include "arena/game/deals/hand_line.h"
#include "engine/deck.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::CardSet;
using hearts::counted;
using hearts::GameRules;
using hearts::Seat;

int point_lane(const GameRules& game, std::optional<std::string_view> letter) {
  const hearts::Deck& deck = game.deck();
  const bool drawn = game.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand;
  std::string letters;
  for (int lane = 0; lane < deck.lanes(); ++lane) {
    if (!drawn && lane != game.fixed_point_lane()) continue;
    letters += (letters.empty() ? "" : ", ") + std::string(1, deck.suit_letter(lane));
    if (letter && *letter == std::string(1, deck.suit_letter(lane))) return lane;
  }
  if (!letter && !drawn) return game.fixed_point_lane();
  if (!letter) object_to("point_suit", "is missing: it is drawn for each hand, one of " + letters);
  object_to("point_suit", "must be " + (drawn ? "one of " : std::string()) + letters);
}

/// A hand must have the variant's size; under the laws cards enough to pass, and one to play.
void check_size(const GameRules& game, const CardSet& hand, std::size_t number, std::size_t seat) {
  const auto refuse = [&](const std::string& must) {
    throw Objection("hand " + std::to_string(number) + " must have " + must + ", it has " + std::to_string(hand.size()),
                    {.field = "deal", .seat = static_cast<Seat>(seat)});
  };
  const int least = std::max(1, game.pass_count());
  if (!game.rules().has_table_laws() && hand.size() != game.hand_size()) refuse(counted(game.hand_size(), "card"));
  if (hand.size() < least) refuse(counted(least, "card") + " at least");
}

/// Cards in no hand were not dealt. Under the laws they may be lost, too: then it must be said which were not dealt.
void read_leftover(const GameRules& game, std::optional<std::string_view> text, CardSet in_no_hand,
                   hearts::Deal& deal) {
  const bool has_laws = game.rules().has_table_laws();
  if (text) {
    deal.leftover = CardReader(game, "leftover").read(*text, {}, {});
  } else if (!has_laws || in_no_hand.size() == game.rules().leftover_count()) {
    deal.leftover = in_no_hand;
  } else if (game.rules().leftover_count() > 0) {
    object_to("leftover", "is missing: cards are lost, and it does not follow which were not dealt");
  }
  const bool is_right =
      has_laws ? in_no_hand.contains(deal.leftover) && deal.leftover.size() <= game.rules().leftover_count()
               : deal.leftover == in_no_hand;
  if (!is_right) object_to("leftover", "these are not the cards that were not dealt");
}

void read_hands(const GameRules& game, const json::object& line, hearts::Deal& deal) {
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const std::size_t hands = at(game.seats()) * hands_per_seat;
  const json::array& list = given_list(line, "deal");
  if (list.size() != hands)
    object_to("deal", counted(hands, "hand") + " are needed, here are " + std::to_string(list.size()));
  CardReader reader(game, "deal");
  for (std::size_t i = 0; i < hands; ++i) {
    const std::size_t seat = i / hands_per_seat;
    CardSet& hand = deal.hands[i % hands_per_seat][seat];
    hand = reader.read(text_of(list[i]), static_cast<Seat>(seat), {});
    check_size(game, hand, i + 1, seat);
  }
  read_leftover(game, given_text(line, "leftover"), game.deck().cards() - reader.seen(), deal);
}

/// What the dealer did wrong before everybody's eyes.
DealSlip read_slip(const GameRules& game, const json::object& line, const hearts::Deal& deal) {
  const json::value* faulty = given(line, "faulty");
  const auto exposed = given_text(line, "exposed");
  for (const char* key : {"faulty", "exposed"}) {
    if (given(line, key) != nullptr && !game.rules().has_table_laws())
      object_to(key, "no laws are in force in this variant");
  }
  CardSet dealt;
  for (const CardSet hand : deal.hands[0]) dealt |= hand;
  const CardSet shown = exposed ? CardReader(game, "exposed").read(*exposed, {}, {}) : CardSet{};
  if (!dealt.contains(shown)) object_to("exposed", "these cards were not dealt");
  return {!shown.empty() || (faulty != nullptr && faulty->get_bool()), shown};
}

}  // namespace

DealtHand read_deal(const GameRules& game, const json::object& line) {
  DealtHand dealt;
  dealt.deal.point_lane = point_lane(game, given_text(line, "point_suit"));
  read_hands(game, line, dealt.deal);
  dealt.slip = read_slip(game, line, dealt.deal);
  return dealt;
}

json::array hands_json(const GameRules& game, const decltype(hearts::Deal::hands)& hands) {
  json::array list;
  for (std::size_t seat = 0; seat < at(game.seats()); ++seat) {
    for (std::size_t sub = 0; sub < at(game.rules().hands_per_seat); ++sub) {
      list.emplace_back(hearts::cards_text(game.deck(), hands[sub][seat]));
    }
  }
  return list;
}

void put_deal(json::object& object, const GameRules& game, const hearts::Deal& deal, const DealSlip& slip) {
  const hearts::Deck& deck = game.deck();
  object["deal"] = hands_json(game, deal.hands);
  if (slip.faulty) object["faulty"] = true;
  if (!slip.exposed.empty()) object["exposed"] = hearts::cards_text(deck, slip.exposed);
  if (!deal.leftover.empty()) object["leftover"] = hearts::cards_text(deck, deal.leftover);
  if (game.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand) {
    object["point_suit"] = std::string(1, deck.suit_letter(deal.point_lane));
  }
}

}  // namespace arena
