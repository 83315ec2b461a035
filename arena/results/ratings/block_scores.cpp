#include "arena/results/ratings/block_scores.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;

constexpr std::size_t kChunkBytes = 64 << 10;

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
    bot.laws.add(seat.laws);
    if (std::ranges::find(bots, seat.bot) != bots.end()) continue;
    bots.push_back(seat.bot);
    ++bot.games;
  }
}

void add_to(std::map<int, BotTally>& tallies, const BlockSum& block) {
  for (const BotGames& more : block.bots) {
    BotTally& bot = tallies[more.bot];
    bot.bot = more.bot;
    bot.games += more.games;
    bot.forfeits += more.forfeits;
  }
  for (const auto& more : block.faults) tallies[more.bot].faults.add(more.thing, more.times);
  for (const auto& more : block.laws) tallies[more.bot].laws.add(more.thing, more.times);
}

/// The margins of each bot in the order of turns, as BotGames defines them. Empty if the turns are not known.
std::map<int, std::vector<double>> margins_by_turn(const std::vector<RatedGame>& games) {
  std::vector<const RatedGame*> by_turn(games.size(), nullptr);
  for (const RatedGame& game : games) {
    if (game.turn < 0 || game.turn >= std::ssize(games) || by_turn[at(game.turn)] != nullptr) return {};
    by_turn[at(game.turn)] = &game;
  }
  std::map<int, std::vector<double>> margins;
  for (const RatedGame* game : by_turn) {
    double all = 0;
    std::map<int, std::pair<double, int>> own;  // sum and number of seats
    for (const RatedSeat& seat : game->seats) {
      auto& [sum, seats] = own[seat.bot];
      sum += seat.score;
      ++seats;
      all += seat.score;
    }
    const double mean = all / static_cast<double>(game->seats.size());
    for (const auto& [bot, score] : own) margins[bot].push_back((mean - score.first / score.second) / game->hands);
  }
  return margins;
}

void set_order_sums(BotGames& bot, const std::vector<double>& margins) {
  const auto count = static_cast<double>(margins.size());
  double mean = 0;
  for (const double margin : margins) mean += margin / count;
  double trend = 0;
  double squares = 0;
  double cubes = 0;
  for (std::size_t turn = 0; turn < margins.size(); ++turn) {
    const double deviation = margins[turn] - mean;
    trend += deviation * (static_cast<double>(turn) - (count - 1) / 2);
    squares += deviation * deviation;
    cubes += deviation * deviation * deviation;
  }
  bot.trend = static_cast<float>(trend);
  bot.after = static_cast<float>(mean - margins.front());
  bot.squares = static_cast<float>(squares);
  bot.cubes = static_cast<float>(cubes);
}

/// Stores numbers in fewer bytes. check() has made sure that they fit.
std::uint16_t short_of(int number) { return static_cast<std::uint16_t>(number); }
std::uint8_t byte_of(int number) { return static_cast<std::uint8_t>(number); }

}  // namespace

BlockScores::BlockScores(int bots, int variants)
    : bots_(bots), variants_(variants), memory_(std::make_unique<std::pmr::monotonic_buffer_resource>(kChunkBytes)) {
  if (bots < 0 || variants < 0) throw std::invalid_argument("a field has no negative size");
  if (bots > kRatedBotsMax || variants > kRatedVariantsMax) throw std::invalid_argument("the field is too large");
}

void BlockScores::check(const RatedGame& game) const {
  if (game.block < 0) refuse(game, "blocks count from 0");
  if (game.game < 0 || game.game >= game.games_in_block)
    refuse(game, "no such game in a block of " + std::to_string(game.games_in_block));
  if (game.variant < 0 || game.variant >= variants_) refuse(game, "no variant " + std::to_string(game.variant));
  if (game.hands < 1) refuse(game, "it has no hands");
  if (game.seats.empty()) refuse(game, "it has no seats");
  if (game.games_in_block > kBlockSeatsMax / std::ssize(game.seats))
    refuse(game, "its block has more than " + std::to_string(kBlockSeatsMax) + " seats in all games");
  for (const RatedSeat& seat : game.seats) {
    if (seat.bot < 0 || seat.bot >= bots_) refuse(game, "no bot " + std::to_string(seat.bot));
    if (seat.place < 1) refuse(game, "places count from 1");
  }
}

