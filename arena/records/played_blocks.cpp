#include "arena/records/played_blocks.h"

#include <algorithm>

#include "arena/records/manifest.h"

namespace arena {

const PlayedBlocks::Variant* PlayedBlocks::find(const std::string& id) const {
  const auto found = std::ranges::find(variants_, id, &Variant::id);
  return found == variants_.end() ? nullptr : &*found;
}

void PlayedBlocks::begin_stage(const Manifest& manifest, const std::vector<int>& blocks) {
  first_block_ = manifest.stage.first_block;
  seated_.clear();
  for (const BotEntry& bot : manifest.bots) {
    if (bot_numbers_.emplace(bot.name, static_cast<std::int16_t>(bots_.size())).second) bots_.push_back(bot.name);
  }
  for (Variant& variant : variants_) variant.now.clear();
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

}  // namespace arena
