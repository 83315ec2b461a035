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
constexpr Column kRun = {"run", kText, "id of the run or of one of its stages, 16 hexadecimal digits"};
constexpr Column kBot = {"bot", kText, "name of the bot in this run"};
constexpr Column kGame = {"game", kText, "id of the game in this run: `b12g3` is game 3 of block 12"};
constexpr Column kSeat = {"seat", kInteger, "seat number, from 0, clockwise"};
constexpr Column kHand = {"hand", kInteger, "position of the hand in the game, from 1"};
constexpr Column kRatedVariant = {"variant", kText,
                                  "as in `variants.rated_as`, or `overall` for all variants together"};
constexpr Column kIntervals = {
    "intervals", kText,
    "`plain` if the runs are finished and were as long as planned. Otherwise `planned` or `open`: the columns that end "
    "in `_pm` are then half of a 95% band that is right at all looks together, which is wider"};
constexpr std::string_view kHalf = "half of its 95% interval or band, see `intervals`";

Table table(std::string_view name, std::string_view meaning, std::size_t key_columns, std::vector<Column> columns,
            std::vector<std::string_view> references = {}, std::vector<std::vector<std::string_view>> indices = {}) {
  return {name, meaning, key_columns, std::move(columns), std::move(references), std::move(indices)};
}

