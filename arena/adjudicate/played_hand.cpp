#include "arena/adjudicate/played_hand.h"

#include <algorithm>
#include <boost/json/parser.hpp>
#include <utility>

#include "arena/text/json_file.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"
#include "engine/typed_text.h"

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

/// The value of a key; nothing where it has none.
const json::value* given(const json::object& line, std::string_view key) {
  const json::value* value = line.if_contains(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::string_view text_of(const json::value& value) { return {value.get_string().data(), value.get_string().size()}; }

std::optional<std::string_view> text_in(const json::object& line, std::string_view key) {
  const json::value* value = given(line, key);
  return value == nullptr ? std::nullopt : std::optional(text_of(*value));
}

/// Empty where it is not given.
const json::array& list_in(const json::object& line, std::string_view key) {
  static const json::array kNone;
  const json::value* value = given(line, key);
  return value == nullptr ? kNone : value->get_array();
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

int in_range(std::string_view field, const json::value& value, std::int64_t low, std::int64_t high) {
  const std::int64_t number = value.get_int64();
  if (number < low || number > high)
    object_to(field, "must be from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(number);
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
PerSeat<int> one_a_seat(const GameRules& game, std::string_view field, const json::array& numbers, std::int64_t low,
                        std::int64_t high) {
  const std::size_t seats = at(game.seats());
  if (numbers.size() != seats)
    object_to(field,
              "one for each of " + counted(seats, "seat") + " is needed, here are " + std::to_string(numbers.size()));
  PerSeat<int> values{};
  for (std::size_t seat = 0; seat < seats; ++seat) values[seat] = in_range(field, numbers[seat], low, high);
  return values;
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
  if (!has_laws(game) && hand.size() != game.hand_size()) refuse(counted(game.hand_size(), "card"));
  if (hand.size() < least) refuse(counted(least, "card") + " at least");
}

/// Cards in no hand were not dealt. Under the laws they may be lost, too: then it must be said which were not dealt.
void read_leftover(const GameRules& game, std::optional<std::string_view> given, CardSet in_no_hand,
                   hearts::Deal& deal) {
  if (given) {
    deal.leftover = CardReader(game, "leftover").read(*given, {}, {});
  } else if (!has_laws(game) || in_no_hand.size() == game.rules().leftover_count()) {
    deal.leftover = in_no_hand;
  } else if (game.rules().leftover_count() > 0) {
    object_to("leftover", "is missing: cards are lost, and it does not follow which were not dealt");
  }
  const bool is_right =
      has_laws(game) ? in_no_hand.contains(deal.leftover) && deal.leftover.size() <= game.rules().leftover_count()
                     : deal.leftover == in_no_hand;
  if (!is_right) object_to("leftover", "these are not the cards that were not dealt");
}

void read_deal(const GameRules& game, const json::object& line, hearts::Deal& deal) {
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const std::size_t hands = at(game.seats()) * hands_per_seat;
  const json::array& list = list_in(line, "deal");
  if (list.size() != hands)
    object_to("deal", counted(hands, "hand") + " are needed, here are " + std::to_string(list.size()));
  CardReader reader(game, "deal");
  for (std::size_t i = 0; i < hands; ++i) {
    const std::size_t seat = i / hands_per_seat;
    CardSet& hand = deal.hands[i % hands_per_seat][seat];
    hand = reader.read(text_of(list[i]), static_cast<Seat>(seat), {});
    check_size(game, hand, i + 1, seat);
  }
  read_leftover(game, text_in(line, "leftover"), game.deck().cards() - reader.seen(), deal);
}

/// What the dealer did wrong before everybody's eyes.
bool read_slip(const GameRules& game, const json::object& line, const hearts::Deal& deal) {
  const json::value* faulty = given(line, "faulty");
  const auto exposed = text_in(line, "exposed");
  for (const char* key : {"faulty", "exposed"}) {
    if (given(line, key) != nullptr && !has_laws(game)) object_to(key, "no laws are in force in this variant");
  }
  CardSet dealt;
  for (const CardSet hand : deal.hands[0]) dealt |= hand;
  const CardSet shown = exposed ? CardReader(game, "exposed").read(*exposed, {}, {}) : CardSet{};
  if (!dealt.contains(shown)) object_to("exposed", "these cards were not dealt");
  return !shown.empty() || (faulty != nullptr && faulty->get_bool());
}

/// The hand (0 or 1) a seat was dealt that holds all these cards; nothing when it is neither or there are none.
std::optional<std::size_t> hand_with(const hearts::Deal& deal, std::size_t seat, CardSet cards) {
  for (std::size_t index = 0; index < deal.hands.size(); ++index) {
    if (!cards.empty() && deal.hands[index][seat].contains(cards)) return index;
  }
  return std::nullopt;
}

void read_passes(const GameRules& game, const json::object& line, PlayedHand& hand) {
  const std::size_t seats = at(game.seats());
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const json::array& list = list_in(line, "pass");
  const std::size_t entries = list.size();
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
      passes[i] = {entry, reader.read(text_of(list[at(entry - 1)]), static_cast<Seat>(seat), entry)};
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

std::optional<MoonOption> read_choice(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  for (MoonOption option : {MoonOption::subtract_self, MoonOption::add_others}) {
    if (*text == moon_option_name(option)) return option;
  }
  object_to("choice", "must be subtract_self or add_others");
}

}  // namespace

json::object parse_hand_line(std::string_view text, json::storage_ptr memory) {
  json::value value = parse_object(text, std::move(memory));
  json::object& line = value.get_object();
  for (const auto& [name, field] : line) {
    const Key& known = find_key({name.data(), name.size()});
    if (!field.is_null() && !known.is_right(field)) object_to(known.name, "must be " + std::string(known.type));
  }
  if (const auto twice = find_duplicate_key(text)) object_to(find_key(twice->key).name, "this is a duplicate key");
  for (const char* needed : {"variant", "deal"}) {
    if (!line.contains(needed)) throw Objection("\"" + std::string(needed) + "\" is missing");
  }
  return std::move(line);
}

PlayedHand read_played_hand(const GameRules& game, const json::object& line) {
  const hearts::Rules& rules = game.rules();
  PlayedHand hand;
  if (const json::value* number = given(line, "hand")) hand.setup.number = in_range("hand", *number, 1, kHandsMax);
  if (const json::value* dealer = given(line, "dealer"))
    hand.setup.dealer = in_range("dealer", *dealer, 0, game.seats() - 1);
  hand.setup.totals.fill(rules.score_start);
  if (const json::value* totals = given(line, "totals"))
    hand.setup.totals = one_a_seat(game, "totals", totals->get_array(), -kTotalMax, kTotalMax);
  if (const json::value* extra = given(line, "extra")) hand.extra = extra->get_bool();
  if (hand.extra && rules.match_tie != hearts::MatchTie::extra_hands)
    object_to("extra", "no further hands are played in this variant: a tie is shared");
  hand.setup.deal.point_lane = point_lane(game, text_in(line, "point_suit"));
  read_deal(game, line, hand.setup.deal);
  hand.faulty = read_slip(game, line, hand.setup.deal);
  if (const json::array& select = list_in(line, "select"); !select.empty()) {
    if (rules.hands_per_seat == 1) object_to("select", "each seat has one hand in this variant");
    hand.selected = one_a_seat(game, "select", select, 0, 1);
  }
  read_passes(game, line, hand);
  hand.plays = text_in(line, "plays").value_or("");
  hand.choice = read_choice(text_in(line, "choice"));
  return hand;
}

}  // namespace arena
