#include "tests/unit/records/made_games.h"

#include <array>
#include <boost/json/object.hpp>
#include <string>

#include "arena/game/deals/given_deals.h"
#include "arena/game/table/house_player.h"
#include "arena/game/table/table.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/record_file.h"
#include "engine/deal.h"
#include "engine/random.h"
#include "engine/variants/registry.h"
#include "tests/scratch_folder.h"

namespace arena::test {
namespace {

using hearts::at;
using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;

class Maker {
 public:
  Maker(const Mishaps& mishaps, std::uint64_t seed, GameResult& result)
      : mishaps_(mishaps), chance_({seed, 2, 3, 4}), result_(result) {
    for (const auto& [seat, question] : mishaps.exits) {
      if (question == 0) lose(seat, 0, Fault::start_failed);
    }
  }

  Move choose(const Hand& hand) {
    hand_ = hand.setup().number;
    return house_answers(hand.to_move()) ? house_move(hearts::SeatView(hand, hand.to_move())) : random_answer(hand);
  }

 private:
  int below(int bound) { return static_cast<int>(chance_.below(static_cast<std::uint32_t>(bound))); }

  void lose(Seat seat, int question, Fault fault) {
    result_.forfeits.push_back({seat, hand_, question, fault});
    FaultEvent event;
    event.fault = fault;
    event.seat = seat;
    event.hand = hand_;
    event.question = question;
    event.detail = "code 3";
    event.forfeits = true;
    result_.faults.push_back(event);
    lost_.insert(seat);
  }

  bool house_answers(Seat seat) {
    if (lost_.contains(seat)) return true;
    const int question = ++asked_[at(seat)];
    if (mishaps_.exits.contains({seat, question})) {
      lose(seat, question, Fault::exited);
      return true;
    }
    if (!mishaps_.timeouts.contains({seat, question})) return false;
    result_.automatic.push_back({seat, hand_, question, Fault::timeout, {}});
    FaultEvent event;
    event.seat = seat;
    event.hand = hand_;
    event.question = question;
    event.detail = "no answer in time";
    result_.faults.push_back(event);
    return true;
  }

  Move random_answer(const Hand& hand) {
    const CardSet cards = hand.cards(hand.to_move());
    switch (hand.phase()) {
      case Phase::select:
        return Move::select(below(2));
      case Phase::pass: {
        CardSet passed;
        while (passed.size() < hand.game().pass_count()) passed.insert(cards.nth(below(cards.size())));
        return Move::pass(passed);
      }
      case Phase::play:
        return Move::play(hand.legal().nth(below(hand.legal().size())));
      default:
        return Move::choose(hand.options().list[at(below(hand.options().count))]);
    }
  }

