#include "arena/app/play/table_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "arena/app/play/typed_line.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "engine/deck.h"
#include "engine/explanation.h"
#include "engine/hand.h"
#include "engine/rule_keys.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

using hearts::Card;
using hearts::CardSet;
using hearts::PerSeat;
using hearts::Seat;

[[noreturn]] void refuse(std::string_view line) {
  throw std::logic_error("the arena sent '" + std::string(line) + "'");
}

int number_of(std::string_view text, std::string_view line) {
  const auto value = hearts::whole_number(text, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  if (!value) refuse(line);
  return *value;
}

/// Parses one value for each seat.
PerSeat<int> values_of(const TableState& state, const std::vector<std::string_view>& texts, std::string_view line) {
  if (texts.size() < static_cast<std::size_t>(state.rules->seats())) refuse(line);
  PerSeat<int> values{};
  for (Seat seat = 0; seat < state.rules->seats(); ++seat)
    values[seat] = number_of(texts[static_cast<std::size_t>(seat)], line);
  return values;
}

/// `text` begins with the space before the cards.
CardSet cards_of(const TableState& state, std::string_view text, std::string_view line) {
  const auto cards = hearts::parse_cards(state.rules->deck(), text.substr(std::min<std::size_t>(1, text.size())));
  if (!cards) refuse(line);
  return *cards;
}

/// Parses a seat. Returns nothing for any other text.
std::optional<Seat> seat_of(const TableState& state, std::string_view text) {
  return hearts::whole_number(text, 0, state.rules->seats() - 1);
}

Seat seat_of(const TableState& state, std::string_view text, std::string_view line) {
  const std::optional<Seat> seat = seat_of(state, text);
  if (!seat) refuse(line);
  return *seat;
}

void start_game(TableState& state, std::string_view line) {
  state = TableState();
  try {
    state.announced = hearts::resolve_variant(field_of(line, "variant").value_or(""));
  } catch (const hearts::RulesError&) {  // a variant of a file; the arena announces all of its rules
    state.announced = hearts::Rules();
    state.announced.seats = number_of(field_of(line, "seats").value_or(""), line);
    state.announced.id = field_of(line, "variant").value_or("");
  }
  state.rules.emplace(state.announced);
  state.you = number_of(field_of(line, "you").value_or(""), line);
  for (Seat seat = 0; seat < state.rules->seats(); ++seat) {
    state.names.push_back(seat == state.you ? "you" : "seat " + std::to_string(seat));
  }
}

void hear_rule(TableState& state, std::string_view rest) {
  const hearts::RuleKey* key = hearts::find_rule_key(cut_word(rest));
  const std::string_view value = cut_word(rest);
  if (key == nullptr || key->set == nullptr || key->get(state.announced) == value) return;
  key->set(state.announced, value);
  state.announced.cite(key->name, hearts::kSetByHand);
}

void start_hand(TableState& state, std::string_view rest, std::string_view line) {
  if (hearts::rules_text(state.announced) != hearts::rules_text(state.rules->rules()))
    state.rules.emplace(state.announced);
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
  state.trick.clear();
  state.last_trick.clear();
  state.last_winner = hearts::kNobody;
}

void add_card(TableState& state, std::string_view rest, std::string_view line) {
  const Seat seat = seat_of(state, cut_word(rest), line);
  const auto card = state.rules->deck().find(cut_word(rest));
  if (!card || std::ssize(state.trick) >= state.rules->seats()) refuse(line);
  state.trick.push_back({seat, *card});
  if (seat == state.you) state.cards.erase(*card);
}

std::size_t name_width(const TableState& state) {
  return std::ranges::max(state.names, {}, [](const std::string& name) { return name.size(); }).size();
}

/// "you take", "ann takes".
std::string does(const TableState& state, Seat seat, const std::string& verb) {
  return state.name(seat) + " " + verb + (seat == state.you ? "" : "s");
}

std::string_view after_equals(std::string_view field) {
  return field.substr(std::min(field.find('=') + 1, field.size()));  // npos + 1 is 0
}

std::string painted(const TableState& state, const CardPaint& paint, std::string_view cards) {
  const auto found = hearts::parse_cards(state.rules->deck(), cards);
  return found ? paint.cards(*found) : std::string(cards);
}

std::string hand_start_text(const TableState& state, const CardPaint& paint) {
  std::string text = fmt::format("\nHand {}: {}", state.hand, does(state, state.dealer, "deal"));
  text += state.pass_offset == 0 ? ", no pass" : ", you pass to " + state.name(state.passes_to());
  if (state.rules->rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand) {
    text += ", point suit " + paint.suit(state.point_lane);
  }
  return text + "\n";
}

std::string scores_text(const TableState& state) {
  std::string text = "Scores\n";
  for (Seat seat = 0; seat < state.rules->seats(); ++seat) {
    text += fmt::format("  {:<{}} {:>+4d} = {}\n", state.name(seat), name_width(state), state.change[seat],
                        state.totals[seat]);
  }
  return text;
}

/// "TOKEN place=P scores=S,S places=P,P"
std::string end_text(const TableState& state, std::string_view rest) {
  const auto values_of = [&](std::string_view key) {
    std::vector<std::string_view> values = hearts::split(field_of(rest, key).value_or(""), ",");
    values.resize(state.names.size());  // empty if the line has fewer
    return values;
  };
  const auto scores = values_of("scores");
  const auto places = values_of("places");
  std::string text = fmt::format("\nThe game is over. Your place: {}\n", field_of(rest, "place").value_or(""));
  for (std::size_t seat = 0; seat < state.names.size(); ++seat)
    text += fmt::format("  {}. {:<{}} {:>4}\n", places[seat], state.names[seat], name_width(state), scores[seat]);
  return text;
}

std::string card_line(const TableState& state, const CardPaint& paint, Seat seat, Card card) {
  return fmt::format("  {:<{}}  {}\n", state.name(seat), name_width(state), paint.card(card));
}

std::string cards_of_trick(const TableState& state, const CardPaint& paint, const std::vector<SeatCard>& trick) {
  std::string text;
  for (const SeatCard& laid : trick) text += card_line(state, paint, laid.seat, laid.card);
  return text;
}

std::string taken_text(const TableState& state) {
  const std::string what = state.last_points == 0 ? "" : ": " + hearts::counted(state.last_points, "point");
  return "  " + does(state, state.last_winner, "take") + " it" + what + "\n";
}

/// Describes a line about the laws of the table. Returns an empty text for any other line. `rest` is what follows the
/// first word.
std::string describe_law(const TableState& state, const CardPaint& paint, std::string_view verb,
                         std::string_view rest) {
  if (verb == "faulty")
    return "  The deal is faulty" + (rest.empty() ? "" : ": the dealer has shown " + painted(state, paint, rest)) +
           "\n";
  const auto seat = seat_of(state, cut_word(rest));
  if (!seat) return {};
  rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  if (verb == "misdeal") return "  " + does(state, *seat, "call") + " a misdeal: the hand is thrown in\n";
  if (verb == "correct") return "  " + does(state, *seat, "correct") + ": that card did not follow suit\n";
  if (verb == "back") return "  " + painted(state, paint, rest) + " goes back to " + state.name(*seat) + "\n";
  if (verb == "excess") return "  Left over of " + state.name(*seat) + ": " + painted(state, paint, rest) + "\n";
  if (verb == "revoke") return fmt::format("  {} did not follow suit to trick {}\n", state.name(*seat), cut_word(rest));
  if (verb == "incorrect") {
    return fmt::format("  {} had {}, a wrong number\n", state.name(*seat),
                       hearts::counted(leading_number(cut_word(rest)), "card"));
  }
  if (verb == "charge") {
    const std::string points = hearts::counted(leading_number(cut_word(rest)), "point");
    return fmt::format("  The laws charge {} with {} ({})\n", state.name(*seat), points, cut_word(rest));
  }
  if (verb == "claim") {
    const std::string_view word = cut_word(rest);
    return fmt::format("  {} {}, which is {}\n", does(state, *seat, "claim"), word, cut_word(rest));
  }
  const auto owner = seat_of(state, cut_word(rest));
  if (verb != "demand" || !owner) return {};
  return fmt::format("  {} that {} is taken back\n", does(state, *seat, "demand"),
                     painted(state, paint, cut_word(rest)));
}

}  // namespace

