#include "arena/game/schedule/schedule.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>

#include "arena/base/seeds/digest.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {

namespace {

constexpr int kWeightMax = 1'000'000'000;

/// Whether the numbers are ascending and known. There must be at least one bot.
bool well_formed(const std::vector<int>& bots, const std::vector<int>& authors) {
  const bool ascending = std::ranges::adjacent_find(bots, std::greater_equal()) == bots.end();
  return ascending && bots.front() >= 0 && (authors.empty() || bots.back() < std::ssize(authors));
}

std::vector<int> authors_of(const std::vector<int>& bots, const std::vector<int>& authors) {
  std::vector<int> found;
  if (authors.empty()) return found;
  for (const int bot : bots) found.push_back(authors[hearts::at(bot)]);
  return found;
}

/// Returns what is wrong with the variant, as in "has no bots", or an empty text.
std::string problem_of(const ScheduledVariant& variant, const std::vector<int>& authors) {
  if (variant.seats < hearts::kSeatsMin || variant.seats > hearts::kSeatsMax) return "must have 2 to 6 seats";
  if (variant.weight < 0 || variant.weight > kWeightMax) return "must have a weight of 0 to 1000000000";
  if (variant.bots.empty()) return "has no bots";
  if (!well_formed(variant.bots, authors)) return "has bots out of order or without an author";
  if (authors.empty()) return "";
  const std::vector<int> theirs = authors_of(variant.bots, authors);
  const std::set<int> different(theirs.begin(), theirs.end());
  if (std::ssize(different) >= variant.seats) return "";
  return "needs " + hearts::counted(variant.seats, "author") + " at a table, but its bots have " +
         std::to_string(different.size());
}

TableRule table_rule(const ScheduleRules& rules) {
  return {rules.challengers, rules.challengers_a_table, rules.every_set};
}

/// Returns what is wrong with the challengers and the field of a variant, or an empty text.
std::string problem_of_challengers(const ScheduledVariant& variant, const ScheduleRules& rules) {
  if (rules.challengers == 0) return "";
  const auto is_challenger = [&](int bot) { return bot < rules.challengers; };
  const auto challengers = std::ranges::count_if(variant.bots, is_challenger);
  if (challengers < rules.challengers_a_table) {
    return "is played by " + std::to_string(challengers) + " of the challengers, but " +
           std::to_string(rules.challengers_a_table) + " must sit at each table";
  }
  if (variant.seats > rules.challengers_a_table && challengers == std::ssize(variant.bots))
    return "is played only by the challengers";
  if (!rules.authors.empty()) return "has challengers, so it cannot keep authors apart";
  return "";
}

/// Returns the author of each bot of the variant. If any bots may sit together, each has an author of its own.
std::vector<std::size_t> set_authors(const ScheduleRules& rules, const ScheduledVariant& variant) {
  const std::vector<int> numbers = authors_of(variant.bots, rules.authors);
  std::vector<std::size_t> authors(numbers.begin(), numbers.end());
  for (std::size_t bot = authors.size(); bot < variant.bots.size(); ++bot) authors.push_back(bot);
  return authors;
}

Rotation rotation_of(const ScheduleRules& rules) {
  if (const auto problem = schedule_problem(rules)) throw std::invalid_argument(*problem);
  std::vector<int> weights;
  for (const ScheduledVariant& variant : rules.variants) weights.push_back(variant.weight);
  return Rotation(weights);
}

Balance balance_of(const ScheduleRules& rules, std::size_t index) {
  const ScheduledVariant& variant = rules.variants[index];
  const Digest digest = digest_of(rules.seed + "/" + std::to_string(index));
  return Balance(variant.bots, authors_of(variant.bots, rules.authors), hearts::at(variant.seats), word_of(digest, 0),
                 variant.played, variant.level, table_rule(rules));
}

}  // namespace

