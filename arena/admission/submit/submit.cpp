#include "arena/admission/submit/submit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "arena/admission/check/program_flaw.h"
#include "arena/admission/submit/build_advice.h"
#include "arena/admission/submit/entrant_status.h"
#include "arena/admission/submit/owner.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/bots/package/resource_policy.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/run/machine.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// One submission under way.
class Submitting {
 public:
  Submitting(const SubmitOrder& order, const BotSandbox& sandbox, const SubmitEvents& events)
      : order_(order), sandbox_(sandbox), events_(events), ledger_(order.league) {}

  Submission run() {
    result_.isolation = isolation_name(sandbox_.sandbox().isolation);
    try {
      run_steps();
    } catch (const Refusal& refusal) {
      result_.refused = {step_, refusal.what(), refusal.remedy};
      keep_in_list(*result_.refused);
    }
    return std::move(result_);
  }

 private:
  void begin(SubmitStep step) {
    step_ = step;
    if (events_) events_(step, result_);
  }

  void run_steps() {
    const League league = read_league(ledger_.league_file(), 0);
    const Workplace place(ledger_, Ledger::Lock(ledger_));
    others_in_league(ledger_.read(),
                     league);  // a bot of the organiser that is missing is reported before the long steps
    begin(SubmitStep::unpack);
    receive_bot(order_.given, place, sandbox_.sandbox().isolation >= Isolation::confined, result_.received);
    begin(SubmitStep::owner);
    const std::vector<SubmittedBot> bots = ledger_.read();
    owner_of(bots, league);
    std::vector<SubmittedVersion> entered;
    const auto own = std::ranges::find(bots, result_.received.manifest.name, &SubmittedBot::name);
    if (own != bots.end()) entered = versions_in_league(*own, league);
    if (!result_.received.archive.empty()) refuse_same(entered, &SubmittedVersion::archive, result_.received.archive);
    const fs::path folder = built(result_.received.folder, place);
    const BotEntry bot = look_up(folder, league);
    refuse_same(entered, &SubmittedVersion::hash, bot.hash);  // before the steps that last
    check(bot, league);
    try_out(bot, league, place);
    if (result_.is_stopped()) return;
    enter(bot);
  }

  /// Returns the versions of a bot that are in the league file, earliest first.
  static std::vector<SubmittedVersion> versions_in_league(const SubmittedBot& bot, const League& league) {
    std::vector<SubmittedVersion> entered;
    for (const SubmittedVersion& version : bot.versions) {
      if (std::ranges::find(league.entrants, entrant_word(bot, version), &League::Entrant::bot) !=
          league.entrants.end())
        entered.push_back(version);
    }
    return entered;
  }

  /// Refuses the bot if one of these versions has the same hash of its archive or of its files.
  static void refuse_same(const std::vector<SubmittedVersion>& entered, std::string SubmittedVersion::* hash,
                          const std::string& is) {
    const auto same = std::ranges::find(entered, is, hash);
    if (same == entered.end()) return;
    throw Refusal(fmt::format("nothing has changed since version {}, which was entered at {} and is in the league",
                              same->number, same->time),
                  "Change the bot before you submit it again.");
  }

  /// Called before the long steps and again when the bot is entered: meanwhile others may have submitted bots, or the
  /// organiser may have edited the league file. Returns what find_owner() does.
  std::optional<std::string> owner_of(const std::vector<SubmittedBot>& bots, const League& league) const {
    const BotManifest& manifest = result_.received.manifest;
    refuse_disqualified(ledger_, manifest.name);
    return find_owner({manifest.name, manifest.author, order_.token, order_.new_token}, bots,
                      others_in_league(bots, league));
  }

