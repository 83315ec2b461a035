#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <utility>

#include "arena/cli/commands.h"
#include "arena/cli/rated_standings.h"
#include "arena/deals/given_deals.h"
#include "arena/records/run_folder.h"
#include "arena/replay/input_audit.h"
#include "arena/seeds/digest.h"
#include "arena/table/fault.h"
#include "arena/text/input_error.h"
#include "arena/text/printable.h"
#include "arena/tournament/verify.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

using hearts::counted;

/// What a run keeps beside its records follows from them.
bool ratings_follow(const std::filesystem::path& folder, bool finished) {
  std::optional<RatedStandings> rated;
  bool follow = true;
  for (const auto& [name, written] :
       {std::pair(kRatingsFile, &RatedStandings::json), {kStandingsFile, &RatedStandings::markdown}}) {
    const std::filesystem::path path = folder / name;
    // A run that was killed at its end has none.
    if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) continue;
    if (!finished) {
      std::cout << fmt::format("{} is as of the last stop, and not checked\n", path.string());
      continue;
    }
    if (!rated) rated.emplace(read_rated_runs({folder.string()}));
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    if (text.str() == ((*rated).*written)()) continue;
    std::cerr << fmt::format(
        "arena verify: {} does not follow from the games; the same arena run command with this folder writes it anew\n",
        path.string());
    follow = false;
  }
  if (rated && follow) std::cout << "the ratings follow from the games\n";
  return follow;
}

/// What was sent to bots is right, as far as the records can say.
bool inputs_follow(const std::string& run) {
  const InputAudit audit = audit_inputs(run);
  for (const std::string& problem : audit.problems) std::cerr << "arena verify: " << problem << "\n";
  if (const int more = audit.wrong - static_cast<int>(audit.problems.size()); more > 0) {
    std::cerr << fmt::format("arena verify: and {} like these\n", more);
  }
  if (audit.right > 0) {
    std::cout << fmt::format("what bots were sent follows from the records: {} by checksum, {} without one\n",
                             counted(audit.right, "seat"), audit.unknown);
  } else if (audit.wrong == 0) {
    std::cout << "what bots were sent is not checked: there are no checksums of it\n";
  }
  return audit.wrong == 0;
}

void say_published(const Verification& found, const Published& published) {
  if (published.receipt == found.receipt) std::cout << "the receipt is that of these records\n";
  for (const int games : found.digest_games) {
    if (games > 0) std::cout << fmt::format("the digest is that of {}\n", counted(games, "game"));
  }
  std::cout << fmt::format("receipt {}\ndigest {}\n", found.receipt, found.digest);
  if (!found.entropy.empty()) std::cout << fmt::format("entropy \"{}\"\n", found.entropy);
}

/// What an audit leaves to trust.
void say_unproven(const Verification& found, const Published& published) {
  if (found.starts > 1) std::cout << fmt::format("the arena was started {} times\n", found.starts);
  if (found.clocked_again > 0) {
    std::cout << fmt::format("{} clocked and not kept: lost with a kill of the arena, or cut\n",
                             counted(found.clocked_again, "game"));
  }
  if (found.killed > 0) std::cout << fmt::format("bots were ended by {}\n", counted(found.killed, "signal"));
  std::cout << "not proven:\n";
  if (published.receipt.empty())
    std::cout << "- that key, bots, rules and limits are those announced: give the --receipt that was published\n";
  const int first = found.digest_games.empty() ? 0 : std::ranges::min(found.digest_games);
  const int last = found.digest_games.empty() ? 0 : std::ranges::max(found.digest_games);
  if (last == 0) {
    std::cout << "- that no game was cut and played again: give each --digest that was published at a stop\n";
  } else {
    std::cout << fmt::format("- that none of the first {} was cut and played again before their digest was published\n",
                             counted(first > 0 ? first : last, "game"));
    if (last < found.games) std::cout << fmt::format("- that none after the {} of the last digest was\n", last);
  }
  if (found.starts != 1) {
    std::cout << fmt::format(
        "- that no game under way was dropped, to be played again: {}\n",
        found.starts > 1 ? "each stop of the arena drops some" : "how often the arena was stopped is not known here");
  }
  if (found.entropy.empty()) {
    std::cout << "- that the key was not chosen among many: only --entropy rules that out\n";
  } else {
    std::cout << "- that the entropy is what chance drew, after the receipt was published, in the form announced\n";
  }
  if (found.deals_given > 0) std::cout << "- that no bot was shown the deals that were given, nor made for them\n";
  if (!found.key_revealed) std::cout << "- that the deals follow from the key and the entropy: not before the end\n";
  std::cout
      << "- that nobody was told the key, and that the machine, the arena's program and its bots' processes were\n"
         "  left alone: SECURITY.md says what shows it\n";
}

