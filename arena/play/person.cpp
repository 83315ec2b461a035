#include "arena/play/person.h"

#include <algorithm>

#include "arena/seeds/digest.h"

namespace arena {

int add_person(Manifest& manifest) {
  BotEntry person;
  person.name = kPersonName;
  const auto taken = [&] {
    return std::any_of(manifest.bots.begin(), manifest.bots.end(),
                       [&](const BotEntry& bot) { return bot.name == person.name; });
  };
  for (int copy = 2; taken(); ++copy) person.name = std::string(kPersonName) + "-" + std::to_string(copy);
  person.hash = hex(digest_of(kPersonHashed));
  person.command.words = {"arena", "play"};
  manifest.bots.push_back(std::move(person));
  return static_cast<int>(manifest.bots.size()) - 1;
}

bool is_persons_game(const Block& block, int game, int person, int seat) {
  if (seat < 0) return game == 0;
  return seating(block.circle, game).at(static_cast<std::size_t>(seat)) == person;
}

}  // namespace arena
