#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/table/fault.h"
#include "arena/league/audit/verify.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

using hearts::counted;

/// Prints a part of the audit.
template <class... Values>
void report(fmt::format_string<Values...> text, Values&&... values) {
  std::cout << fmt::format(text, std::forward<Values>(values)...);
}

void complain(const Screen& err, const std::string& problem) {
  std::cerr << err.fitting("arena verify: " + problem + "\n");
}

/// The ratings that follow from the records.
struct Ratings {
  RatedRuns rated;
  Standings standings = rated.standings();
};

/// Rates the records. If it fails, it prints the reason.
std::optional<Ratings> rate_records(const std::string& run, const Screen& err) {
  try {
    return Ratings{read_rated_runs({run})};
  } catch (const InputError& error) {
    complain(err, error.what());
    return std::nullopt;
  }
}

/// Checks that the ratings and standings in the folder of a run are those that follow from its records.
bool ratings_follow(const std::filesystem::path& folder, const Ratings& ratings, bool finished, const Screen& err) {
  bool follow = true;
  bool are_there = false;
  const auto written_anew = [&](std::string_view name) {
    if (name == kStandingsFile) return standings_markdown(ratings.standings, ratings.rated.runs());
    std::string text;
    write_standings_json(ratings.standings, ratings.rated.runs(), [&](std::string_view piece) { text += piece; });
    return text;
  };
  for (const std::string_view name : {kRatingsFile, kStandingsFile}) {
    const std::filesystem::path path = folder / name;
    if (!is_present(path)) continue;  // a run that was killed at its end has no such file
    if (!finished) {
      report("{} was written while the run was in progress, so it is not checked\n", path.string());
      continue;
    }
    are_there = true;
    const std::string expected = written_anew(name);
    if (read_input(path, expected.size() + 1) == expected) continue;
    complain(err, path.string() +
                      " does not follow from the games; to write it again, repeat the 'arena run' command with this "
                      "folder");
    follow = false;
  }
  if (are_there && follow) std::cout << "the ratings follow from the games\n";
  return follow;
}

/// Reports whether the recorded input of the bots is right, as far as the records can show.
bool inputs_follow(const InputAudit& audit, const Screen& err) {
  for (const std::string& problem : audit.problems) complain(err, problem);
  if (const int more = audit.wrong - static_cast<int>(audit.problems.size()); more > 0)
    complain(err, fmt::format("and {} more like these", more));
  if (audit.right > 0) {
    report("what bots were sent follows from the records: {} by checksum, {} without one\n",
           counted(audit.right, "seat"), audit.unknown);
  } else if (audit.wrong == 0) {
    std::cout << "what bots were sent is not checked: the records have no checksums of it\n";
  }
  return audit.wrong == 0;
}

/// Returns the sum over all stages.
int in_all(const RunVerification& run, int Verification::* count) {
  int sum = 0;
  for (const Verification& stage : run.stages) sum += stage.*count;
  return sum;
}

void report_published(const RunVerification& run, const Published& published) {
  for (const Verification& stage : run.stages) {
    if (published.has_receipt(stage.receipt))
      report("the receipt matches {}\n",
             run.stages.size() == 1 ? "these records" : fmt::format("stage {}", stage.stage));
  }
  for (const int games : run.digest_games) {
    if (games > 0) report("the digest matches the records after {}\n", counted(games, "game"));
  }
  for (const Verification& stage : run.stages) {
    const std::string which = run.stages.size() == 1 ? "" : fmt::format("stage {}: ", stage.stage);
    report("{0}receipt {1}\n{0}digest {2}\n", which, stage.receipt, stage.digest);
    if (!stage.entropy.empty()) report("{}entropy \"{}\"\n", which, stage.entropy);
  }
}

/// Prints that no test can prove that bots did not recognise deals.
void report_unproven_order(const Standings& standings) {
  const std::string found =
      standings.order_tests == 0   ? fmt::format("no bot has the {} blocks that a test needs", kOrderBlocksMin)
      : standings.suspects.empty() ? fmt::format("{} found none, but a bot may use what it knows too rarely",
                                                 counted(standings.order_tests, "test"))
                                   : "see the bots named above";
  report("- that no bot knew deals from earlier games of a block: {}\n", found);
}