void BlockScores::check_fits(const RatedGame& game) const {
  const auto run = runs_.find(game.run);
  if (run == runs_.end()) return;
  const auto fits = [&](int games, int variant, int seats) {
    if (game.games_in_block != games) refuse(game, "its block has " + hearts::counted(games, "game"));
    if (game.variant != variant) refuse(game, "its block is of variant " + std::to_string(variant));
    if (std::ssize(game.seats) != seats) refuse(game, "its block has " + hearts::counted(seats, "seat"));
  };
  if (const BlockSum* sum = run->second.find(game.block)) {
    fits(sum->games, sum->variant, sum->seats);
    refuse(game, "it appears twice; give each run only once");
  }
  const auto waiting = run->second.waiting.find(game.block);
  if (waiting == run->second.waiting.end()) return;
  for (const RatedGame& other : waiting->second) {
    fits(other.games_in_block, other.variant, static_cast<int>(other.seats.size()));
    if (other.game == game.game) refuse(game, "it appears twice; give each run only once");
  }
}

void BlockScores::add(RatedGame game) {
  check(game);
  check_fits(game);
  const int block = game.block;
  const int games_in_block = game.games_in_block;
  Run& run = runs_[game.run];
  std::vector<RatedGame>& waiting = run.waiting[block];
  waiting.push_back(std::move(game));
  if (std::ssize(waiting) < games_in_block) return;
  run.pages[block / kPageBlocks][at(block % kPageBlocks)] = sum_of(waiting);
  run.waiting.erase(block);
}

BlockSum BlockScores::sum_of(std::vector<RatedGame>& games) {
  struct Pair {
    int comparisons = 0;
    int halves = 0;
    double margin = 0;
    long difference = 0;  // points, over games with the same number of hands
  };
  std::map<std::pair<int, int>, Pair> pairs;
  std::map<int, BotTally> tallies;

  // Games with the same number of hands are summed in whole points before the division. What cancels in points then
  // cancels exactly, and the sum does not depend on the order of the games.
  std::ranges::stable_sort(games, {}, &RatedGame::hands);
  for (std::size_t g = 0; g < games.size(); ++g) {
    const RatedGame& game = games[g];
    tally(game, tallies);
    for (const RatedSeat& a : game.seats) {
      for (const RatedSeat& b : game.seats) {
        if (a.bot >= b.bot || uncompared_.has(a.bot, b.bot)) continue;
        Pair& pair = pairs[{a.bot, b.bot}];
        ++pair.comparisons;
        pair.halves += a.place < b.place ? 2 : a.place == b.place ? 1 : 0;
        pair.difference += static_cast<long>(b.score) - a.score;
      }
    }
    if (g + 1 < games.size() && games[g + 1].hands == game.hands) continue;
    for (auto& [bots, pair] : pairs) {
      pair.margin += static_cast<double>(pair.difference) / game.hands;
      pair.difference = 0;
    }
  }

  std::vector<PairSum> pair_sums;
  for (const auto& [bots, pair] : pairs) {
    pair_sums.push_back(
        {short_of(bots.first), short_of(bots.second), short_of(pair.comparisons), short_of(pair.halves), pair.margin});
  }
  std::vector<BotGames> bot_games;
  std::vector<BotCount<Fault>> faults;
  std::vector<BotCount<LawFigure>> laws;
  const std::map<int, std::vector<double>> margins = margins_by_turn(games);
  const std::map<int, Placement> placements = placements_of(games);
  for (const auto& [bot, tally] : tallies) {
    bot_games.push_back({short_of(bot), byte_of(tally.games), byte_of(tally.forfeits)});
    bot_games.back().placement = placements.at(bot);
    if (const auto found = margins.find(bot); found != margins.end()) set_order_sums(bot_games.back(), found->second);
    for (const auto& [fault, times] : tally.faults.each()) faults.push_back({short_of(bot), fault, times});
    for (const auto& [figure, times] : tally.laws.each()) laws.push_back({short_of(bot), figure, times});
  }
  const RatedGame& any = games.front();
  return {keep(pair_sums),
          keep(bot_games),
          keep(faults),
          keep(laws),
          short_of(any.variant),
          byte_of(any.games_in_block),
          byte_of(static_cast<int>(any.seats.size()))};
}

/// Copies an array into the memory that is kept as long as this object.
template <class T>
std::span<const T> BlockScores::keep(const std::vector<T>& array) {
  T* const place = std::pmr::polymorphic_allocator<T>(memory_.get()).allocate(array.size());
  std::uninitialized_copy(array.begin(), array.end(), place);
  return {place, array.size()};
}

