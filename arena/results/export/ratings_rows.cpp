#include "arena/results/export/ratings_rows.h"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <stdexcept>

#include "arena/records/line_fields.h"
#include "arena/results/ratings/standings_data.h"

namespace arena {
namespace {

namespace json = boost::json;

/// What the standings as JSON call null.
constexpr std::string_view kOverall = "overall";

std::string_view view_of(const json::string& text) { return {text.data(), text.size()}; }

/// A member of the JSON as a cell of the column: its name is the key.
Cell cell_of_member(const json::object& object, const Column& column) {
  const json::value& value = object.at({column.name.data(), column.name.size()});
  if (value.is_null()) return {};
  switch (column.type) {
    case ColumnType::integer:
      return value.to_number<std::int64_t>();
    case ColumnType::flag:
      return std::int64_t{value.as_bool()};
    case ColumnType::real:
      return value.to_number<double>();
    case ColumnType::text:
      return view_of(value.as_string());
  }
  throw std::logic_error("a column has no type");
}

/// A row a member of the list. The first column is the variant, which the list's own object has.
void add_list(std::string_view table, std::string_view variant, const json::array& list, Rows& rows) {
  const std::vector<Column>& columns = export_table(table).columns;
  std::vector<Cell> cells;
  for (const json::value& one : list) {
    cells = {variant};
    for (std::size_t i = 1; i < columns.size(); ++i) cells.push_back(cell_of_member(one.as_object(), columns[i]));
    rows.add_cells(table, cells);
  }
}

}  // namespace

void add_ratings(const RatedRuns& rated, Rows& rows) {
  json::monotonic_resource memory;
  const json::object standings = standings_json(rated.standings(), rated.runs(), &memory);
  for (const json::value& one : standings.at("tables").as_array()) {
    const json::object& table = one.as_object();
    const json::value& variant = table.at("variant");
    const std::string_view name = variant.is_null() ? kOverall : view_of(variant.as_string());
    add_list(tables::kRatings, name, table.at("rows").as_array(), rows);
    add_list(tables::kPairs, name, table.at("pairs").as_array(), rows);
  }
}

}  // namespace arena
