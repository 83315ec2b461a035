#include "arena/results/export/exporter.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <optional>
#include <type_traits>

#include "arena/base/text/printable.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "arena/results/export/played_hands.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
using hearts::PerSeat;
using hearts::Seat;

namespace json = boost::json;

/// The most block numbers of one stage, including the blocks that replace void ones.
constexpr int kBlockNumbersMax = 4 * kBlocksMax;

/// A run that is being exported.
struct ExportedRun {
  Manifest manifest;
  RecordedGames recorded;
  std::optional<std::string> key{};
};

/// The name of the overall table. In the JSON of standings it is null.
constexpr std::string_view kOverall = "overall";

std::string_view view_of(const json::string& text) { return {text.data(), text.size()}; }

/// Converts a value to a cell. A text must outlive the cell.
template <class Value>
Cell cell_of(const Value& value) {
  if constexpr (std::is_integral_v<Value>) {
    return static_cast<std::int64_t>(value);
  } else {
    return std::string_view(value);
  }
}

template <class Value>
Cell cell_of(const std::optional<Value>& value) {
  return value ? cell_of(*value) : Cell();
}

/// Converts a JSON value to a cell.
Cell cell_of(const json::value& value) {
  if (value.is_string()) return view_of(value.get_string());
  if (value.is_bool()) return std::int64_t{value.get_bool()};
  if (value.is_double()) return value.get_double();
  return value.is_null() ? Cell() : Cell(value.to_number<std::int64_t>());
}

/// Passes rows to a writer and counts them.
class Rows {
 public:
  explicit Rows(TableWriter& writer) : writer_(writer) {
    for (const Table& table : export_tables()) counts_[table.name] = 0;
  }

  /// Adds a row to the table with that name: one value, or optional value, for each of its columns.
  template <class... Values>
  void add(std::string_view table, const Values&... values) {
    add_cells(export_table(table), {cell_of(values)...});
  }
  void add_cells(const Table& table, const std::vector<Cell>& cells) {
    check_row(table, cells);
    writer_.add(table, cells);
    ++counts_[table.name];
  }

  const RowCounts& counts() const { return counts_; }

 private:
  TableWriter& writer_;
  RowCounts counts_;
};

/// Adds a row for each member of the list. The first column is the variant, which the list's own object has, and the
/// last one the kind of the intervals.
void add_list(std::string_view name, std::string_view variant, const json::array& list, std::string_view intervals,
              Rows& rows) {
  const Table& table = export_table(name);
  std::vector<Cell> cells;
  for (const json::value& one : list) {
    cells = {variant};
    for (std::size_t i = 1; i + 1 < table.columns.size(); ++i) cells.push_back(cell_of(one.at(table.columns[i].name)));
    cells.push_back(intervals);
    rows.add_cells(table, cells);
  }
}

/// Adds the tables ratings and pairs: the standings of the runs, with the figures of `arena rate --json`, in the same
/// order.
void add_ratings(const RatedRuns& rated, Rows& rows) {
  json::monotonic_resource memory;
  const Standings rated_standings = rated.standings();
  const json::object standings = standings_json(rated_standings, rated.runs(), &memory);
  const std::string_view intervals = intervals_name(rated_standings.looks);
  for (const json::value& one : standings.at("tables").as_array()) {
    const json::object& table = one.as_object();
    const json::value& variant = table.at("variant");
    const std::string_view name = variant.is_null() ? kOverall : view_of(variant.as_string());
    add_list("ratings", name, table.at("rows").as_array(), intervals, rows);
    add_list("pairs", name, table.at("pairs").as_array(), intervals, rows);
  }
}

/// Adds the table history.
void add_histories(const RatedRuns& rated, Rows& rows) {
  for (const RatingHistory& history : rated.histories()) {
    for (const HistoryPoint& point : history) {
      for (std::size_t bot = 0; bot < point.elo.size(); ++bot) {
        const std::optional<Figure>& elo = point.elo[bot];
        if (!elo) continue;
        const json::value value = figure_json(elo->value);
        const json::value width = figure_json(elo->plus_minus);
        rows.add_cells(export_table("history"),
                       {std::string_view(point.run), std::int64_t{point.blocks}, std::string_view(rated.bots()[bot]),
                        std::int64_t{point.stage}, std::int64_t{point.ends_stage}, cell_of(value), cell_of(width),
                        intervals_name(point.looks)});
      }
    }
  }
}

