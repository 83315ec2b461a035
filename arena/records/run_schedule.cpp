#include "arena/records/run_schedule.h"

#include <algorithm>
#include <map>
#include <set>

#include "arena/text/input_error.h"

namespace arena {
namespace {

constexpr int kGamesByDefault = 4;

}  // namespace

ScheduleRules schedule_rules(const Manifest& manifest) {
  ScheduleRules rules;
  rules.seed = manifest.commitment;
  for (const ManifestVariant& variant : manifest.variants) {
    ScheduledVariant& scheduled = rules.variants.emplace_back();
    scheduled.seats = variant.seats;
    scheduled.weight = variant.weight;
    for (int bot = 0; bot < static_cast<int>(manifest.bots.size()); ++bot) {
      if (plays_variant(manifest.bots[static_cast<std::size_t>(bot)], variant.id)) scheduled.bots.push_back(bot);
    }
  }
  if (manifest.one_author_a_table) {
    std::map<std::string, int> numbers;
    for (const BotEntry& bot : manifest.bots) {
      // No author has a slash in front, and no bot's name begins with one.
      const std::string author = bot.author.empty() ? "/" + bot.name : "author " + bot.author;
      rules.authors.push_back(numbers.try_emplace(author, static_cast<int>(numbers.size())).first->second);
    }
  }
  return rules;
}

void check_schedule(const Manifest& manifest) {
  const auto problem = schedule_problem(schedule_rules(manifest));
  if (!problem) return;
  const auto variant = static_cast<std::size_t>(problem->variant);
  throw InputError(in_words(*problem, variant < manifest.variants.size() ? manifest.variants[variant].id : ""));
}

void plan_blocks(Manifest& manifest, int blocks, int games) {
  std::set<int> unplayed;  // variants that must have a block yet
  if (blocks == 0 && games == 0) {
    int seats = 0;
    for (const ManifestVariant& variant : manifest.variants) seats = std::max(seats, variant.seats);
    const int bots = static_cast<int>(manifest.bots.size());
    if (bots > seats) {
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

}  // namespace arena
