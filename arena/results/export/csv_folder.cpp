#include "arena/results/export/csv_folder.h"

#include <fmt/format.h>

#include <iterator>
#include <system_error>

#include "arena/base/text/csv.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

std::string file_name(const Table& table) { return std::string(table.name) + ".csv"; }

std::string heads_of(const Table& table) {
  std::vector<std::string> heads;
  for (const Column& column : table.columns) heads.emplace_back(column.name);
  return csv_line(heads);
}

std::string cell_text(const Cell& cell) {
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return fmt::to_string(*number);
  if (const auto* number = std::get_if<double>(&cell)) return fmt::to_string(*number);
  if (const auto* text = std::get_if<std::string_view>(&cell)) return csv_quoted(*text);
  return {};
}

/// Whether the file begins with the heads of this table.
bool is_of_export(const fs::path& file, const Table& table) {
  const std::string heads = heads_of(table);
  return read_if_there(file, heads.size()) == heads;
}

}  // namespace

CsvFolder::CsvFolder(fs::path folder, bool force) : folder_(std::move(folder)) {
  std::error_code error;
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error))
    throw InputError(folder_.string() + " is a file; --csv needs a folder");
  is_new_ = fs::create_directories(folder_, error);
  if (error) throw std::system_error(error, folder_.string());
  for (const Table& table : export_tables()) {
    const fs::path file = folder_ / file_name(table);
    if (force || !fs::exists(fs::symlink_status(file, error)) || is_of_export(file, table)) continue;
    throw InputError(file.string() + " exists, but no export wrote it; to replace it, add --force");
  }
  for (const Table& table : export_tables()) {
    files_.try_emplace(table.name, folder_ / file_name(table)).first->second.write(heads_of(table));
  }
}

CsvFolder::~CsvFolder() {
  files_.clear();
  std::error_code ignored;
  if (is_new_) fs::remove(folder_, ignored);  // fails if it has files
}

void CsvFolder::add(const Table& table, const std::vector<Cell>& cells) {
  std::vector<std::string> texts;
  for (const Cell& cell : cells) texts.push_back(cell_text(cell));
  files_.at(table.name).write(csv_line(texts));
}

void CsvFolder::finish() {
  for (auto& [table, file] : files_) file.sync();
  for (auto& [table, file] : files_) file.move_into_place();
  is_new_ = false;
}

}  // namespace arena