std::optional<std::string> schedule_problem(const ScheduleRules& rules) {
  const auto has_turns = [](const ScheduledVariant& variant) { return variant.weight != 0; };
  if (std::ranges::none_of(rules.variants, has_turns)) return "there is no variant to play";
  std::int64_t pairs = 0;
  for (const ScheduledVariant& variant : rules.variants) {
    std::string problem = problem_of(variant, rules.authors);
    if (problem.empty()) problem = problem_of_challengers(variant, rules);
    if (!problem.empty()) return "variant " + variant.name + " " + problem;
    pairs += std::ssize(variant.bots) * std::ssize(variant.bots);
  }
  std::int64_t sets = 0;
  for (std::size_t i = 0; rules.every_set && i < rules.variants.size(); ++i) sets += table_sets(rules, i);
  if (sets > kSetsMax)
    return "the bots of all variants form more than " + std::to_string(kSetsMax) + " sets that fill a table";
  if (pairs <= kPairsMax) return std::nullopt;
  return "the bots of all variants form " + std::to_string(pairs) + " pairs, but a schedule can have at most " +
         std::to_string(kPairsMax);
}

Rotation::Rotation(std::vector<int> weights)
    : weights_(weights.begin(), weights.end()),
      turns_had_(weights.size(), 0),
      sum_(std::accumulate(weights_.begin(), weights_.end(), std::int64_t{0})) {}

std::size_t Rotation::next() {
  ++turn_;
  std::size_t best = weights_.size();
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const bool below_its_share = turns_had_[i] * sum_ < turn_ * weights_[i];
    if (!below_its_share) continue;
    // The variant that reaches the end of the next turn's share first: the greatest weight / (turns had + 1).
    if (best == weights_.size() || weights_[i] * (turns_had_[best] + 1) > weights_[best] * (turns_had_[i] + 1))
      best = i;
  }
  ++turns_had_[best];
  if (turn_ == sum_) {
    turn_ = 0;
    std::fill(turns_had_.begin(), turns_had_.end(), 0);
  }
  return best;
}

Scheduler::Scheduler(const ScheduleRules& rules) : rotation_(rotation_of(rules)), number_(rules.first_block) {
  for (std::size_t i = 0; i < rules.variants.size(); ++i) {
    balances_.push_back(balance_of(rules, i));
    turns_.push_back(rules.variants[i].turns);
  }
}

Block Scheduler::next() {
  const std::size_t variant = rotation_.next();
  return {number_++, static_cast<int>(variant), balances_[variant].next(), turns_[variant]++};
}

BlockSizes::BlockSizes(const ScheduleRules& rules) : rotation_(rotation_of(rules)) {
  for (std::size_t i = 0; i < rules.variants.size(); ++i) {
    const ScheduledVariant& variant = rules.variants[i];
    seats_.push_back(variant.seats);
    balances_.emplace_back();
    if (Balance::has_copies(variant.bots, hearts::at(variant.seats), table_rule(rules)))
      balances_.back() = balance_of(rules, i);
  }
}

BlockSize BlockSizes::next() {
  const std::size_t variant = rotation_.next();
  std::optional<Balance>& balance = balances_[variant];
  return {static_cast<int>(variant), balance ? games_of_block(balance->next()) : seats_[variant]};
}

std::vector<int> chunk_ends(int blocks, int chunk_blocks) {
  std::vector<int> ends;
  const int chunks = std::max(1, (blocks + chunk_blocks / 2) / chunk_blocks);
  for (int chunk = 1; chunk <= chunks; ++chunk) ends.push_back(static_cast<int>(std::int64_t{blocks} * chunk / chunks));
  return ends;
}

std::int64_t table_sets(const ScheduleRules& rules, std::size_t variant) {
  const ScheduledVariant& one = rules.variants[variant];
  if (std::ssize(one.bots) < one.seats) return 1;
  return TableSets::count(set_authors(rules, one), hearts::at(one.seats), kSetsMax);
}

std::vector<std::int64_t> table_sets_of_each(const ScheduleRules& rules, std::size_t variant) {
  const ScheduledVariant& one = rules.variants[variant];
  if (std::ssize(one.bots) < one.seats) return std::vector<std::int64_t>(one.bots.size(), 1);
  return TableSets::sets_of_each(set_authors(rules, one), hearts::at(one.seats));
}

int blocks_to_level(const ScheduleRules& rules, std::size_t variant, int most) {
  if (const auto problem = schedule_problem(rules)) throw std::invalid_argument(*problem);
  Balance balance = balance_of(rules, variant);
  int blocks = 0;
  for (; blocks < most && !balance.is_level(); ++blocks) balance.next();
  return blocks;
}

std::vector<Block> schedule(const ScheduleRules& rules, int blocks) {
  Scheduler scheduler(rules);
  std::vector<Block> list;
  for (int i = 0; i < blocks; ++i) list.push_back(scheduler.next());
  return list;
}

}  // namespace arena
