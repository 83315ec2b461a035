// compare_adjudicate HANDS [ID...]: HANDS random hands of each configuration (or of those named) go through
// `arena adjudicate --legal`, and every answer must be the naive model's.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "tests/process/child_process.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/results/adjudicate/made_hands.h"

namespace {

using arena::test::HandMaker;
using arena::test::MadeHand;

constexpr int kHandsAtOnce = 10'000;  // through one process, and in memory
constexpr std::uint64_t kSeed = 20'000;

struct Counts {
  int hands = 0;
  int complete = 0;
  int moons = 0;
  int illegal = 0;
  int charged = 0;     // points by the laws of the table
  double seconds = 0;  // of the process
};

/// Makes hands, has them judged, compares. Throws std::runtime_error with the first line that is judged otherwise.
void compare(HandMaker& maker, int hands, const std::string& id, Counts& counts) {
  const arena::test::ScratchFolder folder;
  std::vector<MadeHand> made;
  {
    std::ofstream input(folder / "hands.jsonl");
    for (int i = 0; i < hands; ++i) {
      made.push_back(maker.next(static_cast<std::uint64_t>(i) + 1));
      input << made.back().line << '\n';
    }
  }
  const std::string command = std::string("exec '") + HEARTS_ARENA_PROGRAM + "' adjudicate --legal <'" +
                              (folder / "hands.jsonl").string() + "' >'" + (folder / "answers.jsonl").string() + "'";
  const auto start = std::chrono::steady_clock::now();
  const processes::Finished finished = processes::run({"sh", "-c", command}, std::chrono::minutes(10));
  counts.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!finished.end.exited || finished.end.number != 0) throw std::runtime_error("adjudicate failed: " + finished.err);

  std::ifstream answers(folder / "answers.jsonl");
  std::string answer;
  for (const MadeHand& hand : made) {
    if (!std::getline(answers, answer)) throw std::runtime_error(id + ": answers are missing");
    if (!hand.agrees_with(answer)) {
      throw std::runtime_error(id + "\nhand:      " + hand.line + "\nanswered:  " + answer +
                               "\nthe model: " + hand.answer);
    }
    ++counts.hands;
    counts.complete += hand.is_complete ? 1 : 0;
    counts.moons += hand.has_moon ? 1 : 0;
    counts.illegal += hand.is_error ? 1 : 0;
    counts.charged += hand.charged;
  }
  if (std::getline(answers, answer)) throw std::runtime_error(id + ": more answers than hands: " + answer);
}

int run(int hands, const std::vector<std::string>& ids) {
  Counts all;
  std::uint64_t seed = kSeed;
  for (const std::string& id : ids) {
    const hearts::GameRules game(hearts::test::rules_of(id));
    HandMaker maker(game, id, seed);
    Counts counts;
    for (int left = hands; left > 0; left -= kHandsAtOnce) compare(maker, std::min(left, kHandsAtOnce), id, counts);
    std::printf("%-28s seed %llu: %d hands, %d whole, %d moons, %d illegal plays, %d points charged by laws\n",
                id.c_str(), static_cast<unsigned long long>(seed), counts.hands, counts.complete, counts.moons,
                counts.illegal, counts.charged);
    std::fflush(stdout);
    all.hands += counts.hands;
    all.complete += counts.complete;
    all.moons += counts.moons;
    all.illegal += counts.illegal;
    all.seconds += counts.seconds;
    ++seed;
  }
  std::printf("%zu configurations, %d hands (%d whole, %d moons, %d illegal plays): all alike; %.0f hands/s judged\n",
              ids.size(), all.hands, all.complete, all.moons, all.illegal, all.hands / all.seconds);
  return all.moons > 0 && all.complete > 0 && all.illegal > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  int hands = 0;
  if (!words.empty()) std::from_chars(words[0].data(), words[0].data() + words[0].size(), hands);
  if (hands < 1) {
    std::fprintf(stderr, "compare_adjudicate HANDS [ID...]\n");
    return 2;
  }
  words.erase(words.begin());
  try {
    std::vector<std::string> ids = hearts::test::KeyTables::get().ids();
    const std::vector<std::string>& laws = hearts::test::law_configurations();
    ids.insert(ids.end(), laws.begin(), laws.end());
    return run(hands, words.empty() ? ids : words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