/// Prints what an audit cannot prove. `ratings` may be null.
void report_unproven(const RunVerification& run, const Ratings* ratings, const Published& published) {
  const int starts = in_all(run, &Verification::starts);
  const int clocked_again = in_all(run, &Verification::clocked_again);
  const int killed = in_all(run, &Verification::killed);
  const Verification& last_stage = run.stages.back();
  if (starts > 1) report("the arena was started {} times\n", starts);
  if (clocked_again > 0)
    report("{} timed but not recorded: lost when the arena was killed, or removed\n", counted(clocked_again, "game"));
  if (killed > 0) report("bots were killed by {}\n", counted(killed, "signal"));
  std::cout << "not proven:\n";
  std::vector<int> unannounced;
  for (const Verification& stage : run.stages) {
    if (!published.has_receipt(stage.receipt)) unannounced.push_back(stage.stage);
  }
  if (unannounced.size() == run.stages.size()) {
    std::cout << "- that key, bots, rules and limits are those announced: add the --receipt that was published\n";
  } else if (!unannounced.empty()) {
    report("- that key, bots, rules and limits of stage{} {} are those announced: add the --receipt of each, too\n",
           unannounced.size() == 1 ? "" : "s", fmt::join(unannounced, ", "));
  }
  const int first = run.digest_games.empty() ? 0 : std::ranges::min(run.digest_games);
  const int last = run.digest_games.empty() ? 0 : std::ranges::max(run.digest_games);
  if (last == 0) {
    std::cout << "- that no game was cut and played again: add each --digest that was published at a stop\n";
  } else {
    report("- that none of the first {} was cut and played again before their digest was published\n",
           counted(first > 0 ? first : last, "game"));
    if (last < in_all(run, &Verification::games)) report("- that none after the {} of the last digest was\n", last);
  }
  if (starts != 1)
    report("- that no unfinished game was dropped and played again: {}\n",
           starts > 1 ? "each stop of the arena drops some" : "the records do not say how often the arena was stopped");
  if (std::ranges::any_of(run.stages, [](const Verification& stage) { return stage.entropy.empty(); })) {
    std::cout << "- that the key was not chosen from many: only --entropy rules that out\n";
  } else {
    std::cout << "- that the entropy was drawn at random after the receipt was published, in the form announced\n";
  }
  if (ratings != nullptr && last_stage.duplicate_deals) report_unproven_order(ratings->standings);
  if (last_stage.deals_given > 0) std::cout << "- that no bot knew the given deals or was written for them\n";
  if (!last_stage.key_revealed)
    std::cout
        << "- that the deals follow from the key and the entropy: this can be checked only when the run has ended\n";
  std::cout << "- that nobody learned the key, and that nobody tampered with the machine, the program or the bots' "
               "processes: see SECURITY.md\n";
}

void report_voids(const Verification& found) {
  for (const Verification::VoidFound& one : found.voids) {
    report("the records call block {} void (game {}: {}: {}); {} in it {} not count\n", one.block.block, one.block.game,
           fault_name(one.block.fault), printable(one.block.detail), counted(one.games, "recorded game"),
           one.games == 1 ? "does" : "do");
  }
  if (const int more = found.void_blocks - static_cast<int>(found.voids.size()); more > 0)
    report("and {} more void\n", counted(more, "block"));
}

/// Prints what the deals of a stage follow from, and whether games are missing. If there are several stages, it names
/// the stage.
void report_deals(const Verification& found, bool is_only) {
  const std::string which = is_only ? "" : fmt::format("stage {}: ", found.stage);
  const char* deals = found.deals_given > 0 ? "other deal follows" : "deal follows";
  if (found.deals_given > 0 && found.deals_compared)
    report("{}{} were given, and dealt as given\n", which, counted(found.deals_given, "deal"));
  if (!found.deals_compared) {
    report("{}no deal is checked: {} is missing, or belongs to another run\n", which, kDealsFile);
    return;
  }
  if (!found.key_revealed) {
    report("{}every {} from its seed; the run is not finished ({} to come), so its key is not revealed yet\n", which,
           deals, counted(found.missing, "game"));
    return;
  }
  if (found.decided_at > 0)
    report("the duel was decided by the {} before block {}, and ended there\n", counted(found.games, "game"),
           found.decided_at);
  if (!found.withdrawn.empty())
    report("{}{} {} had forfeited too many games in a row\n", which, found.ended_early ? "it ended when" : "at its end",
           fmt::join(found.withdrawn, ", "));
  if (found.is_cut) {
    report("{}it was ended early: {} of its schedule {} not played\n", which, counted(found.missing, "game"),
           found.missing == 1 ? "was" : "were");
  } else if (found.missing == 0) {
    report("{}no game of the schedule is missing\n", which);
  }
  report("{}every {} from its seed, and the seeds from the key that the run committed to\n", which, deals);
}

