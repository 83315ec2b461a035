#include "arena/league/audit/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "arena/base/text/input_file.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/schedule/schedule.h"
#include "arena/league/audit/contest_audit.h"
#include "arena/league/audit/duel_audit.h"
#include "arena/league/audit/input_audit.h"
#include "arena/league/audit/start_audit.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_details.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/record_file.h"
#include "arena/records/replay.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
namespace json = boost::json;

/// Checks the games of one stage against its manifest and, if it is known, its key.
class Verifier {
 public:
  /// `contest` must outlast this object. If the deals that the run was given could not be read, `deals_problem` says
  /// why. Otherwise it is empty.
  Verifier(const StageSummary& summary, ContestAudit& contest, const std::string& deals_problem)
      : summary_(summary),
        contest_(contest),
        manifest_(summary.manifest),
        key_(summary.revealed_key ? std::optional(summary.revealed_key->mixed_with(manifest_.entropy)) : std::nullopt),
        blocks_(schedule(schedule_rules(manifest_), manifest_.blocks)) {
    if (!deals_problem.empty()) report("{}", deals_problem);
    if (manifest_.duel) duel_.emplace(summary);
    found_.deals_given = manifest_.given_deals;
    found_.deals_compared = manifest_.given_deals == 0 || manifest_.deals;
    for (const VoidBlock& block : summary.voids) {
      not_in_ledger_[game_id(block.block, block.game)] = &block;
      const Block first = block_of(block.block);
      blocks_.push_back(first);  // it has the same turn, so it gets the same given deals
      blocks_.back().number = block.again;
      again_[block.again] = blocks_.size() - 1;
      contest_.add_void(run_id_, block.block);
      void_.insert(block.block);
    }
  }

  void game(const GameRecord& record, const hearts::GameRules& rules, const std::string& place) {
    // If the run is in progress, it may have gained blocks since the file was read for the summary.
    if (find_block(record.block) == nullptr) return;
    ++found_.games;
    // The beginning of a sentence about this game.
    const std::string where = place + ": game " + record.id + ": ";
    ReplayWatcher nobody;
    if (const auto wrong = replay_game(record, rules, nobody)) report("{}{}", where, *wrong);
    recorded_.add(record.block - manifest_.stage.first_block, record.game);
    withdrawal_.add(record);
    contest_.add(record, place);
    if (duel_) duel_->add(record, place);
    for (const FaultEvent& event : record.result.faults) found_.killed += event.fault == Fault::killed_by_signal;
    check_seats(record, where);
    check_last_fault(record, where);
    check_chance(record, rules, where);
  }

  StartAudit& starts() { return starts_; }

  /// Looks for the faults of void blocks in a line of the ledger: the arena writes a fault there before the `void`
  /// line.
  void ledger_line(const json::object& line) {
    if (text_in(line, "run") != run_id_ || text_in(line, "type") != "fault") return;
    const auto found = not_in_ledger_.find(std::string(text_in(line, "id").value_or("")));
    if (found == not_in_ledger_.end()) return;
    const VoidBlock& block = *found->second;
    if (text_in(line, "fault") == fault_name(block.fault) &&
        text_in(line, "blame") == blame_name(blame_of(block.fault)) && text_in(line, "detail") == block.detail) {
      not_in_ledger_.erase(found);
    }
  }

  /// Checks what needs the other files of the run's folder. Call it after they were read.
  void check_folder(const RecordsDigest& records) {
    for (const VoidBlock& block : summary_.voids) {
      const std::string id = game_id(block.block, block.game);
      if (!not_in_ledger_.contains(id)) continue;
      report("block {} is void, but {} has no matching fault of game {}", block.block, kFaultsFile, id);
    }
    const auto voids = static_cast<std::int64_t>(summary_.voids.size());
    const int starts = starts_.starts();
    if (voids > starts_.voids_possible()) {
      report("{} void, but {} of the arena cannot make that many void",
             voids == 1 ? "1 block is" : fmt::format("{} blocks are", voids), hearts::counted(starts, "start"));
    }
    check_numbers_again();
    for (const std::string& problem : starts_.problems(records, summary_.voids)) report("{}", problem);
    found_.starts = starts;
    found_.clocked_again = std::max(starts_.clocked() - found_.games, 0);
  }

  /// Returns how many games the records had when they had this digest, or 0 if they never had it.
  int games_of_digest(const std::string& digest) const {
    return digest == found_.digest ? found_.games : starts_.games_of_digest(digest);
  }

