#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "engine/match.h"
#include "engine/variants/registry.h"
#include "tests/unit/engine/playout.h"

// Full random hands a second of processor time, one thread: shuffle, random pass, random legal cards, score. The seed
// is fixed; the signature changes when the engine plays differently, and only then.
//
//   bench_engine [variant] [hands a run] [runs]

namespace {

using namespace hearts;

/// Plays all hands of one match and mixes their results into the signature.
std::uint64_t play_hands(const GameRules& game) {
  Random random(Seed{1, 2, 3, 4});
  Match match(game, 0);
  std::uint64_t signature = 0;
  while (!match.status().over) {
    Hand hand(game, match.next_hand(deal_cards(game, match.dealer(), random)));
    play_out(hand, random);
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const int change = hand.score().change[static_cast<std::size_t>(seat)];
      signature = (signature ^ static_cast<std::uint64_t>(change)) * 0x100000001B3ULL;
    }
    match.finish_hand(hand);
  }
  return signature;
}

int number(int argc, char** argv, int at, int otherwise) {
  if (at >= argc) return otherwise;
  const std::string_view text = argv[at];
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) {
    throw RulesError("'" + std::string(text) + "' is not a count");
  }
  return value;
}

}  // namespace

int main(int argc, char** argv) try {
  const int hands = number(argc, argv, 2, 500000);
  const GameRules game(with_hands(resolve_variant(argc > 1 ? argv[1] : "royal-classic@4"), hands));
  const int runs = number(argc, argv, 3, 5);
  std::vector<double> rates;
  std::uint64_t signature = 0;
  for (int run = 0; run < runs; ++run) {
    const std::clock_t start = std::clock();
    signature = play_hands(game);
    rates.push_back(hands / (static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC));
  }
  std::sort(rates.begin(), rates.end());
  std::printf("%s: %.0f hands/s (median of %d runs of %d hands, best %.0f), signature %016llx\n",
              game.rules().id.c_str(), rates[rates.size() / 2], runs, hands, rates.back(),
              static_cast<unsigned long long>(signature));
  return EXIT_SUCCESS;
} catch (const RulesError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return EXIT_FAILURE;
}
