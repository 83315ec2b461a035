#include "arena/records/outcome.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "arena/base/seeds/run_key.h"
#include "arena/game/schedule/balance.h"
#include "arena/records/line_fields.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;

/// Returns the number of games of the block that seats these bots.
int games_in_block(const std::vector<Outcome::Seat>& seats) {
  Circle circle;  // for each seat, the first seat of the same bot
  for (const Outcome::Seat& seat : seats) {
    const auto first = std::ranges::find(seats, seat.bot, &Outcome::Seat::bot);
    circle.push_back(static_cast<int>(first - seats.begin()));
  }
  return games_of_block(circle);
}

bool is_possible(const Outcome& outcome) {
  return outcome.block >= 0 && outcome.game >= 0 && outcome.game < outcome.games_in_block && outcome.hands > 0;
}

/// Returns the position of the game in its block. Throws std::runtime_error if the text is not a seed.
int turn_of(const Outcome& outcome, std::string_view seed) {
  const auto block = BlockSeed::from_hex(seed);
  if (!block) throw std::runtime_error("its seed is not a seed");
  const std::vector<int> order = block->game_order(outcome.games_in_block);
  return static_cast<int>(std::ranges::find(order, outcome.game) - order.begin());
}

Outcome::Seat& seat_of(Outcome& outcome, const json::value& event) {
  return outcome.seats[at(seat_in(event.as_object(), outcome.seats.size()))];
}

/// Whether the line is printable ASCII without escapes. Looking at all of it is faster than stopping at the first other
/// character.
bool is_plain(std::string_view line) {
  unsigned char others = 0;
  for (const char c : line) others |= static_cast<unsigned char>((c < ' ') | (c == 127) | (c == '\\'));
  return others == 0;
}

/// Scans a line of games.jsonl as game_json() writes it: without escapes and spaces, with the members in its order.
/// Each function moves past what it reads, or returns false; the line is then left to read_outcome().
class LineScanner {
 public:
  explicit LineScanner(std::string_view line) : rest_(line) {}

  bool at_end() const { return rest_.empty(); }
  bool skip(char expected) {
    if (rest_.empty() || rest_.front() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool skip(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  bool member(std::string_view key) { return skip(',') && skip('"') && skip(key) && skip('"') && skip(':'); }
  bool text(std::string& text) {
    std::string_view found;
    const bool is_text = scan_text(found);
    text.assign(found);
    return is_text;
  }
  bool number(int& number) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    const std::string_view written = rest_.substr(0, static_cast<std::size_t>(end - rest_.data()));
    rest_.remove_prefix(written.size());
    // JSON does not allow leading zeros.
    return error == std::errc() && (written == "0" || written.find_first_of("0123456789") != written.find('0'));
  }
  /// Reads a list, or with braces an object. `item` reads each item or member.
  template <class Item>
  bool list(Item item, char open = '[', char close = ']') {
    if (!skip(open)) return false;
    if (skip(close)) return true;
    do {
      if (!item()) return false;
    } while (skip(','));
    return skip(close);
  }
  /// Skips any value in which at most `depth` values are nested.
  bool value(int depth) {
    if (depth == 0 || rest_.empty()) return false;
    std::string_view ignored;
    int number_ignored = 0;
    switch (rest_.front()) {
      case '"':
        return scan_text(ignored);
      case '[':
        return list([&] { return value(depth - 1); });
      case '{':
        return list([&] { return scan_text(ignored) && skip(':') && value(depth - 1); }, '{', '}');
      case 't':
        return skip("true");
      default:
        return number(number_ignored);
    }
  }

 private:
  bool scan_text(std::string_view& text) {
    if (!skip('"')) return false;
    text = rest_.substr(0, rest_.find('"'));
    rest_.remove_prefix(text.size());
    return skip('"');
  }

  std::string_view rest_;
};

/// A hand is an object that contains lists of numbers and texts.
constexpr int kHandDepth = 3;

}  // namespace

Outcome outcome_of(const GameRecord& record) {
  const GameResult& result = record.result;
  const int hands = static_cast<int>(result.hands.size());
  Outcome outcome{record.run, record.variant, record.rules_hash, record.block, record.game, 0, hands, {}, 0};
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    outcome.seats.push_back(
        {record.bots[seat], result.places[seat], result.scores[seat], false, {}, result.laws[seat]});
  }
  for (const Forfeit& forfeit : result.forfeits) outcome.seats[at(forfeit.seat)].forfeited = true;
  for (const FaultEvent& event : result.faults) outcome.seats[at(event.seat)].faults.add(event.fault);
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
      throw std::runtime_error("it must have one bot, score and place for each seat");
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
      // check_blame() has already refused unknown names.
      seat_of(outcome, event).faults.add(find_fault(text_of(event.as_object(), "fault")).value());
    }
    const std::vector<LawFigures> laws = read_laws(line, count);
    for (std::size_t i = 0; i < count; ++i) outcome.seats[i].laws = laws[i];
    outcome.games_in_block = games_in_block(outcome.seats);
    if (!is_possible(outcome)) throw std::runtime_error("its block, its game or its number of hands is impossible");
    outcome.turn = turn_of(outcome, text_of(line, "seed"));
    return outcome;
  });
}