  /// Stores the receipt and the digest of the records as they are now.
  void seal(const std::string& receipt, const std::string& digest) {
    found_.receipt = receipt;
    found_.digest = digest;
    found_.entropy = manifest_.entropy;
  }

  const Verification& found() const { return found_; }

  /// `next` is the stage that follows, or null.
  Verification finish(const Manifest* next) {
    found_.stage = manifest_.stage.number;
    found_.duplicate_deals = manifest_.duplicate_deals;
    found_.key_revealed = key_.has_value();
    found_.is_cut = summary_.is_cut;
    found_.void_blocks = static_cast<int>(summary_.voids.size());
    for (const VoidBlock& block : summary_.voids) check_void(block);
    int planned = 0;
    std::optional<int> end = end_of_duel();
    if (end && *end < static_cast<int>(blocks_.size())) found_.decided_at = *end;
    const auto departure = first_departure(withdrawal_.find(manifest_.end_block()), contest_.left_out(manifest_));
    if (departure && key_) {
      end = departure->end_block - manifest_.stage.first_block;
      found_.withdrawn = departure->withdrawn;
      found_.outclassed = departure->outclassed;
      found_.ended_early = *end < manifest_.blocks;
    }
    if (const auto problem = next ? ContestAudit::problem(summary_, departure, *next) : std::nullopt)
      report("{}", *problem);
    for (const Block& block : blocks_) {
      const int games = games_of_block(block.circle);
      const int index = block.number - manifest_.stage.first_block;
      if (index < manifest_.blocks) planned += games;
      if (void_.contains(block.number) || (end && index >= *end)) continue;
      for (int game = 0; game < games; ++game) {
        if (recorded_.has(index, game)) continue;
        ++found_.missing;
        if (key_ && !found_.is_cut) report("the run has ended without game {}", game_id(block.number, game));
      }
    }
    if (planned != manifest_.games) {
      report("the first line plans {}, but its blocks have {}", hearts::counted(manifest_.games, "game"), planned);
    }
    return std::move(found_);
  }

 private:
  /// Returns the index of the block before which the duel was decided, or nothing if it was not.
  std::optional<int> end_of_duel() {
    if (!duel_ || !key_) return std::nullopt;
    if (const auto problem = duel_->problem()) report("{}", *problem);
    found_.test = manifest_.duel;
    found_.verdict = duel_->verdict();
    const int ended_at = duel_->end().ended_at;
    return ended_at == 0 ? std::nullopt : std::optional(ended_at);
  }

  /// Returns null if the stage has no such block.
  const Block* find_block(int number) const {
    if (number < manifest_.end_block()) return &blocks_[at(number - manifest_.stage.first_block)];
    const auto again = again_.find(number);
    return again == again_.end() ? nullptr : &blocks_[again->second];
  }
  const Block& block_of(int number) const { return *find_block(number); }

  template <class... Args>
  void report(fmt::format_string<Args...> sentence, Args&&... args) {
    ++found_.problems_found;
    if (found_.problems.size() < kProblemsMax)
      found_.problems.push_back(fmt::format(sentence, std::forward<Args>(args)...));
  }

  void wrong_deal(const std::string& where, const std::string& what) {
    report("{}{}", where, what);
    ++found_.deals_wrong;
  }

  /// Void blocks must be replaced by the next free numbers of their shard, or of the run.
  void check_numbers_again() {
    std::map<int, int> voids_of;  // by shard
    // By number, because merged records have them in another order.
    std::map<int, int> again;
    for (const VoidBlock& block : summary_.voids) again[block.again] = block.block;
    for (const auto& [number, block] : again) {
      const Shard shard{block % starts_.shards(), starts_.shards()};
      const int next = shard.block_again(manifest_.end_block(), voids_of[shard.index]++);
      if (number != next)
        report("block {} is played again as block {}, but the next number is {}", block, number, next);
    }
  }

  void check_void(const VoidBlock& block) {
    if (found_.voids.size() < kVoidsListedMax)
      found_.voids.push_back({block, recorded_.count(block.block - manifest_.stage.first_block)});
    const std::string id = game_id(block.block, block.game);
    if (block.block >= manifest_.end_block()) report("block {} replaces a void block, but is void too", block.block);
    if (block.game < 0 || block.game >= games_of_block(block_of(block.block).circle)) {
      report("block {} is void because of game {}, which the run does not have", block.block, id);
    } else if (recorded_.has(block.block - manifest_.stage.first_block, block.game)) {
      report("block {} is void because of game {}, which was played to its end", block.block, id);
    }
  }