  /// Returns the league's entrants, apart from this bot's own versions.
  std::vector<BotIdentity> others_in_league(const std::vector<SubmittedBot>& bots, const League& league) const {
    std::map<std::string, std::string> submitted;  // names by entrant
    for (const SubmittedBot& bot : bots) {
      for (const SubmittedVersion& version : bot.versions) submitted[entrant_word(bot, version)] = bot.name;
    }
    std::vector<BotIdentity> others;
    for (std::size_t i = 0; i < league.entrants.size(); ++i) {
      const League::Entrant& entrant = league.entrants[i];
      const auto found = submitted.find(entrant.bot);
      if (found != submitted.end() && found->second == result_.received.manifest.name) continue;
      if (found == submitted.end()) {
        others.push_back(identify_entrant(league, i));
      } else {
        others.push_back({entrant.name.empty() ? found->second : entrant.name, entrant.author});
      }
    }
    return others;
  }

  fs::path built(const fs::path& received, const Workplace& place) {
    fs::path folder = received;
    if (!result_.received.manifest.build.empty()) {
      begin(SubmitStep::build);
      const Built built =
          build_bot(received, result_.received.manifest, order_.build, sandbox_.sandbox(), sandbox_.staging(), place);
      result_.build_time = built.time;
      folder = built.folder;
      const BotManifest& manifest = result_.received.manifest;
      if (!fs::is_regular_file(fs::symlink_status(folder / kBotManifest)) || manifest_in(folder) != manifest)
        throw Refusal("the build changes or removes bot.json", "Let the build leave bot.json as it is.");
      const std::string& program = manifest.command.front();
      if (has_own_program(manifest) && !path_flaw(program) && !is_there(folder / program)) {
        const std::string advice = shell_advice(manifest.build);
        throw Refusal(
            fmt::format("the build succeeds, but then the bot's program {} does not exist", quoted_name(program)),
            describe_built_files(received, folder) + " Let it make the program, or correct \"command\"." +
                (advice.empty() ? "" : "\n" + advice));
      }
    }
    make_executable(folder, result_.received.manifest);
    return folder;
  }

  /// Looks the bot up as the league itself will.
  BotEntry look_up(const fs::path& folder, const League& league) {
    begin(SubmitStep::look_up);
    try {
      const BotManifest& manifest = result_.received.manifest;
      granted(league.resources, manifest.resources, std::string(kBotManifest) + ": " + manifest.name);
    } catch (const InputError& error) {
      throw refusal_of(error, folder, "Ask for less in \"resources\" of bot.json, or ask the organiser to allow more.");
    }
    try {
      BotEntry bot = find_bot(folder.string(), {}, league.resources);
      result_.version.hash = bot.hash;
      result_.version.version = bot.version;
      return bot;
    } catch (const InputError& error) {
      throw refusal_of(error, folder, "Correct bot.json, or let \"build\" make what is missing.");
    }
  }

  void check(const BotEntry& bot, const League& league) {
    begin(SubmitStep::check);
    result_.subject.emplace(Subject{bot, {}, sandbox_.sandbox(), league.limits, RunKey::from_seed("check")});
    Subject& subject = *result_.subject;
    subject.laws = league.table_laws;
    subject.deterministic = league.deterministic;
    const BotCopies copies({bot}, sandbox_.staging());
    subject.command = copies.commands().front();
    pin_to_one_core(0);  // as tables of a run are
    try {
      result_.examination = examine(subject, {}, {});
    } catch (const InputError& error) {
      throw refusal_of(error, subject.command.folder,
                       "List the variants that it plays in \"plays\" of bot.json, or leave \"plays\" out to play all.");
    }
    if (result_.examination->is_good()) return;
    std::vector<std::string_view> failed;
    for (const StepResult& step : result_.examination->steps) {
      if (step.outcome == StepOutcome::failed) failed.push_back(step.step->name);
    }
    throw Refusal("it fails steps of the conformance check: " + hearts::joined(failed, ", "),
                  fmt::format("Follow the hints; 'arena check FOLDER{}' on your own machine shows the same.",
                              league.deterministic ? " --deterministic" : ""));
  }

  void try_out(const BotEntry& bot, const League& league, const Workplace& place) {
    begin(SubmitStep::trial);
    result_.trial = try_in_league(bot, league, sandbox_, place.make_folder("trial"));
  }