void apply_line(TableState& state, std::string_view line) {
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
  } else if (verb == "rule") {
    hear_rule(state, rest);
  } else if (verb == "hand") {
    start_hand(state, rest, line);
  } else if (verb == "deal") {
    state.cards = cards_of(state, rest, line);
    state.trick_number = 0;
  } else if (verb == "got") {
    state.cards |= cards_of(state, rest, line);
  } else if (verb == "trick") {
    state.trick_number = number_of(cut_word(rest), line);
    state.trick.clear();
    (void)seat_of(state, field_of(rest, "lead").value_or(""), line);
  } else if (verb == "play") {
    add_card(state, rest, line);
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
    state.trick.clear();
  } else if (verb == "score") {
    const std::string_view kind = cut_word(rest);
    if (kind == "hand") state.change = values_of(state, words_of(rest), line);
    if (kind == "total") state.totals = values_of(state, words_of(rest), line);
  }
}

CardSet possible_revokes(const TableState& state) {
  if (state.trick.empty()) return {};
  const CardSet suit = state.cards & CardSet::lane(state.trick.front().card.lane());
  const CardSet ban = state.trick_number == 1 ? state.rules->first_trick_ban(state.point_lane) : CardSet{};
  return suit.empty() ? CardSet{} : state.cards - suit - ban;
}

