#include "arena/bots/sandbox/user_ids.h"

#include <unistd.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/bots/sandbox/isolation.h"
#include "tests/catch.h"

namespace user_ids_test {

using namespace arena;

namespace {

std::string error_of(const std::string& text) {
  try {
    return "read as " + text_of(parse_user_ids(text));
  } catch (const InputError& error) {
    return error.what();
  }
}

/// So many ids that no other process uses in this test.
UserIdRange own_range(unsigned ids) {
  const unsigned first = 1'000'000'000 + static_cast<unsigned>(::getpid()) * 64;
  return {first, first + ids - 1};
}

}  // namespace

TEST_CASE("a range of user ids is two numbers, neither of them root's, with room for a table") {
  CHECK(error_of("1900000000-1900065535") == "read as 1900000000-1900065535");
  CHECK(error_of("100000-100007") == "read as 100000-100007");
  CHECK(error_of("4294967280-4294967294") == "read as 4294967280-4294967294");
  for (const char* wrong : {"", "5", "5-", "-5", "0-100", "a-b", "1-2-3", "10 - 90", "+1-90", "4294967280-4294967295",
                            "5000000000-5000000009"}) {
    CHECK(error_of(wrong) ==
          "--user-ids: '" + std::string(wrong) + "' is not a range of user ids, such as 1900000000-1900065535");
  }
  CHECK(error_of("1000-1006") == "--user-ids: 1000-1006 has too few ids; a range must have at least 8");
  CHECK(error_of("2000-1000") == "--user-ids: 2000-1000 has too few ids; a range must have at least 8");
  CHECK(error_of("1-2000000") == "--user-ids: 1-2000000 has too many ids; a range may have at most 1048576");
}

TEST_CASE("a range with a user or a group that has a name cannot be used") {
  const std::optional<std::string> why = why_unusable({1, 100});
  REQUIRE(why);
  CHECK_THAT(*why, Catch::Matchers::Matches("the id [0-9]+ of 1-100 is that of a user|.*container does not.*"));
}

TEST_CASE("the first range that can be used is taken, and a reason is given only if there is none") {
  if (::geteuid() != 0) SKIP("bots have user ids of their own only where root runs");
  constexpr UserIdRange kNamed = {1, 100};
  constexpr UserIdRange kFree = {61'000, 61'100};
  std::string reason = "old";
  const std::unique_ptr<UserIds> ids = UserIds::open(reason, {}, std::vector{kNamed, kFree});
  REQUIRE(ids != nullptr);
  CHECK(ids->range() == kFree);
  CHECK(reason.empty());
  CHECK(UserIds::open(reason, {}, std::vector{kNamed}) == nullptr);
  CHECK_THAT(reason, Catch::Matchers::ContainsSubstring("1-100"));
  CHECK_THROWS_AS(UserIds::open(reason, kNamed), InputError);
}

TEST_CASE("no two bots have the same user id at the same time, and a free one is given again") {
  const UserIdRange range = own_range(8);
  UserIds ids(range);
  std::vector<std::unique_ptr<UserIds::Lease>> leases;
  std::vector<bool> given(8);
  for (int i = 0; i < 8; ++i) {
    leases.push_back(ids.lease());
    const unsigned id = leases.back()->id();
    REQUIRE(id >= range.first);
    REQUIRE(id <= range.last);
    CHECK_FALSE(given[id - range.first]);
    given[id - range.first] = true;
  }
  CHECK_THROWS_WITH(ids.lease(),
                    "all 8 user ids for bots (" + text_of(range) +
                        ") are in use by bots of this arena and of others that run now; give each arena a range of "
                        "its own, for example --user-ids 1900000000-1900065535");
  const unsigned freed = leases[3]->id();
  leases[3].reset();
  CHECK(ids.lease()->id() == freed);
}

TEST_CASE("two arenas never give the same user id at the same time, also if their ranges only overlap") {
  const UserIdRange range = own_range(32);
  std::set<unsigned> given;
  {
    UserIds one(range);
    UserIds other({range.first + 8, range.last + 8});
    std::vector<std::unique_ptr<UserIds::Lease>> leases;
    for (int i = 0; i < 10; ++i) {
      for (UserIds* ids : {&one, &other}) {
        leases.push_back(ids->lease());
        CHECK(given.insert(leases.back()->id()).second);
      }
    }
  }
  // All are free again.
  UserIds later(range);
  std::vector<std::unique_ptr<UserIds::Lease>> leases;
  for (int i = 0; i < 32; ++i) leases.push_back(later.lease());
  UserIds last(range);
  CHECK_THROWS_AS(last.lease(), MachineFault);
}

}  // namespace user_ids_test
