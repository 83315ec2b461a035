#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace arena {

/// The version of the tables. Columns and tables may come without a new one; what changes or goes raises it.
inline constexpr int kExportVersion = 1;

/// What a column holds. A flag is 1 or 0.
enum class ColumnType { integer, real, text, flag };

std::string_view column_type_name(ColumnType type);

/// A column of a table, with the sentence that documents it.
struct Column {
  std::string_view name;
  ColumnType type;
  std::string_view meaning;
  bool may_lack = false;  ///< empty, NULL in SQL, where it is not known or there is none
};

/// A table of an export.
struct Table {
  std::string_view name;
  std::string_view meaning;
  std::size_t key_columns;  ///< so many of the columns, the first, name a row
  std::vector<Column> columns;
  /// Tables of which each row names a row: by columns that have the names of their key.
  std::vector<std::string_view> references{};
  std::vector<std::vector<std::string_view>> indices{};  ///< what else rows are looked up by
};

/// All tables, each behind those that it refers to: the one definition for CSV, SQLite and docs/export.md.
const std::vector<Table>& export_tables();

/// The columns that name a row.
std::vector<std::string_view> key_of(const Table& table);

/// The table of that name. Throws std::logic_error when there is none.
const Table& export_table(std::string_view name);

/// A cell: nothing, a whole number or a flag, a number, a text.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// Throws std::logic_error unless the cells fit the columns of the table.
void check_row(const Table& table, const std::vector<Cell>& cells);

/// Where the rows of tables go.
class TableWriter {
 public:
  virtual ~TableWriter() = default;
  /// Takes a row of a table of export_tables(), with cells that fit its columns. Tables may come in turns.
  virtual void add(const Table& table, const std::vector<Cell>& cells) = 0;
};

}  // namespace arena