std::string why_not_playable(const TableState& state, CardSet offered, std::string_view word) {
  const hearts::GameRules& rules = *state.rules;
  const auto card = rules.deck().find(word);
  if (!card) return "not a card of this pack, and not a command; type 'help' for the commands";
  hearts::PlaySituation situation;
  situation.point_lane = state.point_lane;
  situation.first_trick = state.trick_number == 1;
  situation.broken = state.broken;
  if (!state.trick.empty()) situation.led_lane = state.trick.front().card.lane();
  if (rules.rules().opening_leader == hearts::OpeningLeader::holder_of_opening_card && !offered.empty()) {
    situation.opening_card = offered.first();
  }
  const hearts::Breach breach = hearts::breach_of(rules, state.cards, situation, *card);
  const std::string_view cited = rules.cited(breach);
  return std::string(hearts::describe(breach)) + (cited.empty() ? "" : " (" + std::string(cited) + ")");
}

std::string describe_line(const TableState& state, const CardPaint& paint, std::string_view line) {
  if (!state.rules) return {};
  std::string_view rest = line;
  const std::string_view verb = cut_word(rest);
  rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  if (verb == "game")
    return fmt::format("You play {} in seat {}. Type 'help' for the commands.\n", state.rules->rules().id, state.you);
  if (verb == "names") return fmt::format("Clockwise: {}\n", fmt::join(state.names, ", "));
  if (verb == "hand") return hand_start_text(state, paint);
  if (verb == "subhand") return "\nPart " + std::string(rest) + " of the hand\n";
  if (verb == "deal") return "Your cards\n" + hand_text(state, paint, state.cards);
  if (verb == "got") return "You get " + painted(state, paint, rest) + " from " + state.name(state.gets_from()) + "\n";
  if (verb == "trick") return fmt::format("Trick {}\n", state.trick_number);
  if (verb == "broken") return "  From now on, the cards that could not be led may be led.\n";
  if (verb == "took") return taken_text(state);
  if (verb == "leftover") return "  Left over: " + painted(state, paint, rest) + "\n";
  if (verb == "end") return end_text(state, rest);
  if (verb == "score") return cut_word(rest) == "total" ? scores_text(state) : "";
  if (verb == "bad" || verb == "auto" || verb == "late" || verb == "forfeit") {
    return "The arena: " + legible(line) + "\n";
  }
  if (const std::string law = describe_law(state, paint, verb, rest); !law.empty()) return law;
  const auto seat = seat_of(state, verb == "play" || verb == "chose" ? cut_word(rest) : after_equals(cut_word(rest)));
  if (!seat) return {};
  if (verb == "play") {
    const auto card = state.rules->deck().find(cut_word(rest));
    return card ? card_line(state, paint, *seat, *card) : "";
  }
  if (verb == "chose") return "  " + does(state, *seat, "choose") + " " + std::string(cut_word(rest)) + "\n";
  if (verb == "kitty") return "  " + does(state, *seat, "take") + " the cards left over\n";
  if (verb == "moon") {
    return "  " + does(state, *seat, "shoot") + " the moon: " + std::string(after_equals(cut_word(rest))) + "\n";
  }
  return {};
}

