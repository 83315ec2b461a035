#include "arena/ratings/block_scores.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace arena {
namespace {

std::string place_of(const std::string& run, int block) {
  return "block " + std::to_string(block) + " of run '" + run + "'";
}

[[noreturn]] void refuse(const RatedGame& game, const std::string& why) {
  throw std::invalid_argument("game " + std::to_string(game.game) + " of " + place_of(game.run, game.block) + ": " +
                              why);
}

void tally(const RatedGame& game, std::map<int, BotTally>& tallies) {
  std::vector<int> bots;
  for (const RatedSeat& seat : game.seats) {
    BotTally& bot = tallies[seat.bot];
    bot.bot = seat.bot;
    bot.forfeits += seat.forfeited ? 1 : 0;
    bot.faults.add(seat.faults);
    if (std::find(bots.begin(), bots.end(), seat.bot) != bots.end()) continue;
    bots.push_back(seat.bot);
    ++bot.games;
  }
}

void add_to(std::map<int, BotTally>& tallies, const BotTally& more) {
  BotTally& bot = tallies[more.bot];
  bot.bot = more.bot;
  bot.games += more.games;
  bot.forfeits += more.forfeits;
  bot.faults.add(more.faults);
}

std::vector<BotTally> in_order(const std::map<int, BotTally>& tallies) {
  std::vector<BotTally> list;
  list.reserve(tallies.size());
  for (const auto& [bot, one] : tallies) list.push_back(one);
  return list;
}

BlockSum sum_of(std::vector<RatedGame>& games) {
  struct Pair {
    PairSum sum;
    long difference = 0;  // points, over games of as many hands
  };
  std::map<std::pair<int, int>, Pair> pairs;
  std::map<int, BotTally> tallies;

  // Games of as many hands are summed in whole points before the division: what cancels in points cancels exactly,
  // and no order of the games can be told from the sum.
  std::stable_sort(games.begin(), games.end(),
                   [](const RatedGame& a, const RatedGame& b) { return a.hands < b.hands; });
  for (std::size_t g = 0; g < games.size(); ++g) {
    const RatedGame& game = games[g];
    tally(game, tallies);
    for (const RatedSeat& a : game.seats) {
      for (const RatedSeat& b : game.seats) {
        if (a.bot >= b.bot) continue;
        Pair& pair = pairs[{a.bot, b.bot}];
        ++pair.sum.comparisons;
        pair.sum.halves += a.place < b.place ? 2 : a.place == b.place ? 1 : 0;
        pair.difference += static_cast<long>(b.score) - a.score;
      }
    }
    if (g + 1 < games.size() && games[g + 1].hands == game.hands) continue;
    for (auto& [bots, pair] : pairs) {
      pair.sum.margin += static_cast<double>(pair.difference) / game.hands;
      pair.difference = 0;
    }
  }

  BlockSum sum;
  sum.variant = games.front().variant;
  sum.games = static_cast<int>(games.size());
  sum.seats = static_cast<int>(games.front().seats.size());
  sum.pairs.reserve(pairs.size());
  for (auto& [bots, pair] : pairs) {
    std::tie(pair.sum.first, pair.sum.second) = bots;
    sum.pairs.push_back(pair.sum);
  }
  sum.bots = in_order(tallies);
  return sum;
}

}  // namespace

BlockScores::BlockScores(int bots, int variants) : bots_(bots), variants_(variants) {
  if (bots < 0 || variants < 0) throw std::invalid_argument("a field has no negative size");
}

void BlockScores::check(const RatedGame& game) const {
  if (game.block < 0) refuse(game, "blocks count from 0");
  if (game.game < 0 || game.game >= game.games_in_block)
    refuse(game, "no such game in a block of " + std::to_string(game.games_in_block));
  if (game.variant < 0 || game.variant >= variants_) refuse(game, "no variant " + std::to_string(game.variant));
  if (game.hands < 1) refuse(game, "it has no hands");
  if (game.seats.empty()) refuse(game, "it has no seats");
  for (const RatedSeat& seat : game.seats) {
    if (seat.bot < 0 || seat.bot >= bots_) refuse(game, "no bot " + std::to_string(seat.bot));
    if (seat.place < 1) refuse(game, "places count from 1");
  }
}

void BlockScores::check_fits(const RatedGame& game, const Block& block) {
  if (block.games == 0) return;
  if (game.games_in_block != block.games) refuse(game, "its block has " + std::to_string(block.games) + " games");
  if (game.variant != block.variant) refuse(game, "its block is of variant " + std::to_string(block.variant));
  if (game.seats.size() != block.seats) refuse(game, "its block has " + std::to_string(block.seats) + " seats");
  const bool was_there =
      block.is_complete() || std::any_of(block.waiting.begin(), block.waiting.end(),
                                         [&](const RatedGame& other) { return other.game == game.game; });
  if (was_there) refuse(game, "it was there before");
}

void BlockScores::add(RatedGame game) {
  check(game);
  const auto run = runs_.find(game.run);
  if (run != runs_.end()) {
    const auto block = run->second.find(game.block);
    if (block != run->second.end()) check_fits(game, block->second);
  }

  Block& block = runs_[game.run][game.block];
  block.games = game.games_in_block;
  block.variant = game.variant;
  block.seats = game.seats.size();
  block.waiting.push_back(std::move(game));
  if (static_cast<int>(block.waiting.size()) < block.games) return;
  block.sum = sum_of(block.waiting);
  block.waiting = std::vector<RatedGame>();
}

void BlockScores::void_block(const std::string& run, int block) {
  if (block < 0) throw std::invalid_argument(place_of(run, block) + ": blocks count from 0");
  runs_[run][block].is_void = true;
}

BlockList BlockScores::complete() const {
  BlockList list;
  for (const auto& [run, blocks] : runs_) {
    for (const auto& [number, block] : blocks) {
      if (!block.is_void && block.is_complete()) list.push_back(&block.sum);
    }
  }
  return list;
}

LeftOut BlockScores::left_out() const {
  LeftOut left;
  std::map<int, BotTally> tallies;
  for (const auto& [run, blocks] : runs_) {
    for (const auto& [number, block] : blocks) {
      if (!block.is_void && block.is_complete()) continue;
      const int games = block.is_complete() ? block.sum.games : static_cast<int>(block.waiting.size());
      ++(block.is_void ? left.void_blocks : left.incomplete_blocks);
      (block.is_void ? left.void_games : left.incomplete_games) += games;
      for (const BotTally& bot : block.sum.bots) add_to(tallies, bot);
      for (const RatedGame& game : block.waiting) tally(game, tallies);
    }
  }
  left.bots = in_order(tallies);
  return left;
}

}  // namespace arena
