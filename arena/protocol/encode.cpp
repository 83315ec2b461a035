#include "arena/protocol/encode.h"

#include <charconv>

#include "arena/protocol/bot_line.h"
#include "arena/protocol/limit_keys.h"
#include "engine/deck.h"
#include "engine/rule_keys.h"

namespace arena::encode {
namespace {

using hearts::Card;
using hearts::GameRules;
using hearts::PerSeat;
using hearts::Seat;
using hearts::SeatView;

void number(std::string& out, std::int64_t value) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end);
}

void field(std::string& out, std::string_view key, std::int64_t value) {
  out += ' ';
  out += key;
  out += '=';
  number(out, value);
}

void list(std::string& out, const PerSeat<int>& values, int seats, char between) {
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat) {
    if (seat > 0) out += between;
    number(out, values[seat]);
  }
}

void points(std::string& out, const GameRules& game, int point_lane) {
  out += "points";
  for (Card card : game.deck().cards()) {
    const int value = game.card_points(card, point_lane);
    if (value == 0) continue;
    out += ' ';
    game.deck().append(out, card);
    out += '=';
    number(out, value);
  }
  out += '\n';
}

bool point_suit_is_drawn(const GameRules& game) {
  return game.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand;
}

void cards_line(std::string& out, std::string_view word, const SeatView& view, hearts::CardSet cards) {
  out += word;
  out += ' ';
  hearts::append_cards(out, view.game().deck(), cards);
  out += '\n';
}

void score_line(std::string& out, std::string_view kind, const PerSeat<int>& values, int seats) {
  out += "score ";
  out += kind;
  out += ' ';
  list(out, values, seats, ' ');
  out += '\n';
}

}  // namespace

void hello(std::string& out) { out += "hello arena " + std::to_string(kProtocolVersion) + "\n"; }

void game(std::string& out, std::string_view token, std::string_view variant, int seats, int you,
          std::uint32_t bot_seed) {
  out += "game ";
  out += token;
  out += " variant=";
  out += variant;
  field(out, "seats", seats);
  field(out, "you", you);
  field(out, "botseed", bot_seed);
  out += '\n';
}

void names(std::string& out, std::span<const std::string> names) {
  out += "names";
  for (const std::string& name : names) out += " " + name;
  out += '\n';
}

void announcement(std::string& out, const GameRules& game) {
  for (const hearts::RuleKey& key : hearts::rule_keys()) {
    out += "rule ";
    out += key.name;
    out += ' ';
    out += key.get(game.rules());
    out += '\n';
  }
  for (int lane = 0; lane < game.deck().lanes(); ++lane) {
    out += "suit ";
    out += game.deck().suit_letter(lane);
    out += ' ';
    hearts::append_cards(out, game.deck(), game.suit_cards(lane));
    out += '\n';
  }
  if (!point_suit_is_drawn(game)) points(out, game, game.fixed_point_lane());
}

void time(std::string& out, const Limits& limits) {
  out += "time";
  for (const LimitKey& key : limit_keys()) {
    const std::int64_t value = key.of(limits);
    if (key.time_field.empty() || (key.only_if_set && value == 0)) continue;
    if (key.flag()) {
      out.append(" ").append(key.time_field).append("=on");
    } else {
      field(out, key.time_field, value);
    }
  }
  out += '\n';
}

void hand(std::string& out, const SeatView& view) {
  out += "hand ";
  number(out, view.hand_number());
  field(out, "dealer", view.dealer());
  field(out, "pass", view.pass_offset());
  out += " totals=";
  list(out, view.totals(), view.game().seats(), ',');
  if (point_suit_is_drawn(view.game())) {
    out += " point_suit=";
    out += view.game().deck().suit_letter(view.point_lane());
    out += '\n';
    points(out, view.game(), view.point_lane());
  } else {
    out += '\n';
  }
  if (!view.leftover().empty()) leftover(out, view);
}

void sub_hand(std::string& out, const SeatView& view) {
  const int of = view.game().rules().hands_per_seat;
  if (of == 1) return;
  out += "subhand ";
  number(out, view.sub_hand() + 1);
  out += " of ";
  number(out, of);
  out += '\n';
}

void deal(std::string& out, const SeatView& view) { cards_line(out, "deal", view, view.cards()); }

void got(std::string& out, const SeatView& view) { cards_line(out, "got", view, view.received()); }

void trick(std::string& out, int trick_number, Seat leader) {
  out += "trick ";
  number(out, trick_number);
  field(out, "lead", leader);
  out += '\n';
}

void play(std::string& out, const hearts::Deck& deck, Seat seat, Card card) {
  out += "play ";
  number(out, seat);
  out += ' ';
  deck.append(out, card);
  out += '\n';
}

void broken(std::string& out) { out += "broken\n"; }

void took(std::string& out, const SeatView& view) {
  int value = 0;
  for (Card card : view.last_trick().card_set()) value += view.game().card_points(card, view.point_lane());
  out += "took ";
  number(out, view.last_winner());
  out += ' ';
  number(out, value);
  out += '\n';
}

void kitty(std::string& out, Seat taker) {
  out += "kitty";
  field(out, "taker", taker);
  out += '\n';
}

void leftover(std::string& out, const SeatView& view) { cards_line(out, "leftover", view, view.leftover()); }

void moon(std::string& out, const SeatView& view) {
  out += "moon";
  field(out, "shooter", view.tally().shooter);
  field(out, "amount", view.tally().moon_amount);
  out += " totals=";
  list(out, view.totals(), view.game().seats(), ',');
  out += '\n';
}

void chose(std::string& out, Seat seat, std::string_view word) {
  out += "chose ";
  number(out, seat);
  out += ' ';
  out += word;
  out += '\n';
}

void score(std::string& out, const SeatView& view, const PerSeat<int>& totals) {
  const int seats = view.game().seats();
  const hearts::Tally& tally = view.tally();
  const hearts::HandScore& hand = view.score();
  const bool moon = tally.shooter != hearts::kNobody;
  PerSeat<int> bonus{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat) {
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
  out += "end ";
  out += token;
  field(out, "place", places[you]);
  out += " scores=";
  list(out, scores, seats, ',');
  out += " places=";
  list(out, places, seats, ',');
  out += '\n';
}

void ask(std::string& out, int id, std::string_view kind, int count, std::chrono::milliseconds move,
         std::chrono::milliseconds bank, std::span<const std::string> words) {
  out += "ask ";
  number(out, id);
  out += ' ';
  out += kind;
  out += ' ';
  number(out, count);
  out += ' ';
  number(out, move.count());
  out += ' ';
  number(out, bank.count());
  out += " :";
  for (const std::string& word : words) {
    out += ' ';
    out += word;
  }
  out += '\n';
}

void bad(std::string& out, std::int64_t id, std::string_view text, int tries_left) {
  out += "bad ";
  number(out, id);
  out += ' ';
  out += text;
  out += "; tries left ";
  number(out, tries_left);
  out += '\n';
}

void automatic(std::string& out, int id, std::string_view reason, std::span<const std::string> words) {
  out += "auto ";
  number(out, id);
  out += ' ';
  out += reason;
  for (const std::string& word : words) out += " " + word;
  out += '\n';
}

void late(std::string& out, std::int64_t id) {
  out += "late ";
  number(out, id);
  out += '\n';
}

void forfeit(std::string& out, std::string_view reason) {
  out += "forfeit ";
  out += reason;
  out += '\n';
}

void quit(std::string& out) { out += "quit\n"; }

}  // namespace arena::encode
