// Records as tables: the columns are those of docs/export.md, whose questions are answered by SQL as by `arena rate`.

#include <sqlite3.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>

#include "arena/records/game_record.h"
#include "arena/records/record_file.h"
#include "arena/results/export/tables.h"
#include "tests/cli/arena_command.h"

namespace export_test {

using namespace cli_test;

namespace {

const std::string kPage = HEARTS_SOURCE_DIR "/docs/export.md";

/// Answers as well as it can until it is asked its 40th question, and writes what may not do harm.
constexpr const char* kRudeBot =
    "#!/usr/bin/python3\n"
    "import sys\n"
    "asked = 0\n"
    "for line in sys.stdin:\n"
    "    word = line.split()\n"
    "    if word[0] == 'hello': print('ready', flush=True)\n"
    "    if word[0] == 'game':\n"
    "        print('=cmd() \\x1b[31m', file=sys.stderr, flush=True)\n"
    "        print('info =1+1,\"x\"', flush=True)\n"
    "    if word[0] == 'ask':\n"
    "        asked += 1\n"
    "        if asked % 40 == 0: sys.exit(3)\n"
    "        first = word.index(':') + 1\n"
    "        print(word[1], *word[first:first + int(word[3])], flush=True)\n";

/// A folder with a finished run of four bots over five rule systems in "run", one bot of which is rude, "tables" of it
/// and "tables.sqlite".
class Exported : public ArenaFolder {
 public:
  Exported() {
    fs::create_directory(*this / "rude");
    write_program(*this / "rude/bot.py", kRudeBot);
    write_file(*this / "rude/bot.json", R"({"name": "rude", "command": ["./bot.py"], "author": "=cmd()\u001b[31m",)"
                                        R"("version": "'1, \"two\""})");
    does({"run",
          "rude",
          sample_bot("rules_cpp"),
          sample_bot("random_c"),
          sample_bot("watch_c"),
          "--variant",
          "black-lady@3",
          "--variant",
          "royal-classic@2",
          "--variant",
          "omnibus@4",
          "--variant",
          "deluxe",
          "--variant",
          "tournament-laws",
          "--laws",
          "--hands",
          "2",
          "--blocks",
          "10",
          "--seed",
          "tables",
          "--out",
          "run",
          "--isolation",
          "none",
          "--log-level",
          "error"});
    does({"export", "run", "--csv", "tables"});
    does({"export", "run", "--sqlite", "tables.sqlite"});
  }
};

/// Rows of texts; NULL is "NULL".
using TextRows = std::vector<Words>;

TextRows query(const fs::path& file, const std::string& sql) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close);
  REQUIRE(code == SQLITE_OK);
  TextRows rows;
  char* wrong = nullptr;
  const auto add_row = [](void* to, int columns, char** texts, char**) {
    auto& row = static_cast<TextRows*>(to)->emplace_back();
    for (int i = 0; i < columns; ++i) row.emplace_back(texts[i] == nullptr ? "NULL" : texts[i]);
    return 0;
  };
  sqlite3_exec(database.get(), sql.c_str(), add_row, &rows, &wrong);
  const std::string error = wrong == nullptr ? "" : wrong;
  sqlite3_free(wrong);
  INFO(sql);
  REQUIRE(error == "");
  return rows;
}

/// Cells of RFC 4180.
TextRows rows_of_csv(const std::string& text) {
  TextRows rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& cell = rows.back().back();
    if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      rows.back().emplace_back();
    } else if (!quoted && text[i] == '\n') {
      rows.push_back({""});
    } else {
      cell += text[i];
    }
  }
  CHECK_FALSE(quoted);
  rows.pop_back();
  return rows;
}

/// The questions of the page in SQL.
Words questions() {
  Words found;
  const std::string page = read_file(kPage);
  const std::string start = "```sql\n";
  for (std::size_t at = page.find(start); at != std::string::npos; at = page.find(start, at + 1))
    found.push_back(page.substr(at + start.size(), page.find("```", at + 1) - at - start.size()));
  return found;
}

