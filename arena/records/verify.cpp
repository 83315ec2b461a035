#include "arena/records/verify.h"

#include <map>

#include "arena/records/record_file.h"
#include "arena/records/recorded_games.h"
#include "arena/records/replay.h"
#include "arena/records/run_folder.h"
#include "arena/schedule/league_schedule.h"
#include "engine/deal.h"
#include "engine/notation.h"

namespace arena {
namespace {

/// Checks the games of one run against its manifest and, if it is known, its key.
class Verifier {
 public:
  explicit Verifier(const RunSummary& summary)
      : summary_(summary),
        manifest_(summary.manifest),
        key_(summary.revealed_key),
        blocks_(schedule(schedule_rules(manifest_), manifest_.blocks)) {
    void_.assign(blocks_.size() + summary.voids.size(), false);
    for (const VoidBlock& block : summary.voids) {
      blocks_.push_back(blocks_[static_cast<std::size_t>(block.block)]);
      blocks_.back().number = block.again;
      void_[static_cast<std::size_t>(block.block)] = true;
    }
  }

  void game(const GameRecord& record, const hearts::GameRules& rules, const std::string& place) {
    // A run that goes on may have gained blocks since the file was read for the summary.
    if (static_cast<std::size_t>(record.block) >= blocks_.size()) return;
    ++found_.games;
    ReplayWatcher nobody;
    const hearts::MatchLength& length = manifest_.find_variant(record.variant)->length;
    if (const auto wrong = replay_game(record, rules, length, nobody)) problem(place, record, *wrong);
    recorded_.add(record.block, record.game);
    check_seats(record, place);
    check_last_fault(record, place);
    check_chance(record, rules, place);
  }

  Verification finish() {
    found_.key_revealed = key_.has_value();
    found_.torn_bytes = summary_.torn_bytes;
    found_.void_blocks = static_cast<int>(summary_.voids.size());
    int planned = 0;
    for (const Block& block : blocks_) {
      const int games = games_of_block(block.circle);
      if (block.number < manifest_.blocks) planned += games;
      if (void_[static_cast<std::size_t>(block.number)]) continue;
      for (int game = 0; game < games; ++game) {
        if (recorded_.has(block.number, game)) continue;
        ++found_.missing;
        if (key_) tell("the run has ended without game " + game_id(block.number, game));
      }
    }
    if (planned != manifest_.games) {
      tell("the first line plans " + std::to_string(manifest_.games) + " games, its blocks have " +
           std::to_string(planned));
    }
    return std::move(found_);
  }

 private:
  void problem(const std::string& place, const GameRecord& record, const std::string& what) {
    tell(place + ": game " + record.id + ": " + what);
  }

  void tell(std::string what) {
    ++found_.problems_found;
    if (found_.problems.size() < kProblemsMax) found_.problems.push_back(std::move(what));
  }

  /// The last of the faults that the run allows forfeits the game, and none before it.
  void check_last_fault(const GameRecord& record, const std::string& place) {
    hearts::PerSeat<int> faults{};
    for (const FaultEvent& event : record.result.faults) ++faults[static_cast<std::size_t>(event.seat)];
    hearts::PerSeat<bool> lost{};
    for (const Forfeit& forfeit : record.result.forfeits) {
      const auto seat = static_cast<std::size_t>(forfeit.seat);
      lost[seat] = true;
      if (!ends_process(forfeit.fault) && forfeit.question > 0 && faults[seat] != manifest_.limits.faults) {
        problem(place, record,
                "seat " + std::to_string(seat) + " forfeits after " + std::to_string(faults[seat]) +
                    " faults, and the run allows " + std::to_string(manifest_.limits.faults));
      }
    }
    for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
      if (!lost[seat] && faults[seat] >= manifest_.limits.faults) {
        problem(place, record,
                "seat " + std::to_string(seat) + " has " + std::to_string(faults[seat]) + " faults and must forfeit");
      }
    }
  }

  void check_seats(const GameRecord& record, const std::string& place) {
    const Block& block = blocks_[static_cast<std::size_t>(record.block)];
    const std::string& variant = manifest_.variants[static_cast<std::size_t>(block.variant)].id;
    if (record.variant != variant) {
      problem(place, record, "the schedule plays " + variant + " in this block, not " + record.variant);
      return;
    }
    if (record.game >= games_of_block(block.circle)) {
      problem(place, record, "the run has no such game");
      return;
    }
    const std::vector<int> seats = seating(block.circle, record.game);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      const std::string& expected = manifest_.bots[static_cast<std::size_t>(seats[seat])].name;
      if (record.bots[seat] != expected) {
        problem(place, record,
                "seat " + std::to_string(seat) + " is " + expected + "'s, not " + record.bots[seat] + "'s");
      }
    }
  }

  void check_chance(const GameRecord& record, const hearts::GameRules& rules, const std::string& place) {
    const auto seed = BlockSeed::from_hex(record.seed);
    if (!seed) {
      problem(place, record, "its seed is not 64 hexadecimal digits");
      ++found_.deals_wrong;
      return;
    }
    if (key_) {
      if (*seed != key_->block_seed(record.variant, record.block)) {
        problem(place, record, "its seed does not follow from the key");
        ++found_.deals_wrong;
      }
    } else {
      compare_seeds(record, seed->to_hex(), place);
    }
    int dealer = seed->first_dealer(rules.seats());
    for (const HandResult& hand : record.result.hands) {
      const std::string which = "hand " + std::to_string(hand.number);
      if (hand.dealer != dealer) {
        problem(place, record, which + ": the seed makes another seat dealer");
        ++found_.deals_wrong;
      }
      hearts::Random random(seed->deal_seed(hand.number));
      if (hearts::deal_cards(rules, hand.dealer, random) != hand.deal) {
        problem(place, record, which + ": the deal does not follow from the seed");
        ++found_.deals_wrong;
      }
      dealer = hearts::seat_at(dealer, 1, rules.seats());
    }
  }

  /// While the key is not known: a block has one seed, and no other block has it.
  void compare_seeds(const GameRecord& record, const std::string& seed, const std::string& place) {
    const auto [same_block, first] = seeds_.try_emplace(record.block, seed);
    if (!first && same_block->second != seed) {
      problem(place, record, "its seed is not that of the other games of its block");
      ++found_.deals_wrong;
    }
    const auto [same_seed, is_new] = seeded_.try_emplace(seed, record.block);
    if (!is_new && same_seed->second != record.block) {
      problem(place, record, "its seed is that of block " + std::to_string(same_seed->second));
      ++found_.deals_wrong;
    }
  }

  const RunSummary& summary_;
  const Manifest& manifest_;
  const std::optional<RunKey>& key_;
  std::vector<Block> blocks_;
  std::vector<bool> void_;
  RecordedGames recorded_;
  std::map<int, std::string> seeds_;   // by block
  std::map<std::string, int> seeded_;  // the blocks by seed
  Verification found_;
};

}  // namespace

Verification verify_run(const std::filesystem::path& path) {
  // The key stands at the end, so the file is read twice.
  const RunSummary summary = read_run(path, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  Verifier verifier(summary);
  read_run(path, [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
    verifier.game(record, rules, place);
  });
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) {
    for (const std::string_view file : {kTimingsFile, kFaultsFile}) {
      if (std::filesystem::exists(path / file, ignored)) {
        read_records(path / file, [](const boost::json::object&, const std::string&) {});
      }
    }
  }
  return verifier.finish();
}

}  // namespace arena
