#include "arena/game/deals/hand_line.h"

#include <algorithm>
#include <array>
#include <boost/json/parser.hpp>

#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
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

bool is_text(const json::value& value) { return value.is_string(); }
bool is_number(const json::value& value) { return value.is_int64(); }
bool is_flag(const json::value& value) { return value.is_bool(); }
template <bool (*kIsItem)(const json::value&)>
bool is_list(const json::value& value) {
  return value.is_array() && std::all_of(value.get_array().begin(), value.get_array().end(), kIsItem);
}

struct Key {
  std::string_view name;
  std::string_view type;
  bool (*is_right)(const json::value& value);
};

constexpr auto kKeys = std::to_array<Key>({
    {"variant", "a text", is_text},
    {"hand", "a whole number", is_number},
    {"dealer", "a whole number", is_number},
    {"deal", "a list of texts", is_list<is_text>},
    {"leftover", "a text", is_text},
    {"point_suit", "a text", is_text},
    {"pass", "a list of texts", is_list<is_text>},
    {"select", "a list of whole numbers", is_list<is_number>},
    {"plays", "a text", is_text},
    {"choice", "a text", is_text},
    {"totals", "a list of whole numbers", is_list<is_number>},
    {"extra", "true or false", is_flag},
    {"faulty", "true or false", is_flag},
    {"exposed", "a text", is_text},
});

/// Whether the key is for the author of the line: it says nothing about the hand.
bool is_ignored(std::string_view name) { return name == "id" || name.starts_with("x_"); }

/// Returns the id of a line for its errors, or an empty text if it has none that can be shown.
std::string id_of(const json::object& line) {
  const json::value* id = line.if_contains("id");
  if (id == nullptr) return {};
  if (is_number(*id)) return std::to_string(id->get_int64());
  return is_text(*id) ? legible(text_of(*id), {}, kLineIdBytesMax) : std::string();
}

const Key& find_key(std::string_view name) {
  const auto found = std::ranges::find(kKeys, name, &Key::name);
  if (found != kKeys.end()) return *found;
  throw Objection("there is no key '" + printable(name, 40) + "'; known: " + hearts::joined(kKeys, ", ", &Key::name));
}

json::value parse_object(std::string_view text, json::storage_ptr memory) {
  json::parser parser;
  parser.reset(std::move(memory));
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  const auto refuse = [&] {
    if (const auto mistake = find_encoding_mistake(text)) throw Objection(*mistake);
    throw Objection("not valid JSON at byte " + std::to_string(parsed + 1) + ": " + error.message());
  };
  if (error) refuse();
  json::value value = parser.release();
  if (!value.is_object()) throw Objection("a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}");
  if (parsed < text.size()) error = json::error::extra_data;
  if (error) refuse();
  return value;
}

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
  if (!letter) refuse_field("point_suit", "is missing: it is drawn for each hand, and must be one of " + letters);
  refuse_field("point_suit", "must be " + (drawn ? "one of " : std::string()) + letters);
}

/// A hand must have the variant's size. Under the laws it must have enough cards to pass, and one to play.
void check_size(const GameRules& game, const CardSet& hand, std::size_t number, std::size_t seat) {
  const auto refuse = [&](const std::string& must) {
    throw Objection(
        "hand " + std::to_string(number) + " must have " + must + ", but has " + std::to_string(hand.size()),
        {.field = "deal", .seat = static_cast<Seat>(seat)});
  };
  const int least = std::max(1, game.pass_count());
  if (!game.rules().has_table_laws() && hand.size() != game.hand_size()) refuse(counted(game.hand_size(), "card"));
  if (hand.size() < least) refuse("at least " + counted(least, "card"));
}

/// Reads the cards that were not dealt: those in no hand. Under the laws such cards may also be lost; then the line
/// must say which were not dealt.
void read_leftover(const GameRules& game, std::optional<std::string_view> text, CardSet in_no_hand,
                   hearts::Deal& deal) {
  const bool has_laws = game.rules().has_table_laws();
  if (text) {
    deal.leftover = CardReader(game, "leftover").read(*text, {}, {});
  } else if (!has_laws || in_no_hand.size() == game.rules().leftover_count()) {
    deal.leftover = in_no_hand;
  } else if (game.rules().leftover_count() > 0) {
    refuse_field("leftover", "is missing: cards are lost, so it must say which cards were not dealt");
  }
  const bool is_right =
      has_laws ? in_no_hand.contains(deal.leftover) && deal.leftover.size() <= game.rules().leftover_count()
               : deal.leftover == in_no_hand;
  if (!is_right) refuse_field("leftover", "these are not the cards that were not dealt");
}

