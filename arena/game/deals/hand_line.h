#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "arena/game/deals/dealing.h"
#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace arena {

/// Where in a line something is wrong.
struct ObjectionPlace {
  std::string_view field{};   ///< key of the line, a constant; empty for no single key
  std::optional<int> pass{};  ///< which entry of `pass`, from 1
  std::optional<int> play{};  ///< which card of `plays`, from 1
  std::optional<hearts::Seat> seat{};
  std::string card{};       ///< as the line spells it
  std::string_view rule{};  ///< id of the rule that is broken, a constant; may be empty
};

/// What is wrong with a line. Thrown while a line is read and judged, caught by who answers for it.
struct Objection : std::runtime_error {
  explicit Objection(const std::string& message, ObjectionPlace where = {})
      : std::runtime_error(message), place(std::move(where)) {}
  ObjectionPlace place;
};

/// An objection to the value of one key.
[[noreturn]] inline void object_to(std::string_view field, const std::string& message) {
  throw Objection(message, {.field = field});
}

/// Parses one JSON object into `memory`: the keys of a hand (../adjudicate/FORMAT.md), each with a value of its type or
/// null, which is as good as no key. Throws Objection: no JSON, no object, an unknown key, a duplicate key, a value of
/// the wrong type, `variant` or `deal` missing.
boost::json::object parse_hand_line(std::string_view text, boost::json::storage_ptr memory);

// Values of a parsed line.

/// Null where the key has none.
const boost::json::value* given(const boost::json::object& line, std::string_view key);
std::optional<std::string_view> given_text(const boost::json::object& line, std::string_view key);
/// Empty where the key has none.
const boost::json::array& given_list(const boost::json::object& line, std::string_view key);
std::string_view text_of(const boost::json::value& value);

/// What a parsed line (parse_hand_line) says of the deal: its keys `deal`, `leftover`, `point_suit`, `faulty`, `exposed`.
/// Throws Objection unless it is the whole pack in equal hands, or under the laws of the table one that can be played.
DealtHand read_deal(const hearts::GameRules& game, const boost::json::object& line);

/// Adds those keys: `deal`, and of the others what does not follow from it.
void put_deal(boost::json::object& object, const hearts::GameRules& game, const hearts::Deal& deal,
              const DealSlip& slip);

/// The cards of each hand of each seat, by sub-hand and seat, as texts seat by seat.
boost::json::array hands_json(const hearts::GameRules& game, const decltype(hearts::Deal::hands)& hands);

/// Reads the entries of one list of card sets. It may hold no duplicate card.
class CardReader {
 public:
  /// The rules must outlast it.
  CardReader(const hearts::GameRules& game, std::string_view field) : game_(game), field_(field) {}

  /// The cards of one entry, of that seat or that pass. Throws Objection for a card not of the pack or met before.
  hearts::CardSet read(std::string_view text, std::optional<hearts::Seat> seat, std::optional<int> pass);
  hearts::CardSet seen() const { return seen_; }

 private:
  const hearts::GameRules& game_;
  std::string_view field_;
  hearts::CardSet seen_;
};

}  // namespace arena
