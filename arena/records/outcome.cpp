#include "arena/records/outcome.h"

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "arena/base/seeds/run_key.h"
#include "arena/game/schedule/balance.h"
#include "arena/records/line_fields.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;

/// The games of the block that seats these bots.
int games_in_block(const std::vector<Outcome::Seat>& seats) {
  Circle circle;  // each bot as the first seat it has
  for (const Outcome::Seat& seat : seats) {
    const auto first = std::ranges::find(seats, seat.bot, &Outcome::Seat::bot);
    circle.push_back(static_cast<int>(first - seats.begin()));
  }
  return games_of_block(circle);
}

/// Throws std::runtime_error when the text is no seed.
int turn_of(const Outcome& outcome, std::string_view seed) {
  const auto block = BlockSeed::from_hex(seed);
  if (!block) throw std::runtime_error("its seed is none");
  const std::vector<int> order = block->game_order(outcome.games_in_block);
  return static_cast<int>(std::ranges::find(order, outcome.game) - order.begin());
}

Outcome::Seat& seat_of(Outcome& outcome, const json::value& event) {
  return outcome.seats[at(seat_in(event.as_object(), outcome.seats.size()))];
}

}  // namespace

Outcome outcome_of(const GameRecord& record) {
  const int hands = static_cast<int>(record.result.hands.size());
  Outcome outcome{record.run, record.variant, record.rules_hash, record.block, record.game, 0, hands, {}, 0};
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    outcome.seats.push_back({record.bots[seat],
                             record.result.places[seat],
                             record.result.scores[seat],
                             false,
                             {},
                             record.result.laws[seat]});
  }
  for (const Forfeit& forfeit : record.result.forfeits) outcome.seats[at(forfeit.seat)].forfeited = true;
  for (const FaultEvent& event : record.result.faults) outcome.seats[at(event.seat)].faults.add(event.fault);
  outcome.games_in_block = games_in_block(outcome.seats);
  outcome.turn = turn_of(outcome, record.seed);
  return outcome;
}

Outcome read_outcome(const json::object& line, std::string_view place) {
  return read_at(place, "this is not a record of a game", [&] {
    Outcome outcome;
    outcome.run = text_of(line, "run");
    outcome.variant = text_of(line, "variant");
    outcome.rules_hash = text_of(line, "rules");
    outcome.block = int_of(line, "block");
    outcome.game = int_of(line, "game");
    outcome.hands = static_cast<int>(member(line, "hands").as_array().size());
    const json::array& bots = member(line, "bots").as_array();
    const json::array& scores = member(line, "scores").as_array();
    const json::array& places = member(line, "places").as_array();
    const std::size_t count = bots.size();
    if (count < 1 || count > at(hearts::kSeatsMax) || scores.size() != count || places.size() != count) {
      throw std::runtime_error("bots, scores and places are not one a seat");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const int place_taken = json::value_to<int>(places[i]);
      if (place_taken < 1 || place_taken > static_cast<int>(count)) {
        throw std::runtime_error("there is no place " + std::to_string(place_taken));
      }
      const int score = json::value_to<int>(scores[i]);
      outcome.seats.push_back({json::value_to<std::string>(bots[i]), place_taken, score, false, {}});
    }
    check_blame(line);
    for (const json::value& event : member(line, "forfeits").as_array()) seat_of(outcome, event).forfeited = true;
    for (const json::value& event : member(line, "faults").as_array()) {
      // check_blame() knows all names.
      seat_of(outcome, event).faults.add(find_fault(text_of(event.as_object(), "fault")).value());
    }
    if (const json::value* laws = line.if_contains("laws")) {
      const std::vector<LawFigures> figures = read_list(*laws, read_law_figures);
      if (figures.size() != count) throw std::runtime_error("laws has not one object a seat");
      for (std::size_t i = 0; i < count; ++i) outcome.seats[i].laws = figures[i];
    }
    outcome.games_in_block = games_in_block(outcome.seats);
    if (outcome.block < 0 || outcome.game < 0 || outcome.game >= outcome.games_in_block || outcome.hands < 1) {
      throw std::runtime_error("its block, its game or its hands cannot be");
    }
    outcome.turn = turn_of(outcome, text_of(line, "seed"));
    return outcome;
  });
}