  /// The last fault that the run allows must forfeit the game, and no fault before it may.
  void check_last_fault(const GameRecord& record, const std::string& where) {
    hearts::PerSeat<int> faults{};
    for (const FaultEvent& event : record.result.faults) ++faults[event.seat];
    hearts::PerSeat<bool> lost{};
    const ManifestVariant* variant = manifest_.find_variant(record.variant);
    const TableLimits limits =
        variant != nullptr ? manifest_.table_limits(*variant, record.bots) : TableLimits(manifest_.limits);
    for (const Forfeit& forfeit : record.result.forfeits) {
      const auto seat = at(forfeit.seat);
      const int allowed = limits.of(forfeit.seat).faults;
      lost[seat] = true;
      const bool at_once = ends_process(forfeit.fault) || forfeit.question == 0;
      if (at_once ? faults[seat] > allowed : faults[seat] != allowed) {
        report("{}seat {} forfeits after {}, but the run allows {}", where, seat,
               hearts::counted(faults[seat], "fault"), allowed);
      }
    }
    for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
      if (!lost[seat] && faults[seat] >= limits.of(static_cast<int>(seat)).faults) {
        report("{}seat {} has {} and should have forfeited", where, seat, hearts::counted(faults[seat], "fault"));
      }
    }
  }

  void check_seats(const GameRecord& record, const std::string& where) {
    const Block& block = block_of(record.block);
    const std::string& variant = manifest_.variants[at(block.variant)].id;
    if (record.variant != variant) {
      report("{}the schedule plays {} in this block, not {}", where, variant, record.variant);
      return;
    }
    if (record.game >= games_of_block(block.circle)) {
      report("{}the run has no such game", where);
      return;
    }
    const std::vector<int> seats = seating(block.circle, record.game);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      const std::string& expected = manifest_.bots[at(seats[seat])].name;
      if (record.bots[seat] != expected) {
        report("{}seat {} belongs to {}, not to {}", where, seat, expected, record.bots[seat]);
      }
    }
  }

  void check_chance(const GameRecord& record, const hearts::GameRules& rules, const std::string& where) {
    const auto seed = BlockSeed::from_hex(record.seed);
    if (!seed || seed->to_hex() != record.seed) {
      wrong_deal(where, "its seed is not 64 lowercase hexadecimal digits");
      return;
    }
    if (!key_) {
      compare_seeds(record, where);
    } else if (*seed != key_->block_seed(record.variant, record.block)) {
      wrong_deal(where, "its seed does not follow from the key");
    }
    const ManifestVariant& variant = *manifest_.find_variant(record.variant);
    const bool is_given = manifest_.deals && !manifest_.deals->of(variant.id).empty();
    Dealing deal;
    if (found_.deals_compared) deal = deals_of(manifest_, variant, *seed, block_of(record.block), record.game);
    int dealer = seed->first_dealer(rules.seats());
    bool thrown_in = false;
    for (const HandResult& hand : record.result.hands) {
      const std::string which = fmt::format("hand {}", hand.number);
      if (hand.dealer != dealer) wrong_deal(where, which + ": the seed chooses another dealer");
      const bool again = std::exchange(thrown_in, hand.thrown_in);
      if (deal && deal(hand.number, again, hand.dealer) != DealtHand{hand.deal, hand.slip}) {
        wrong_deal(where, which + (is_given && !again ? ": the deal is not the one that was given"
                                                      : ": the deal does not follow from the seed"));
      }
      dealer = hearts::seat_at(dealer, 1, rules.seats());
    }
  }

  /// While the key is unknown: all games of a block have the same seed, and no other block has it.
  void compare_seeds(const GameRecord& record, const std::string& where) {
    const std::string& seed_of_block = seeds_.try_emplace(record.block, record.seed).first->second;
    if (seed_of_block != record.seed) wrong_deal(where, "its seed differs from that of the other games of its block");
    const int block_of_seed = seeded_.try_emplace(record.seed, record.block).first->second;
    if (block_of_seed != record.block) wrong_deal(where, fmt::format("it has the seed of block {}", block_of_seed));
  }

  const StageSummary& summary_;
  ContestAudit& contest_;
  const Manifest& manifest_;
  const std::optional<RunKey> key_;
  std::vector<Block> blocks_;
  std::map<int, std::size_t> again_;  // indices into blocks_, by number
  std::set<int> void_;
  RecordedGames recorded_;
  std::optional<DuelAudit> duel_;
  Withdrawal withdrawal_{manifest_};
  std::map<int, std::string> seeds_;   // by block
  std::map<std::string, int> seeded_;  // the block that has each seed
  std::string run_id_ = run_id(manifest_);
  std::map<std::string, const VoidBlock*> not_in_ledger_;  // by the game's id; those not found in the ledger so far
  StartAudit starts_{run_id_};
  Verification found_;
};

