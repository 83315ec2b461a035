#include "arena/adjudicate/played_hand.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parser.hpp>
#include <utility>

#include "arena/adjudicate/objection.h"
#include "arena/text/duplicate_key.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"
#include "engine/counted_noun.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::counted;
using hearts::GameRules;
using hearts::MoonOption;
using hearts::PerSeat;
using hearts::Seat;

// What a value must be, and how it is taken; false if it is something else.

constexpr std::string_view type_name(const std::string*) { return "a text"; }
constexpr std::string_view type_name(const std::int64_t*) { return "a whole number"; }
constexpr std::string_view type_name(const bool*) { return "true or false"; }
constexpr std::string_view type_name(const std::vector<std::string>*) { return "a list of texts"; }
constexpr std::string_view type_name(const std::vector<std::int64_t>*) { return "a list of whole numbers"; }
template <class Value>
constexpr std::string_view type_name(const std::optional<Value>*) {
  return type_name(static_cast<const Value*>(nullptr));
}

bool take(const json::value& value, std::string& text) {
  if (!value.is_string()) return false;
  text.assign(value.get_string().data(), value.get_string().size());
  return true;
}
bool take(const json::value& value, std::int64_t& number) {
  if (!value.is_int64()) return false;
  number = value.get_int64();
  return true;
}
bool take(const json::value& value, bool& flag) {
  if (!value.is_bool()) return false;
  flag = value.get_bool();
  return true;
}
template <class Item>
bool take(const json::value& value, std::vector<Item>& list) {
  if (!value.is_array()) return false;
  list.reserve(value.get_array().size());
  return std::all_of(value.get_array().begin(), value.get_array().end(),
                     [&](const json::value& item) { return take(item, list.emplace_back()); });
}
template <class Value>
bool take(const json::value& value, std::optional<Value>& optional) {
  return take(value, optional.emplace());
}

struct Key {
  std::string_view name;
  std::string_view type;
  bool (*take)(const json::value& value, HandLine& line);
};

template <auto kField>
constexpr Key key(std::string_view name) {
  using Field = std::remove_reference_t<decltype(std::declval<HandLine&>().*kField)>;
  return {name, type_name(static_cast<const Field*>(nullptr)),
          [](const json::value& value, HandLine& line) { return take(value, line.*kField); }};
}

constexpr auto kKeys = std::to_array<Key>({
    key<&HandLine::variant>("variant"),
    key<&HandLine::hand>("hand"),
    key<&HandLine::dealer>("dealer"),
    key<&HandLine::deal>("deal"),
    key<&HandLine::leftover>("leftover"),
    key<&HandLine::point_suit>("point_suit"),
    key<&HandLine::pass>("pass"),
    key<&HandLine::select>("select"),
    key<&HandLine::plays>("plays"),
    key<&HandLine::choice>("choice"),
    key<&HandLine::totals>("totals"),
    key<&HandLine::extra>("extra"),
});

const Key& find_key(std::string_view name) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& known) { return known.name == name; });
  if (found != kKeys.end()) return *found;
  std::string known;
  for (const Key& each : kKeys) known += (known.empty() ? "" : ", ") + std::string(each.name);
  throw Objection("there is no key '" + printable(name, 40) + "'; known: " + known);
}

/// The object lies in `memory`.
json::value parse_object(std::string_view text, json::monotonic_resource& memory) {
  json::parser parser;
  parser.reset(&memory);
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  const auto refuse = [&] { throw Objection("no JSON, byte " + std::to_string(parsed + 1) + ": " + error.message()); };
  if (error) refuse();
  json::value value = parser.release();
  if (!value.is_object()) throw Objection("a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}");
  if (parsed < text.size()) error = json::error::extra_data;
  if (error) refuse();
  return value;
}

constexpr std::int64_t kHandsMax = 1'000'000;
constexpr std::int64_t kTotalMax = 1'000'000;

int in_range(std::string_view field, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value < low || value > high)
    object_to(field, "must be from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(value);
}

/// Reads the entries of one list of card sets. It may hold no duplicate card.
class CardReader {
 public:
  CardReader(const GameRules& game, std::string_view field) : game_(game), field_(field) {}

  CardSet read(std::string_view text, std::optional<Seat> seat, std::optional<int> pass) {
    CardSet cards;
    for (std::string_view word = cut_word(text); !word.empty(); word = cut_word(text)) {
      const std::optional<Card> card = game_.deck().find(word);
      if (!card || seen_.contains(*card)) {
        throw Objection(card ? "this is a duplicate card" : "this is not a card of the pack",
                        {.field = field_, .pass = pass, .seat = seat, .card = std::string(word)});
      }
      seen_.insert(*card);
      cards.insert(*card);
    }
    return cards;
  }

  CardSet seen() const { return seen_; }

 private:
  const GameRules& game_;
  std::string_view field_;
  CardSet seen_;
};

/// `count` numbers, one a seat.
PerSeat<int> one_a_seat(const GameRules& game, std::string_view field, const std::vector<std::int64_t>& numbers,
                        std::int64_t low, std::int64_t high) {
  const std::size_t seats = at(game.seats());
  if (numbers.size() != seats)
    object_to(field,
              "one for each of " + counted(seats, "seat") + " is needed, here are " + std::to_string(numbers.size()));
  PerSeat<int> values{};
  for (std::size_t seat = 0; seat < seats; ++seat) values[seat] = in_range(field, numbers[seat], low, high);
  return values;
}

