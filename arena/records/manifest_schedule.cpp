#include "arena/records/manifest_schedule.h"

#include <algorithm>
#include <map>
#include <set>

#include "arena/base/text/input_error.h"
#include "arena/game/schedule/schedule.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/outcome.h"

namespace arena {

namespace {

constexpr int kGamesByDefault = 4;

bool has_blocks_by_variant(const Manifest& manifest) {
  return std::ranges::any_of(manifest.variants, [](const ManifestVariant& variant) { return variant.blocks > 0; });
}

/// Adds what earlier stages played of the variant. Bots that are no longer in the run become kGone.
void add_played(const PlayedBlocks& played, const std::vector<BotEntry>& bots, ScheduledVariant& scheduled) {
  const PlayedBlocks::Variant* before = played.find(scheduled.name);
  if (before == nullptr) return;
  std::vector<std::int16_t> index(played.bots().size(), kGone);
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    const auto found = std::ranges::find(played.bots(), bots[bot].name);
    if (found != played.bots().end())
      index[static_cast<std::size_t>(found - played.bots().begin())] = static_cast<std::int16_t>(bot);
  }
  scheduled.turns = before->turns;
  scheduled.level = before->level;
  scheduled.played = before->circles;
  for (PlayedCircle& circle : scheduled.played) {
    for (std::int16_t& bot : circle) bot = bot == kGone ? kGone : index[static_cast<std::size_t>(bot)];
  }
}

/// Returns how many blocks each variant of the manifest has, in the order of the variants.
std::vector<int> blocks_by_variant(const Manifest& manifest) {
  std::vector<int> blocks;
  std::vector<int> weights;
  for (const ManifestVariant& variant : manifest.variants) {
    blocks.push_back(variant.blocks);
    weights.push_back(variant.weight);
  }
  if (has_blocks_by_variant(manifest)) return blocks;
  Rotation rotation(weights);
  for (int block = 0; block < manifest.blocks; ++block) ++blocks[rotation.next()];
  return blocks;
}

/// Plans each set of bots once, or as often as the variant's weight. Returns the number of blocks of all variants.
int plan_every_set(Manifest& manifest) {
  std::int64_t blocks = 0;
  const ScheduleRules rules = schedule_rules(manifest);
  for (std::size_t i = 0; i < manifest.variants.size(); ++i) {
    const std::int64_t sets = table_sets(rules, i) * manifest.variants[i].weight;
    blocks += sets;
    if (blocks > kBlocksMax) {
      throw InputError("every set of bots would take more than " + std::to_string(kBlocksMax) + " blocks");
    }
    manifest.variants[i].blocks = static_cast<int>(sets);
  }
  return static_cast<int>(blocks);
}

}  // namespace

ScheduleRules schedule_rules(const Manifest& manifest) {
  ScheduleRules rules;
  rules.seed = manifest.commitment;
  rules.first_block = manifest.stage.first_block;
  rules.challengers = manifest.challengers;
  rules.every_set = manifest.every_set;
  if (manifest.duel && manifest.bots.size() > 2) rules.challengers = rules.challengers_a_table = 2;
  for (const ManifestVariant& variant : manifest.variants) {
    ScheduledVariant& scheduled = rules.variants.emplace_back();
    const bool by_weight = !has_blocks_by_variant(manifest);
    scheduled = {variant.seats, by_weight ? variant.weight : variant.blocks, {}, variant.id};
    if (manifest.played) add_played(*manifest.played, manifest.bots, scheduled);
    for (int bot = 0; bot < static_cast<int>(manifest.bots.size()); ++bot) {
      if (plays_variant(manifest.bots[static_cast<std::size_t>(bot)], variant.id)) scheduled.bots.push_back(bot);
    }
  }
  if (manifest.one_author_a_table) {
    std::map<std::string, int> numbers;
    for (const BotEntry& bot : manifest.bots) {
      // These cannot collide: only the first form begins with a slash.
      const std::string author = bot.author.empty() ? "/" + bot.name : "author " + bot.author;
      rules.authors.push_back(numbers.try_emplace(author, static_cast<int>(numbers.size())).first->second);
    }
  }
  return rules;
}

