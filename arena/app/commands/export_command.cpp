#include <fmt/format.h>

#include <csignal>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/league/shards/merge.h"
#include "arena/results/export/csv_folder.h"
#include "arena/results/export/exporter.h"
#include "arena/results/export/sqlite_file.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

struct ExportOptions {
  std::vector<std::string> runs;
  std::string csv;
  std::string sqlite;
  bool no_plays = false;
  bool force = false;
};

template <class Writer>
void export_to(const std::string& place, const ExportOptions& options) {
  Writer writer(place, options.force);
  const RowCounts rows = export_runs(options.runs, writer, !options.no_plays);
  writer.finish();
  const std::string counts = hearts::joined(
      export_tables(), ", ", [&](const Table& table) { return fmt::format("{} {}", table.name, rows.at(table.name)); });
  std::cout << fmt::format("{}: {}; rows: {}\n", legible(place), hearts::counted(std::ssize(export_tables()), "table"),
                           counts);
}

int export_records(const ExportOptions& options) {
  ::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit then fails, and the unfinished file is removed
  if (options.csv.empty() == options.sqlite.empty())
    throw InputError("choose where the tables go: add either --csv DIR or --sqlite FILE");
  for (const std::string& run : options.runs) check_merged(run);
  if (!options.csv.empty())
    export_to<CsvFolder>(options.csv, options);
  else
    export_to<SqliteFile>(options.sqlite, options);
  return kDone;
}

}  // namespace

void define_export(Command& command, const CommandContext& context) {
  auto options = std::make_shared<ExportOptions>();
  command.value("RUN", options->runs, kRunsHelp).required();
  const Argument csv = command
                           .value("--csv", options->csv,
                                  "write one file of comma-separated values per table into this folder, and create "
                                  "the folder if it does not exist")
                           .value_name("DIR")
                           .not_empty();
  command.value("--sqlite", options->sqlite, "write all tables into one SQLite database, this file")
      .value_name("FILE")
      .not_empty()
      .excludes(csv);
  command.flag("--no-plays", options->no_plays,
               "leave the tables tricks and plays empty. They have a row for each trick and each card, and are several "
               "times as large as all others together");
  command.flag("--force", options->force, "also replace files that were not made by an export");
  command.footer(
      "The tables are runs, variants, bots, games, seats, hands, tricks, plays, faults, ratings and more. "
      "docs/export.md describes their columns, and so does the table 'columns'. To fill the tables, export replays "
      "every game. It replaces a file of an earlier export, but only when the new one is complete.\n"
      "Examples:\n"
      "  arena export results/demo --csv tables\n"
      "  arena export results/monday results/tuesday --sqlite week.sqlite\n"
      "  sqlite3 week.sqlite \"SELECT bot, elo FROM ratings WHERE variant = 'overall'\"");
  command.run([options, context] { return export_records(*options); });
}

}  // namespace arena::cli