int audit(const std::string& run, const Published& published, bool is_strict, const Screens& screens) {
  const Screen& err = screens.err;
  const RunVerification found = verify_run(run, published);
  if (found.torn_bytes > 0) {
    report("the last line is torn ({}); the next run removes it\n", counted(found.torn_bytes, "byte"));
  }
  for (const std::string& problem : found.problems) complain(err, problem);
  if (const int more = found.problems_found - static_cast<int>(found.problems.size()); more > 0)
    complain(err, "and " + counted(more, "more problem"));
  report("{} played again{}: {}\n", counted(in_all(found, &Verification::games), "game"),
         found.stages.size() == 1 ? "" : fmt::format(", of {} stages", found.stages.size()),
         found.problems_found == 0 ? "every seat, deal, pass, play, choice, score and place is right"
                                   : counted(found.problems_found, "problem"));
  for (const Verification& stage : found.stages) report_voids(stage);
  report_published(found, published);
  bool right = inputs_follow(found.inputs, err) && found.problems_found == 0;
  if (std::ranges::any_of(found.stages, [](const Verification& stage) { return stage.deals_wrong > 0; }))
    return kFailed;
  for (const Verification& stage : found.stages) report_deals(stage, found.stages.size() == 1);
  const std::optional<Ratings> ratings = rate_records(run, err);
  right = ratings && ratings_follow(run, *ratings, found.stages.back().key_revealed, err) && right;
  const std::vector<std::string> suspects =
      ratings ? suspect_sentences(ratings->standings) : std::vector<std::string>();
  for (const std::string& sentence : suspects) report("{}\n", sentence);
  report_unproven(found, ratings ? &*ratings : nullptr, published);
  return right && (suspects.empty() || !is_strict) ? kDone : kFailed;
}

/// Throws InputError if the text is not a hash.
void check_hash(std::string_view option, std::string_view text) {
  if (text.find_first_of("ABCDEF") == std::string_view::npos && digest_from_hex(text)) return;
  throw InputError(fmt::format("{}: {} is not 64 lowercase hexadecimal digits", option, printable(text)));
}

}  // namespace

void define_verify(Command& command, const CommandContext& context) {
  auto run = std::make_shared<std::string>();
  auto published = std::make_shared<Published>();
  auto is_strict = std::make_shared<bool>(false);
  command.value("RUN", *run, kRunHelp).required();
  command
      .repeated("--receipt", published->receipts,
                "a receipt that was published before the first card. Repeat the option for each stage")
      .value_name("HASH");
  command
      .repeated("--digest", published->digests,
                "a digest that was published at a stop or at the end. Repeat the option for several")
      .value_name("HASH");
  command.flag("--strict", *is_strict,
               "exit with 1 also if a bot does better in later games of a block, whose deals it may know");
  command.footer(
      "verify repeats the whole run from its records:\n"
      "  - It draws the schedule again from the first line of the run, and compares who played what and sat where.\n"
      "  - It derives the seeds from the key. A run commits to its key in its first line and reveals it at the end.\n"
      "  - It deals every hand again from its seed, and replays every game by the rules.\n"
      "  - It computes again what each bot was sent, looks for gaps, and checks all checksums.\n"
      "  - It checks that ratings.json follows from the games.\n"
      "  - It names bots that may recognise deals: the games of a block have the same deals, and these bots do better "
      "in\n"
      "    the later ones.\n"
      "At the end verify lists what no record can prove.\n"
      "Exit codes: 0 everything is right, 1 something is wrong (with --strict also if a bot is named), 2 not the "
      "records\n"
      "of a run.");
  command.writes(Output::long_text);
  command.run([run, published, is_strict, context] {
    for (const std::string& receipt : published->receipts) check_hash("--receipt", receipt);
    for (const std::string& digest : published->digests) check_hash("--digest", digest);
    return audit(*run, *published, *is_strict, *context.screens);
  });
}

}  // namespace arena::cli
