#include "arena/results/export/sqlite_file.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <stdexcept>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/system_failure.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// The number in the header of each file that identifies the program; see sqlite.org/fileformat.html.
constexpr std::uint32_t kApplication = 0x48415265;  // "HARe"
constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kApplicationAt = 68;

bool is_of_export(const fs::path& file) {
  const std::string header = read_if_there(file, kHeaderBytes).value_or("");
  if (header.size() < kHeaderBytes) return false;
  std::uint32_t application = 0;
  for (std::size_t i = 0; i < 4; ++i)
    application = application << 8 | static_cast<unsigned char>(header[kApplicationAt + i]);
  return std::string_view(header.c_str()) == "SQLite format 3" && application == kApplication;
}

std::string names(const std::vector<std::string_view>& columns) {
  return hearts::joined(columns, ", ", [](std::string_view name) { return fmt::format("\"{}\"", name); });
}

std::string_view sql_type(ColumnType type) {
  return type == ColumnType::real ? "REAL" : type == ColumnType::text ? "TEXT" : "INTEGER";
}

std::string creation(const Table& table) {
  std::string sql = fmt::format("CREATE TABLE \"{}\" (", table.name);
  for (const Column& column : table.columns) {
    sql += fmt::format("\"{}\" {}{}, ", column.name, sql_type(column.type), column.may_lack ? "" : " NOT NULL");
    if (column.type == ColumnType::flag)
      sql.insert(sql.size() - 2, fmt::format(" CHECK (\"{}\" IN (0, 1))", column.name));
  }
  sql += fmt::format("PRIMARY KEY ({})", names(key_of(table)));
  for (const std::string_view other : table.references)
    sql += fmt::format(", FOREIGN KEY ({0}) REFERENCES \"{1}\" ({0})", names(key_of(export_table(other))), other);
  return sql + ") WITHOUT ROWID";
}

}  // namespace

void SqliteFile::Close::operator()(sqlite3* database) const { ::sqlite3_close_v2(database); }
void SqliteFile::Close::operator()(sqlite3_stmt* statement) const { ::sqlite3_finalize(statement); }

SqliteFile::SqliteFile(fs::path path, bool force) : path_(std::move(path)) {
  std::error_code error;
  if (fs::is_directory(path_, error)) throw InputError(path_.string() + " is a folder; --sqlite needs a file");
  if (!force && fs::exists(fs::symlink_status(path_, error)) && !is_of_export(path_))
    throw InputError(path_.string() + " exists, but no export wrote it; to replace it, add --force");
  file_.emplace(path_);
  sqlite3* opened = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE;
  const int code = ::sqlite3_open_v2(file_->beside().c_str(), &opened, flags, nullptr);
  database_.reset(opened);
  check(code);
  // Nobody reads the file until it is complete. It needs no journal, and one wait for the disk at the end is enough.
  run("PRAGMA journal_mode = OFF");
  run("PRAGMA synchronous = OFF");
  run(fmt::format("PRAGMA application_id = {}", kApplication));
  run(fmt::format("PRAGMA user_version = {}", kExportVersion));
  run("BEGIN");
  for (const Table& table : export_tables()) {
    run(creation(table));
    std::string marks = "?";
    for (std::size_t i = 1; i < table.columns.size(); ++i) marks += ", ?";
    inserts_.emplace(table.name, prepare(fmt::format("INSERT INTO \"{}\" VALUES ({})", table.name, marks)));
  }
}

void SqliteFile::check(int code) const {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  // If the system has refused something (a full disk, a folder without permission to write), use its own words.
  const int reason = database_ ? ::sqlite3_system_errno(database_.get()) : 0;
  if (reason != 0) throw_errno(path_.string(), reason);
  throw std::runtime_error(
      fmt::format("{}: {}", path_.string(), database_ ? ::sqlite3_errmsg(database_.get()) : ::sqlite3_errstr(code)));
}

SqliteFile::Statement SqliteFile::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  check(::sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement, nullptr));
  return Statement(statement);
}

void SqliteFile::run(const std::string& sql) {
  check(::sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteFile::add(const Table& table, const std::vector<Cell>& cells) {
  sqlite3_stmt* insert = inserts_.at(table.name).get();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int at = static_cast<int>(i) + 1;
    if (const auto* whole = std::get_if<std::int64_t>(&cells[i])) {
      check(::sqlite3_bind_int64(insert, at, *whole));
    } else if (const auto* number = std::get_if<double>(&cells[i])) {
      check(::sqlite3_bind_double(insert, at, *number));
    } else if (const auto* text = std::get_if<std::string_view>(&cells[i])) {
      // The text outlives the step. An empty view may have a null pointer, which would become NULL.
      const char* bytes = text->empty() ? "" : text->data();
      check(::sqlite3_bind_text64(insert, at, bytes, text->size(), SQLITE_STATIC, SQLITE_UTF8));
    } else {
      check(::sqlite3_bind_null(insert, at));
    }
  }
  const int code = ::sqlite3_step(insert);
  ::sqlite3_reset(insert);
  check(code);
}

void SqliteFile::finish() {
  for (const Table& table : export_tables()) {
    for (std::size_t i = 0; i < table.indices.size(); ++i)
      run(fmt::format("CREATE INDEX \"{0}_{1}\" ON \"{0}\" ({2})", table.name, i + 1, names(table.indices[i])));
  }
  run("ANALYZE");
  run("COMMIT");
  inserts_.clear();
  database_.reset();
  file_->move_into_place();
}

}  // namespace arena
