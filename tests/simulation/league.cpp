#include "tests/simulation/league.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/system/error_code.hpp>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "arena/base/text/input_error.h"
#include "arena/league/audit/verify.h"
#include "arena/league/run/crew.h"
#include "arena/league/run/run_records.h"
#include "arena/league/run/run_settings.h"
#include "arena/league/session/written_results.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/scratch_folder.h"
#include "tests/simulation/bots.h"
#include "tests/simulation/disk.h"
#include "tests/simulation/memory.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/simulation/simulated_league.h"

namespace simulation {
namespace {

namespace fs = std::filesystem;
using arena::GameRecord;
using arena::Manifest;
using arena::test::ScratchFolder;

constexpr std::size_t kPeakMax = 4 << 20;
/// Starts of the arena that something befalls.
constexpr int kTroublesMax = 6;
/// More than a run needs that nothing befalls, with its void blocks.
constexpr int kStartsMax = 20;
/// So many calls at the end of a start are each the last, and so many of the next start.
constexpr int kLastCalls = 10;
constexpr int kCallsAfter = 24;

/// Of each rule system and number of seats; small packs are quick to play.
constexpr std::array kVariants = {
    "black-lady@4+deck.ranks=J,Q,K,A",
    "black-lady@3+kitty_first+deck.ranks=J,Q,K,A+pass.count=1",
    "omnibus@4+deck.ranks=T,J,Q,K,A",
    "royal-classic@4+deck.ranks=Q,K,A+pass.cycle=0",
    "royal@2",
    "black-lady@3",
    "royal-classic@5",
    "omnibus@6",
    "tournament-laws@4",
    "tournament-laws@4+deck.ranks=J,Q,K,A",
    "tournament-laws@4+laws.revoke_discovery=by_claim+deck.ranks=J,Q,K,A",
    "deluxe@4",
    "green-queen@3",
    "green-queen-jokers@5",
};

/// What a league is, drawn from its seed.
struct League {
  Manifest manifest;
  BotPlan bots;
  int workers = 1;
  int processes_max = 256;
  bool is_short_of_memory = false;  ///< now and then
  int troubles = 0;
};

League draw_league(const std::string& seed, Bug bug) {
  hearts::Random random = arena::random_from(seed);
  const auto one_in = [&](std::uint32_t n) { return random.below(n) == 0; };
  std::vector<std::string> variants;
  for (std::uint32_t left = 1 + random.below(2); left > 0; --left) {
    const std::string variant = kVariants[random.below(kVariants.size())];
    if (std::ranges::find(variants, variant) == variants.end()) variants.push_back(variant);
  }
  League league;
  const int bots = static_cast<int>(2 + random.below(5));
  const int blocks = static_cast<int>(1 + random.below(5));
  Manifest& manifest = league.manifest;
  manifest = arena::test::made_league(variants, arena::RunKey::from_seed(seed), bots, blocks,
                                      {static_cast<int>(1 + random.below(2)), true});
  manifest.duplicate_deals = !one_in(4);
  if (one_in(4) && variants.front().starts_with("black-lady@4"))
    arena::test::give_deals(manifest, static_cast<int>(1 + random.below(3)));
  if (one_in(2)) manifest.faulty_deals = static_cast<int>(1 + random.below(3));
  if (one_in(4)) manifest.entropy = "lottery " + seed;
  arena::Limits& limits = manifest.limits;
  limits.tries = static_cast<int>(1 + random.below(3));
  limits.faults = static_cast<int>(1 + random.below(3));
  limits.stray_lines = 6;
  limits.bank = limits.laws = std::chrono::minutes(10);
  limits.freeze = one_in(3);
  limits.live_events = league.bots.live_events = one_in(3);
  // A draw of its own: what follows stays as it was before variants could have limits of their own.
  if (hearts::Random own = arena::random_from(seed + " own limits"); own.below(2) == 0) {
    arena::Limits& limits_of_last = manifest.variants.back().limits.emplace(limits);
    limits_of_last.faults = static_cast<int>(1 + own.below(3));
    limits_of_last.move = std::chrono::milliseconds(700);
  }
  league.is_short_of_memory = arena::random_from(seed + " memory").below(4) == 0;
  league.bots.seed = seed;
  league.bots.machine_fails = one_in(3) || bug == Bug::blames_bot;
  league.bots.mischief = one_in(3) ? 0.0 : one_in(2) ? 0.01 : 0.1;
  if (one_in(8)) league.bots.broken_bot = static_cast<int>(random.below(static_cast<std::uint32_t>(bots)));
  if (one_in(4)) league.workers = static_cast<int>(2 + random.below(3));
  if (one_in(4)) league.processes_max = 1;
  league.troubles = static_cast<int>(1 + random.below(kTroublesMax));
  league.bots.bug = bug;
  return league;
}

/// Empty if it is not there.
std::string read_file(const fs::path& file) { return fs::exists(file) ? arena::test::read_file(file) : std::string(); }

/// What the files of a run's folder contain.
struct Found {
  std::set<std::string> games;
  std::map<std::string, int> clocked;  ///< lines by game
  std::map<std::string, int> faults;   ///< lines by game
  std::map<std::string, int> faults_recorded;
};

/// One league in one folder, from its first start to its end.
class Run {
 public:
  Run(const League& league, int workers, const std::string& seed, Report& report)
      : league_(league),
        workers_(workers),
        seed_(seed),
        key_(arena::RunKey::from_seed(seed)),
        report_(report),
        disk_(folder_.path()),
        bots_(league.manifest, league.bots) {}