int audit(const std::string& run, const Published& published) {
  const Verification found = verify_run(run, published);
  if (found.torn_bytes > 0) {
    std::cout << fmt::format("the last line is torn ({} bytes); the next run cuts it\n", found.torn_bytes);
  }
  for (const std::string& problem : found.problems) std::cerr << "arena verify: " << problem << "\n";
  if (const int more = found.problems_found - static_cast<int>(found.problems.size()); more > 0) {
    std::cerr << fmt::format("arena verify: and {} more\n", counted(more, "problem"));
  }
  std::cout << fmt::format("{} played again: {}\n", counted(found.games, "game"),
                           found.problems_found == 0 ? "every seat, deal, pass, play, choice, score and place is right"
                                                     : counted(found.problems_found, "problem"));
  for (const Verification::VoidFound& one : found.voids) {
    std::cout << fmt::format("the records call block {} void (game {}: {}: {}); {} of it {} not count\n",
                             one.block.block, one.block.game, fault_name(one.block.fault), printable(one.block.detail),
                             counted(one.games, "recorded game"), one.games == 1 ? "does" : "do");
  }
  if (const int more = found.void_blocks - static_cast<int>(found.voids.size()); more > 0) {
    std::cout << fmt::format("and {} more void\n", counted(more, "block"));
  }
  say_published(found, published);
  bool right = inputs_follow(run) && found.problems_found == 0;
  if (found.deals_wrong > 0) return kFailed;
  const char* deals = found.deals_given > 0 ? "other deal follows" : "deal follows";
  if (found.deals_given > 0 && found.deals_compared)
    std::cout << fmt::format("{} were given, and dealt as given\n", counted(found.deals_given, "deal"));
  if (!found.deals_compared) {
    std::cout << fmt::format("no deal is checked: {} is not that of the run, or not here\n", kDealsFile);
  } else if (!found.key_revealed) {
    std::cout << fmt::format(
        "every {} from its seed; the run is not finished ({} to come), so its key is not revealed yet\n", deals,
        counted(found.missing, "game"));
  } else {
    if (found.decided_at > 0) {
      std::cout << fmt::format("the duel was decided by the {} before block {}, and ended there\n",
                               counted(found.games, "game"), found.decided_at);
    }
    if (found.missing == 0) std::cout << "no game of the schedule is missing\n";
    std::cout << fmt::format("every {} from its seed, and the seeds from the key that the run committed to\n", deals);
  }
  right = ratings_follow(run, found.key_revealed) && right;
  say_unproven(found, published);
  return right ? kDone : kFailed;
}

/// Throws InputError for what is given and no hash.
void check_hash(std::string_view option, std::string_view text) {
  if (text.find_first_of("ABCDEF") == std::string_view::npos && digest_from_hex(text)) return;
  throw InputError(fmt::format("{}: {} is not 64 hexadecimal digits, small ones", option, printable(text)));
}

}  // namespace

int audit_run(const std::string& run) { return audit(run, {}); }

void add_verify(CommandLine& line, const CommandContext&) {
  auto run = std::make_shared<std::string>();
  Command& command = line.add("verify", "Audit a run: schedule, deals, plays, scores, checksums, ratings");
  auto published = std::make_shared<Published>();
  command.value("RUN", *run, "folder of a run, or its games.jsonl").required();
  command.value("--receipt", published->receipt, "that was published before the first card")
      .value_name("HASH")
      .not_empty();
  command.repeated("--digest", published->digests, "that was published at a stop or at the end; may come several times")
      .value_name("HASH");
  command.footer(
      "Draws the schedule again from the run's first line and compares it with who played what and sat where; deals\n"
      "every hand again from its seed, and derives the seeds from the key that a finished run reveals and committed "
      "to\n"
      "in its first line; plays every game again by the rules; makes again what bots were sent; looks for gaps; "
      "checks\n"
      "all checksums, and that ratings.json follows from the games. Says what no record can prove.\n"
      "Exit codes: 0 all is right, 1 something is not, 2 these are no records.");
  command.run([run, published] {
    if (!published->receipt.empty()) check_hash("--receipt", published->receipt);
    for (const std::string& digest : published->digests) check_hash("--digest", digest);
    return audit(*run, *published);
  });
}

}  // namespace arena::cli