  const Mishaps& mishaps_;
  hearts::Random chance_;
  GameResult& result_;
  int hand_ = 0;
  hearts::PerSeat<int> asked_{};
  std::set<Seat> lost_;
};

Manifest unplanned_manifest(const std::vector<std::string>& variants, const RunKey& key, int bots, GameLength length) {
  Manifest manifest;
  for (const std::string& variant : variants) {
    const hearts::Rules rules = hearts::resolve_variant(variant);
    ManifestVariant added{
        rules.id, rules_hash(rules), rules.seats, 1, length == GameLength() ? length_of(rules) : length, nullptr};
    added.rules = std::make_shared<hearts::GameRules>(resolved_rules(added));
    manifest.variants.push_back(std::move(added));
  }
  constexpr auto kNames = std::to_array<const char*>({"ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"});
  for (std::size_t i = 0; i < at(bots); ++i) {
    BotEntry bot;
    bot.name = i < kNames.size() ? kNames[i] : "bot" + std::to_string(i + 1);
    bot.hash = hex(digest_of(bot.name));
    bot.command = {"/bots", {"./" + bot.name}};
    manifest.bots.push_back(bot);
  }
  manifest.arena = arena_version();
  manifest.isolation = "user";
  manifest.commitment = key.commitment();
  return manifest;
}

}  // namespace

Manifest made_league(const std::vector<std::string>& variants, const RunKey& key, int bots, int blocks,
                     GameLength length) {
  Manifest manifest = unplanned_manifest(variants, key, bots, length);
  plan_blocks(manifest, blocks, 0);
  return manifest;
}

Manifest made_manifest(const std::string& variant, const RunKey& key, int bots, int games, GameLength length) {
  Manifest manifest = unplanned_manifest({variant}, key, bots, length);
  plan_blocks(manifest, 0, games);
  return manifest;
}

void give_deals(Manifest& manifest, int count) {
  const hearts::GameRules& rules = *manifest.variants.front().rules;
  std::string lines;
  for (int number = 0; number < count; ++number) {
    hearts::Random random({static_cast<std::uint64_t>(number), 1, 1, 1});
    const hearts::Deal deal = hearts::deal_cards(rules, 0, random);
    lines += "{\"variant\":\"" + rules.rules().id + "\",\"deal\":[";
    for (int seat = 0; seat < rules.seats(); ++seat) {
      lines += (seat > 0 ? ",\"" : "\"") + hearts::cards_text(rules.deck(), deal.hands[0][seat]) + "\"";
    }
    lines += "]}\n";
  }
  const ScratchFolder folder;
  write_file(folder / "deals.jsonl", lines);
  manifest.deals = std::make_shared<GivenDeals>(folder / "deals.jsonl", [&](std::string_view) { return &rules; });
  manifest.given_deals = manifest.deals->count();
  manifest.given_deals_hash = manifest.deals->hash();
}

Block made_block(const Manifest& manifest, int number) { return schedule(schedule_rules(manifest), number + 1).back(); }

GameRecord made_game(const Manifest& manifest, const RunKey& key, const Block& block, int game, const Mishaps& mishaps,
                     std::uint64_t play_seed) {
  const ManifestVariant& variant = manifest.variants.at(at(block.variant));
  const hearts::GameRules& rules = *variant.rules;
  GameRecord record;
  record.run = run_id(manifest);
  record.id = game_id(block.number, game);
  record.variant = variant.id;
  record.rules_hash = variant.rules_hash;
  record.block = block.number;
  record.game = game;
  const BlockSeed seed = key.block_seed(variant.id, block.number);
  record.seed = seed.to_hex();
  for (const int bot : seating(block.circle, game)) record.bots.push_back(manifest.bots[at(bot)].name);

  GameResult& result = record.result;
  const Dealing deals = deals_of(manifest, variant, seed, block, game);
  Maker maker(mishaps, play_seed, result);
  hearts::Match match(rules, seed.first_dealer(rules.seats()));
  while (!match.status().over) {
    const hearts::Deal deal = deals(match.hand_number(), false, match.dealer()).deal;
    result.hands.push_back(play_and_record(rules, match, deal, [&](const Hand& hand) { return maker.choose(hand); }));
  }
  result.totals = match.totals();
  rank(result, rules.seats());
  return record;
}

GameRecord made_game(const Manifest& manifest, const RunKey& key, int block, int game, const Mishaps& mishaps,
                     std::uint64_t play_seed) {
  return made_game(manifest, key, made_block(manifest, block), game, mishaps, play_seed);
}

std::vector<GameRecord> made_games(const Manifest& manifest, const RunKey& key) {
  std::vector<GameRecord> games;
  for (const Block& block : schedule(schedule_rules(manifest), manifest.blocks)) {
    for (int game = 0; game < games_of_block(block.circle); ++game) {
      games.push_back(made_game(manifest, key, block, game, {}, games.size() + 1));
    }
  }
  return games;
}

std::vector<std::string> made_lines(const Manifest& manifest, const std::vector<GameRecord>& games, const RunKey& key,
                                    bool finished) {
  std::vector<std::string> lines = {seal_line(manifest_json(manifest))};
  for (const GameRecord& game : games) {
    lines.push_back(seal_line(game_json(game, *manifest.find_variant(game.variant)->rules)));
  }
  if (finished) {
    lines.push_back(seal_line({{"v", kRecordVersion},
                               {"type", "end"},
                               {"run", run_id(manifest)},
                               {"games", games.size()},
                               {"key", key.to_hex()}}));
  }
  return lines;
}

std::string made_void_line(const Manifest& manifest, int block, int again) {
  return seal_line(void_json({block, again, 0, Fault::sandbox, "no sandbox"}, run_id(manifest)));
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace arena::test
