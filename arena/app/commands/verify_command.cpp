#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <iostream>
#include <optional>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/app/terminal/json_output.h"
#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/table/fault.h"
#include "arena/league/audit/verify.h"
#include "arena/records/bot_status.h"
#include "arena/records/line_fields.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace json = boost::json;
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

/// How much of the ratings is read to find the decisions about bots, which come before all tables.
constexpr std::size_t kRatingsHeadBytes = 8 << 20;

/// The ratings of a run, compared with those in its folder.
struct RatingsCheck {
  std::optional<Ratings> ratings;      ///< empty if the records cannot be rated
  std::vector<std::string> problems;   ///< a sentence for each thing that is wrong
  std::vector<std::string> unchecked;  ///< files of a run that was in progress
  bool are_compared = false;           ///< there were files to compare

  bool follow() const { return are_compared && problems.empty(); }
  const Ratings* ratings_or_null() const { return ratings ? &*ratings : nullptr; }
};

/// Whether the ratings name bots that the organiser keeps out, but the file of these decisions is missing.
bool lacks_statuses(const std::filesystem::path& folder) {
  if (is_present(folder / kStatusFile)) return false;
  const std::optional<std::string> ratings = read_if_there(folder / kRatingsFile, kRatingsHeadBytes);
  return ratings && ratings->find(R"("statuses":[)") != std::string::npos;
}

/// Rates the records, and checks that the ratings and standings in the folder are those that follow from them.
RatingsCheck check_ratings(const std::filesystem::path& folder, bool finished) {
  RatingsCheck check;
  try {
    check.ratings.emplace(Ratings{read_rated_runs({folder.string()})});
  } catch (const InputError& error) {
    check.problems.emplace_back(error.what());
    return check;
  }
  std::vector<RatedRun> runs = check.ratings->rated.runs();
  for (RatedRun& run : runs) run.path.clear();  // the files do not depend on where the folder is
  const auto written_anew = [&](std::string_view name) {
    if (name == kStandingsFile) return standings_markdown(check.ratings->standings, runs);
    std::string text;
    write_standings_json(check.ratings->standings, runs, [&](std::string_view piece) { text += piece; });
    return text;
  };
  for (const std::string_view name : {kRatingsFile, kStandingsFile}) {
    const std::filesystem::path path = folder / name;
    if (!is_present(path)) continue;  // a run that was killed at its end has no such file
    if (!finished) {
      check.unchecked.push_back(path.string());
      continue;
    }
    check.are_compared = true;
    const std::string expected = written_anew(name);
    if (read_input(path, expected.size() + 1) == expected) continue;
    if (lacks_statuses(folder)) {
      check.problems.push_back(fmt::format(
          "{} does not follow from the games alone: it shows bots that are withdrawn or disqualified, and {} is "
          "missing; copy that file from the folder where the run was played",
          path.string(), (folder / kStatusFile).string()));
      continue;
    }
    check.problems.push_back(path.string() +
                             " does not follow from the games; to write it again, repeat the 'arena run' command with "
                             "this folder");
  }
  return check;
}

/// Returns a sentence for each bot that may recognise deals.
std::vector<std::string> suspects_of(const RatingsCheck& check) {
  return check.ratings ? suspect_sentences(check.ratings->standings) : std::vector<std::string>();
}