std::vector<Table> make_tables() {
  return {
      table("runs", "The runs. A run that was extended has a row for each stage.", 1,
            {kRun,
             {"stage", kInteger, "number of the stage, from 1"},
             {"league", kText, "name of the league", true},
             {"arena", kText, "version of the arena that played the run"},
             {"isolation", kText, "isolation level of the bots' sandbox"},
             {"receipt", kText, "the hash to publish before the first card is dealt"},
             {"commitment", kText, "hash of the run's key"},
             {"revealed_key", kText, "the key, once the stage has ended", true},
             {"entropy", kText, "public random text that was mixed with the key", true},
             {"planned_blocks", kInteger, "number of planned blocks"},
             {"planned_games", kInteger, "number of games in these blocks"},
             {"games", kInteger, "number of recorded games, including those of void blocks"},
             {"duplicate_deals", kFlag, "the games of a block have the same deals"},
             {"drops_caches", kFlag, "the caches of the kernel were dropped between epochs"},
             {"given_deals", kInteger, "number of deals that were given in place of the shuffle's"},
             {"faulty_deals", kInteger, "N: every N-th deal of the shuffle was made faulty; 0: none"},
             {"reveal_names", kFlag, "the bots were told who else sits at the table"}}),
      table("variants", "The variants that each run plays.", 2,
            {kRun,
             {"variant", kText, "canonical id, such as `black-lady@4+no_blood`"},
             {"rated_as", kText, "name of the variant in `ratings` and `pairs`", true},
             {"rules", kText, "hash of the rules; identical rules have the same hash"},
             {"seats", kInteger, "number of seats, 2 to 6"},
             {"weight", kInteger, "a variant of weight 2 has twice as many blocks as one of weight 1"},
             {"hands_max", kInteger, "most hands that a game may have"},
             {"hands_fixed", kFlag, "every game has exactly `hands_max` hands"},
             {"move_ms", kInteger, "time for one answer, in milliseconds"},
             {"bank_ms", kInteger, "time for all answers in a game"},
             {"increment_ms", kInteger, "time that each answer adds to the bank"},
             {"grace_ms", kInteger, "tolerance before a late answer becomes a fault"}},
            {"runs"}, {{"rated_as"}}),
      table("bots", "The bots that play in each run.", 2,
            {kRun,
             kBot,
             {"rated_as", kText,
              "name of the bot in `ratings` and `pairs`: `NAME~HASH` if the runs have different bots of one name"},
             {"hash", kText, "hash of its command and files; the same bot has the same hash"},
             {"author", kText, "author, as given by `bot.json` or the league", true},
             {"version", kText, "version, as given by `bot.json` or the league", true},
             {"command", kText, "the command that starts it"},
             {"env", kText, "variables that the league adds to its environment, as in `DEPTH=4 SEED=1`", true},
             {"restarts", kFlag, "each game has a fresh process of it"},
             {"memory_mb", kInteger, "memory limit in MiB"},
             {"processes", kInteger, "process limit"},
             {"threads", kInteger, "thread limit"},
             {"limits", kText, "limits that it has of its own, as in `move_ms=200 bank_ms=10000`", true}},
            {"runs"}, {{"rated_as"}}),
      table(
          "games", "Every recorded game.", 2,
          {kRun,
           kGame,
           {"variant", kText, "id of the game's variant"},
           {"block", kInteger,
            "number of its block; all games of a block have the same bots and, with `duplicate_deals`, the same deals"},
           {"number", kInteger, "number of the game in its block, from 0; the bots have moved on by that many seats"},
           {"hands", kInteger, "number of hands, rows of `hands`"},
           {"rated", kFlag, "its block is complete and not void, so `ratings` counts it"},
           {"seed", kText, "seed of the block"}},
          {"runs", "variants"}, {{"run", "block"}, {"run", "variant"}}),
      table("seats", "Who sat where in each game, and the result of each seat.", 3,
            {kRun,
             kGame,
             kSeat,
             kBot,
             {"place", kInteger, "1 is best; ties share a place, and all bots that forfeited share the last"},
             {"score", kInteger,
              "points at the end, fewer are better; a bot that forfeited gets the worst score of the table"},
             {"total", kInteger, "points of the seat at the end, including those of a house player"},
             {"forfeit", kText, "the fault that lost the game", true},
             {"forfeit_hand", kInteger,
              "number of the hand in which a house player took the seat over; 0: before the first hand", true},
             {"faults", kInteger, "number of faults, rows of `faults`"},
             {"refused", kInteger, "number of answers that were refused"},
             {"automatic", kInteger, "number of answers that the arena gave for the bot"}},
            {"games", "bots"}, {{"run", "bot"}}),
      table("hands", "Every hand of each game.", 3,
            {kRun,
             kGame,
             kHand,
             {"number", kInteger, "number of the hand; the hand after a misdeal has the same number"},
             {"dealer", kInteger, "the dealer's seat"},
             {"extra", kFlag, "the hand was played to break a tie"},
             {"thrown_in", kFlag, "a misdeal was called, and nothing was scored"},
             {"shooter", kInteger, "the seat that shot the moon", true},
             {"choice", kText, "what the shooter chose, if asked: `subtract_self` or `add_others`", true},
             {"point_suit", kText, "letter of the point suit, if it is drawn for each hand", true},
             {"leftover", kText, "cards that were not dealt", true},
             {"plays", kText, "all cards in the order of play; under the laws of the table, all other acts as well"}},
            {"games"}),
      table("hand_seats", "What each seat had, passed and scored in each hand.", 4,
            {kRun,
             kGame,
             kHand,
             kSeat,
             {"total", kInteger, "the seat's total before the hand"},
             {"dealt", kText, "the cards dealt to it, or its first hand if it has two"},
             {"dealt_second", kText, "its second hand, if it has two", true},
             {"passed", kText, "the cards that it passed", true},
             {"passed_second", kText, "the cards that it passed in the hand that it played second", true},
             {"penalty", kInteger, "points of the penalty cards that it took, before a moon is applied", true},
             {"bonus", kInteger, "points of the bonus cards that it took, 0 or less", true},
             {"points", kInteger, "change of its total, before floor and sinkhole"}},
            {"hands", "seats"}),
      table("tricks", "Every complete trick.", 4,
            {kRun,
             kGame,
             kHand,
             {"trick", kInteger, "number of the trick in the hand, from 1; tricks of a second hand follow the first's"},
             {"leader", kInteger, "the seat that led"},
             {"winner", kInteger, "the seat that took the trick"},
             {"points", kInteger, "points of its cards alone, before special queens, a moon and the laws change them"}},
            {"hands"}),
      table("plays", "Every card that was laid on the table.", 4,
            {kRun,
             kGame,
             kHand,
             {"number", kInteger, "number of the play in the hand, from 1"},
             {"trick", kInteger, "number of the trick, as in `tricks`"},
             kSeat,
             {"card", kText, "the card, rank before suit: `QS`"},
             {"question", kInteger, "number of the question to this seat in the game, if its bot was asked", true},
             {"choices", kInteger,
              "number of cards that the seat could legally play; empty if a law let it play out of turn", true},
             {"decider", kText,
              "who chose the card: `bot`; `arena`, if the bot gave no valid answer; `house`, after a forfeit"},
             {"taken_back", kFlag, "the laws of the table returned the card to its owner"}},
            {"hands", "seats"}),
      table("faults", "Every fault of a bot in a recorded game.", 3,
            {kRun,
             kGame,
             {"number", kInteger, "number of the fault in the game, from 1"},
             kSeat,
             kBot,
             {"hand_number", kInteger, "number of the hand; 0: before the first hand"},
             {"question", kInteger,
              "number of the question to this seat in the game, from 1; 0: before the first question"},
             {"fault", kText, "name of the fault"},
             {"forfeits", kFlag, "the bot lost the game by this fault"},
             {"detail", kText, "what happened, in words"}},
            {"seats", "bots"}, {{"run", "bot"}, {"fault"}}),
      table("fault_details", "Details of each fault, if its ledger (`faults.jsonl`) is beside the records.", 3,
            {kRun,
             kGame,
             {"number", kInteger, "number of the fault in the game, from 1"},
             {"elapsed_us", kInteger, "time since the question was written, in microseconds", true},
             {"move_left_ms", kInteger, "what was left of the time for the answer when the fault happened", true},
             {"bank_left_ms", kInteger, "what was left of the time for the game then", true},
             {"exit_code", kInteger, "exit code of the process, if it exited", true},
             {"signal", kInteger, "signal that ended the process, if one did", true},
             {"cpu_us", kInteger, "processor time of the process until then, in microseconds", true},
             {"peak_kb", kInteger, "most memory that the process ever had, in KiB", true},
             {"sent", kText, "the last lines sent to the bot, at most five"},
             {"received", kText,
              "the last lines received from it, at most five, and the first five since its last answer"},
             {"stderr", kText, "the end of what the bot wrote to stderr"}},
            {"faults"}),
      table("laws", "What happened under the laws of the table, in games that are played under them.", 4,
            {kRun,
             kGame,
             kSeat,
             {"figure", kText, "what is counted: `revokes`, `leads_out_of_turn`, `charge` and others"},
             {"times", kInteger, "how often it happened; for `charge`, how many points"}},
            {"seats"}),
      table("voids", "Blocks that are void because of a fault of the arena or the machine.", 2,
            {kRun,
             {"block", kInteger, "the void block"},
             {"again", kInteger, "the block that replaces it"},
             {"number", kInteger, "the game of the block in which the fault happened"},
             {"fault", kText, "name of the fault"},
             {"detail", kText, "what happened, in words"}},
            {"runs"}),
      table("clocks", "The time that each game took, if its clocks (`timings.jsonl`) are beside the records.", 2,
            {kRun,
             kGame,
             {"game_us", kInteger, "time from the first line to the last, in microseconds"},
             {"busy", kFlag, "the machine was too busy with other work"},
             {"crowded", kFlag,
              "in place of `busy`, if more games were played at the same time than there were processors"},
             {"ended_s", kInteger, "when the game ended, in seconds since 1970 (UTC)", true}},
            {"games"}),
      table("seat_clocks", "The time that each seat took in these games.", 3,
            {kRun,
             kGame,
             kSeat,
             {"answers", kInteger, "number of questions that the bot answered"},
             {"used_us", kInteger, "time that it was charged for these answers, in microseconds"},
             {"slowest_us", kInteger, "time that it was charged for the slowest answer", true},
             {"cpu_us", kInteger, "processor time of its process in the game"},
             {"idle_cpu_us", kInteger, "the part of `cpu_us` that it used while it was not its turn"}},
            {"seats"}),
      table("notes", "What bots wrote in addition to their answers.", 3,
            {kRun,
             kGame,
             {"number", kInteger, "number of the note in the game, from 1"},
             kSeat,
             {"question", kInteger, "the bot wrote the note before it answered this question"},
             {"stderr", kFlag, "1: written to stderr, by a bot that did not forfeit; 0: an `info` line or a comment"},
             {"text", kText, "the text; from stderr it may have several lines"}},
            {"seats"}),
      table("ratings", "The standings, as `arena rate --json` has them.", 2,
            {kRatedVariant,
             {"bot", kText, "as in `bots.rated_as`"},
             {"status", kText, "`current`, `replaced` (by a newer version), `withdrawn` or `disqualified`"},
             {"rank", kInteger, "from 1; equal Elo shares a rank, and only current bots have one", true},
             {"rank_best", kInteger, "best rank of its rank range", true},
             {"rank_worst", kInteger, "worst rank of its rank range", true},
             {"elo", kReal, "Elo"},
             {"elo_pm", kReal, kHalf, true},
             {"margin", kReal, "points a hand better than the mean or the reference"},
             {"margin_pm", kReal, kHalf, true},
             {"games", kInteger, "number of rated games; a game counts once, however many seats the bot has in it"},
             {"blocks", kInteger, "number of rated blocks"},
             {"comparisons", kInteger, "number of comparisons with other bots at the table, one per seat"},
             {"share", kReal, "share of its comparisons that it won, 0 to 1; a shared place counts half"},
             {"seats", kInteger, "number of seats that the bot had, in all games"},
             {"place", kReal, "mean place over its seats; 1 is best"},
             {"firsts", kReal, "share of its seats that came first, 0 to 1"},
             {"rough", kFlag, "its figures are rough, because it won or lost fewer than 10 points"},
             {"forfeits", kInteger, "number of forfeits in rated games"},
             {"faults", kInteger, "number of faults in rated games"},
             {"los_next", kReal,
              "likelihood that the bot is stronger than the next one in rank; so far, unless `intervals` is `plain`",
              true},
             kIntervals}),
      table("pairs", "Every pair of bots, once, with the better one as `bot`.", 3,
            {kRatedVariant,
             {"bot", kText, "as in `bots.rated_as`"},
             {"against", kText, "the other bot"},
             {"comparisons", kInteger, "number of comparisons between the two"},
             {"points", kReal, "points of `bot`: 1 for each comparison won, 0.5 for a shared place"},
             {"elo", kReal, "Elo difference between the two", true},
             {"elo_pm", kReal, kHalf, true},
             {"los", kReal, "likelihood that `bot` is the stronger one; so far, unless `intervals` is `plain`", true},
             kIntervals},
            {"ratings"}),
      table("history",
            "The Elo of each bot as of the end of stages and of chunks of blocks, as `arena rate --history --json` has "
            "it.",
            3,
            {kRun,
             {"blocks", kInteger, "rated blocks until then, in all stages of the run"},
             {"bot", kText, "as in `bots.rated_as`"},
             {"stage", kInteger, "the stage that was played, from 1"},
             {"ends_stage", kFlag, "no later block of this stage is rated"},
             {"elo", kReal, "Elo"},
             {"elo_pm", kReal, kHalf, true},
             kIntervals},
            {"runs"}),
      table("columns", "All columns of all tables, as this page lists them.", 2,
            {{"table_name", kText, "name of the table"},
             {"column_name", kText, "name of the column"},
             {"position", kInteger, "position of the column in its table, from 1"},
             {"type", kText, "`integer`, `real`, `text` or `flag` (1 or 0)"},
             {"is_key", kFlag, "the column is part of the key; the key identifies a row"},
             {"meaning", kText, "what the column holds"}}),
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
  static constexpr std::size_t kAlternatives[] = {1, 2, 3, 1};  // the alternative of Cell, by type
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Column& column = table.columns[i];
    const std::size_t kind = cells[i].index();
    if (kind == 0 ? column.may_lack : kind == kAlternatives[static_cast<std::size_t>(column.type)]) continue;
    throw std::logic_error(fmt::format("{}.{} has another kind of value", table.name, column.name));
  }
}

}  // namespace arena
