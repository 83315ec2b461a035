#include "arena/league/session/live_pace.h"

#include "tests/catch.h"

namespace live_pace_test {

using arena::LivePace;
using namespace std::chrono_literals;

constexpr LivePace::Clock::time_point kStart{100h};

TEST_CASE("what is quickly done is repeated after the wanted time, counted from its start") {
  LivePace pace(30s);
  CHECK(pace.is_due(kStart));
  CHECK(pace.wait() == 30s);
  pace.done(kStart, kStart + 1s);
  CHECK(pace.wait() == 30s);
  CHECK_FALSE(pace.is_due(kStart + 30s - 1ns));
  CHECK(pace.is_due(kStart + 30s));
}

TEST_CASE("what takes long has a twentieth of the time") {
  LivePace pace(30s);
  pace.done(kStart, kStart + 6s);
  CHECK(pace.wait() == 2min);
  CHECK_FALSE(pace.is_due(kStart + 2min - 1ns));
  CHECK(pace.is_due(kStart + 2min));
  pace.done(kStart + 2min, kStart + 2min + 1ms);
  CHECK(pace.wait() == 30s);
}

}  // namespace live_pace_test
