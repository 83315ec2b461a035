#include "arena/bots/protocol/encode.h"

#include <algorithm>
#include <charconv>
#include <concepts>

#include "arena/bots/protocol/decode.h"
#include "arena/bots/protocol/limit_keys.h"
#include "engine/deck.h"
#include "engine/rule_keys.h"

namespace arena::encode {
namespace {

using hearts::Card;
using hearts::GameRules;
using hearts::PerSeat;
using hearts::Seat;
using hearts::SeatView;

/// A list of the values of all seats.
struct SeatList {
  const PerSeat<int>& values;
  int seats;
  char between = ',';
};

struct Cards {
  const hearts::Deck& deck;
  hearts::CardSet cards;
};

struct OneCard {
  const hearts::Deck& deck;
  Card card;
};

/// The most bytes of a number of any type that is used here, including its sign.
constexpr std::size_t kDigitsMax = 20;

// room_for() returns the most bytes that a part may take.
std::size_t room_for(char) { return 1; }
std::size_t room_for(std::string_view text) { return text.size(); }
std::size_t room_for(std::integral auto) { return kDigitsMax; }
std::size_t room_for(const SeatList& list) { return hearts::at(list.seats) * (kDigitsMax + 1); }
std::size_t room_for(const Cards& set) { return hearts::at(3 * set.cards.size()); }
std::size_t room_for(const OneCard&) { return 2; }
std::size_t room_for(std::span<const std::string> words) {
  std::size_t room = 0;
  for (const std::string& word : words) room += 1 + word.size();
  return room;
}

// write_part() writes a part to `at`, which must have room for it, and returns the position after it.
char* write_part(char* at, char c) {
  *at = c;
  return at + 1;
}
char* write_part(char* at, std::string_view text) { return std::copy(text.begin(), text.end(), at); }
char* write_part(char* at, std::integral auto number) {
  if (number >= 0 && number < 10) return write_part(at, static_cast<char>('0' + number));
  return std::to_chars(at, at + kDigitsMax, number).ptr;
}
char* write_part(char* at, const SeatList& list) {
  for (Seat seat = 0; seat < list.seats; ++seat) {
    if (seat > 0) *at++ = list.between;
    at = write_part(at, list.values[seat]);
  }
  return at;
}
char* write_part(char* at, const Cards& set) { return hearts::write_cards(at, set.deck, set.cards); }
char* write_part(char* at, const OneCard& one) {
  const auto letters = one.deck.letters(one.card);
  return std::copy(letters.begin(), letters.end(), at);
}
/// Writes each word after a space.
char* write_part(char* at, std::span<const std::string> words) {
  for (const std::string& word : words) {
    *at++ = ' ';
    for (const char letter : word) *at++ = letter;  // words are short
  }
  return at;
}

/// Appends the parts without anything between them.
template <class... Parts>
void append(std::string& out, const Parts&... parts) {
  const std::size_t start = out.size();
  out.resize(start + (room_for(parts) + ...));
  char* at = out.data() + start;
  ((at = write_part(at, parts)), ...);
  out.resize(static_cast<std::size_t>(at - out.data()));
}

/// Appends the parts and the end of the line.
template <class... Parts>
void line(std::string& out, const Parts&... parts) {
  append(out, parts..., '\n');
}

void points(std::string& out, const GameRules& game, int point_lane) {
  out += "points";
  for (Card card : game.deck().cards()) {
    const int value = game.card_points(card, point_lane);
    if (value == 0) continue;
    append(out, ' ', OneCard{game.deck(), card}, '=', value);
  }
  out += '\n';
}

bool point_suit_is_drawn(const GameRules& game) {
  return game.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand;
}

void cards_line(std::string& out, std::string_view word, const SeatView& view, hearts::CardSet cards) {
  line(out, word, ' ', Cards{view.game().deck(), cards});
}

void score_line(std::string& out, std::string_view kind, const PerSeat<int>& values, int seats) {
  line(out, "score ", kind, ' ', SeatList{values, seats, ' '});
}

}  // namespace

void hello(std::string& out, std::string_view receipt) {
  line(out, "hello arena ", kProtocolVersion, receipt.empty() ? "" : " receipt=", receipt);
}

void game(std::string& out, std::string_view token, std::string_view variant, int seats, int you,
          std::uint32_t bot_seed) {
  line(out, "game ", token, " variant=", variant, " seats=", seats, " you=", you, " botseed=", bot_seed);
}

void names(std::string& out, std::span<const std::string> names) { line(out, "names", names); }

void announcement(std::string& out, const GameRules& game, int rule_keys) {
  for (const hearts::RuleKey& key : hearts::rule_keys()) {
    if (key.number <= rule_keys) line(out, "rule ", key.name, ' ', key.get(game.rules()));
  }
  for (int lane = 0; lane < game.deck().lanes(); ++lane) {
    line(out, "suit ", game.deck().suit_letter(lane), ' ', Cards{game.deck(), game.suit_cards(lane)});
  }
  if (!point_suit_is_drawn(game)) points(out, game, game.fixed_point_lane());
}

void time(std::string& out, const Limits& limits) {
  out += "time";
  for (const LimitKey& key : limit_keys()) {
    const std::int64_t value = key.of(limits);
    if (key.time_field.empty() || (key.only_if_set && value == 0)) continue;
    append(out, ' ', key.time_field, '=');
    if (key.flag()) {
      out += "on";
    } else {
      append(out, value);
    }
  }
  out += '\n';
}

void hand(std::string& out, const SeatView& view) {
  const GameRules& game = view.game();
  const SeatList totals{view.totals(), game.seats()};
  const auto write_hand = [&](const auto&... more) {
    line(out, "hand ", view.hand_number(), " dealer=", view.dealer(), " pass=", view.pass_offset(), " totals=", totals,
         more...);
  };
  if (point_suit_is_drawn(game)) {
    write_hand(" point_suit=", game.deck().suit_letter(view.point_lane()));
    points(out, game, view.point_lane());
  } else {
    write_hand();
  }
  if (!view.leftover().empty()) leftover(out, view);
}

void sub_hand(std::string& out, const SeatView& view) {
  const int of = view.game().rules().hands_per_seat;
  if (of > 1) line(out, "subhand ", view.sub_hand() + 1, " of ", of);
}

void deal(std::string& out, const SeatView& view) { cards_line(out, "deal", view, view.cards()); }

void got(std::string& out, const SeatView& view) { cards_line(out, "got", view, view.received()); }

void trick(std::string& out, int number, Seat leader) { line(out, "trick ", number, " lead=", leader); }

void play(std::string& out, const hearts::Deck& deck, Seat seat, Card card) {
  line(out, "play ", seat, ' ', OneCard{deck, card});
}

void broken(std::string& out) { line(out, "broken"); }

void took(std::string& out, const SeatView& view) {
  int value = 0;
  for (Card card : view.last_trick().card_set()) value += view.game().card_points(card, view.point_lane());
  line(out, "took ", view.last_winner(), ' ', value);
}

void kitty(std::string& out, Seat taker) { line(out, "kitty taker=", taker); }

void leftover(std::string& out, const SeatView& view) { cards_line(out, "leftover", view, view.leftover()); }

void moon(std::string& out, const SeatView& view) {
  line(out, "moon shooter=", view.tally().shooter, " amount=", view.tally().moon_amount,
       " totals=", SeatList{view.totals(), view.game().seats()});
}

void chose(std::string& out, Seat seat, std::string_view word) { line(out, "chose ", seat, ' ', word); }

void score(std::string& out, const SeatView& view, const PerSeat<int>& totals) {
  const int seats = view.game().seats();
  const hearts::Tally& tally = view.tally();
  const hearts::HandScore& hand = view.score();
  const bool moon = tally.shooter != hearts::kNobody;
  PerSeat<int> bonus{};
  for (Seat seat = 0; seat < seats; ++seat) {
    bonus[seat] = hand.change[seat] - (moon ? hand.moon[seat] : tally.penalty[seat]);
  }
  score_line(out, "penalty", tally.penalty, seats);
  score_line(out, "bonus", bonus, seats);
  if (moon) score_line(out, "moon", hand.moon, seats);
  score_line(out, "hand", hand.change, seats);
  score_line(out, "total", totals, seats);
}

void end(std::string& out, std::string_view token, int seats, Seat you, const PerSeat<int>& scores,
         const PerSeat<int>& places) {
  line(out, "end ", token, " place=", places[you], " scores=", SeatList{scores, seats},
       " places=", SeatList{places, seats});
}

void faulty(std::string& out, const hearts::Deck& deck, hearts::CardSet exposed) {
  line(out, "faulty", exposed.empty() ? "" : " ", Cards{deck, exposed});
}

void misdeal(std::string& out, Seat by) { line(out, "misdeal ", by); }

void demand(std::string& out, const hearts::Deck& deck, Seat by, Seat owner, Card card) {
  line(out, "demand ", by, ' ', owner, ' ', OneCard{deck, card});
}

void correct(std::string& out, Seat seat) { line(out, "correct ", seat); }

void back(std::string& out, const hearts::Deck& deck, Seat owner, Card card) {
  line(out, "back ", owner, ' ', OneCard{deck, card});
}

void excess(std::string& out, const hearts::Deck& deck, Seat seat, hearts::CardSet cards) {
  line(out, "excess ", seat, ' ', Cards{deck, cards});
}

void claim(std::string& out, Seat by, std::string_view word, bool founded) {
  line(out, "claim ", by, ' ', word, founded ? " founded" : " unfounded");
}

void revoke(std::string& out, Seat seat, int trick) { line(out, "revoke ", seat, ' ', trick); }

void incorrect(std::string& out, Seat seat, int cards) { line(out, "incorrect ", seat, ' ', cards); }

void charge(std::string& out, Seat seat, int points, std::string_view rule) {
  line(out, "charge ", seat, ' ', points, ' ', rule);
}

void ask(std::string& out, int id, std::string_view kind, int count, std::chrono::milliseconds move,
         std::chrono::milliseconds bank, std::string_view fields, std::span<const std::string> words) {
  line(out, "ask ", id, ' ', kind, ' ', count, ' ', move.count(), ' ', bank.count(), fields, " :", words);
}

void bad(std::string& out, std::int64_t id, std::string_view text, int tries_left) {
  line(out, "bad ", id, ' ', text, "; tries left ", tries_left);
}

void automatic(std::string& out, int id, std::string_view reason, std::span<const std::string> words) {
  line(out, "auto ", id, ' ', reason, words);
}

void late(std::string& out, std::int64_t id) { line(out, "late ", id); }

void forfeit(std::string& out, std::string_view reason) { line(out, "forfeit ", reason); }

void quit(std::string& out) { line(out, "quit"); }

}  // namespace arena::encode
