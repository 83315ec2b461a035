#include "arena/records/game_setup.h"

namespace arena {

GameSetup setup_of(const GameRecord& record, const Manifest& manifest, const ManifestVariant& variant,
                   const BlockSeed& seed) {
  const hearts::GameRules& rules = *variant.rules;
  GameSetup setup;
  setup.id = record.id;
  setup.rules = &rules;
  setup.length = variant.length;
  setup.first_dealer = seed.first_dealer(rules.seats());
  setup.deal_seed = [seed](int hand) { return seed.deal_seed(hand); };
  setup.limits = manifest.limits;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    setup.tokens.push_back(seed.token(record.game, seat));
    setup.bot_seeds.push_back(seed.bot_seed(record.game, seat));
    setup.first_questions.push_back(seed.first_question(record.game, seat));
  }
  if (manifest.reveal_names) setup.names = record.bots;
  return setup;
}

}  // namespace arena