/// Reports whether the ratings follow from the records.
void report_ratings(const RatingsCheck& check, const Screen& err) {
  for (const std::string& file : check.unchecked)
    report("{} was written while the run was in progress, so it is not checked\n", file);
  for (const std::string& problem : check.problems) complain(err, problem);
  if (check.follow()) std::cout << "the ratings follow from the games\n";
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

/// Says that no test can prove that bots did not recognise deals.
std::string unproven_order(const Standings& standings) {
  const std::string found =
      standings.order_tests == 0   ? fmt::format("no bot has the {} blocks that a test needs", kOrderBlocksMin)
      : standings.suspects.empty() ? fmt::format("{} found none, but a bot may use what it knows too rarely",
                                                 counted(standings.order_tests, "test"))
                                   : "see the bots named above";
  return "that no bot knew deals from earlier games of a block: " + found;
}

/// Prints what is conspicuous, but not wrong.
void report_oddities(const RunVerification& run) {
  const int starts = in_all(run, &Verification::starts);
  const int clocked_again = in_all(run, &Verification::clocked_again);
  const int killed = in_all(run, &Verification::killed);
  if (starts > 1) report("the arena was started {} times\n", starts);
  if (clocked_again > 0)
    report("{} timed but not recorded: lost when the arena was killed, or removed\n", counted(clocked_again, "game"));
  if (killed > 0) report("bots were killed by {}\n", counted(killed, "signal"));
}

/// Returns what an audit cannot prove, one clause each. `ratings` may be null.
std::vector<std::string> unproven(const RunVerification& run, const Ratings* ratings, const Published& published) {
  const int starts = in_all(run, &Verification::starts);
  const Verification& last_stage = run.stages.back();
  std::vector<std::string> clauses;
  std::vector<int> unannounced;
  for (const Verification& stage : run.stages) {
    if (!published.has_receipt(stage.receipt)) unannounced.push_back(stage.stage);
  }
  if (unannounced.size() == run.stages.size()) {
    clauses.emplace_back("that key, bots, rules and limits are those announced: add the --receipt that was published");
  } else if (!unannounced.empty()) {
    clauses.push_back(fmt::format(
        "that key, bots, rules and limits of stage{} {} are those announced: add the --receipt of each, too",
        unannounced.size() == 1 ? "" : "s", fmt::join(unannounced, ", ")));
  }
  const int first = run.digest_games.empty() ? 0 : std::ranges::min(run.digest_games);
  const int last = run.digest_games.empty() ? 0 : std::ranges::max(run.digest_games);
  if (last == 0) {
    clauses.emplace_back("that no game was cut and played again: add each --digest that was published at a stop");
  } else {
    clauses.push_back(
        fmt::format("that none of the first {} was cut and played again before their digest was published",
                    counted(first > 0 ? first : last, "game")));
    if (last < in_all(run, &Verification::games))
      clauses.push_back(fmt::format("that none after the {} of the last digest was", last));
  }
  if (starts != 1)
    clauses.push_back(fmt::format(
        "that no unfinished game was dropped and played again: {}",
        starts > 1 ? "each stop of the arena drops some" : "the records do not say how often the arena was stopped"));
  if (std::ranges::any_of(run.stages, [](const Verification& stage) { return stage.entropy.empty(); })) {
    clauses.emplace_back("that the key was not chosen from many: only --entropy rules that out");
  } else {
    clauses.emplace_back("that the entropy was drawn at random after the receipt was published, in the form announced");
  }
  if (ratings != nullptr && last_stage.duplicate_deals) clauses.push_back(unproven_order(ratings->standings));
  if (last_stage.deals_given > 0) clauses.emplace_back("that no bot knew the given deals or was written for them");
  if (!last_stage.key_revealed)
    clauses.emplace_back(
        "that the deals follow from the key and the entropy: this can be checked only when the run has ended");
  clauses.emplace_back(
      "that nobody learned the key, and that nobody tampered with the machine, the program or the bots' processes: see "
      "SECURITY.md");
  return clauses;
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
  if (found.verdict && found.test)
    report("the verdict of the duel follows from its games: {}\n", verdict_words(*found.verdict, *found.test));
  if (!found.withdrawn.empty())
    report("{}{} {} had forfeited too many games in a row\n", which, found.ended_early ? "it ended when" : "at its end",
           fmt::join(found.withdrawn, ", "));
  if (!found.outclassed.empty())
    report("{}{} {} could no longer be among the first\n", which, found.ended_early ? "it ended when" : "at its end",
           fmt::join(found.outclassed, ", "));
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
  const bool right = inputs_follow(found.inputs, err) && found.problems_found == 0;
  if (std::ranges::any_of(found.stages, [](const Verification& stage) { return stage.deals_wrong > 0; }))
    return kFailed;
  for (const Verification& stage : found.stages) report_deals(stage, found.stages.size() == 1);
  const RatingsCheck check = check_ratings(run, found.stages.back().key_revealed);
  report_ratings(check, err);
  const std::vector<std::string> suspects = suspects_of(check);
  for (const std::string& sentence : suspects) report("{}\n", sentence);
  report_oddities(found);
  std::cout << "not proven:\n";
  for (const std::string& clause : unproven(found, check.ratings_or_null(), published)) report("- {}\n", clause);
  return right && check.problems.empty() && (suspects.empty() || !is_strict) ? kDone : kFailed;
}

json::object stage_json(const Verification& stage, const Published& published) {
  const auto void_json = [](const Verification::VoidFound& one) {
    return json::object{{"block", one.block.block},
                        {"game", one.block.game},
                        {"fault", fault_name(one.block.fault)},
                        {"detail", legible(one.block.detail)},
                        {"games", one.games}};
  };
  return {{"stage", stage.stage},
          {"cut", stage.is_cut},
          {"receipt", stage.receipt},
          {"receipt_published", published.has_receipt(stage.receipt)},
          {"digest", stage.digest},
          {"entropy", stage.entropy},
          {"games", stage.games},
          {"missing", stage.missing},
          {"key_revealed", stage.key_revealed},
          {"deals_wrong", stage.deals_wrong},
          {"deals_given", stage.deals_given},
          {"deals_compared", stage.deals_compared},
          {"duplicate_deals", stage.duplicate_deals},
          {"decided_at", stage.decided_at},
          {"verdict", stage.verdict ? json::value(verdict_name(*stage.verdict)) : json::value(nullptr)},
          {"withdrawn", json::value_from(stage.withdrawn)},
          {"outclassed", json::value_from(stage.outclassed)},
          {"ended_early", stage.ended_early},
          {"void_blocks", stage.void_blocks},
          {"voids", list_json(stage.voids, void_json)},
          {"starts", stage.starts},
          {"clocked_again", stage.clocked_again},
          {"killed", stage.killed}};
}

json::array texts_json(const std::vector<std::string>& texts) {
  return list_json(texts, [](const std::string& text) { return legible(text); });
}

/// Audits a run and prints what is found as one JSON object.
int audit_as_json(const std::string& run, const Published& published, bool is_strict) {
  const RunVerification found = verify_run(run, published);
  const RatingsCheck check = check_ratings(run, found.stages.back().key_revealed);
  const std::vector<std::string> suspects = suspects_of(check);
  const bool right =
      found.problems_found == 0 && found.inputs.wrong == 0 && check.problems.empty() &&
      std::ranges::all_of(found.stages, [](const Verification& stage) { return stage.deals_wrong == 0; });
  const bool is_good = right && (suspects.empty() || !is_strict);
  print_json(
      {{"verify", 1},
       {"good", is_good},
       {"games", in_all(found, &Verification::games)},
       {"torn_bytes", found.torn_bytes},
       {"problems_found", found.problems_found},
       {"problems", texts_json(found.problems)},
       {"stages", list_json(found.stages, [&](const Verification& stage) { return stage_json(stage, published); })},
       {"digest_games", json::value_from(found.digest_games)},
       {"inputs", json::object{{"right", found.inputs.right},
                               {"unknown", found.inputs.unknown},
                               {"wrong", found.inputs.wrong},
                               {"problems", texts_json(found.inputs.problems)}}},
       {"ratings_follow", check.are_compared ? json::value(check.follow()) : json::value(nullptr)},
       {"ratings_problems", texts_json(check.problems)},
       {"suspects", texts_json(suspects)},
       {"unproven", texts_json(unproven(found, check.ratings_or_null(), published))}});
  return is_good ? kDone : kFailed;
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
  auto is_json = std::make_shared<bool>(false);
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
  command.writes(Output::long_text,
                 {command.flag("--json", *is_json, "print everything as one JSON object (docs/json.md describes it)")});
  command.run([run, published, is_strict, is_json, context] {
    for (const std::string& receipt : published->receipts) check_hash("--receipt", receipt);
    for (const std::string& digest : published->digests) check_hash("--digest", digest);
    if (*is_json) return audit_as_json(*run, *published, *is_strict);
    return audit(*run, *published, *is_strict, *context.screens);
  });
}

}  // namespace arena::cli