int point_lane(const GameRules& game, const std::optional<std::string>& letter) {
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

void read_deal(const GameRules& game, const HandLine& line, hearts::Deal& deal) {
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const std::size_t hands = at(game.seats()) * hands_per_seat;
  if (line.deal.size() != hands)
    object_to("deal", counted(hands, "hand") + " are needed, here are " + std::to_string(line.deal.size()));
  CardReader reader(game, "deal");
  for (std::size_t i = 0; i < hands; ++i) {
    const std::size_t seat = i / hands_per_seat;
    CardSet& hand = deal.hands[i % hands_per_seat][seat];
    hand = reader.read(line.deal[i], static_cast<Seat>(seat), {});
    if (hand.size() == game.hand_size()) continue;
    throw Objection("hand " + std::to_string(i + 1) + " must have " + counted(game.hand_size(), "card") + ", it has " +
                        std::to_string(hand.size()),
                    {.field = "deal", .seat = static_cast<Seat>(seat)});
  }
  deal.leftover = game.deck().cards() - reader.seen();
  if (line.leftover && CardReader(game, "leftover").read(*line.leftover, {}, {}) != deal.leftover)
    object_to("leftover", "these are not the cards that were not dealt");
}

/// The hand (0 or 1) a seat was dealt that holds all these cards; nothing when it is neither or there are none.
std::optional<std::size_t> hand_with(const hearts::Deal& deal, std::size_t seat, CardSet cards) {
  for (std::size_t index = 0; index < deal.hands.size(); ++index) {
    if (!cards.empty() && deal.hands[index][seat].contains(cards)) return index;
  }
  return std::nullopt;
}

void read_passes(const GameRules& game, const HandLine& line, PlayedHand& hand) {
  const std::size_t seats = at(game.seats());
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const std::size_t entries = line.pass.size();
  if (entries == 0) return;
  if (entries != seats && entries != seats * hands_per_seat)
    object_to("pass", "a list of " + std::to_string(seats * hands_per_seat) +
                          " is needed, one entry for each hand of " + "the deal; here are " + std::to_string(entries));
  const std::size_t per_seat = entries / seats;
  CardReader reader(game, "pass");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    std::array<PlayedHand::Pass, hearts::kHandsPerSeatMax> passes;
    for (std::size_t i = 0; i < per_seat; ++i) {
      const int entry = static_cast<int>(seat * per_seat + i) + 1;
      passes[i] = {entry, reader.read(line.pass[static_cast<std::size_t>(entry - 1)], static_cast<Seat>(seat), entry)};
    }
    if (per_seat > 1 && hand.selected) {
      // By number of the hand or in order of playing: the cards say which.
      const std::size_t first = static_cast<std::size_t>((*hand.selected)[seat]);
      const std::optional<std::size_t> of_entry = hand_with(hand.setup.deal, seat, passes[0].cards);
      const std::optional<std::size_t> of_other = hand_with(hand.setup.deal, seat, passes[1].cards);
      const bool swapped = of_entry ? *of_entry != first : of_other && *of_other == first;
      if (swapped) std::swap(passes[0], passes[1]);
    }
    for (std::size_t i = 0; i < per_seat; ++i) {
      if (!passes[i].cards.empty()) hand.passes[i][seat] = passes[i];
    }
  }
}

std::optional<MoonOption> read_choice(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  for (MoonOption option : {MoonOption::subtract_self, MoonOption::add_others}) {
    if (*text == moon_option_name(option)) return option;
  }
  object_to("choice", "must be subtract_self or add_others");
}

}  // namespace

HandLine parse_hand_line(std::string_view text) {
  std::array<unsigned char, 16384> buffer;
  json::monotonic_resource memory(buffer.data(), buffer.size());
  const json::value value = parse_object(text, memory);
  const json::object& object = value.get_object();
  HandLine line;
  for (const auto& [name, field] : object) {
    const Key& known = find_key({name.data(), name.size()});
    // Null is as good as no key.
    if (!field.is_null() && !known.take(field, line)) object_to(known.name, "must be " + std::string(known.type));
  }
  if (const auto twice = find_duplicate_key(text)) object_to(find_key(twice->key).name, "this is a duplicate key");
  for (const char* needed : {"variant", "deal"}) {
    if (!object.contains(needed)) throw Objection("\"" + std::string(needed) + "\" is missing");
  }
  return line;
}

PlayedHand read_played_hand(const GameRules& game, HandLine line) {
  const hearts::Rules& rules = game.rules();
  PlayedHand hand;
  hand.setup.number = in_range("hand", line.hand.value_or(1), 1, kHandsMax);
  hand.setup.dealer = in_range("dealer", line.dealer.value_or(0), 0, game.seats() - 1);
  hand.setup.totals.fill(rules.score_start);
  if (line.totals) hand.setup.totals = one_a_seat(game, "totals", *line.totals, -kTotalMax, kTotalMax);
  hand.extra = line.extra.value_or(false);
  if (hand.extra && rules.match_tie != hearts::MatchTie::extra_hands)
    object_to("extra", "no further hands are played in this variant: a tie is shared");
  hand.setup.deal.point_lane = point_lane(game, line.point_suit);
  read_deal(game, line, hand.setup.deal);
  if (!line.select.empty()) {
    if (rules.hands_per_seat == 1) object_to("select", "each seat has one hand in this variant");
    hand.selected = one_a_seat(game, "select", line.select, 0, 1);
  }
  read_passes(game, line, hand);
  hand.plays = std::move(line.plays);
  hand.choice = read_choice(line.choice);
  return hand;
}

}  // namespace arena