void BlockScores::void_block(const std::string& run, int block) {
  if (block < 0) throw std::invalid_argument(place_of(run, block) + ": blocks count from 0");
  runs_[run].void_blocks.insert(block);
}

void BlockScores::leave_out(const std::string& run, int block, Unasked why) {
  runs_[run].unasked_blocks.emplace(block, why);
}

std::vector<std::string> BlockScores::runs() const {
  std::vector<std::string> names;
  for (const auto& [name, run] : runs_) names.push_back(name);
  return names;
}

const BlockSum* BlockScores::rated(const std::string& run, int block) const {
  const auto found = runs_.find(run);
  if (found == runs_.end() || !found->second.counts(block)) return nullptr;
  return found->second.find(block);
}

BlockList BlockScores::complete(int end_block) const {
  BlockList list;
  for (const auto& [name, run] : runs_) {
    for (const auto& [number, block] : complete_of(name)) {
      if (number < end_block) list.push_back(block);
    }
  }
  return list;
}

std::vector<std::pair<int, const BlockSum*>> BlockScores::complete_of(const std::string& name) const {
  std::vector<std::pair<int, const BlockSum*>> list;
  const auto run = runs_.find(name);
  if (run == runs_.end()) return list;
  for (const auto& [page_number, page] : run->second.pages) {
    for (int i = 0; i < kPageBlocks; ++i) {
      const int number = page_number * kPageBlocks + i;
      if (page[at(i)].games > 0 && run->second.counts(number)) list.emplace_back(number, &page[at(i)]);
    }
  }
  return list;
}

int BlockScores::first_open_block(const std::string& name, int from) const {
  const auto run = runs_.find(name);
  int block = from;
  while (run != runs_.end() && (run->second.void_blocks.contains(block) || run->second.find(block) != nullptr)) ++block;
  return block;
}

LeftOut BlockScores::left_out() const {
  LeftOut left;
  std::map<int, BotTally> tallies;
  for (const auto& [name, run] : runs_) {
    for (const auto& [number, games] : run.waiting) {
      const bool is_void = run.void_blocks.contains(number);
      left.incomplete_blocks += is_void ? 0 : 1;
      (is_void ? left.void_games : left.incomplete_games) += static_cast<int>(games.size());
      for (const RatedGame& game : games) tally(game, tallies);
    }
    left.void_blocks += static_cast<int>(run.void_blocks.size());
    for (const int number : run.void_blocks) {
      const BlockSum* block = run.find(number);
      if (block == nullptr) continue;
      left.void_games += block->games;
      add_to(tallies, *block);
    }
    for (const auto& [number, why] : run.unasked_blocks) {
      const BlockSum* block = run.find(number);
      if (block == nullptr || run.void_blocks.contains(number)) continue;
      int LeftOut::* blocks = why == Unasked::earlier ? &LeftOut::earlier_blocks
                              : why == Unasked::later ? &LeftOut::later_blocks
                                                      : &LeftOut::pair_blocks;
      int LeftOut::* games = why == Unasked::earlier ? &LeftOut::earlier_games
                             : why == Unasked::later ? &LeftOut::later_games
                                                     : &LeftOut::pair_games;
      ++(left.*blocks);
      left.*games += block->games;
    }
  }
  for (const auto& [bot, one] : tallies) left.bots.push_back(one);
  return left;
}

const BlockSum* BlockScores::Run::find(int block) const {
  const auto page = pages.find(block / kPageBlocks);
  if (page == pages.end()) return nullptr;
  const BlockSum& sum = page->second[at(block % kPageBlocks)];
  return sum.games > 0 ? &sum : nullptr;
}

bool sit_together(const BlockSum& block, int bot, int other) {
  const auto has = [&](int one) { return std::ranges::find(block.bots, one, &BotGames::bot) != block.bots.end(); };
  return has(bot) && has(other);
}

std::map<int, Placement> placements_of(const std::vector<RatedGame>& games) {
  std::map<int, Placement> placements;
  for (const RatedGame& game : games) {
    for (const RatedSeat& seat : game.seats) {
      const auto sharing = static_cast<int>(std::ranges::count(game.seats, seat.place, &RatedSeat::place));
      Placement& placement = placements[seat.bot];
      ++placement.seats;
      placement.place_halves = static_cast<std::uint16_t>(placement.place_halves + 2 * seat.place + sharing - 1);
      if (seat.place == 1)
        placement.firsts = static_cast<std::uint16_t>(placement.firsts + Placement::kFirst / sharing);
    }
  }
  return placements;
}

}  // namespace arena
