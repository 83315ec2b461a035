#include "tests/unit/simulation/simulated_league.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "arena/base/seeds/run_key.h"

namespace arena {

namespace {

// Points a game of kHands hands.
constexpr int kHands = 4;
constexpr double kMeanScore = 40;
constexpr double kBotDeviation = 4;
constexpr double kSeatDeviation = 8;
constexpr double kLuckDeviation = 5;
constexpr double kWildnessMin = 4;
constexpr double kWildnessMax = 12;

constexpr double kEloMean = 1500;
constexpr int kRounds = 300;

// The sum of twelve uniform numbers less 6: nearly normal, deviation 1, and the same with every library.
double normal(hearts::Random& random) {
  int sum = 0;
  for (int word = 0; word < 3; ++word) {
    const std::uint64_t bits = random.next();
    for (int shift = 0; shift < 64; shift += 16) sum += static_cast<int>((bits >> shift) & 0xFFFF);
  }
  return (sum + 6.0) / 65536 - 6;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void place(RatedGame& game) {
  for (RatedSeat& seat : game.seats) {
    const auto better = [&](const RatedSeat& other) { return other.score < seat.score; };
    seat.place = 1 + static_cast<int>(std::count_if(game.seats.begin(), game.seats.end(), better));
  }
}

}  // namespace

hearts::Random random_from(const std::string& seed) {
  return hearts::Random(RunKey::from_seed(seed).block_seed("simulation", 0).deal_seed(0));
}

SimulatedLeague::SimulatedLeague(int bots, hearts::Random& random, double spread) : hands_(kHands) {
  for (int bot = 0; bot < bots; ++bot) {
    mean_score_.push_back(kMeanScore + spread * kBotDeviation * normal(random));
    wildness_.push_back(kWildnessMin + (kWildnessMax - kWildnessMin) * random.below(1000) / 1000);
  }
}

SimulatedLeague::SimulatedLeague(const std::vector<double>& points, int hands)
    : hands_(hands), deviations_(std::sqrt(static_cast<double>(hands) / kHands)) {
  for (const double one : points) {
    mean_score_.push_back((kMeanScore / kHands + one) * hands);
    wildness_.push_back((kWildnessMin + kWildnessMax) / 2 * deviations_);
  }
}

double SimulatedLeague::points_for(double share, int hands) {
  const SimulatedLeague league({0, 1}, hands);
  // The normal law by bisection: the chance falls as the points rise.
  double low = 0;
  double high = 100;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    const double deviation = league.deviation_between(0, 1);
    (std::erfc(-middle * hands / (deviation * std::sqrt(2.0))) / 2 < std::max(share, 1 - share) ? low : high) = middle;
  }
  return share < 0.5 ? -low : low;
}

std::vector<RatedGame> SimulatedLeague::play(int seats, int blocks, const std::string& seed,
                                             hearts::Random& random) const {
  ScheduledVariant variant{seats, 1, std::vector<int>(mean_score_.size())};
  std::iota(variant.bots.begin(), variant.bots.end(), 0);
  return play(schedule({{variant}, {}, seed}, blocks), seed, random);
}

std::vector<RatedGame> SimulatedLeague::play(const std::vector<Block>& blocks, const std::string& run,
                                             hearts::Random& random) const {
  std::vector<RatedGame> games;
  for (const Block& block : blocks) {
    std::vector<double> given_to_seat;
    std::vector<double> done_to_bot(mean_score_.size(), 0);
    for (const int bot : block.circle) {
      given_to_seat.push_back(kSeatDeviation * deviations_ * normal(random));
      done_to_bot[static_cast<std::size_t>(bot)] = wildness_[static_cast<std::size_t>(bot)] * normal(random);
    }
    for (int game = 0; game < games_of_block(block.circle); ++game) {
      RatedGame played{run, block.number, game, games_of_block(block.circle), block.variant, hands_, {}};
      const std::vector<int> bots = seating(block.circle, game);
      for (std::size_t seat = 0; seat < bots.size(); ++seat) {
        const auto bot = static_cast<std::size_t>(bots[seat]);
        const double score =
            mean_score_[bot] + given_to_seat[seat] + done_to_bot[bot] + kLuckDeviation * deviations_ * normal(random);
        RatedSeat sat;
        sat.bot = bots[seat];
        sat.score = static_cast<int>(std::lround(score));
        played.seats.push_back(sat);
      }
      place(played);
      games.push_back(std::move(played));
    }
  }
  return games;
}

double SimulatedLeague::deviation_between(std::size_t bot, std::size_t other) const {
  const auto squared = [](double x) { return x * x; };
  const double of_games = 2 * squared(kSeatDeviation) + 2 * squared(kLuckDeviation);
  return std::sqrt(squared(deviations_) * of_games + squared(wildness_[bot]) + squared(wildness_[other]));
}

double SimulatedLeague::chance_to_beat(std::size_t bot, std::size_t other) const {
  return std::erfc((mean_score_[bot] - mean_score_[other]) / (deviation_between(bot, other) * std::sqrt(2.0))) / 2;
}

// Zermelo's iteration ("Die Berechnung der Turnier-Ergebnisse", Mathematische Zeitschrift 29, 1929), which shares
// nothing with the fit under test.
std::vector<double> SimulatedLeague::true_elo() const {
  const std::size_t bots = mean_score_.size();
  std::vector<double> beaten(bots, 0);
  for (std::size_t i = 0; i < bots; ++i) {
    for (std::size_t j = 0; j < bots; ++j) beaten[i] += i == j ? 0 : chance_to_beat(i, j);
  }
  std::vector<double> worth(bots, 1);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < bots; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < bots; ++j) sum += i == j ? 0 : 1 / (worth[i] + worth[j]);
      worth[i] = beaten[i] / sum;
    }
  }
  std::vector<double> elo;
  for (const double one : worth) elo.push_back(400 * std::log10(one));
  const double mean = mean_of(elo);
  for (double& one : elo) one += kEloMean - mean;
  return elo;
}

std::vector<double> SimulatedLeague::true_margin() const {
  const double mean = mean_of(mean_score_);
  std::vector<double> margins;
  for (const double score : mean_score_) margins.push_back((mean - score) / hands_);
  return margins;
}

}  // namespace arena
