#include "arena/game/schedule/schedule.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "engine/random.h"
#include "tests/catch.h"

namespace rotation_test {

using namespace arena;

namespace {

std::vector<std::size_t> turns(const std::vector<int>& weights, int count) {
  Rotation rotation(weights);
  std::vector<std::size_t> list;
  for (int turn = 0; turn < count; ++turn) list.push_back(rotation.next());
  return list;
}

}  // namespace

TEST_CASE("things of equal weight take turns in order") {
  CHECK(turns({1, 1}, 5) == std::vector<std::size_t>{0, 1, 0, 1, 0});
  CHECK(turns({7, 7, 7}, 7) == std::vector<std::size_t>{0, 1, 2, 0, 1, 2, 0});
  CHECK(turns({3}, 4) == std::vector<std::size_t>{0, 0, 0, 0});
}

TEST_CASE("a thing of twice the weight has twice the turns") {
  CHECK(turns({2, 1}, 6) == std::vector<std::size_t>{0, 0, 1, 0, 0, 1});
  CHECK(turns({1, 2}, 6) == std::vector<std::size_t>{1, 0, 1, 1, 0, 1});
}

TEST_CASE("after any number of turns each has had less than one more or less than its share") {
  hearts::Random random({11, 0, 0, 0});
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<int> weights;
    const std::uint32_t things = 1 + random.below(12);
    for (std::uint32_t i = 0; i < things; ++i) weights.push_back(1 + static_cast<int>(random.below(i == 0 ? 90 : 12)));
    INFO("trial " << trial);
    const std::int64_t sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
    Rotation rotation(weights);
    std::vector<std::int64_t> had(weights.size(), 0);
    bool within_one = true;
    for (std::int64_t turn = 1; turn <= 3 * sum; ++turn) {
      ++had[rotation.next()];
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const std::int64_t off = had[i] * sum - turn * weights[i];
        within_one = within_one && -sum < off && off < sum;
      }
    }
    CHECK(within_one);
    for (std::size_t i = 0; i < weights.size(); ++i) CHECK(had[i] == 3 * weights[i]);
  }
}

TEST_CASE("the greatest weights do not overflow") {
  Rotation rotation({1'000'000'000, 1'000'000'000, 1});
  int first = 0;
  for (int turn = 0; turn < 1000; ++turn) first += rotation.next() == 0 ? 1 : 0;
  CHECK(first >= 499);
  CHECK(first <= 500);
}

}  // namespace rotation_test
