#include "tests/arena/records/made_games.h"

#include "arena/records/record_line.h"
#include "arena/schedule/seating.h"
#include "arena/table/house_player.h"
#include "arena/table/table.h"
#include "engine/deal.h"
#include "engine/random.h"
#include "engine/variants/registry.h"

namespace arena::test {
namespace {

using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class Maker {
 public:
  Maker(const hearts::GameRules& rules, const Mishaps& mishaps, std::uint64_t seed, GameResult& result)
      : rules_(rules), mishaps_(mishaps), chance_({seed, 2, 3, 4}), result_(result) {
    for (const auto& [seat, question] : mishaps.exits) {
      if (question == 0) lose(seat, 0, Fault::start_failed);
    }
  }

  void play(Hand& hand, HandResult& kept) {
    hand_ = hand.setup().number;
    while (hand.phase() != Phase::done) {
      const Seat seat = hand.to_move();
      const auto sub_hand = at(hand.sub_hand());
      const Move move = move_of(hand, house_answers(seat));
      switch (hand.phase()) {
        case Phase::select:
          kept.selected[at(seat)] = move.hand_index;
          break;
        case Phase::pass:
          kept.passed[sub_hand][at(seat)] = move.cards;
          break;
        case Phase::play:
          kept.plays.push_back(move.card);
          break;
        default:
          kept.choice = move.option;
      }
      if (hand.apply(seat, move)) throw std::runtime_error("a made game makes an illegal move");
    }
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

  Move move_of(const Hand& hand, bool house) {
    const CardSet cards = hand.cards(hand.to_move());
    switch (hand.phase()) {
      case Phase::select:
        return Move::select(house ? 0 : below(2));
      case Phase::pass: {
        if (house) return Move::pass(house_pass(cards, rules_.pass_count()));
        CardSet passed;
        while (passed.size() < rules_.pass_count()) passed.insert(cards.nth(below(cards.size())));
        return Move::pass(passed);
      }
      case Phase::play:
        return Move::play(house ? house_play(hand.legal()) : hand.legal().nth(below(hand.legal().size())));
      default:
        return Move::choose(hand.options().list[house ? 0 : at(below(hand.options().count))]);
    }
  }

  const hearts::GameRules& rules_;
  const Mishaps& mishaps_;
  hearts::Random chance_;
  GameResult& result_;
  int hand_ = 0;
  hearts::PerSeat<int> asked_{};
  std::set<Seat> lost_;
};

}  // namespace

Manifest made_manifest(const std::string& variant, const RunKey& key, int bots, int games, hearts::MatchLength length) {
  const hearts::Rules rules = hearts::resolve_variant(variant);
  Manifest manifest;
  manifest.variant = rules.id;
  manifest.rules_hash = rules_hash(rules);
  for (const char* name : {"ann", "bob", "cyd", "dan", "eve", "fay"}) {
    if (static_cast<int>(manifest.bots.size()) == bots) break;
    BotEntry bot;
    bot.name = name;
    bot.hash = hex(digest_of(name));
    bot.command = {"/bots", {"./" + bot.name}};
    manifest.bots.push_back(bot);
  }
  manifest.games = games;
  manifest.length = length;
  manifest.commitment = key.commitment();
  return manifest;
}

GameRecord made_game(const Manifest& manifest, const hearts::GameRules& rules, const RunKey& key, int block, int game,
                     const Mishaps& mishaps, std::uint64_t play_seed) {
  GameRecord record;
  record.id = game_id(block, game);
  record.variant = manifest.variant;
  record.rules_hash = manifest.rules_hash;
  record.block = block;
  record.game = game;
  const BlockSeed seed = key.block_seed(manifest.variant, block);
  record.seed = seed.to_hex();
  for (const int bot : seating(circle_of(static_cast<int>(manifest.bots.size()), rules.seats()), game))
    record.bots.push_back(manifest.bots[at(bot)].name);

  GameResult& result = record.result;
  Maker maker(rules, mishaps, play_seed, result);
  hearts::Match match(rules, manifest.length, seed.first_dealer(rules.seats()));
  while (!match.status().over) {
    hearts::Random random(seed.deal_seed(match.hand_number()));
    const Hand::Setup setup = match.next_hand(hearts::deal_cards(rules, match.dealer(), random));
    HandResult& kept = result.hands.emplace_back();
    kept.number = setup.number;
    kept.dealer = setup.dealer;
    kept.extra = match.status().in_extra_hands;
    kept.totals = setup.totals;
    kept.deal = setup.deal;
    Hand hand(rules, setup);
    maker.play(hand, kept);
    kept.points = hand.score().change;
    match.finish_hand(hand);
  }
  result.totals = match.totals();
  rank(result, rules.seats());
  return record;
}

std::vector<GameRecord> made_games(const Manifest& manifest, const hearts::GameRules& rules, const RunKey& key) {
  const int per_block = games_of_block(circle_of(static_cast<int>(manifest.bots.size()), rules.seats()));
  std::vector<GameRecord> games;
  for (int number = 0; number < manifest.games; ++number) {
    games.push_back(made_game(manifest, rules, key, number / per_block, number % per_block, {},
                              static_cast<std::uint64_t>(number) + 1));
  }
  return games;
}

std::vector<std::string> made_lines(const Manifest& manifest, const std::vector<GameRecord>& games, const RunKey& key,
                                    bool finished) {
  const hearts::GameRules rules(hearts::resolve_variant(manifest.variant));
  std::vector<std::string> lines = {seal_line(manifest_json(manifest, "box"))};
  for (const GameRecord& game : games) lines.push_back(seal_line(game_json(game, rules)));
  if (finished) lines.push_back(seal_line({{"v", 1}, {"type", "end"}, {"games", games.size()}, {"key", key.to_hex()}}));
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace arena::test
