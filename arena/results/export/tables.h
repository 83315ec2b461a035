#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace arena {

/// The version of the tables. New columns and tables do not raise it; a column or table that changes or is removed
/// does.
inline constexpr int kExportVersion = 1;

/// The type of the values in a column. A flag is 1 or 0.
enum class ColumnType { integer, real, text, flag };

/// The name of the type as the export and docs/export.md have it: "integer".
std::string_view column_type_name(ColumnType type);

/// A column of a table, with the sentence that documents it.
struct Column {
  std::string_view name;
  ColumnType type;
  std::string_view meaning;
  /// The value may be missing, because it is not known or does not exist: an empty cell, NULL in SQL.
  bool may_lack = false;
};

/// A table of an export.
struct Table {
  std::string_view name;
  std::string_view meaning;
  std::size_t key_columns;  ///< the first columns, as many as this, identify a row
  std::vector<Column> columns;
  /// Tables that each row refers to: each row has columns with the names of that table's key.
  std::vector<std::string_view> references{};
  std::vector<std::vector<std::string_view>> indices{};  ///< other columns by which rows are looked up
};

/// All tables, each after those that it refers to. CSV, SQLite and docs/export.md all use this definition.
const std::vector<Table>& export_tables();

/// The columns that identify a row.
std::vector<std::string_view> key_of(const Table& table);

/// The table with that name. Throws std::logic_error if there is none.
const Table& export_table(std::string_view name);

/// A cell: nothing, a whole number or flag, a real number, or a text. A text must outlive the cell.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// Throws std::logic_error unless the cells fit the columns of the table.
void check_row(const Table& table, const std::vector<Cell>& cells);

/// The destination of the rows.
class TableWriter {
 public:
  virtual ~TableWriter() = default;
  /// Writes a row of one of export_tables(). Its cells must fit the table's columns. Rows of different tables may
  /// alternate. The texts of the cells need not outlive the call.
  virtual void add(const Table& table, const std::vector<Cell>& cells) = 0;
};

}  // namespace arena
