#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
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

/// The place in a line where something is wrong.
struct ObjectionPlace {
  std::string_view field{};   ///< key of the line, a constant; empty if it is not a single key
  std::optional<int> pass{};  ///< which entry of `pass`, from 1
  std::optional<int> play{};  ///< which card of `plays`, from 1
  std::optional<hearts::Seat> seat{};
  std::string card{};       ///< as the line spells it
  std::string_view rule{};  ///< id of the rule that is broken, a constant; may be empty
};

/// What is wrong with a line. Thrown while a line is read and judged.
struct Objection : std::runtime_error {
  explicit Objection(const std::string& message, ObjectionPlace where = {})
      : std::runtime_error(message), place(std::move(where)) {}
  ObjectionPlace place;
};

/// Throws an objection to the value of one key.
[[noreturn]] inline void refuse_field(std::string_view field, const std::string& message) {
  throw Objection(message, {.field = field});
}

/// Parses one JSON object into `memory`. It has the keys of a hand (results/adjudicate/FORMAT.md), each with a value of
/// its type. A null counts as no key. The keys `id` and x_... are left out. Throws Objection for invalid JSON, a value
/// that is not an object, an unknown key, a duplicate key, a value of the wrong type, and if `variant` or `deal` is
/// missing. If `id` is given, it is set to the value of the key `id` as soon as that is known, also if an objection
/// follows: a text or a whole number, safe on a terminal, of at most kLineIdBytesMax bytes. Other ids are left out.
boost::json::object parse_hand_line(std::string_view text, boost::json::storage_ptr memory, std::string* id = nullptr);

/// The most bytes of the id of a line that errors show.
inline constexpr std::size_t kLineIdBytesMax = 100;

// Values of a parsed line.

/// Returns null if the key has no value.
const boost::json::value* find_value(const boost::json::object& line, std::string_view key);
std::optional<std::string_view> find_text(const boost::json::object& line, std::string_view key);
/// Returns an empty list if the key has no value.
const boost::json::array& find_list(const boost::json::object& line, std::string_view key);
std::string_view text_of(const boost::json::value& value);

/// Reads the deal of a parsed line (parse_hand_line), from its keys `deal`, `leftover`, `point_suit`, `faulty` and
/// `exposed`. Throws Objection unless it is the whole pack in equal hands, or a deal that can be played under the laws
/// of the table.
DealtHand read_deal(const hearts::GameRules& game, const boost::json::object& line);

/// Adds those keys to an object: `deal`, and the others if they do not follow from it.
void add_deal(boost::json::object& object, const hearts::GameRules& game, const hearts::Deal& deal,
              const DealSlip& slip);

/// Writes each hand of each seat as a text, seat by seat. `hands` is by sub-hand and seat.
boost::json::array hands_json(const hearts::GameRules& game, const decltype(hearts::Deal::hands)& hands);

/// Reads the entries of one list of card sets, which must not contain a card twice.
class CardReader {
 public:
  /// The rules must outlast this object.
  CardReader(const hearts::GameRules& game, std::string_view field) : game_(game), field_(field) {}

  /// Reads the cards of one entry, that of this seat or this pass. Throws Objection for a card that is not in the pack
  /// or was read before.
  hearts::CardSet read(std::string_view text, std::optional<hearts::Seat> seat, std::optional<int> pass);
  hearts::CardSet seen() const { return seen_; }

 private:
  const hearts::GameRules& game_;
  std::string_view field_;
  hearts::CardSet seen_;
};

}  // namespace arena
