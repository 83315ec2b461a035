#include "tests/unit/results/ratings/made_blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

namespace arena::test {
namespace {

void place(RatedGame& game) {
  const auto before = [](const RatedSeat& a, const RatedSeat& b) {
    return a.forfeited != b.forfeited ? b.forfeited : !a.forfeited && a.score < b.score;
  };
  for (RatedSeat& seat : game.seats) {
    const auto better = std::count_if(game.seats.begin(), game.seats.end(),
                                      [&](const RatedSeat& other) { return before(other, seat); });
    seat.place = 1 + static_cast<int>(better);
  }
}

// Nearly normal, mean 0, deviation 1, and the same with every standard library.
double luck(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) / 9007199254740992.0;
  return sum;
}

}  // namespace

RatedGame made_game(int block, int game, int games_in_block, const std::string& seats, int hands, int variant) {
  RatedGame made{"r", block, game, games_in_block, variant, hands, {}};
  std::istringstream words(seats);
  for (std::string word; words >> word;) {
    RatedSeat seat;
    seat.bot = std::stoi(word);
    seat.score = std::stoi(word.substr(word.find(':') + 1));
    if (word.find("!") != std::string::npos) {
      const std::string mark = word.substr(word.find('!'));
      seat.forfeited = mark == "!" || mark.starts_with("!!");
      const auto digit = mark.find_first_of("0123456789");
      if (digit != std::string::npos) seat.faults.add(Fault::timeout, std::stoi(mark.substr(digit)));
    }
    made.seats.push_back(seat);
  }
  place(made);
  return made;
}

BlockScores made_scores(int bots, const std::vector<std::string>& games) {
  BlockScores scores(bots, 1);
  int block = 0;
  for (const std::string& game : games) scores.add(made_game(block++, 0, 1, game));
  return scores;
}

Field made_field(int bots, int variants) {
  Field field;
  for (int bot = 0; bot < bots; ++bot)
    field.bots.push_back(bot < 26 ? std::string(1, static_cast<char>('a' + bot)) : "bot" + std::to_string(bot));
  for (int variant = 0; variant < variants; ++variant) field.variants.push_back("v" + std::to_string(variant));
  return field;
}

std::vector<RatedGame> MadeTournament::play(std::mt19937_64& random) const {
  std::vector<RatedGame> games;
  const std::size_t bots = strengths.front().size();
  for (int block = 0; block < blocks; ++block) {
    const auto variant = static_cast<std::size_t>(block) % strengths.size();
    std::vector<int> circle(bots);
    std::iota(circle.begin(), circle.end(), 0);
    for (std::size_t i = circle.size(); i > 1; --i) std::swap(circle[i - 1], circle[random() % i]);
    circle.resize(static_cast<std::size_t>(seats));
    std::vector<double> deal(circle.size());
    for (double& seat : deal) seat = luck(random);
    for (int game = 0; game < seats; ++game) {
      RatedGame played{run, block, game, seats, static_cast<int>(variant), 4, {}};
      for (std::size_t seat = 0; seat < circle.size(); ++seat) {
        RatedSeat one;
        one.bot = circle[(seat + static_cast<std::size_t>(game)) % circle.size()];
        const double strength = strengths[variant][static_cast<std::size_t>(one.bot)];
        one.score = static_cast<int>(std::lround(40 - 12 * (strength + deal[seat] + luck(random))));
        played.seats.push_back(one);
      }
      place(played);
      games.push_back(std::move(played));
    }
  }
  return games;
}

BlockScores scores_of(const std::vector<RatedGame>& games, int bots, int variants) {
  BlockScores scores(bots, variants);
  for (const RatedGame& game : games) scores.add(game);
  return scores;
}

}  // namespace arena::test