void check_schedule(const Manifest& manifest) {
  if (const auto problem = schedule_problem(schedule_rules(manifest))) throw InputError(*problem);
}

void plan_blocks(Manifest& manifest, int blocks, int games) {
  for (ManifestVariant& variant : manifest.variants) variant.blocks = 0;
  if (blocks == 0 && games == 0 && manifest.every_set) blocks = plan_every_set(manifest);
  std::set<int> unplayed;  // variants that do not have a block yet
  if (blocks == 0 && games == 0) {
    const int bots = static_cast<int>(manifest.bots.size());
    if (std::ranges::all_of(manifest.variants, [bots](const ManifestVariant& one) { return bots > one.seats; })) {
      blocks = bots * static_cast<int>(manifest.variants.size());
    } else {
      games = kGamesByDefault;
      for (int variant = 0; variant < static_cast<int>(manifest.variants.size()); ++variant) unplayed.insert(variant);
    }
  }
  BlockSizes sizes(schedule_rules(manifest));
  manifest.blocks = manifest.games = 0;
  while (blocks > 0 ? manifest.blocks < blocks : manifest.games < games || !unplayed.empty()) {
    const BlockSize block = sizes.next();
    unplayed.erase(block.variant);
    manifest.games += block.games;
    ++manifest.blocks;
  }
}

const PlayedBlocks::Variant* PlayedBlocks::find(const std::string& id) const {
  const auto found = std::ranges::find(variants_, id, &Variant::id);
  return found == variants_.end() ? nullptr : &*found;
}

void PlayedBlocks::begin_stage(const Manifest& manifest) {
  first_block_ = manifest.stage.first_block;
  seated_.clear();
  for (const BotEntry& bot : manifest.bots) {
    if (bot_numbers_.emplace(bot.name, static_cast<std::int16_t>(bots_.size())).second) bots_.push_back(bot.name);
  }
  for (Variant& variant : variants_) variant.now.clear();
  const std::vector<int> blocks = blocks_by_variant(manifest);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Variant& variant = variants_[hearts::at(variant_number(manifest.variants[i].id))];
    variant.turns += blocks[i];
    for (const BotEntry& bot : manifest.bots) {
      if (plays_variant(bot, variant.id)) variant.now.push_back(bot_numbers_.at(bot.name));
    }
  }
}

std::int16_t PlayedBlocks::variant_number(const std::string& id) {
  const auto found = std::ranges::find(variants_, id, &Variant::id);
  const auto number = static_cast<std::int16_t>(found - variants_.begin());
  if (found == variants_.end()) variants_.push_back({id, {}, 0});
  return number;
}

bool PlayedBlocks::knows(const std::string& bot) const { return bot_numbers_.contains(bot); }

void PlayedBlocks::seat(int block, const std::string& variant, const std::vector<std::string>& bots) {
  const auto index = static_cast<std::size_t>(block - first_block_);
  if (index >= seated_.size()) seated_.resize(index + 1);
  SeatedBlock& seated = seated_[index];
  if (seated.variant >= 0) return;
  seated.variant = variant_number(variant);
  seated.circle.fill(kGone);
  for (std::size_t seat = 0; seat < std::min(bots.size(), seated.circle.size()); ++seat)
    seated.circle[seat] = bot_numbers_.at(bots[seat]);
}

PlayedBlocks::Sum PlayedBlocks::end_stage(const std::function<bool(int block, int games)>& is_complete) {
  Sum sum;
  for (std::size_t i = 0; i < seated_.size(); ++i) {
    const SeatedBlock& seated = seated_[i];
    if (seated.variant < 0) continue;
    const auto end = std::ranges::find(seated.circle, kGone);
    const int games = games_of_block(Circle(seated.circle.begin(), end));
    if (!is_complete(first_block_ + static_cast<int>(i), games)) continue;
    Variant& variant = variants_[hearts::at(seated.variant)];
    variant.circles.push_back(seated.circle);
    variant.seats_had.resize(bots_.size(), 0);
    for (auto bot = seated.circle.begin(); bot != end; ++bot) ++variant.seats_had[hearts::at(*bot)];
    ++sum.blocks;
    sum.games += games;
  }
  seated_.clear();
  for (Variant& variant : variants_) {
    variant.seats_had.resize(bots_.size(), 0);
    if (variant.now.empty()) continue;
    const auto had = [&](int bot) { return variant.seats_had[hearts::at(bot)]; };
    variant.level = std::max(variant.level, had(*std::ranges::min_element(variant.now, {}, had)));
  }
  return sum;
}