std::string_view decider_name(Decider decider) {
  if (decider == Decider::bot) return "bot";
  return decider == Decider::arena ? "arena" : "house";
}

/// Makes lines that a bot wrote safe for terminals and pages.
std::string legible_lines(std::string_view text) { return legible(text, "\n\t"); }

class Exporter {
 public:
  Exporter(const std::vector<std::string>& paths, TableWriter& writer, bool with_plays)
      : rated_(read_rated_runs(paths)), rows_(writer), files_(record_files(paths)), with_plays_(with_plays) {
    for (auto& [id, manifest] : read_resolved_manifests(files_.games))
      runs_.emplace(id, ExportedRun{std::move(manifest), {}});
  }

  RowCounts run() {
    for (const std::filesystem::path& file : files_.games) add_games_of(file);
    for (const std::filesystem::path& file : files_.timings) {
      each_timing(file, [&](const TimingRecord& timing) { add(timing); });
    }
    for (const std::filesystem::path& file : files_.faults) {
      each_ledger_line(file, faults_, [&](const LedgerLine& line) { add(line); });
    }
    for (const auto& [id, run] : runs_) add(id, run);
    add_ratings(rated_, rows_);
    add_histories(rated_, rows_);
    for (const Table& table : export_tables()) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        rows_.add("columns", table.name, column.name, i + 1, column_type_name(column.type), i < table.key_columns,
                  column.meaning);
      }
    }
    return rows_.counts();
  }

 private:
  void add_games_of(const std::filesystem::path& file) {
    LineOpener opener;
    read_lines(file, [&](std::string_view text, const LinePlace& where) {
      const json::object& line = opener.open(text, where);
      const auto type = text_in(line, "type");
      const std::string place = where;
      const auto found = runs_.find(std::string(text_in(line, "run").value_or("")));
      if (found == runs_.end()) throw InputError(place + ": this line belongs to none of the runs");
      ExportedRun& run = found->second;
      if (type == "game") {
        const ManifestVariant* variant = run.manifest.find_variant(text_in(line, "variant").value_or(""));
        if (variant == nullptr) throw InputError(place + ": its run does not play this game's variant");
        add(read_game(line, *variant->rules, place), line, run, *variant, place);
      } else if (type == "void") {
        const VoidBlock block = read_void(line, place);
        rows_.add("voids", found->first, block.block, block.again, block.game, fault_name(block.fault),
                  legible(block.detail));
      } else if (type == "end") {
        if (const auto key = text_in(line, "key")) run.key = legible(*key);
      }
    });
  }

  void add(const GameRecord& record, const json::object& line, ExportedRun& run, const ManifestVariant& variant,
           const std::string& place) {
    const std::vector<PlayedHand> played = played_hands(record, *variant.rules, place);
    const int block = record.block - run.manifest.stage.first_block;
    if (record.id != game_id(record.block, record.game) || block < 0 || block > kBlockNumbersMax || record.game < 0 ||
        record.game >= variant.seats)
      throw InputError(place + ": its run has no game " + printable(record.id, 40));
    run.recorded.add(block, record.game);
    rows_.add("games", record.run, record.id, record.variant, record.block, record.game, record.result.hands.size(),
              rated_.rated_variant(record.run, record.block).has_value(), record.seed);
    add_seats(record);
    add_faults(record);
    const json::array& hands = line.at("hands").as_array();
    for (std::size_t hand = 0; hand < hands.size(); ++hand) {
      add_hand(record, hand, hands[hand].as_object(), played.at(hand).figures, variant.rules->rules().hands_per_seat);
      if (with_plays_) add_plays(record, hand + 1, played.at(hand), variant.rules->deck());
    }
  }

  void add_seats(const GameRecord& record) {
    const GameResult& result = record.result;
    for (int seat = 0; seat < std::ssize(record.bots); ++seat) {
      const auto of_seat = [&](const auto& one) { return one.seat == seat; };
      const Forfeit* forfeit = result.forfeit_of(seat);
      rows_.add("seats", record.run, record.id, seat, record.bots[at(seat)], result.places[seat], result.scores[seat],
                result.totals[seat], forfeit ? std::optional(fault_name(forfeit->fault)) : std::nullopt,
                forfeit ? std::optional(forfeit->hand) : std::nullopt, std::ranges::count_if(result.faults, of_seat),
                std::ranges::count_if(result.tries, of_seat), std::ranges::count_if(result.automatic, of_seat));
      for (const auto& [figure, times] : result.laws[seat].each())
        rows_.add("laws", record.run, record.id, seat, name_of(figure), times);
    }
  }

  void add_faults(const GameRecord& record) {
    if (!record.result.faults.empty()) faults_[{record.run, record.id}] = record.result.faults.size();
    int number = 0;
    for (const FaultEvent& event : record.result.faults) {
      rows_.add("faults", record.run, record.id, ++number, event.seat, record.bots[at(event.seat)], event.hand,
                event.question, fault_name(event.fault), event.forfeits, legible_lines(event.detail));
    }
  }

  /// Adds what the ledger knows about a recorded fault.
  void add(const LedgerLine& line) {
    if (!line.number) return;
    const FaultEvent& event = line.fault.event;
    const auto known = [](std::int64_t number) { return number > 0 ? std::optional(number) : std::nullopt; };
    const auto ended_by = [&](ProcessEnd::Kind kind) {
      return event.end && event.end->kind == kind ? std::optional(event.end->number) : std::nullopt;
    };
    const auto left = [&](auto time) {
      return event.clock ? std::optional(((*event.clock).*time).count()) : std::nullopt;
    };
    using Clock = FaultEvent::ClockLeft;
    rows_.add(
        "fault_details", line.fault.run, line.fault.id, *line.number, event.elapsed.count(), left(&Clock::move),
        left(&Clock::bank), ended_by(ProcessEnd::Kind::exited), ended_by(ProcessEnd::Kind::signaled),
        known(event.cpu.count()), known(event.peak_kb), hearts::joined(event.sent, "\n", legible_lines),
        hearts::joined(event.received, "\n", legible_lines),
        hearts::joined(event.stderr_tail, "\n", [](const StderrChunk& chunk) { return legible_lines(chunk.text); }));
  }

  /// `line` is the hand in the record. read_game() has checked its texts.
  void add_hand(const GameRecord& record, std::size_t index, const json::object& line, const HandFigures& worth,
                int hands_per_seat) {
    const HandResult& hand = record.result.hands[index];
    const std::size_t place = index + 1;
    rows_.add("hands", record.run, record.id, place, hand.number, hand.dealer, hand.extra, hand.thrown_in,
              worth.shooter == hearts::kNobody ? std::nullopt : std::optional(worth.shooter), text_in(line, "choice"),
              text_in(line, "point_suit"), text_in(line, "leftover"), text_in(line, "plays"));
    const auto cards = [&](const char* key, Seat seat, int which) -> std::optional<std::string_view> {
      const json::value* list = line.if_contains(key);
      if (list == nullptr || which >= hands_per_seat) return std::nullopt;
      return std::string_view(list->as_array().at(at(seat * hands_per_seat + which)).as_string());
    };
    for (Seat seat = 0; seat < static_cast<Seat>(record.bots.size()); ++seat) {
      rows_.add("hand_seats", record.run, record.id, place, seat, hand.totals[seat], cards("deal", seat, 0),
                cards("deal", seat, 1), cards("pass", seat, 0), cards("pass", seat, 1),
                worth.is_scored ? std::optional(worth.penalty[seat]) : std::nullopt,
                worth.is_scored ? std::optional(worth.bonus[seat]) : std::nullopt, hand.points[seat]);
    }
  }

  void add_plays(const GameRecord& record, std::size_t place, const PlayedHand& hand, const hearts::Deck& deck) {
    int number = 0;
    for (const PlayedTrick& trick : hand.tricks)
      rows_.add("tricks", record.run, record.id, place, ++number, trick.leader, trick.winner, trick.points);
    number = 0;
    for (const PlayedCard& card : hand.cards) {
      rows_.add("plays", record.run, record.id, place, ++number, card.trick, card.seat, deck.name(card.card),
                card.question > 0 ? std::optional(card.question) : std::nullopt, card.choices,
                decider_name(card.decider), card.taken_back);
    }
  }

  /// Adds the clocks of a recorded game. A game that a crash has kept out of the records is left out.
  void add(const TimingRecord& timing) {
    const auto run = runs_.find(timing.run);
    const auto game = parse_game_id(timing.id);
    if (run == runs_.end() || !game || game->second >= hearts::kSeatsMax) return;
    const int block = game->first - run->second.manifest.stage.first_block;
    if (block < 0 || !run->second.recorded.has(block, game->second)) return;
    rows_.add("clocks", timing.run, timing.id, timing.duration.count(), timing.busy, timing.crowded,
              timing.ended ? std::optional(timing.ended->time_since_epoch().count()) : std::nullopt);
    int seat = 0;
    for (const auto& [bot, clock] : timing.seats) {
      rows_.add("seat_clocks", timing.run, timing.id, seat++, clock.questions, clock.total.count(),
                clock.slowest.empty() ? std::nullopt : std::optional(clock.slowest.front().time.count()),
                clock.cpu.count(), clock.idle_cpu.count());
    }
    int number = 0;
    for (const auto* notes : {&timing.notes, &timing.stderr_texts}) {
      const bool is_stderr = notes == &timing.stderr_texts;
      for (const Note& note : *notes)
        rows_.add("notes", timing.run, timing.id, ++number, note.seat, note.question, is_stderr,
                  legible_lines(note.text));
    }
  }

  void add(const std::string& id, const ExportedRun& run) {
    const Manifest& manifest = run.manifest;
    const auto text_or_nothing = [](const std::string& text) {
      return text.empty() ? std::nullopt : std::optional(legible(text));
    };
    rows_.add("runs", id, manifest.stage.number, text_or_nothing(manifest.label.name), legible(manifest.arena),
              legible(manifest.isolation), receipt_of(manifest), manifest.commitment, run.key,
              text_or_nothing(manifest.entropy), manifest.blocks, manifest.games, run.recorded.count(),
              manifest.duplicate_deals, manifest.drops_caches, manifest.given_deals, manifest.faulty_deals,
              manifest.reveal_names);
    for (const ManifestVariant& variant : manifest.variants) {
      const Limits& limits = manifest.limits_of(variant);
      const std::string& shown = rated_.variants().at(at(rated_.variant_of(id, variant.id).value()));
      rows_.add("variants", id, variant.id, std::optional(shown), variant.rules_hash, variant.seats, variant.weight,
                variant.length.hands_max, variant.length.fixed, limits.move.count(), limits.bank.count(),
                limits.increment.count(), limits.grace.count());
    }
    for (const BotEntry& bot : manifest.bots) {
      const Resources& resources = bot.command.resources;
      rows_.add("bots", id, bot.name, rated_.bots().at(at(rated_.bot_of(id, bot.name).value())), bot.hash,
                text_or_nothing(bot.author), text_or_nothing(bot.version),
                legible(hearts::joined(bot.command.words, " ")),
                text_or_nothing(hearts::joined(bot.command.environment, " ")), bot.is_for_one_game, resources.memory_mb,
                resources.processes, resources.threads, text_or_nothing(limits_text(bot.limits)));
    }
  }

  RatedRuns rated_;
  Rows rows_;
  RecordFiles files_;
  bool with_plays_;
  std::map<std::string, ExportedRun> runs_;
  RecordedFaults faults_;
};

}  // namespace

RowCounts export_runs(const std::vector<std::string>& paths, TableWriter& writer, bool with_plays) {
  return Exporter(paths, writer, with_plays).run();
}

}  // namespace arena