  Disk& disk() { return disk_; }
  Bots& bots() { return bots_; }
  fs::path file(std::string_view name) const { return folder_.path() / name; }
  int voids() const { return voids_; }

  // What befalls the next start, or all that come.
  void fail_renewal() { renewal_fails_ = true; }
  void end_after(std::chrono::microseconds time) { time_ = time; }
  void cut_power(hearts::Random& random) {
    disk_.cut_power(random);
    power_was_cut_ = true;
    // What no sync had reached may be gone; what is there now must stay.
    recorded_ = find().games;
  }
  void deal_from_another_key() { key_ = arena::RunKey::from_seed(seed_ + " other"); }
  void hoard() { hoards_ = true; }
  void cut_last_games();

  /// Starts the arena. True when the run is finished then; else error() says why not.
  bool start();
  const std::string& error() const { return error_; }

  /// After a stop. `killed`: the files may have one game in part.
  void check_stop(bool killed);
  /// After the end.
  void check_end();
  /// The lines of games.jsonl that must be the same whatever befalls the arena.
  std::multiset<std::string> records() const;

 private:
  arena::RunEnd play(arena::RunRecords& records);
  Found find() const;
  void check_faults(const GameRecord& record);
  template <class... Args>
  void wrong(fmt::format_string<Args...> sentence, Args&&... args) {
    report_.wrong.push_back(fmt::format("{} workers, start {}: ", workers_, starts_) +
                            fmt::format(sentence, std::forward<Args>(args)...));
  }

