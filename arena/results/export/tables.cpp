#include "arena/results/export/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace arena {
namespace {

constexpr ColumnType kInteger = ColumnType::integer;
constexpr ColumnType kReal = ColumnType::real;
constexpr ColumnType kText = ColumnType::text;
constexpr ColumnType kFlag = ColumnType::flag;

// Columns that several tables have.
constexpr Column kRun = {"run", kText, "id of the run, or of one of its stages: 16 hexadecimal digits"};
constexpr Column kBot = {"bot", kText, "name of the bot in this run"};
constexpr Column kGame = {"game", kText, "id of the game in this run: `b12g3` is game 3 of block 12"};
constexpr Column kSeat = {"seat", kInteger, "from 0, clockwise"};
constexpr Column kHand = {"hand", kInteger, "the hand's place in the game, from 1"};
constexpr Column kRatedVariant = {"variant", kText, "as in `variants.rated_as`, or `overall`: all of them together"};

Table table(std::string_view name, std::string_view meaning, std::size_t key_columns, std::vector<Column> columns,
            std::vector<std::string_view> references = {}, std::vector<std::vector<std::string_view>> indices = {}) {
  return {name, meaning, key_columns, std::move(columns), std::move(references), std::move(indices)};
}

std::vector<Table> make_tables() {
  return {
      table("runs", "The runs; one that has grown has a row for each stage.", 1,
            {kRun,
             {"stage", kInteger, "1 for the first"},
             {"league", kText, "name of the league", true},
             {"arena", kText, "version of the arena that played it"},
             {"isolation", kText, "level of the bots' sandbox"},
             {"receipt", kText, "what was published before the first card"},
             {"commitment", kText, "hash of the key"},
             {"revealed_key", kText, "the key, once the stage has ended", true},
             {"entropy", kText, "public chance that the key was mixed with", true},
             {"planned_blocks", kInteger, "blocks"},
             {"planned_games", kInteger, "games of these blocks"},
             {"games", kInteger, "recorded, those of void blocks included"},
             {"duplicate_deals", kFlag, "the games of a block have the same deals"},
             {"given_deals", kInteger, "deals that were chosen by somebody"},
             {"faulty_deals", kInteger, "every so many-th other deal was made faulty; 0: none"},
             {"reveal_names", kFlag, "bots were told who sits with them"}}),
      table("variants", "What each run plays.", 2,
            {kRun,
             {"variant", kText, "canonical id, as `black-lady@4+no_blood`"},
             {"rated_as", kText, "what `ratings` and `pairs` call it", true},
             {"rules", kText, "hash of the rules: the same rules, the same hash"},
             {"seats", kInteger, "2 to 6"},
             {"weight", kInteger, "of two variants the one of twice the weight has twice the blocks"},
             {"hands_max", kInteger, "hands that a game may have at most"},
             {"hands_fixed", kFlag, "a game has just that many hands"},
             {"move_ms", kInteger, "time for an answer"},
             {"bank_ms", kInteger, "time for all answers of a game"},
             {"increment_ms", kInteger, "time that each answer adds to it"},
             {"grace_ms", kInteger, "time beyond, for the way there and back"}},
            {"runs"}, {{"rated_as"}}),
      table("bots", "Who plays in each run.", 2,
            {kRun,
             kBot,
             {"rated_as", kText,
              "what `ratings` and `pairs` call it: `NAME~HASH` where runs have different bots of a name"},
             {"hash", kText, "of its command and files: the same bot, the same hash"},
             {"author", kText, "as it says", true},
             {"version", kText, "as it says", true},
             {"command", kText, "how it is started"},
             {"memory_mb", kInteger, "what it may use"},
             {"processes", kInteger, "likewise"},
             {"threads", kInteger, "likewise"}},
            {"runs"}, {{"rated_as"}}),
      table("games", "Every recorded game.", 2,
            {kRun,
             kGame,
             {"variant", kText, "id of its variant"},
             {"block", kInteger, "games of a block have the same bots and deals"},
             {"number", kInteger, "of the game in its block, from 0: how many seats the bots have moved on"},
             {"hands", kInteger, "hands played"},
             {"rated", kFlag, "its block is complete and not void: `ratings` count it"},
             {"seed", kText, "seed of the block"}},
            {"runs", "variants"}, {{"run", "block"}, {"run", "variant"}}),
      table("seats", "Who sat where in each game, and what came of it.", 3,
            {kRun,
             kGame,
             kSeat,
             kBot,
             {"place", kInteger, "1 is best; ties share a place, all who forfeited share the last"},
             {"score", kInteger, "points at the end, fewer are better; who forfeited has the worst of the table"},
             {"total", kInteger, "points at the end, those of a house player included"},
             {"forfeit", kText, "the fault that lost the game", true},
             {"forfeit_hand", kInteger, "from this hand's number on a house player sat there; 0: from the start", true},
             {"faults", kInteger, "faults, rows of `faults`"},
             {"refused", kInteger, "answers that were refused"},
             {"automatic", kInteger, "answers that the arena gave in its place"}},
            {"games", "bots"}, {{"run", "bot"}}),
      table("hands", "Every hand of each game.", 3,
            {kRun,
             kGame,
             kHand,
             {"number", kInteger, "the hand's number; after a misdeal the next hand has the same"},
             {"dealer", kInteger, "seat"},
             {"extra", kFlag, "it plays off a tie"},
             {"thrown_in", kFlag, "a misdeal was called: nothing is scored"},
             {"shooter", kInteger, "seat that shot the moon", true},
             {"choice", kText, "what a shooter who was asked chose: `subtract_self` or `add_others`", true},
             {"point_suit", kText, "letter of the suit that counts, where it is drawn for each hand", true},
             {"leftover", kText, "cards that were not dealt", true},
             {"plays", kText, "all cards in the order of play; under the laws of the table with all other acts"}},
            {"games"}),
      table("hand_seats", "What each seat had, passed and scored in each hand.", 4,
            {kRun,
             kGame,
             kHand,
             kSeat,
             {"total", kInteger, "before the hand"},
             {"dealt", kText, "its cards, or its first hand where it has two"},
             {"dealt_second", kText, "its second hand", true},
             {"passed", kText, "cards that it passed on", true},
             {"passed_second", kText, "likewise, of the hand that it played second", true},
             {"penalty", kInteger, "points of penalty cards that it took, before a moon", true},
             {"bonus", kInteger, "points of bonus cards that it took, 0 or less", true},
             {"points", kInteger, "change of its total, before floor and sinkhole"}},
            {"hands", "seats"}),
      table("faults", "Every fault of a bot in a recorded game.", 3,
            {kRun,
             kGame,
             {"number", kInteger, "of the fault in the game, from 1"},
             kSeat,
             kBot,
             {"hand_number", kInteger, "number of the hand; 0: before the first"},
             {"question", kInteger, "of this seat in the game, from 1; 0: before the first"},
             {"fault", kText, "its name"},
             {"forfeits", kFlag, "the game was lost by it"},
             {"detail", kText, "what happened, in words"}},
            {"seats", "bots"}, {{"run", "bot"}, {"fault"}}),
      table("fault_details", "What the ledger beside the records tells of a fault.", 3,
            {kRun,
             kGame,
             {"number", kInteger, "of the fault in the game, from 1"},
             {"elapsed_us", kInteger, "since the question was written, in microseconds", true},
             {"move_left_ms", kInteger, "of the time for the answer, when it happened", true},
             {"bank_left_ms", kInteger, "of the time for the game", true},
             {"exit_code", kInteger, "of the process, where it has exited", true},
             {"signal", kInteger, "that has ended it, where one has", true},
             {"cpu_us", kInteger, "processor time of the process so far", true},
             {"peak_kb", kInteger, "most memory that it ever had, in KiB", true},
             {"sent", kText, "the last lines to the bot, at most five"},
             {"received", kText, "the last lines from it, at most five"},
             {"stderr", kText, "the end of what it wrote to stderr"}},
            {"faults"}),
      table("laws", "What the laws of the table counted, where they are in force.", 4,
            {kRun,
             kGame,
             kSeat,
             {"figure", kText, "`revokes`, `leads_out_of_turn`, `charge` ..."},
             {"times", kInteger, "how often, or how many points"}},
            {"seats"}),
      table("voids", "Blocks that a fault of the arena or the machine made void.", 2,
            {kRun,
             {"block", kInteger, "the block"},
             {"again", kInteger, "the block that is played in its stead"},
             {"number", kInteger, "the game of the block where it happened"},
             {"fault", kText, "its name"},
             {"detail", kText, "what happened, in words"}},
            {"runs"}),
      table("clocks", "How long each game took; games whose clocks stand beside the records.", 2,
            {kRun,
             kGame,
             {"game_us", kInteger, "from the first line to the last, in microseconds"},
             {"busy", kFlag, "the machine had too much else to do"},
             {"ended_s", kInteger, "when it was over, in seconds since 1970 (UTC)", true}},
            {"games"}),
      table("seat_clocks", "What each seat took of it.", 3,
            {kRun,
             kGame,
             kSeat,
             {"answers", kInteger, "questions that the bot answered"},
             {"used_us", kInteger, "time that it was charged for these, in microseconds"},
             {"slowest_us", kInteger, "for the slowest one", true},
             {"cpu_us", kInteger, "processor time of its process"},
             {"idle_cpu_us", kInteger, "as much of it as it used while it was not its turn"}},
            {"seats"}),
      table("notes", "What bots wrote beside their answers.", 3,
            {kRun,
             kGame,
             {"number", kInteger, "of the note in the game, from 1"},
             kSeat,
             {"question", kInteger, "before the answer to this question"},
             {"stderr", kFlag,
              "it was written to stderr, by a bot that did not forfeit; else an `info` line or a comment"},
             {"text", kText, "the text; of stderr one or more lines"}},
            {"seats"}),
      table("ratings", "The standings, as `arena rate --json` has them.", 2,
            {kRatedVariant,
             {"bot", kText, "as in `bots.rated_as`"},
             {"rank", kInteger, "from 1; equal Elo shares a rank"},
             {"rank_best", kInteger, "the best rank that it may truly have"},
             {"rank_worst", kInteger, "the worst one"},
             {"elo", kReal, "Elo"},
             {"elo_pm", kReal, "half of its 95% interval", true},
             {"margin", kReal, "points a hand better than the mean or the reference"},
             {"margin_pm", kReal, "half of its 95% interval", true},
             {"games", kInteger, "a game counts once, however many seats the bot has in it"},
             {"blocks", kInteger, "blocks"},
             {"comparisons", kInteger, "with other bots at the table, a seat each"},
             {"share", kReal, "of the comparisons won, a shared place as half, 0 to 1"},
             {"seats", kInteger, "that the bot had, in all games"},
             {"place", kReal, "mean over its seats, 1 the best"},
             {"firsts", kReal, "the part of its seats that came first"},
             {"rough", kFlag, "it won or lost fewer than 10 points, and its figures are rough"},
             {"forfeits", kInteger, "in rated games"},
             {"faults", kInteger, "likewise"},
             {"los_next", kReal, "how likely the bot is stronger than that of the next rank", true}}),
      table("pairs", "Every two bots, each pair once, the better one as `bot`.", 3,
            {kRatedVariant,
             {"bot", kText, "as in `bots.rated_as`"},
             {"against", kText, "the other one"},
             {"comparisons", kInteger, "between the two"},
             {"points", kReal, "of `bot`: 1 for each comparison won, 0.5 for a shared place"},
             {"elo", kReal, "difference", true},
             {"elo_pm", kReal, "half of its 95% interval", true},
             {"los", kReal, "how likely `bot` is the stronger", true}},
            {"ratings"}),
      table("columns", "What is on this page: each column of each table.", 2,
            {{"table_name", kText, "the table"},
             {"column_name", kText, "the column"},
             {"position", kInteger, "from 1"},
             {"type", kText, "`integer`, `real`, `text` or `flag` (1 or 0)"},
             {"is_key", kFlag, "the key columns together name a row"},
             {"meaning", kText, "what it says"}}),
  };
}

}  // namespace

