#include "arena/game/schedule/shard.h"

#include <set>

#include "tests/catch.h"

namespace shard_test {

using namespace arena;

TEST_CASE("a shard is named as it is read") {
  for (const Shard shard : {Shard{0, 1}, Shard{6, 7}, Shard{kShardsMax - 1, kShardsMax}})
    CHECK(find_shard(shard_name(shard)) == shard);
  CHECK(shard_name({3, 7}) == "3/7");
  for (const char* text :
       {"",     "3",    "/7",   "3/",   "7/7",  "8/7",   "-1/7", "3/0",     "0/0",           "3/-7",
        "03/7", "3/07", "+3/7", " 3/7", "3/7 ", "3/7/9", "a/b",  "0/10001", "99999999999/7", "3 of 7"}) {
    INFO(text);
    CHECK_FALSE(find_shard(text));
  }
}

TEST_CASE("each block is of one shard, and each that is played again, too") {
  for (const int count : {1, 2, 3, 7}) {
    for (const int first : {0, 5, 14}) {
      const int end = first + 20;
      std::set<int> again;
      int blocks = 0;
      for (int index = 0; index < count; ++index) {
        INFO(index << " of " << count << " from " << first);
        const Shard shard{index, count};
        int own = 0;
        for (int block = first; block < end; ++block) own += shard.has(block) ? 1 : 0;
        CHECK(shard.blocks_in(first, end) == own);
        blocks += own;
        for (int nth = 0; nth < 4; ++nth) {
          const int number = shard.block_again(end, nth);
          CHECK(number >= end);
          CHECK(number < end + count * (nth + 1));
          CHECK(shard.has(number));
          CHECK(again.insert(number).second);
        }
      }
      CHECK(blocks == 20);
      // None is left out.
      CHECK(*again.begin() == end);
      CHECK(*again.rbegin() == end + 4 * count - 1);
    }
  }
}

}  // namespace shard_test
