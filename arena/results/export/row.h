#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arena/results/export/tables.h"

namespace arena {

/// A value as a cell; a text must outlast it.
template <class Value>
Cell cell_of(const Value& value) {
  if constexpr (std::is_integral_v<Value>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::is_floating_point_v<Value>) {
    return static_cast<double>(value);
  } else {
    return std::string_view(value);
  }
}

template <class Value>
Cell cell_of(const std::optional<Value>& value) {
  return value ? cell_of(*value) : Cell();
}

/// Hands rows on to a writer and counts them.
class Rows {
 public:
  explicit Rows(TableWriter& writer) : writer_(writer) {
    for (const Table& table : export_tables()) counts_[table.name] = 0;
  }

  /// A row of the table of that name: a value, or an optional one, for each of its columns.
  template <class... Values>
  void add(std::string_view table, const Values&... values) {
    cells_.clear();
    (cells_.push_back(cell_of(values)), ...);
    add_cells(table, cells_);
  }
  void add_cells(std::string_view table, const std::vector<Cell>& cells) {
    writer_.add(export_table(table), cells);
    ++counts_[table];
  }

  const std::map<std::string_view, std::int64_t>& counts() const { return counts_; }

 private:
  TableWriter& writer_;
  std::vector<Cell> cells_;
  std::map<std::string_view, std::int64_t> counts_;
};

}  // namespace arena