  void enter(const BotEntry& bot) {
    begin(SubmitStep::enter);
    const Ledger::Lock lock(ledger_);
    std::vector<SubmittedBot> bots = ledger_.read();
    const League league = read_league(ledger_.league_file(), 0);
    const std::optional<std::string> owner = owner_of(bots, league);
    auto own = std::ranges::find(bots, bot.name, &SubmittedBot::name);
    const bool is_first = own == bots.end();
    if (is_first)
      own = bots.insert(std::ranges::upper_bound(bots, bot.name, {}, &SubmittedBot::name),
                        {bot.name, bot.author, owner.value_or(""), {}});
    // The version whose place it takes: the one that is in the league now.
    std::optional<std::string> old;
    const std::vector<SubmittedVersion> entered = versions_in_league(*own, league);
    refuse_same(entered, &SubmittedVersion::hash, bot.hash);
    if (!entered.empty()) {
      result_.predecessor = entered.back();
      old = entrant_word(*own, entered.back());
    }
    if (!old && league.entrants.size() >= static_cast<std::size_t>(kEntrantsMax))
      throw Refusal(fmt::format("the league is full: it has {} entrants", kEntrantsMax), "Ask the organiser.");

    SubmittedVersion& version = result_.version;
    version.number = is_first ? 1 : own->versions.back().number + 1;
    version.archive = result_.received.archive;
    version.time = time_now();
    version.isolation = result_.isolation;
    if (!owner || order_.new_token) result_.token = new_token();
    if (!owner) own->token = kept_token(result_.token);
    SubmittedVersion entering = version;
    entering.is_entering = true;
    own->versions.push_back(entering);
    const std::string word = entrant_word(*own, version);
    // The order is: the files, the ledger, the league file. A process that is killed before the last has entered
    // nothing. Until then, the old token stays valid for what its owner has submitted.
    try {
      place_files(bot.command.folder, word);
      ledger_.write(bots, lock);
      enter_in_league(ledger_.league_file(), word, old);
    } catch (const std::exception&) {
      ledger_.recover(lock);  // may throw itself: then the next submission does it
      throw;
    }
    own->versions.back().is_entering = false;
    if (owner && order_.new_token) {
      for (SubmittedBot& one : bots) {
        if (one.token == *owner) one.token = kept_token(result_.token);
      }
    }
    ledger_.write(bots, lock);
    result_.entrant = word;
    result_.kept_out = find_status(ledger_, bot.name);
    try {
      keep_receipts();
    } catch (const std::exception& error) {
      result_.unkept_receipt = error.what();  // the bot is entered, and its author needs the token
    }
  }

  void place_files(const fs::path& folder, const std::string& word) const {
    const fs::path place = ledger_.league_folder() / word;
    std::error_code error;
    make_folder(place.parent_path());
    fs::rename(folder, place, error);
    if (error) throw_errno(place.string(), error.value());
    const OwnedFd fd(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() < 0 || ::syncfs(fd.get()) != 0) throw_errno(place.string());
  }

  /// Lists a refused bot for the organiser. The receipt is for its author.
  void keep_in_list(const Submission::RefusedAt& refused) const {
    const BotManifest& bot = result_.received.manifest;
    const Ledger::Lock lock(ledger_);
    ledger_.keep_refusal({time_now(), bot.name, bot.author, bot.version, result_.received.archive,
                          std::string(step_name(refused.step)), refused.why},
                         lock);
  }

  void keep_receipts() const {
    const fs::path base = ledger_.folder() / "receipts";
    make_folder(base);
    const std::string name = fmt::format("{}-{}", result_.received.manifest.name, result_.version.number);
    write_whole(base / (name + ".json"), receipt_json(result_, false) + "\n");
    write_whole(base / (name + ".txt"), receipt_text(result_, Page{}, false));
  }

  const SubmitOrder& order_;
  const BotSandbox& sandbox_;
  const SubmitEvents& events_;
  const Ledger ledger_;
  SubmitStep step_ = SubmitStep::unpack;
  Submission result_;
};

}  // namespace

Submission submit_bot(const SubmitOrder& order, const BotSandbox& sandbox, const SubmitEvents& events) {
  return Submitting(order, sandbox, events).run();
}

}  // namespace arena
