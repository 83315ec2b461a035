#include "arena/tournament/timing_words.h"

#include "tests/catch.h"

namespace timing_words_test {

namespace {

using namespace arena;

TEST_CASE("a quiet run has nothing to say of its clocks") {
  TimingSums sums{40, 0, {}};
  sums.bots["ann"] = {40, 60, 3.9, 39};
  CHECK(timing_sentences(sums).empty());
}

TEST_CASE("games on a busy machine and processor time out of turn are said") {
  TimingSums sums{40, 3, {}};
  sums.bots["ann"] = {20, 50, 40, 0};
  sums.bots["bob"] = {20, 50, 0, 30};
  CHECK(timing_sentences(sums) ==
        std::vector<std::string>{"The machine was busy with other things in 3 of 40 games; they count.",
                                 "ann used 2.0 s of processor time a game while it was not its turn (80%).",
                                 "bob used 1.5 s of processor time before each game."});
}

}  // namespace

}  // namespace timing_words_test