  const League& league_;
  const int workers_;
  const std::string seed_;
  arena::RunKey key_;
  Report& report_;
  ScratchFolder folder_;
  Disk disk_;
  Bots bots_;
  int starts_ = 0;
  int voids_ = 0;
  int looks_ = 0;  // at the memory
  bool renewal_fails_ = false;
  std::optional<std::chrono::microseconds> time_;  // of the next start
  bool half_written_ = false;                      // by a kill, and not cut yet
  bool power_was_cut_ = false;
  bool hoards_ = false;
  std::vector<std::string> hoard_;
  std::set<std::string> recorded_;  // at the last stop
  std::string digest_;              // at the end
  std::string error_;
};

bool Run::start() {
  ++starts_;
  ++report_.starts;
  error_.clear();
  bots_.begin_start();
  try {
    arena::RunRecords records(folder_.path());
    records.key(seed_);
    records.begin(league_.manifest, workers_, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
    half_written_ = false;
    if (!records.finished()) {
      arena::write_receipt(folder_.path(), league_.manifest, {}, records.recorded().count(), records.digest());
      if (play(records) != arena::RunEnd::finished) {
        records.sync();
        error_ = "stopped";
        return false;
      }
    }
    records.finish(arena::RunKey::from_seed(seed_));
    digest_ = records.digest();
    arena::write_receipt(folder_.path(), league_.manifest, {}, records.recorded().count(), records.digest());
    return true;
  } catch (const std::exception& failure) {
    error_ = failure.what();
    if (error_.empty()) wrong("an error without words");
    return false;
  }
}

arena::RunEnd Run::play(arena::RunRecords& records) {
  arena::RunEvents events;
  events.bot_failed_to_start = [&](const arena::BotEntry& bot, const arena::FaultEvent& fault) {
    if (!league_.bots.broken_bot || league_.manifest.bots[hearts::at(*league_.bots.broken_bot)].name != bot.name)
      wrong("{} cannot start: {}", bot.name, fault.detail);
  };
  events.game_over = [&](const GameRecord& record, int) {
    ++report_.games;
    check_faults(record);
    if (hoards_) hoard_.emplace_back(1 << 20, 'x');
  };
  events.block_void = [&](const arena::VoidBlock& block) {
    ++report_.voids;
    ++voids_;
    const std::string game = arena::game_id(block.block, block.game);
    if (!bots_.machine_failed(game)) wrong("game {} is void, and nothing of the machine failed", game);
  };
  events.warning = [&](const std::string& text) { wrong("{}", text); };
  arena::RunSettings plan{
      .manifest = &league_.manifest,
      .key = key_.mixed_with(league_.manifest.entropy),
      .start = {.open = bots_.source(),
                .renew =
                    [this] {
                      if (std::exchange(renewal_fails_, false)) throw std::runtime_error("no copies of the bots");
                    },
                .strict = false,
                .processes = {.most = league_.processes_max,
                              .memory_is_short = [this] { return league_.is_short_of_memory && ++looks_ % 3 == 0; }}},
      .wanted = {},
      .workers = workers_,
      .pinned = false,
      .keep_going = true,
      .stop_grace = std::chrono::milliseconds(0)};  // its stops come on time
  if (const auto time = std::exchange(time_, std::nullopt)) plan.stop_at = std::chrono::steady_clock::now() + *time;
  return arena::play_run(plan, records, events);
}

/// Each fault has an act of the bot in that seat before it, in the same order; no act that must have one lacks it.
void Run::check_faults(const GameRecord& record) {
  for (int seat = 0; seat < static_cast<int>(record.bots.size()); ++seat) {
    std::vector<ExpectedFault> expected;
    std::ranges::copy_if(bots_.expected(record.id), std::back_inserter(expected),
                         [&](const ExpectedFault& one) { return one.seat == seat; });
    auto next = expected.begin();
    for (const arena::FaultEvent& event : record.result.faults) {
      if (event.seat != seat) continue;
      ++report_.faults[std::string(fault_name(event.fault))];
      if (event.fault == arena::Fault::start_failed) continue;  // bot_failed_to_start said whose
      while (next != expected.end() && next->fault != event.fault && !next->certain) ++next;
      if (next == expected.end() || next->fault != event.fault) {
        std::string committed;
        for (const ExpectedFault& one : expected) committed += " " + std::string(fault_name(one.fault));
        return wrong("game {}: seat {} is charged with {} ({}), which it has not committed, but{}", record.id, seat,
                     fault_name(event.fault), event.detail, committed.empty() ? " nothing" : committed);
      }
      ++next;
    }
    for (; next != expected.end(); ++next) {
      if (next->certain) {
        return wrong("game {}: seat {} has committed {} and is not charged with it", record.id, seat,
                     fault_name(next->fault));
      }
    }
  }
}

Found Run::find() const {
  Found found;
  const auto is_there = [&](std::string_view name) { return read_file(file(name)).find('\n') != std::string::npos; };
  if (is_there(arena::kGamesFile)) {
    const arena::RunSummary summary =
        arena::read_run(folder_.path(), [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
          if (!record.result.faults.empty())
            found.faults_recorded[record.id] = static_cast<int>(record.result.faults.size());
          found.games.insert(std::move(record.id));
        });
    for (const arena::VoidBlock& block : summary.last().voids)
      ++found.faults_recorded[arena::game_id(block.block, block.game)];
  }
  const auto count = [&](std::string_view name, std::string_view type, std::map<std::string, int>& lines) {
    if (!is_there(name)) return;
    arena::read_records(file(name), [&](const boost::json::object& line, const std::string&) {
      if (arena::text_in(line, "type") == type) ++lines[std::string(arena::text_in(line, "id").value_or(""))];
    });
  };
  count(arena::kTimingsFile, "timing", found.clocked);
  count(arena::kFaultsFile, "fault", found.faults);
  return found;
}

void Run::check_stop(bool killed) try {
  const Found found = find();
  for (const std::string& game : recorded_) {
    if (!found.games.contains(game)) wrong("game {} was recorded and is gone", game);
  }
  recorded_ = found.games;
  half_written_ |= killed;
  if (power_was_cut_) return;
  std::set<std::string> in_part;
  for (const auto& [game, lines] : found.clocked) {
    if (!found.games.contains(game)) {
      in_part.insert(game);
    } else if (lines != 1) {
      wrong("game {} is clocked {} times", game, lines);
    }
  }
  for (const std::string& game : found.games) {
    if (!found.clocked.contains(game)) wrong("game {} is not clocked", game);
  }
  for (const auto& [game, faults] : found.faults_recorded) {
    const auto lines = found.faults.find(game);
    if (lines == found.faults.end() || lines->second != faults) wrong("game {} has other faults in the ledger", game);
  }
  for (const auto& [game, lines] : found.faults) {
    if (!found.faults_recorded.contains(game)) in_part.insert(game);
  }
  if (in_part.size() > (half_written_ ? 1 : 0)) {
    wrong("the files name games that are not recorded: {}", fmt::join(in_part, ", "));
  }
} catch (const arena::InputError& damage) {
  wrong("the records cannot be read: {}", damage.what());
}

void Run::check_end() {
  check_stop(false);
  try {
    const arena::RunVerification run = arena::verify_run(folder_.path());
    const arena::Verification& verified = run.stages.back();
    for (const std::string& problem : run.problems) wrong("verify: {}", problem);
    if (verified.digest != digest_) wrong("the digest printed at the end is another one");
    if (!verified.key_revealed) wrong("the key is not revealed");
    if (verified.missing > 0) wrong("{} games are missing", verified.missing);
    if (run.torn_bytes > 0) wrong("{} torn bytes", run.torn_bytes);
    if (!power_was_cut_ && verified.clocked_again > 0) wrong("{} games are clocked again", verified.clocked_again);
    if (verified.void_blocks != voids_ && !power_was_cut_ && workers_ == 1)
      wrong("{} blocks are void, of {} that were reported", verified.void_blocks, voids_);
  } catch (const arena::InputError& damage) {
    wrong("the records cannot be verified: {}", damage.what());
  }
}

/// If each game has its own deals, several games of a block may be played at the same time. Which of them are recorded
/// before the block becomes void, and which makes it void, then depends on how long they take: without these lines.
std::multiset<std::string> Run::records() const {
  std::istringstream in(read_file(file(arena::kGamesFile)));
  std::multiset<std::string> lines;
  std::set<std::int64_t> voids;
  std::multimap<std::int64_t, std::string> by_block;
  std::string end;  // says how many games are recorded
  for (std::string line; std::getline(in, line);) {
    boost::system::error_code damage;
    const boost::json::value value = boost::json::parse(line, damage);
    const boost::json::object* fields = value.if_object();
    const boost::json::value* block = fields == nullptr ? nullptr : fields->if_contains("block");
    const auto type = fields == nullptr ? std::nullopt : arena::text_in(*fields, "type");
    if (type == "end") {
      end = line;
    } else if (block != nullptr && block->is_int64()) {
      if (type == "void") voids.insert(block->get_int64());
      by_block.emplace(block->get_int64(), line);
    } else {
      lines.insert(line);
    }
  }
  const bool in_turn = league_.manifest.duplicate_deals || league_.manifest.given_deals > 0;
  if (in_turn || voids.empty()) lines.insert(end);
  for (const auto& [block, line] : by_block) {
    if (in_turn || !voids.contains(block)) lines.insert(line);
  }
  return lines;
}

/// As if a resume had lost two.
void Run::cut_last_games() {
  if (recorded_.size() < 2) return;
  std::string bytes = read_file(file(arena::kGamesFile));
  for (int games = 0; games < 2; ++games) bytes.erase(bytes.rfind('\n', bytes.size() - 2) + 1);
  arena::test::write_file(file(arena::kGamesFile), bytes);
}

/// What befalls one start.
struct Trouble {
  std::string name;
  bool cuts_power = false;
};

struct DiskTrouble {
  const char* name;
  DiskFault fault;
  bool cuts_power = false;
};
constexpr DiskTrouble kKill = {"the arena is killed", DiskFault::killed};
constexpr DiskTrouble kPowerCut = {"the power is cut", DiskFault::killed, true};
constexpr std::array kDiskTroubles = {DiskTrouble{"a call is interrupted", DiskFault::interrupted},
                                      DiskTrouble{"a call does half", DiskFault::partial},
                                      DiskTrouble{"a call fails", DiskFault::fails},
                                      DiskTrouble{"the disk is full", DiskFault::full},
                                      kKill,
                                      kPowerCut};

Trouble strike(Run& run, const DiskTrouble& trouble, long call) {
  run.disk().strike(call, trouble.fault);
  return {trouble.name, trouble.cuts_power};
}

Trouble draw_trouble(Run& run, long calls, hearts::Random& random) {
  const auto below = [&](long bound) { return static_cast<int>(random.below(static_cast<std::uint32_t>(bound))); };
  if (below(3) > 0) return strike(run, kDiskTroubles[hearts::at(below(kDiskTroubles.size()))], below(calls + 1));
  switch (below(4)) {
    case 0:
      run.end_after(std::chrono::microseconds(below(2) * below(3000)));
      return {"its time is over"};
    case 1:
      run.bots().fail_start(below(40));
      return {"a process cannot be started"};
    case 2:
      run.fail_renewal();
      return {"the bots cannot be copied"};
    default:
      run.bots().interrupt(below(800));
      return {"SIGINT"};
  }
}

/// One league, played undisturbed and then once or more with troubles.
class Simulation {
 public:
  Simulation(std::string seed, const League& league, Bug bug) : seed_(std::move(seed)), league_(league), bug_(bug) {}

  /// False when that is not possible.
  bool play_undisturbed();
  /// Calls for files in one start of it.
  long calls() const { return calls_; }
  /// `next` lets something befall each of the first so many starts.
  void play_disturbed(int troubles, const std::function<Trouble(Run&)>& next);

  Report& report() { return report_; }

 private:
  void check(Run& run, const Trouble& trouble, bool finished);

  const std::string seed_;
  const League& league_;
  const Bug bug_;
  Report report_;
  std::multiset<std::string> undisturbed_;
  long calls_ = 0;
};

bool Simulation::play_undisturbed() {
  Run run(league_, 1, seed_, report_);
  if (bug_ == Bug::hoards) run.hoard();
  bool finished = false;
  for (int starts = 0; !finished && starts < kStartsMax; ++starts) {
    run.disk().heal();
    finished = run.start();
    calls_ = std::max(calls_, run.disk().calls());
    // Too many void blocks stop a run, whatever befalls it.
    if (!finished && run.voids() == 0) break;
  }
  if (!finished) {
    report_.wrong.push_back("undisturbed, and stopped: " + run.error());
    return false;
  }
  run.check_end();
  undisturbed_ = run.records();
  return true;
}

void Simulation::play_disturbed(int troubles, const std::function<Trouble(Run&)>& next) {
  Run run(league_, league_.workers, seed_, report_);
  hearts::Random random = arena::random_from("power of " + seed_);
  bool finished = false;
  for (int start = 0; !finished; ++start) {
    if (start > troubles + kStartsMax) {
      report_.wrong.push_back("the run does not come to its end: " + run.error());
      return;
    }
    Trouble trouble;
    if (start < troubles) {
      trouble = next(run);
      ++report_.troubles[trouble.name];
    }
    if (bug_ == Bug::other_key && start == 1) run.deal_from_another_key();
    finished = run.start();
    const bool struck = run.disk().struck().has_value();
    const bool killed = run.disk().killed();
    run.disk().heal();
    if (killed && trouble.cuts_power) run.cut_power(random);
    // What befell an earlier start may come only now.
    const auto tells = [&](std::string_view words) { return run.error().find(words) != std::string::npos; };
    const bool is_other = tells("void since the start") || tells("fork: ") || tells("no copies of the bots") ||
                          run.bots().was_interrupted();
    if (!finished && struck && !killed && !is_other && !tells(run.file("").string())) {
      report_.wrong.push_back("an error that names no file: " + run.error());
    }
    if (tells("canceled")) report_.wrong.push_back("a stop is taken for an error: " + run.error());
    run.check_stop(killed);
    if (bug_ == Bug::cuts_game) run.cut_last_games();
  }
  run.check_end();
  // The second void block is played again under a number that depends on which was the first.
  if (run.voids() <= 1 && run.records() != undisturbed_)
    report_.wrong.push_back("the records are not those of the undisturbed run");
}

}  // namespace

Report simulate(const std::string& seed, Bug bug) {
  const League league = draw_league(seed, bug);
  hearts::Random random = arena::random_from("troubles of " + seed);
  begin_peak();
  const std::size_t before = bytes_in_use();
  Simulation simulation(seed, league, bug);
  if (simulation.play_undisturbed()) {
    simulation.play_disturbed(league.troubles, [&](Run& run) {
      const auto call = static_cast<long>(random.below(static_cast<std::uint32_t>(simulation.calls() + 1)));
      if (bug == Bug::line_lost) return strike(run, {"the disk lies", DiskFault::lost}, call);
      if (bug == Bug::line_doubled) return strike(run, {"the disk lies", DiskFault::doubled}, call);
      if (bug == Bug::line_altered) return strike(run, {"the disk lies", DiskFault::altered}, call);
      return draw_trouble(run, simulation.calls(), random);
    });
  }
  Report report = std::move(simulation.report());
  if (peak_bytes() > before + kPeakMax)
    report.wrong.push_back(fmt::format("it took {} KB", (peak_bytes() - before) >> 10));
  return report;
}

Report strike_each_call(const std::string& seed) {
  League league = draw_league(seed, Bug::none);
  league.workers = 1;
  Simulation simulation(seed, league, Bug::none);
  if (!simulation.play_undisturbed()) return simulation.report();
  // One strike a start.
  const auto play_struck = [&](const std::vector<std::pair<DiskTrouble, long>>& strikes) {
    std::vector<std::string>& wrong = simulation.report().wrong;
    const std::size_t wrong_before = wrong.size();
    auto next = strikes.begin();
    simulation.play_disturbed(static_cast<int>(strikes.size()), [&](Run& run) {
      const auto& [trouble, call] = *next++;
      return strike(run, trouble, call);
    });
    if (wrong.size() == wrong_before) return;
    for (const auto& [trouble, call] : strikes) wrong.push_back(fmt::format("({}: call {})", trouble.name, call));
  };
  for (const DiskTrouble& trouble : kDiskTroubles) {
    for (long call = 0; call <= simulation.calls(); ++call) play_struck({{trouble, call}});
  }
  // What a kill leaves at the end looks finished, and need not be on the disk for certain.
  for (long kill = simulation.calls() - kLastCalls; kill <= simulation.calls(); ++kill) {
    for (long cut = 0; cut < kCallsAfter; ++cut) play_struck({{kKill, kill}, {kPowerCut, cut}});
  }
  return simulation.report();
}

}  // namespace simulation
