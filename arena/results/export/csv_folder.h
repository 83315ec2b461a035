#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "arena/base/text/whole_file.h"
#include "arena/results/export/tables.h"

namespace arena {

/// Writes each table as a file of comma-separated values into a folder, for example `games.csv`. Either all files
/// appear at the end, or none does.
class CsvFolder : public TableWriter {
 public:
  /// Creates the folder if it does not exist. Throws InputError if it has files that no export has made, unless
  /// `force`; and std::system_error with the path.
  CsvFolder(std::filesystem::path folder, bool force);
  /// Removes files that were not finished.
  ~CsvFolder() override;
  CsvFolder(const CsvFolder&) = delete;
  CsvFolder& operator=(const CsvFolder&) = delete;

  void add(const Table& table, const std::vector<Cell>& cells) override;
  /// Moves all files into their places. Throws std::system_error with the path.
  void finish();

 private:
  std::filesystem::path folder_;
  bool is_new_ = false;
  std::map<std::string_view, WholeFile> files_;  // by table
};

}  // namespace arena