const Outcome* OutcomeReader::read(std::string_view line) {
  if (!is_plain(line)) return nullptr;
  LineScanner scan(line);
  std::string seed;
  std::string ignored;
  int number = 0;
  int version = 0;
  std::size_t bots = 0;
  std::size_t scores = 0;
  std::size_t places = 0;
  std::size_t laws = 0;
  outcome_.hands = 0;
  outcome_.seats.resize(at(hearts::kSeatsMax));
  // Returns a function that reads the item of the next seat and counts it.
  const auto each = [this](std::size_t& count, auto read) {
    return [this, &count, read] { return count < outcome_.seats.size() && read(outcome_.seats[count++]); };
  };
  const auto bot = each(bots, [&](Outcome::Seat& one) { return scan.text(one.bot); });
  const auto score = each(scores, [&](Outcome::Seat& one) { return scan.number(one.score); });
  const auto place = each(places, [&](Outcome::Seat& one) { return scan.number(one.place) && one.place >= 1; });
  const auto hand = [&] { return ++outcome_.hands > 0 && scan.value(kHandDepth); };
  const auto total = [&] { return scan.number(number); };
  const auto no_figures = [&] { return ++laws > 0 && scan.skip("{}"); };
  const bool is_regular = scan.skip(R"({"v":)") && scan.number(version) && version == kRecordVersion &&
                          scan.skip(R"(,"type":"game")") && scan.member("run") && scan.text(outcome_.run) &&
                          scan.member("id") && scan.text(ignored) && scan.member("variant") &&
                          scan.text(outcome_.variant) && scan.member("rules") && scan.text(outcome_.rules_hash) &&
                          scan.member("block") && scan.number(outcome_.block) && scan.member("game") &&
                          scan.number(outcome_.game) && scan.member("seed") && scan.text(seed) && scan.member("bots") &&
                          scan.list(bot) && scan.member("hands") && scan.list(hand) && scan.member("totals") &&
                          scan.list(total) && scan.member("scores") && scan.list(score) && scan.member("places") &&
                          scan.list(place) && (!scan.skip(R"(,"laws":)") || (scan.list(no_figures) && laws == bots)) &&
                          scan.skip(R"(,"forfeits":[],"faults":[],"auto":[],"tries":[],"crc":)") &&
                          scan.text(ignored) && scan.skip('}') && scan.at_end();
  outcome_.seats.resize(bots);
  const bool fits =
      is_regular && bots > 0 && scores == bots && places == bots &&
      std::ranges::all_of(outcome_.seats, [&](const Outcome::Seat& one) { return at(one.place) <= bots; });
  if (!fits) return nullptr;
  outcome_.games_in_block = games_in_block(outcome_.seats);
  if (!is_possible(outcome_)) return nullptr;
  Order& order = orders_[at(outcome_.block) % orders_.size()];
  if (order.seed != seed || std::ssize(order.games) != outcome_.games_in_block) {
    const auto block = BlockSeed::from_hex(seed);
    if (!block) return nullptr;
    order = {seed, block->game_order(outcome_.games_in_block)};
  }
  outcome_.turn = static_cast<int>(std::ranges::find(order.games, outcome_.game) - order.games.begin());
  return &outcome_;
}

}  // namespace arena
