#include "arena/app/play/table_state.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "engine/deck.h"
#include "engine/hand.h"
#include "engine/trick.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

using hearts::Card;
using hearts::PerSeat;
using hearts::Seat;

[[noreturn]] void refuse(std::string_view line) {
  throw std::logic_error("the arena sent '" + std::string(line) + "'");
}

int number_of(std::string_view text, std::string_view line, int low = std::numeric_limits<int>::min(),
              int high = std::numeric_limits<int>::max()) {
  const auto value = hearts::whole_number(text, low, high);
  if (!value) refuse(line);
  return *value;
}

/// A value a seat.
PerSeat<int> values_of(const TableState& state, const std::vector<std::string_view>& texts, std::string_view line) {
  if (texts.size() < static_cast<std::size_t>(state.rules->seats())) refuse(line);
  PerSeat<int> values{};
  for (Seat seat = 0; seat < state.rules->seats(); ++seat)
    values[seat] = number_of(texts[static_cast<std::size_t>(seat)], line);
  return values;
}

/// `text` begins with the space before the cards.
hearts::CardSet cards_of(const TableState& state, std::string_view text, std::string_view line) {
  const auto cards = hearts::parse_cards(state.rules->deck(), text.substr(std::min<std::size_t>(1, text.size())));
  if (!cards) refuse(line);
  return *cards;
}

Seat seat_of(const TableState& state, std::string_view text, std::string_view line) {
  return number_of(text, line, 0, state.rules->seats() - 1);
}

void start_game(TableState& state, std::string_view line) {
  state = TableState();
  state.rules.emplace(hearts::resolve_variant(field_of(line, "variant").value_or("")));
  state.you = number_of(field_of(line, "you").value_or(""), line);
  for (Seat seat = 0; seat < state.rules->seats(); ++seat) {
    state.names.push_back(seat == state.you ? "you" : "seat " + std::to_string(seat));
  }
}

void start_hand(TableState& state, std::string_view rest, std::string_view line) {
  state.hand = number_of(cut_word(rest), line);
  state.dealer = seat_of(state, field_of(rest, "dealer").value_or(""), line);
  state.pass_offset = number_of(field_of(rest, "pass").value_or(""), line);
  state.totals = values_of(state, hearts::split(field_of(rest, "totals").value_or(""), ","), line);
  state.point_lane = state.rules->fixed_point_lane();
  if (const std::string_view suit = field_of(rest, "point_suit").value_or(""); !suit.empty()) {
    state.point_lane = state.rules->deck().lane_of(suit.front()).value_or(state.point_lane);
  }
  state.taken = {};
  state.broken = false;
  state.trick = state.last_trick = {};
  state.last_winner = hearts::kNobody;
}

void put_card(TableState& state, std::string_view rest, std::string_view line) {
  const Seat seat = seat_of(state, cut_word(rest), line);
  const auto card = state.rules->deck().find(cut_word(rest));
  if (!card || state.trick.count >= state.rules->seats()) refuse(line);
  if (!state.trick.started()) state.trick.leader = seat;  // out of turn, perhaps
  state.trick.add(*card);
  if (seat == state.you) state.cards.erase(*card);
}

}  // namespace

void take_line(TableState& state, std::string_view line) {
  std::string_view rest = line;
  const std::string_view verb = cut_word(rest);
  if (verb == "game") return start_game(state, rest);
  if (!state.rules) return;
  const auto seats = static_cast<std::size_t>(state.rules->seats());
  if (verb == "names") {
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const std::string_view name = cut_word(rest);
      if (static_cast<Seat>(seat) != state.you) state.names[seat] = name;
    }
  } else if (verb == "hand") {
    start_hand(state, rest, line);
  } else if (verb == "deal") {
    state.cards = cards_of(state, rest, line);
    state.trick_number = 0;
  } else if (verb == "got") {
    state.cards |= cards_of(state, rest, line);
  } else if (verb == "trick") {
    state.trick_number = number_of(cut_word(rest), line);
    state.trick = {};
    state.trick.leader = seat_of(state, field_of(rest, "lead").value_or(""), line);
  } else if (verb == "play") {
    put_card(state, rest, line);
  } else if (verb == "back") {
    const Seat seat = seat_of(state, cut_word(rest), line);
    const auto card = state.rules->deck().find(cut_word(rest));
    if (!card) refuse(line);
    if (seat == state.you) state.cards.insert(*card);
  } else if (verb == "broken") {
    state.broken = true;
  } else if (verb == "took") {
    state.last_winner = seat_of(state, cut_word(rest), line);
    state.last_points = number_of(cut_word(rest), line);
    state.taken[state.last_winner] += state.last_points;
    state.last_trick = state.trick;
    state.trick = {};
  } else if (verb == "score") {
    const std::string_view kind = cut_word(rest);
    if (kind == "hand") state.change = values_of(state, words_of(rest), line);
    if (kind == "total") state.totals = values_of(state, words_of(rest), line);
  }
}

hearts::CardSet possible_revokes(const TableState& state) {
  if (!state.trick.started()) return {};
  const hearts::CardSet suit = state.cards & hearts::CardSet::lane(state.trick.led().lane());
  const hearts::CardSet ban =
      state.trick_number == 1 ? state.rules->first_trick_ban(state.point_lane) : hearts::CardSet{};
  return suit.empty() ? hearts::CardSet{} : state.cards - suit - ban;
}

std::string why_not_playable(const TableState& state, hearts::CardSet offered, std::string_view word) {
  const hearts::GameRules& rules = *state.rules;
  const auto card = rules.deck().find(word);
  if (!card) return "that is not a card of this pack, and no word known here; 'help' explains";
  hearts::PlaySituation situation;
  situation.point_lane = state.point_lane;
  situation.first_trick = state.trick_number == 1;
  situation.broken = state.broken;
  if (state.trick.started()) situation.led_lane = state.trick.led().lane();
  if (rules.rules().opening_leader == hearts::OpeningLeader::holder_of_opening_card && !offered.empty()) {
    situation.opening_card = offered.first();
  }
  const hearts::Breach breach = hearts::breach_of(rules, state.cards, situation, *card);
  const std::string_view cited = rules.cited(breach);
  return std::string(hearts::describe(breach)) + (cited.empty() ? "" : " (" + std::string(cited) + ")");
}

}  // namespace arena
