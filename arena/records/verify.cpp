#include "arena/records/verify.h"

#include "arena/records/record_file.h"
#include "arena/records/replay.h"
#include "arena/records/run_folder.h"
#include "arena/schedule/seating.h"
#include "engine/deal.h"
#include "engine/notation.h"

namespace arena {
namespace {

/// Checks the games of one run against its manifest and, if it is known, its key.
class Verifier {
 public:
  Verifier(const Manifest& manifest, const std::optional<RunKey>& key) : manifest_(manifest), key_(key) {}

  void game(const GameRecord& record, const hearts::GameRules& rules, const std::string& place) {
    ++found_.games;
    ReplayWatcher nobody;
    if (const auto wrong = replay_game(record, rules, manifest_.length, nobody)) problem(place, record, *wrong);
    check_seats(record, rules, place);
    check_last_fault(record, place);
    check_chance(record, rules, place);
  }

  Verification finish(const RunSummary& summary) {
    found_.key_revealed = key_.has_value();
    found_.torn_bytes = summary.torn_bytes;
    if (key_ && found_.games != manifest_.games) {
      found_.problems.push_back("the run has ended with " + std::to_string(found_.games) + " of " +
                                std::to_string(manifest_.games) + " games");
    }
    return std::move(found_);
  }

 private:
  void problem(const std::string& place, const GameRecord& record, const std::string& what) {
    if (found_.problems.size() < kProblemsMax) found_.problems.push_back(place + ": game " + record.id + ": " + what);
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

  void check_seats(const GameRecord& record, const hearts::GameRules& rules, const std::string& place) {
    const Circle circle = circle_of(static_cast<int>(manifest_.bots.size()), rules.seats());
    const int per_block = games_of_block(circle);
    if (record.block < 0 || record.game < 0 || record.game >= per_block ||
        record.block > (manifest_.games - 1 - record.game) / per_block) {
      problem(place, record, "the run has no such game");
      return;
    }
    const std::vector<int> seats = seating(circle, record.game);
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
    if (key_ && *seed != key_->block_seed(record.variant, record.block)) {
      problem(place, record, "its seed does not follow from the key");
      ++found_.deals_wrong;
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

  const Manifest& manifest_;
  const std::optional<RunKey>& key_;
  Verification found_;
};

}  // namespace

Verification verify_run(const std::filesystem::path& path) {
  // The key stands at the end, so the file is read twice.
  const RunSummary summary = read_run(path, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  Verifier verifier(summary.manifest, summary.revealed_key);
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
  return verifier.finish(summary);
}

}  // namespace arena
