#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "arena/base/text/whole_file.h"
#include "arena/results/export/tables.h"

namespace arena {

/// A folder with a file of comma-separated values for each table, `games.csv`. The files come into their places together
/// at the end, or none does.
class CsvFolder : public TableWriter {
 public:
  /// Makes the folder if it is not there. Throws InputError where it has files that no export has made, unless `force`;
  /// std::system_error with the path.
  CsvFolder(std::filesystem::path folder, bool force);
  /// Removes what has not come into its place.
  ~CsvFolder() override;
  CsvFolder(const CsvFolder&) = delete;
  CsvFolder& operator=(const CsvFolder&) = delete;

  void add(const Table& table, const std::vector<Cell>& cells) override;
  /// Throws std::system_error with the path.
  void finish();

 private:
  std::filesystem::path folder_;
  bool is_new_ = false;
  std::map<std::string_view, WholeFile> files_;  // by table
};

}  // namespace arena