namespace {

/// Members of a game's line that an outcome needs.
enum class Field : std::uint8_t {
  v,
  type,
  run,
  variant,
  rules,
  block,
  game,
  seed,
  bots,
  hands,
  scores,
  places,
  forfeits,
  faults,
  automatic,
  tries,
  laws,
  none
};
constexpr std::array<std::string_view, 17> kFieldKeys = {"v",        "type",   "run",  "variant", "rules",  "block",
                                                         "game",     "seed",   "bots", "hands",   "scores", "places",
                                                         "forfeits", "faults", "auto", "tries",   "laws"};
constexpr std::uint32_t bit(Field field) { return 1U << static_cast<unsigned>(field); }
/// All but `laws`.
constexpr std::uint32_t kRequired = bit(Field::laws) - 1;

/// Takes what the parser finds in a line. What is not as it should be is left to read_outcome().
class OutcomeTaker {
 public:
  static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_array_size = max_object_size;
  static constexpr std::size_t max_key_size = max_object_size;
  static constexpr std::size_t max_string_size = max_object_size;
  using Error = boost::system::error_code;

  void begin() {
    depth_ = 0;
    field_ = Field::none;
    seen_ = taken_ = 0;
    bots_ = scores_ = places_ = laws_ = law_objects_ = 0;
    is_regular_ = true;
  }

  /// Whether all is there, each once and of its kind.
  bool end() {
    if (!is_regular_ || (taken_ & kRequired) != kRequired || seen_ != taken_) return false;
    if (bots_ < 1 || bots_ > at(hearts::kSeatsMax) || scores_ != bots_ || places_ != bots_) return false;
    if ((seen_ & bit(Field::laws)) != 0 && (laws_ != bots_ || law_objects_ != bots_)) return false;
    outcome.seats.resize(bots_);
    for (std::size_t seat = 0; seat < bots_; ++seat) {
      Outcome::Seat& one = outcome.seats[seat];
      one.place = place_[seat];
      one.score = score_[seat];
      if (one.place < 1 || one.place > static_cast<int>(bots_)) return false;
    }
    return true;
  }

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) {
    if (depth_ == 2 && field_ == Field::laws) ++law_objects_;
    ++depth_;
    return true;
  }
  bool on_object_end(std::size_t, Error&) {
    --depth_;
    return true;
  }
  bool on_array_begin(Error&) {
    ++depth_;
    return true;
  }
  bool on_array_end(std::size_t count, Error&) {
    if (--depth_ == 1) end_list(count);
    return true;
  }
  bool on_key_part(std::string_view, std::size_t, Error&) {
    is_regular_ = is_regular_ && depth_ > 1;
    return true;
  }
  bool on_key(std::string_view key, std::size_t, Error&) {
    if (depth_ == 1) begin_field(key);
    // A figure of the laws.
    if (depth_ == 3 && field_ == Field::laws) is_regular_ = false;
    return true;
  }
  bool on_string_part(std::string_view, std::size_t, Error&) {
    if (depth_ <= 2 && field_ != Field::none) is_regular_ = false;
    return true;
  }
  bool on_string(std::string_view text, std::size_t, Error&) {
    if (depth_ == 1) {
      take_text(text);
    } else if (depth_ == 2 && field_ == Field::bots) {
      if (bots_ < place_.size()) {
        if (outcome.seats.size() <= bots_) outcome.seats.resize(bots_ + 1);
        outcome.seats[bots_].bot.assign(text);
      }
      ++bots_;
    }
    return true;
  }
  bool on_number_part(std::string_view, Error&) { return true; }
  bool on_int64(std::int64_t number, std::string_view, Error&) {
    if (depth_ <= 2 && field_ != Field::none) take_number(number);
    return true;
  }
  bool on_uint64(std::uint64_t, std::string_view, Error&) { return true; }
  bool on_double(double, std::string_view, Error&) { return true; }
  bool on_bool(bool, Error&) { return true; }
  bool on_null(Error&) { return true; }
  bool on_comment_part(std::string_view, Error&) { return true; }
  bool on_comment(std::string_view, Error&) { return true; }

  Outcome outcome;
  std::string seed;

 private:
  void begin_field(std::string_view key) {
    const auto found = std::ranges::find(kFieldKeys, key);
    field_ = static_cast<Field>(found - kFieldKeys.begin());
    if (field_ == Field::none) return;
    if ((seen_ & bit(field_)) != 0) is_regular_ = false;
    seen_ |= bit(field_);
  }