std::string hand_text(const TableState& state, const CardPaint& paint, CardSet playable) {
  const hearts::Deck& deck = state.rules->deck();
  std::string text;
  for (int lane = 0; lane < deck.lanes(); ++lane) {
    const CardSet suit = state.cards & CardSet::lane(lane);
    if (suit.empty()) continue;
    text += "  " + paint.suit(lane) + " ";
    for (Card card : suit) {
      const std::string rank(1, deck.name(card).front());
      text += " " + (playable.contains(card) ? paint.suited(lane, rank) : paint.faint("(" + rank + ")"));
    }
    text += "\n";
  }
  return text;
}

std::string trick_text(const TableState& state, const CardPaint& paint) {
  if (state.trick_number == 0) return "No trick has begun.\n";
  const std::string text = fmt::format("Trick {}\n", state.trick_number) + cards_of_trick(state, paint, state.trick);
  return !state.trick.empty() ? text : text + "  no card yet\n";
}

std::string last_trick_text(const TableState& state, const CardPaint& paint) {
  if (state.last_winner == hearts::kNobody) return "No trick has been taken in this hand.\n";
  return "The last trick\n" + cards_of_trick(state, paint, state.last_trick) + taken_text(state);
}

std::string score_text(const TableState& state) {
  std::string text = fmt::format("Hand {}: points of its tricks, and totals before the hand\n", state.hand);
  for (Seat seat = 0; seat < state.rules->seats(); ++seat) {
    text += fmt::format("  {:<{}} {:>4} {:>5}\n", state.name(seat), name_width(state), state.taken[seat],
                        state.totals[seat]);
  }
  return text;
}

std::string score_line(const TableState& state) {
  std::vector<std::string> points;
  for (Seat seat = 0; seat < state.rules->seats(); ++seat)
    points.push_back(fmt::format("{} {} ({})", state.name(seat), state.taken[seat], state.totals[seat]));
  return fmt::format("Points of this hand (total before it): {}\n", fmt::join(points, ", "));
}

std::string unplayable_text(const TableState& state, const CardPaint& paint, CardSet playable) {
  std::vector<std::pair<std::string, CardSet>> reasons;
  for (const Card card : state.cards - playable) {
    const std::string why = why_not_playable(state, playable, state.rules->deck().name(card));
    const auto found = std::ranges::find(reasons, why, &std::pair<std::string, CardSet>::first);
    (found == reasons.end() ? reasons.emplace_back(why, CardSet()) : *found).second.insert(card);
  }
  std::string text;
  for (const auto& [why, cards] : reasons) text += "Not " + paint.cards(cards) + ": " + why + "\n";
  return text;
}

std::string with_cards(const CardPaint& paint, std::string_view text) {
  const auto is_of_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  std::string shown;
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_of_word);
    const auto length = static_cast<std::size_t>(end - text.begin());
    shown += length > 0 ? paint.word(text.substr(0, length)) : std::string(1, text.front());
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

std::string rules_text(const TableState& state, const CardPaint& paint, std::string_view part) {
  std::string text;
  for (const hearts::ExplainedSection& section : hearts::explain(state.rules->rules())) {
    std::string lines;
    std::string_view title = section.title;
    const bool is_whole = part.empty() || is_spelled(cut_word(title), part);
    for (const hearts::ExplainedRule& line : section.lines) {
      if (!is_whole && std::ranges::find(line.rules, part) == line.rules.end()) continue;
      lines += "  " + with_cards(paint, line.text);
      if (!line.rules.empty()) lines += fmt::format(" [{}]", fmt::join(line.rules, " "));
      lines += "\n";
    }
    if (!lines.empty()) text += std::string(section.title) + "\n" + lines;
  }
  if (!text.empty()) return text;
  return "No line of these rules comes from " + printable(part, 20) + ". Type 'rules' to see all lines.\n";
}

}  // namespace arena