/// Compares the records of all stages with what was published.
void check_published(const Published& published, const std::vector<std::unique_ptr<Verifier>>& stages, bool is_folder,
                     RunVerification& run) {
  for (const std::string& receipt : published.receipts) {
    const auto is_of = [&](const auto& stage) { return stage->found().receipt == receipt; };
    if (std::ranges::any_of(stages, is_of)) continue;
    run.problems.push_back(
        fmt::format("the receipt of these records is {}, not {}: bots, rules, limits, isolation or key differ",
                    stages.back()->found().receipt, receipt));
  }
  for (const std::string& digest : published.digests) {
    int& found = run.digest_games.emplace_back(0);
    int before = 0;
    for (const auto& stage : stages) {
      if (const int games = stage->games_of_digest(digest); games > 0) found = before + games;
      before += stage->found().games;
    }
    if (found > 0) continue;
    run.problems.push_back(
        fmt::format("these records never had the digest {}: {}", digest,
                    is_folder ? "lines were cut, changed or played again after it was published"
                              : "it may be the digest at a stop, which only the run's whole folder shows"));
  }
  run.problems_found = static_cast<int>(run.problems.size());
}

}  // namespace

RunVerification verify_run(const std::filesystem::path& path, const Published& published) {
  // The key is at the end of the file, so the file is read twice.
  RunSummary summary = read_summary(path);
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  std::vector<std::unique_ptr<Verifier>> stages;
  ContestAudit contest(summary);
  for (StageSummary& stage : summary.stages) {
    std::string deals_problem;
    try {
      if (folder) read_given_deals(stage.manifest, path);
    } catch (const InputError& error) {
      deals_problem = error.what();
    }
    stages.push_back(std::make_unique<Verifier>(stage, contest, deals_problem));
  }
  const auto each_line = [&](std::string_view file, const auto& visit) {
    if (folder && is_present(path / file)) read_records(path / file, visit);
  };
  const auto each_stage = [&](const auto& visit) { std::ranges::for_each(stages, [&](auto& one) { visit(*one); }); };
  each_line(kTimingsFile, [&](const json::object& line, const std::string& place) {
    each_stage([&](Verifier& stage) { stage.starts().add_line(line, place); });
  });
  RunVerification run;
  DetailsReader details(games_file(path).parent_path());
  std::size_t begun = 0;  // stages that have begun, of those that were there at the first reading
  const auto is_known = [&] { return begun <= stages.size(); };
  const RunSummary again = read_run(
      path,
      [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
        if (!is_known()) return;
        stages[begun - 1]->game(record, rules, place);
        check_inputs(record, summary.stages[begun - 1].manifest, details, run.inputs);
      },
      [&](const Manifest&) { ++begun; },
      [&](const RecordsDigest& sofar, int games) {
        if (is_known()) stages[begun - 1]->starts().check_digest(sofar, games);
      });
  each_line(kFaultsFile, [&](const json::object& line, const std::string&) {
    each_stage([&](Verifier& stage) { stage.ledger_line(line); });
  });
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (folder) stages[i]->check_folder(*again.stages.at(i).digest);
    stages[i]->seal(receipt_of(summary.stages[i].manifest), again.stages.at(i).digest->value());
  }
  run.torn_bytes = summary.torn_bytes;
  check_published(published, stages, folder, run);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Manifest* next = i + 1 < stages.size() ? &summary.stages[i + 1].manifest : nullptr;
    Verification& found = run.stages.emplace_back(stages[i]->finish(next));
    run.problems_found += found.problems_found;
    for (std::string& problem : found.problems) {
      if (run.problems.size() < kProblemsMax) run.problems.push_back(problem);
    }
  }
  return run;
}

}  // namespace arena