  void take() { taken_ |= bit(field_); }

  void take_text(std::string_view text) {
    if (field_ == Field::type) {
      if (text != "game") is_regular_ = false;
    } else if (field_ == Field::run) {
      outcome.run.assign(text);
    } else if (field_ == Field::variant) {
      outcome.variant.assign(text);
    } else if (field_ == Field::rules) {
      outcome.rules_hash.assign(text);
    } else if (field_ == Field::seed) {
      seed.assign(text);
    } else {
      return;
    }
    take();
  }

  void take_number(std::int64_t number) {
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) return;
    const int value = static_cast<int>(number);
    if (depth_ == 1) {
      if (field_ == Field::v && value != kRecordVersion) is_regular_ = false;
      if (field_ == Field::block) outcome.block = value;
      if (field_ == Field::game) outcome.game = value;
      if (field_ == Field::v || field_ == Field::block || field_ == Field::game) take();
    } else if (field_ == Field::scores) {
      if (scores_ < score_.size()) score_[scores_] = value;
      ++scores_;
    } else if (field_ == Field::places) {
      if (places_ < place_.size()) place_[places_] = value;
      ++places_;
    }
  }

  /// Elements that are not of their kind were not counted.
  void end_list(std::size_t count) {
    if (field_ == Field::hands) outcome.hands = static_cast<int>(count);
    if (field_ == Field::bots && count != bots_) return;
    if (field_ == Field::scores && count != scores_) return;
    if (field_ == Field::places && count != places_) return;
    if (field_ == Field::laws) laws_ = count;
    const bool must_be_empty = field_ >= Field::forfeits && field_ <= Field::tries;
    if (field_ == Field::none || field_ < Field::bots || (must_be_empty && count > 0)) return;
    take();
  }

  int depth_ = 0;
  Field field_ = Field::none;
  std::uint32_t seen_ = 0;   ///< fields
  std::uint32_t taken_ = 0;  ///< of them, those of their kind
  bool is_regular_ = true;
  std::array<int, hearts::kSeatsMax> score_{};
  std::array<int, hearts::kSeatsMax> place_{};
  std::size_t bots_ = 0;
  std::size_t scores_ = 0;
  std::size_t places_ = 0;
  std::size_t laws_ = 0;
  std::size_t law_objects_ = 0;
};

}  // namespace

class OutcomeReader::Parser {
 public:
  const Outcome* read(std::string_view line) {
    parser_.reset();
    OutcomeTaker& taker = parser_.handler();
    taker.begin();
    boost::system::error_code error;
    const std::size_t parsed = parser_.write_some(false, line.data(), line.size(), error);
    Outcome& outcome = taker.outcome;
    if (error || parsed < line.size() || !taker.end()) return nullptr;
    outcome.games_in_block = games_in_block(outcome.seats);
    if (outcome.block < 0 || outcome.game < 0 || outcome.game >= outcome.games_in_block || outcome.hands < 1)
      return nullptr;
    return set_turn(taker) ? &outcome : nullptr;
  }

 private:
  /// The games of a block come near each other, and have its seed in common.
  struct Order {
    std::string seed;
    std::vector<int> games;
  };
  static constexpr std::size_t kOrders = 256;

  bool set_turn(OutcomeTaker& taker) {
    Outcome& outcome = taker.outcome;
    Order& order = orders_[at(outcome.block) % kOrders];
    if (order.seed != taker.seed || std::ssize(order.games) != outcome.games_in_block) {
      const auto block = BlockSeed::from_hex(taker.seed);
      if (!block) return false;
      order = {taker.seed, block->game_order(outcome.games_in_block)};
    }
    outcome.turn = static_cast<int>(std::ranges::find(order.games, outcome.game) - order.games.begin());
    return true;
  }

  json::basic_parser<OutcomeTaker> parser_{json::parse_options()};
  std::array<Order, kOrders> orders_;
};

OutcomeReader::OutcomeReader() : parser_(std::make_unique<Parser>()) {}
OutcomeReader::~OutcomeReader() = default;

const Outcome* OutcomeReader::read(std::string_view line) { return parser_->read(line); }

}  // namespace arena
