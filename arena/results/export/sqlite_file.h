#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/base/text/whole_file.h"
#include "arena/results/export/tables.h"

struct sqlite3;
struct sqlite3_stmt;

namespace arena {

/// Writes the tables as an SQLite database, with keys, references and indices. It is written in one transaction to a
/// file beside its place, and moved there when it is complete.
class SqliteFile : public TableWriter {
 public:
  /// Throws InputError if a file is there that no export has made, unless `force`; and std::runtime_error with the
  /// path.
  SqliteFile(std::filesystem::path path, bool force);

  void add(const Table& table, const std::vector<Cell>& cells) override;
  /// Ends the transaction and moves the file into its place. Throws std::runtime_error or std::system_error with the
  /// path.
  void finish();

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  Statement prepare(const std::string& sql);
  void run(const std::string& sql);
  void check(int code) const;

  std::filesystem::path path_;
  std::optional<WholeFile> file_;
  std::unique_ptr<sqlite3, Close> database_;
  std::map<std::string_view, Statement> inserts_;  // by table
};

}  // namespace arena