int early_end_chunk_blocks(const Manifest& manifest) {
  return manifest.chunk_blocks > 0 ? manifest.chunk_blocks : kChunkBlocks;
}

std::vector<int> early_ends(const Manifest& manifest) {
  return chunk_ends(manifest.blocks, early_end_chunk_blocks(manifest));
}

std::vector<int> stage_chunk_ends(const Manifest& manifest) {
  std::vector<int> ends = early_ends(manifest);
  for (int& end : ends) end += manifest.stage.first_block;
  return ends;
}

int departure_chunk_blocks(const Manifest& manifest) {
  constexpr int kDepartureBlocksMin = 16;
  const int seats = std::ranges::min_element(manifest.variants, {}, &ManifestVariant::seats)->seats;
  const std::int64_t bots = std::ssize(manifest.bots);
  std::int64_t blocks = kChunkBlocks;
  // A block has a game for each seat, and a bot sits in `seats` of as many blocks as there are bots.
  if (manifest.withdraw_after > 0) blocks = manifest.withdraw_after * bots / (seats * seats);
  if (manifest.until_first > 0) blocks = std::min(blocks, 2 * bots);
  return static_cast<int>(std::clamp<std::int64_t>(blocks, kDepartureBlocksMin, kChunkBlocks));
}

bool may_be_left_out(const Manifest& stage, const std::vector<std::string>& earlier,
                     const std::function<bool(const std::string& bot)>& is_known) {
  const std::vector<std::string>& now = stage.stage.outclassed;
  return (stage.until_first > 0 || now.empty()) && now.size() >= earlier.size() &&
         std::equal(earlier.begin(), earlier.end(), now.begin()) && std::ranges::all_of(now, is_known);
}

Withdrawal::Withdrawal(const Manifest& manifest)
    : after_(manifest.withdraw_after), first_block_(manifest.stage.first_block), chunk_ends_(early_ends(manifest)) {}

void Withdrawal::add(const GameRecord& record) {
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    const bool forfeited = record.result.forfeit_of(static_cast<hearts::Seat>(seat)) != nullptr;
    add_seat(record.block, record.game, record.bots[seat], forfeited);
  }
}

void Withdrawal::add(const Outcome& outcome) {
  for (const Outcome::Seat& seat : outcome.seats) add_seat(outcome.block, outcome.game, seat.bot, seat.forfeited);
}

void Withdrawal::add_seat(int block, int game, const std::string& bot, bool forfeited) {
  const int of_stage = block - first_block_;
  if (after_ == 0 || of_stage < 0 || of_stage >= chunk_ends_.back()) return;
  // A bot that sits more than once forfeits the game if it forfeits in any seat.
  played_[bot][{of_stage, game}] |= forfeited;
}

std::optional<Withdrawal::Found> Withdrawal::find(int end_block) const {
  if (after_ == 0) return std::nullopt;
  std::optional<Found> found;
  for (const auto& [bot, games] : played_) {
    int in_a_row = 0;
    for (const auto& [game, forfeited] : games) {
      if (first_block_ + game.first >= end_block) break;
      in_a_row = forfeited ? in_a_row + 1 : 0;
      if (in_a_row < after_) continue;
      const int end = first_block_ + *std::ranges::upper_bound(chunk_ends_, game.first);
      if (!found || end < found->end_block) found = Found{end, {}};
      if (end == found->end_block) found->bots.push_back(bot);
      break;
    }
  }
  return found;
}

}  // namespace arena