void read_hands(const GameRules& game, const json::object& line, hearts::Deal& deal) {
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const std::size_t hands = at(game.seats()) * hands_per_seat;
  const json::array& list = find_list(line, "deal");
  if (list.size() != hands)
    refuse_field("deal", "must have " + counted(hands, "hand") + ", but has " + std::to_string(list.size()));
  CardReader reader(game, "deal");
  for (std::size_t i = 0; i < hands; ++i) {
    const std::size_t seat = i / hands_per_seat;
    CardSet& hand = deal.hands[i % hands_per_seat][seat];
    hand = reader.read(text_of(list[i]), static_cast<Seat>(seat), {});
    check_size(game, hand, i + 1, seat);
  }
  read_leftover(game, find_text(line, "leftover"), game.deck().cards() - reader.seen(), deal);
}

/// Reads the dealer's mistakes that everybody has seen.
DealSlip read_slip(const GameRules& game, const json::object& line, const hearts::Deal& deal) {
  const json::value* faulty = find_value(line, "faulty");
  const auto exposed = find_text(line, "exposed");
  for (const char* key : {"faulty", "exposed"}) {
    if (find_value(line, key) != nullptr && !game.rules().has_table_laws())
      refuse_field(key, "this variant has no laws of the table");
  }
  CardSet dealt;
  for (const CardSet hand : deal.hands[0]) dealt |= hand;
  const CardSet shown = exposed ? CardReader(game, "exposed").read(*exposed, {}, {}) : CardSet{};
  if (!dealt.contains(shown)) refuse_field("exposed", "these cards were not dealt");
  return {!shown.empty() || (faulty != nullptr && faulty->get_bool()), shown};
}

}  // namespace

json::object parse_hand_line(std::string_view text, json::storage_ptr memory, std::string* id) {
  json::value value = parse_object(text, std::move(memory));
  json::object& line = value.get_object();
  if (id != nullptr) *id = id_of(line);
  for (auto member = line.begin(); member != line.end();)
    member = is_ignored(member->key()) ? line.erase(member) : std::next(member);
  for (const auto& [name, field] : line) {
    const Key& known = find_key({name.data(), name.size()});
    if (!field.is_null() && !known.is_right(field)) refuse_field(known.name, "must be " + std::string(known.type));
  }
  if (const auto twice = find_duplicate_key(text)) {
    const auto* const known = std::ranges::find(kKeys, std::string_view(twice->key), &Key::name);
    if (known != kKeys.end()) refuse_field(known->name, "this is a duplicate key");
    throw Objection("the key '" + printable(twice->key, 40) + "' is a duplicate key");
  }
  for (const char* needed : {"variant", "deal"}) {
    if (!line.contains(needed)) throw Objection("\"" + std::string(needed) + "\" is missing");
  }
  return std::move(line);
}

const json::value* find_value(const json::object& line, std::string_view key) {
  const json::value* value = line.if_contains(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::string_view text_of(const json::value& value) { return {value.get_string().data(), value.get_string().size()}; }

std::optional<std::string_view> find_text(const json::object& line, std::string_view key) {
  const json::value* value = find_value(line, key);
  return value == nullptr ? std::nullopt : std::optional(text_of(*value));
}

const json::array& find_list(const json::object& line, std::string_view key) {
  static const json::array kNone;
  const json::value* value = find_value(line, key);
  return value == nullptr ? kNone : value->get_array();
}

CardSet CardReader::read(std::string_view text, std::optional<Seat> seat, std::optional<int> pass) {
  CardSet cards;
  for (std::string_view word = cut_word(text); !word.empty(); word = cut_word(text)) {
    const std::optional<hearts::Card> card = game_.deck().find(word);
    if (!card || seen_.contains(*card)) {
      throw Objection(card ? "this is a duplicate card" : "this is not a card of the pack",
                      {.field = field_, .pass = pass, .seat = seat, .card = std::string(word)});
    }
    seen_.insert(*card);
    cards.insert(*card);
  }
  return cards;
}

DealtHand read_deal(const GameRules& game, const json::object& line) {
  DealtHand dealt;
  dealt.deal.point_lane = point_lane(game, find_text(line, "point_suit"));
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

void add_deal(json::object& object, const GameRules& game, const hearts::Deal& deal, const DealSlip& slip) {
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