std::string_view column_type_name(ColumnType type) {
  static constexpr std::string_view kNames[] = {"integer", "real", "text", "flag"};
  return kNames[static_cast<std::size_t>(type)];
}

const std::vector<Table>& export_tables() {
  static const std::vector<Table> kTables = make_tables();
  return kTables;
}

std::vector<std::string_view> key_of(const Table& table) {
  std::vector<std::string_view> key;
  for (std::size_t i = 0; i < table.key_columns; ++i) key.push_back(table.columns[i].name);
  return key;
}

const Table& export_table(std::string_view name) {
  const auto found = std::ranges::find(export_tables(), name, &Table::name);
  if (found == export_tables().end()) throw std::logic_error("there is no table " + std::string(name));
  return *found;
}

void check_row(const Table& table, const std::vector<Cell>& cells) {
  if (cells.size() != table.columns.size()) {
    throw std::logic_error(fmt::format("{} has {} columns, not {}", table.name, table.columns.size(), cells.size()));
  }
  static constexpr std::size_t kAlternatives[] = {1, 2, 3, 1};  // of Cell, by type
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Column& column = table.columns[i];
    const std::size_t kind = cells[i].index();
    if (kind == 0 ? column.may_lack : kind == kAlternatives[static_cast<std::size_t>(column.type)]) continue;
    throw std::logic_error(fmt::format("{}.{} has another kind of value", table.name, column.name));
  }
}

}  // namespace arena