/// What the page says of the tables.
std::string page_of_tables() {
  std::ostringstream page;
  const auto listed = [](const auto& names) {
    std::string text;
    for (const std::string_view name : names)
      text.append(text.empty() ? "" : ", ").append("`").append(name).append("`");
    return text;
  };
  for (const arena::Table& table : arena::export_tables()) {
    page << "### " << table.name << "\n\n" << table.meaning << " Key: " << listed(key_of(table)) << ".";
    for (const std::string_view other : table.references)
      page << " Joins `" << other << "` by " << listed(key_of(arena::export_table(other))) << ".";
    page << "\n\n| column | type | |\n|---|---|---|\n";
    for (const arena::Column& column : table.columns) {
      page << "| `" << column.name << "` | " << arena::column_type_name(column.type)
           << (column.may_lack ? ", may be empty" : "") << " | " << column.meaning << " |\n";
    }
    page << "\n";
  }
  std::string text = page.str();
  text.pop_back();
  return text;
}

}  // namespace

TEST_CASE("the page of the export names each table and column as they are") {
  const std::string page = read_file(kPage);
  const std::string heading = "\n## Tables\n\n";
  const std::size_t start = page.find(heading);
  REQUIRE(start != std::string::npos);
  const std::string kept = page.substr(0, start + heading.size());
  if (std::getenv("HEARTS_WRITE_SNAPSHOTS") != nullptr) write_file(kPage, kept + page_of_tables());
  CHECK(read_file(kPage).substr(kept.size()) == page_of_tables());
}

TEST_CASE("each reference of a table is to a key of one before it, and each index is of its columns") {
  std::map<std::string_view, const arena::Table*> before;
  for (const arena::Table& table : arena::export_tables()) {
    INFO(table.name);
    const auto has = [&](std::string_view name) {
      return std::any_of(table.columns.begin(), table.columns.end(),
                         [&](const arena::Column& column) { return column.name == name; });
    };
    for (const std::string_view other : table.references) {
      REQUIRE(before.contains(other));
      for (const std::string_view column : key_of(*before.at(other))) CHECK(has(column));
    }
    for (const auto& index : table.indices) CHECK(std::all_of(index.begin(), index.end(), has));
    before[table.name] = &table;
  }
}

