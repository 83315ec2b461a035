#include "arena/results/export/exporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <filesystem>
#include <optional>

#include "arena/records/fault_ledger.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/records/replay.h"
#include "arena/records/run_folder.h"
#include "arena/results/export/ratings_rows.h"
#include "arena/results/export/row.h"
#include "arena/results/ratings/rated_runs_reader.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
using hearts::PerSeat;
using hearts::Seat;

namespace json = boost::json;

/// Of one stage, with those that are played again for void ones.
constexpr int kBlockNumbersMax = 4 * kBlocksMax;

/// What the cards that were won in a hand were worth.
struct HandWorth {
  PerSeat<int> penalty{};
  PerSeat<int> bonus{};
  std::optional<Seat> shooter;
  bool is_scored = false;
};

/// Plays a game again and notes what its record does not say.
class WorthWatcher : public ReplayWatcher {
 public:
  void hand_dealt(const TableHand&) override { hands.emplace_back(); }
  void moon_settled(const TableHand& hand, Decider) override { hands.back().shooter = hand.view(0).tally().shooter; }
  void hand_scored(const TableHand& hand, const PerSeat<int>&) override {
    const hearts::SeatView view = hand.view(0);
    const hearts::Tally& tally = view.tally();
    hands.back().penalty = tally.penalty;
    hands.back().bonus = tally.bonus;
    hands.back().is_scored = true;
  }

  std::vector<HandWorth> hands;
};

/// What a line of the ledger tells of a fault beside what the record has.
struct ToldFault {
  std::string run;
  std::string game;
  std::optional<std::int64_t> elapsed_us;
  std::optional<std::int64_t> move_left_ms;
  std::optional<std::int64_t> bank_left_ms;
  std::optional<std::int64_t> exit_code;
  std::optional<std::int64_t> signal;
  std::optional<std::int64_t> cpu_us;
  std::optional<std::int64_t> peak_kb;
  std::string sent;  // lines, one below the other
  std::string received;
  std::string stderr_text;
};

std::optional<std::int64_t> number_in(const json::object& line, const char* key) {
  const json::value* value = line.if_contains(key);
  if (value == nullptr) return std::nullopt;
  return json::value_to<std::int64_t>(*value);
}

/// The lines of a list one below the other.
std::string lines_of(const json::object& line, const char* key) {
  const auto text = [](const json::value& one) {
    return shown_lines(one.is_object() ? member(one.as_object(), "text") : one);
  };
  return hearts::joined(member(line, key).as_array(), "\n", text);
}

/// Throws any std::exception for what is missing or of another type.
ToldFault read_told(const json::object& line) {
  return {.run = text_of(line, "run"),
          .game = text_of(line, "id"),
          .elapsed_us = number_in(line, "elapsed_us"),
          .move_left_ms = number_in(line, "move_left_ms"),
          .bank_left_ms = number_in(line, "bank_left_ms"),
          .exit_code = number_in(line, "exit_code"),
          .signal = number_in(line, "signal"),
          .cpu_us = number_in(line, "cpu_us"),
          .peak_kb = number_in(line, "peak_kb"),
          .sent = lines_of(line, "sent"),
          .received = lines_of(line, "received"),
          .stderr_text = lines_of(line, "stderr")};
}

/// A run while it is exported.
struct ExportedRun {
  Manifest manifest;
  RecordedGames recorded;
  int games = 0;
  std::optional<std::string> key{};
};

