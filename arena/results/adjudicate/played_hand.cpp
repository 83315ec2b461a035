#include "arena/results/adjudicate/played_hand.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <utility>

#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::CardSet;
using hearts::counted;
using hearts::GameRules;
using hearts::MoonOption;
using hearts::PerSeat;
using hearts::Seat;

constexpr std::int64_t kHandsMax = 1'000'000;
constexpr std::int64_t kTotalMax = 1'000'000;

int in_range(std::string_view field, const json::value& value, std::int64_t low, std::int64_t high) {
  const std::int64_t number = value.get_int64();
  if (number < low || number > high)
    refuse_field(field, "must be from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(number);
}

/// Reads a list with one number for each seat.
PerSeat<int> one_a_seat(const GameRules& game, std::string_view field, const json::array& numbers, std::int64_t low,
                        std::int64_t high) {
  const std::size_t seats = at(game.seats());
  if (numbers.size() != seats)
    refuse_field(field, "must have one number for each of " + counted(seats, "seat") + ", not " +
                            std::to_string(numbers.size()));
  PerSeat<int> values{};
  for (std::size_t seat = 0; seat < seats; ++seat) values[seat] = in_range(field, numbers[seat], low, high);
  return values;
}

/// The hand (0 or 1) dealt to a seat that has all these cards. Nothing if neither has them, or if there are no cards.
std::optional<std::size_t> hand_with(const hearts::Deal& deal, std::size_t seat, CardSet cards) {
  for (std::size_t index = 0; index < deal.hands.size(); ++index) {
    if (!cards.empty() && deal.hands[index][seat].contains(cards)) return index;
  }
  return std::nullopt;
}

void read_passes(const GameRules& game, const json::object& line, PlayedHand& hand) {
  const std::size_t seats = at(game.seats());
  const std::size_t hands_per_seat = static_cast<std::size_t>(game.rules().hands_per_seat);
  const json::array& list = find_list(line, "pass");
  const std::size_t entries = list.size();
  if (entries == 0) return;
  if (entries != seats && entries != seats * hands_per_seat)
    refuse_field("pass", "must have " + std::to_string(seats * hands_per_seat) +
                             " entries, one for each hand of the deal, not " + std::to_string(entries));
  const std::size_t per_seat = entries / seats;
  CardReader reader(game, "pass");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    std::array<PlayedHand::Pass, hearts::kHandsPerSeatMax> passes;
    for (std::size_t i = 0; i < per_seat; ++i) {
      const int entry = static_cast<int>(seat * per_seat + i) + 1;
      passes[i] = {entry, reader.read(text_of(list[at(entry - 1)]), static_cast<Seat>(seat), entry)};
    }
    if (per_seat > 1 && hand.selected) {
      // The passes may be given by number of the hand or in order of play. The cards show which it is.
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
  refuse_field("choice", "must be subtract_self or add_others");
}

}  // namespace

PlayedHand read_played_hand(const GameRules& game, const json::object& line) {
  const hearts::Rules& rules = game.rules();
  PlayedHand hand;
  if (const json::value* number = find_value(line, "hand")) hand.setup.number = in_range("hand", *number, 1, kHandsMax);
  if (const json::value* dealer = find_value(line, "dealer"))
    hand.setup.dealer = in_range("dealer", *dealer, 0, game.seats() - 1);
  hand.setup.totals.fill(rules.score_start);
  if (const json::value* totals = find_value(line, "totals"))
    hand.setup.totals = one_a_seat(game, "totals", totals->get_array(), -kTotalMax, kTotalMax);
  if (const json::value* extra = find_value(line, "extra")) hand.extra = extra->get_bool();
  if (hand.extra && rules.match_tie != hearts::MatchTie::extra_hands)
    refuse_field("extra", "this variant plays no further hands: a tie is shared");
  const DealtHand dealt = read_deal(game, line);
  hand.setup.deal = dealt.deal;
  hand.faulty = dealt.slip.faulty;
  if (const json::array& select = find_list(line, "select"); !select.empty()) {
    if (rules.hands_per_seat == 1) refuse_field("select", "each seat has only one hand in this variant");
    hand.selected = one_a_seat(game, "select", select, 0, 1);
  }
  read_passes(game, line, hand);
  hand.plays = find_text(line, "plays").value_or("");
  hand.choice = read_choice(find_text(line, "choice"));
  return hand;
}

}  // namespace arena