TEST_CASE("tables of a run: rows join, CSV and SQLite say the same, and the questions are answered as rate does",
          "[memory]") {
  const Exported exported;
  const fs::path file = exported.path() / "tables.sqlite";
  CHECK(query(file, "PRAGMA integrity_check") == TextRows{{"ok"}});
  CHECK(query(file, "PRAGMA foreign_key_check").empty());
  CHECK(query(file, "PRAGMA user_version") == TextRows{{std::to_string(arena::kExportVersion)}});

  for (const arena::Table& table : arena::export_tables()) {
    INFO(table.name);
    TextRows csv = rows_of_csv(read_file(exported.path() / "tables" / (std::string(table.name) + ".csv")));
    TextRows sql = query(file, "SELECT * FROM \"" + std::string(table.name) + "\"");
    REQUIRE_FALSE(csv.empty());
    for (std::size_t i = 0; i < table.columns.size(); ++i) CHECK(csv[0].at(i) == table.columns[i].name);
    csv.erase(csv.begin());
    const bool may_be_empty = table.name == "voids" || table.name == "laws";
    CHECK((may_be_empty || !csv.empty()));
    for (auto& row : csv) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::string& cell = row.at(i);
        if (table.columns[i].type != arena::ColumnType::text || cell.empty()) continue;
        CHECK(std::string("=+-@\t\r\n").find(cell.front()) == std::string::npos);
        if (cell.front() == '\'') cell.erase(0, 1);
      }
    }
    for (std::size_t row = 0; row < sql.size(); ++row) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::string& cell = sql[row][i];
        if (cell == "NULL") cell.clear();
        // SQLite writes 1500.0 where the other writes 1500.
        if (table.columns[i].type == arena::ColumnType::real && cell.ends_with(".0")) cell.resize(cell.size() - 2);
      }
    }
    std::sort(csv.begin(), csv.end());
    std::sort(sql.begin(), sql.end());
    CHECK(csv == sql);
  }

  const json::value rated = json::parse(exported.does({"rate", "run", "--details", "--json"}));
  const json::array& rows = rated.at("tables").at(0).at("rows").as_array();
  const Words sql = questions();
  REQUIRE(sql.size() == 3);
  const TextRows best = query(file, sql[0]);
  const TextRows points = query(file, sql[1]);
  const TextRows slow = query(file, sql[2]);
  REQUIRE(best.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string bot = json::value_to<std::string>(rows[i].at("bot"));
    INFO(bot);
    CHECK(best[i][0] == bot);
    CHECK(std::stod(best[i][1]) == Catch::Approx(rows[i].at("elo").to_number<double>()));
    int hands = 0;
    int moons = 0;
    for (const auto& row : points) {
      if (row[0] == bot) hands += std::stoi(row[1]), moons += std::stoi(row[3]);
    }
    CHECK(hands == rows[i].at("hands").to_number<int>());
    CHECK(moons == rows[i].at("moons").to_number<int>());
    int answers = 0;
    for (const auto& row : slow) answers += row[0] == bot ? std::stoi(row[2]) : 0;
    CHECK(answers == rows[i].at("answers").to_number<int>());
  }

  // What the rude bot wrote does no harm, and can be recognised.
  CHECK(query(file, "SELECT author, version FROM bots WHERE bot = 'rude'") ==
        TextRows{{"=cmd()\\x1b[31m", "'1, \"two\""}});
  CHECK_THAT(read_file(exported.path() / "tables/bots.csv"),
             ContainsSubstring(",'=cmd()\\x1b[31m,\"''1, \"\"two\"\"\","));
  CHECK_THAT(read_file(exported.path() / "tables/notes.csv"), ContainsSubstring(",\"info =1+1,\"\"x\"\"\"\n"));
  CHECK_THAT(read_file(exported.path() / "tables/notes.csv"), ContainsSubstring("'=cmd() \\x1b[31m"));
  CHECK(query(file, "SELECT count(*) > 0, min(bot), max(fault) FROM faults WHERE forfeits") ==
        TextRows{{"1", "rude", "exited"}});
}

TEST_CASE("tricks and plays join the hands, and can be left out") {
  const Exported exported;
  const fs::path file = exported.path() / "tables.sqlite";
  // In hands without laws, the cards are those of the hand.
  CHECK(query(file,
              "SELECT count(*) > 0, sum(cards = hands.plays) = count(*) FROM hands JOIN "
              "(SELECT run, game, hand, group_concat(card, ' ') AS cards FROM "
              "(SELECT * FROM plays ORDER BY run, game, hand, number) GROUP BY run, game, hand) "
              "USING (run, game, hand) JOIN games USING (run, game) WHERE variant NOT LIKE 'tournament%'") ==
        TextRows{{"1", "1"}});
  CHECK(query(file,
              "SELECT count(*) FROM tricks JOIN plays AS led USING (run, game, hand, trick) WHERE NOT taken_back AND "
              "number = (SELECT min(number) FROM plays WHERE run = led.run AND game = led.game AND hand = led.hand AND "
              "trick = led.trick AND NOT taken_back) AND led.seat <> leader") == TextRows{{"0"}});
  // The rude bot forfeits, so a house player takes over. The others chose their cards themselves.
  CHECK(query(file,
              "SELECT DISTINCT decider FROM plays JOIN seats USING (run, game, seat) WHERE bot = 'rude' "
              "ORDER BY decider") == TextRows{{"bot"}, {"house"}});
  CHECK(query(file,
              "SELECT count(*) FROM plays JOIN seats USING (run, game, seat) "
              "WHERE bot <> 'rude' AND decider = 'house'") == TextRows{{"0"}});
  exported.does({"export", "run", "--csv", "short", "--no-plays"});
  CHECK(lines_of(read_file(exported.path() / "short/plays.csv")).size() == 1);
  CHECK(lines_of(read_file(exported.path() / "short/tricks.csv")).size() == 1);
  CHECK(read_file(exported.path() / "short/hands.csv") == read_file(exported.path() / "tables/hands.csv"));
}