class Exporter {
 public:
  Exporter(const std::vector<std::string>& paths, TableWriter& writer)
      : rated_(read_rated_runs(paths)), rows_(writer), files_(record_files(paths)) {
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
    for (const Table& table : export_tables()) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        rows_.add(tables::kColumns, table.name, column.name, i + 1, column_type_name(column.type),
                  i < table.key_columns, column.meaning);
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
      if (found == runs_.end()) throw InputError(place + ": this line is of none of the runs");
      ExportedRun& run = found->second;
      if (type == "game") {
        const ManifestVariant* variant = run.manifest.find_variant(text_in(line, "variant").value_or(""));
        if (variant == nullptr) throw InputError(place + ": its run does not play this game's variant");
        add(read_game(line, *variant->rules, place), line, run, *variant, place);
      } else if (type == "void") {
        const VoidBlock block = read_void(line, place);
        rows_.add(tables::kVoids, found->first, block.block, block.again, block.game, fault_name(block.fault),
                  plain(block.detail));
      } else if (type == "end") {
        if (const auto key = text_in(line, "key")) run.key = plain(*key);
      }
    });
  }

  void add(const GameRecord& record, const json::object& line, ExportedRun& run, const ManifestVariant& variant,
           const std::string& place) {
    WorthWatcher watcher;
    if (const auto wrong = replay_game(record, *variant.rules, variant.length, watcher))
      throw InputError(place + ": " + *wrong);
    const int block = record.block - run.manifest.stage.first_block;
    if (record.id != game_id(record.block, record.game) || block < 0 || block > kBlockNumbersMax || record.game < 0 ||
        record.game >= variant.seats)
      throw InputError(place + ": its run has no game " + printable(record.id, 40));
    ++run.games;
    run.recorded.add(block, record.game);
    rows_.add(tables::kGames, record.run, record.id, record.variant, record.block, record.game,
              record.result.hands.size(), rated_.rated_variant(record.run, record.block).has_value(), record.seed);
    add_seats(record);
    add_faults(record);
    const json::array& hands = line.at("hands").as_array();
    for (std::size_t hand = 0; hand < hands.size(); ++hand)
      add_hand(record, hand, hands[hand].as_object(), watcher.hands.at(hand), variant.rules->rules().hands_per_seat);
  }

  void add_seats(const GameRecord& record) {
    const GameResult& result = record.result;
    for (int seat = 0; seat < std::ssize(record.bots); ++seat) {
      const auto of_seat = [&](const auto& one) { return one.seat == seat; };
      const Forfeit* forfeit = result.forfeit_of(seat);
      rows_.add(tables::kSeats, record.run, record.id, seat, record.bots[at(seat)], result.places[seat],
                result.scores[seat], result.totals[seat],
                forfeit ? std::optional(fault_name(forfeit->fault)) : std::nullopt,
                forfeit ? std::optional(forfeit->hand) : std::nullopt, std::ranges::count_if(result.faults, of_seat),
                std::ranges::count_if(result.tries, of_seat), std::ranges::count_if(result.automatic, of_seat));
      for (const auto& [figure, times] : result.laws[seat].each())
        rows_.add(tables::kLaws, record.run, record.id, seat, name_of(figure), times);
    }
  }

  void add_faults(const GameRecord& record) {
    if (!record.result.faults.empty()) faults_[record.run].set(record.block, record.game, record.result.faults.size());
    int number = 0;
    for (const FaultEvent& event : record.result.faults) {
      rows_.add(tables::kFaults, record.run, record.id, ++number, event.seat, record.bots[at(event.seat)], event.hand,
                event.question, fault_name(event.fault), event.forfeits, event.detail);
    }
  }

  /// What the ledger tells of a recorded fault.
  void add(const LedgerLine& line) {
    if (!line.number) return;
    const auto told = read_at(line.place, "this is not a line of type fault", [&] { return read_told(line.members); });
    rows_.add(tables::kFaultDetails, told.run, told.game, *line.number, told.elapsed_us, told.move_left_ms,
              told.bank_left_ms, told.exit_code, told.signal, told.cpu_us, told.peak_kb, told.sent, told.received,
              told.stderr_text);
  }

  /// `line`: of the hand, whose texts are those that read_game() has checked.
  void add_hand(const GameRecord& record, std::size_t index, const json::object& line, const HandWorth& worth,
                int hands_per_seat) {
    const HandResult& hand = record.result.hands[index];
    const std::size_t place = index + 1;
    rows_.add(tables::kHands, record.run, record.id, place, hand.number, hand.dealer, hand.extra, hand.thrown_in,
              worth.shooter, text_in(line, "choice"), text_in(line, "point_suit"), text_in(line, "leftover"),
              text_in(line, "plays"));
    const auto cards = [&](const char* key, Seat seat, int which) -> std::optional<std::string_view> {
      const json::value* list = line.if_contains(key);
      if (list == nullptr || which >= hands_per_seat) return std::nullopt;
      return std::string_view(list->as_array().at(at(seat * hands_per_seat + which)).as_string());
    };
    for (Seat seat = 0; seat < static_cast<Seat>(record.bots.size()); ++seat) {
      rows_.add(tables::kHandSeats, record.run, record.id, place, seat, hand.totals[seat], cards("deal", seat, 0),
                cards("deal", seat, 1), cards("pass", seat, 0), cards("pass", seat, 1),
                worth.is_scored ? std::optional(worth.penalty[seat]) : std::nullopt,
                worth.is_scored ? std::optional(worth.bonus[seat]) : std::nullopt, hand.points[seat]);
    }
  }

  /// The clocks of a game that is recorded. One that a crash has kept out of the records has none here.
  void add(const TimingRecord& timing) {
    const auto run = runs_.find(timing.run);
    const auto game = parse_game_id(timing.id);
    if (run == runs_.end() || !game || game->second >= hearts::kSeatsMax) return;
    const int block = game->first - run->second.manifest.stage.first_block;
    if (block < 0 || !run->second.recorded.has(block, game->second)) return;
    rows_.add(tables::kClocks, timing.run, timing.id, timing.duration.count(), timing.busy,
              timing.ended ? std::optional(timing.ended->time_since_epoch().count()) : std::nullopt);
    int seat = 0;
    for (const auto& [bot, clock] : timing.seats) {
      rows_.add(tables::kSeatClocks, timing.run, timing.id, seat++, clock.questions, clock.total.count(),
                clock.slowest.empty() ? std::nullopt : std::optional(clock.slowest.front().time.count()),
                clock.cpu.count(), clock.idle_cpu.count());
    }
    int number = 0;
    for (const Note& note : timing.notes) add_note(timing, ++number, note, false);
    for (const Note& note : timing.stderr_texts) add_note(timing, ++number, note, true);
  }

  void add_note(const TimingRecord& timing, int number, const Note& note, bool is_stderr) {
    rows_.add(tables::kNotes, timing.run, timing.id, number, note.seat, note.question, is_stderr, note.text);
  }

  void add(const std::string& id, const ExportedRun& run) {
    const Manifest& manifest = run.manifest;
    const auto given = [](const std::string& text) { return text.empty() ? std::nullopt : std::optional(plain(text)); };
    rows_.add(tables::kRuns, id, manifest.stage.number, given(manifest.label.name), plain(manifest.arena),
              plain(manifest.isolation), receipt_of(manifest), manifest.commitment, run.key, given(manifest.entropy),
              manifest.blocks, manifest.games, run.games, manifest.duplicate_deals, manifest.given_deals,
              manifest.faulty_deals, manifest.reveal_names);
    for (const ManifestVariant& variant : manifest.variants) {
      const Limits& limits = manifest.limits_of(variant);
      const std::string& shown = rated_.variants().at(at(rated_.variant_of(id, variant.id).value()));
      rows_.add(tables::kVariants, id, variant.id, std::optional(shown), variant.rules_hash, variant.seats,
                variant.weight, variant.length.hands_max, variant.length.fixed, limits.move.count(),
                limits.bank.count(), limits.increment.count(), limits.grace.count());
    }
    for (const BotEntry& bot : manifest.bots) {
      const Resources& resources = bot.command.resources;
      rows_.add(tables::kBots, id, bot.name, rated_.bots().at(at(rated_.bot_of(id, bot.name).value())), bot.hash,
                given(bot.author), given(bot.version), plain(hearts::joined(bot.command.words, " ")),
                resources.memory_mb, resources.processes, resources.threads);
    }
  }

  RatedRuns rated_;
  Rows rows_;
  RecordFiles files_;
  std::map<std::string, ExportedRun> runs_;
  RecordedFaults faults_;
};

}  // namespace

RowCounts export_runs(const std::vector<std::string>& paths, TableWriter& writer) {
  return Exporter(paths, writer).run();
}

}  // namespace arena
