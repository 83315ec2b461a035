#include "arena/admission/check/conversation.h"

#include <vector>

#include "tests/catch.h"

namespace table_sizes_test {

using arena::describe_tables;
using arena::TrialTable;

TEST_CASE("the tables that were played are reported, and those of them only") {
  std::vector<TrialTable> tables;
  for (const int seats : {4, 4, 3, 6}) tables.push_back({"black-lady@" + std::to_string(seats), seats});
  CHECK(describe_tables(tables, 4, 95) == "4 tables with 3 to 6 seats, 95 questions");
  CHECK(describe_tables(tables, 3, 1) == "3 of 4 tables before time ran out, with 3 to 4 seats, 1 question");
  CHECK(describe_tables(tables, 1, 9) == "1 of 4 tables before time ran out, with 4 seats, 9 questions");
  CHECK(describe_tables(tables, 0, 0) == "0 of 4 tables before time ran out, 0 questions");
}

}  // namespace table_sizes_test