TEST_CASE("an export leaves what is not its own, and nothing of itself when it fails") {
  const Exported exported;
  const fs::path& folder = exported.path();
  const auto before = files_of(folder);
  // Again, over its own: the same bytes.
  exported.does({"export", "run", "--csv", "tables"});
  exported.does({"export", "run", "--sqlite", "tables.sqlite"});
  CHECK(files_of(folder) == before);

  write_file(folder / "mine.sqlite", "mine");
  fs::create_directory(folder / "mine");
  write_file(folder / "mine/seats.csv", "mine");
  const auto error = [&](const Words& more) {
    Words words = {"export", "run"};
    words = words + more;
    return one_error(run_arena(folder, words));
  };
  CHECK(error({"--sqlite", "mine.sqlite"}) == "mine.sqlite exists, but no export wrote it; to replace it, add --force");
  CHECK(error({"--csv", "mine"}) == "mine/seats.csv exists, but no export wrote it; to replace it, add --force");
  CHECK(error({"--csv", "mine.sqlite"}) == "mine.sqlite is a file; --csv needs a folder");
  CHECK(error({"--sqlite", "mine"}) == "mine is a folder; --sqlite needs a file");
  CHECK(error({}) == "choose where the tables go: add either --csv DIR or --sqlite FILE");
  CHECK(read_file(folder / "mine/seats.csv") == "mine");
  exported.does({"export", "run", "--sqlite", "mine.sqlite", "--force"});
  CHECK(read_file(folder / "mine.sqlite") == read_file(folder / "tables.sqlite"));

  // Files may have 16 KiB: as on a full disk.
  const auto small = files_of(folder);
  for (const std::string where : {"--csv new", "--csv tables", "--sqlite new.sqlite", "--sqlite tables.sqlite"}) {
    const Outcome outcome =
        run_in(folder, {"sh", "-c", "ulimit -f 32; exec '" HEARTS_ARENA_PROGRAM "' export run " + where});
    INFO(where << ": " << outcome.err);
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.err, ContainsSubstring("File too large") || ContainsSubstring("disk"));
  }
  CHECK(files_of(folder) == small);

  // A game that cannot have been played so, behind others that can: found on the way.
  const std::string games = read_file(folder / "run/games.jsonl");
  std::string spoilt;
  int number = 0;
  for (std::string line : lines_of(games)) {
    if (++number == 20) {
      json::object game = json::parse(line).as_object();
      game.erase("crc");
      game["hands"].at(0).as_object()["points"].as_array()[0] = 77;
      line = arena::seal_line(game);
      line.pop_back();
    }
    spoilt += line + "\n";
  }
  write_file(folder / "run/games.jsonl", spoilt);
  const auto kept = files_of(folder);
  CHECK_THAT(error({"--csv", "new"}), ContainsSubstring("run/games.jsonl:20: "));
  CHECK_THAT(error({"--csv", "tables"}), ContainsSubstring("run/games.jsonl:20: "));
  CHECK_THAT(error({"--sqlite", "new.sqlite"}), ContainsSubstring("run/games.jsonl:20: "));
  CHECK_THAT(error({"--sqlite", "tables.sqlite"}), ContainsSubstring("run/games.jsonl:20: "));
  CHECK(files_of(folder) == kept);
  CHECK_FALSE(fs::exists(folder / "new"));
  CHECK_FALSE(one_error(run_arena(folder, {"export", "run", "--sqlite", "nowhere/x.sqlite"})).empty());
}

}  // namespace export_test
