#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <tuple>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/event_stream.h"
#include "arena/app/commands/session_run.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/plan/next_stage.h"

namespace arena::cli {
namespace {

/// H0 of a test whether a new version is not weaker than the old one. H1 is 0.
constexpr double kNonregressionElo = -10;
constexpr double kNonregressionMargin = -0.25;

struct DuelOptions {
  SessionOptions session;
  std::vector<std::string> others;
  std::string from;  ///< a run or a league, whose bots the words name; empty if the words are bots
  SequentialTest test;
  double margin_low = 0;
  double margin_high = kDuelMargin;
  std::vector<Argument> of_margin;
  std::string nonregression;       ///< "elo" or "margin": the usual bounds of that test; empty if not asked for
  std::vector<Argument> settings;  ///< options that --from replaces
};

/// Completes the order of a duel of bots of an earlier run or of a league.
void order_from(DuelOptions& options) {
  for (const Argument& one : options.settings) {
    constexpr std::string_view kAllowed[] = {"--variant", "--blocks", "--games", "--duplicate-deals",
                                             "--no-duplicate-deals"};
    if (!one.is_given() || std::ranges::find(kAllowed, one.name()) != std::end(kAllowed)) continue;
    throw InputError(
        fmt::format("{} cannot be combined with --from: the duel has the settings of {}", one.name(), options.from));
  }
  SessionOptions& session = options.session;
  const LeagueOptions& league = *session.league;
  session.order.manifest = duel_from(options.from, league.words, league.variants, options.test);
  choose_deals(session);
  const bool is_open = league.league.blocks == 0 && league.league.games == 0;
  session.order.length = {is_open ? kDuelBlocksMax : league.league.blocks, league.league.games};
  session.order.workers = workers_of(league.concurrency);
}

int run_duel(DuelOptions& options, const CommandContext& context) {
  *context.failure_code = kNoResult;
  const std::vector<std::string>& bots = options.session.league->words;
  const std::string first = bots.front();
  if (bots.size() != 2 && (!options.from.empty() || !league_file_at(first)))
    throw InputError(fmt::format("a duel needs two bots, not {}", bots.size()));
  if (std::ranges::any_of(options.of_margin, [](const Argument& one) { return one.is_given(); })) {
    options.test.measure = SequentialTest::Measure::margin;
    options.test.low = options.margin_low;
    options.test.high = options.margin_high;
  }
  if (!options.nonregression.empty()) {
    const bool is_elo = options.nonregression == measure_name(SequentialTest::Measure::elo);
    options.test.measure = is_elo ? SequentialTest::Measure::elo : SequentialTest::Measure::margin;
    options.test.low = is_elo ? kNonregressionElo : kNonregressionMargin;
    options.test.high = 0;
  }
  if (const auto problem = test_problem(options.test, true)) throw InputError(*problem);
  LeagueOptions& league = *options.session.league;
  league.words.insert(league.words.end(), options.others.begin(), options.others.end());
  if (!options.from.empty()) {
    order_from(options);
    return run_session(options.session, context);
  }
  league.league.duel = options.test;
  order_league(options.session);
  if (!options.session.order.manifest.duel)
    throw InputError(first + R"(: this league is not a duel ("format": "duel"); to play it: arena run )" +
                     shell_quoted(first));
  return run_session(options.session, context);
}

}  // namespace

void define_duel(Command& command, const CommandContext& context) {
  auto options = std::make_shared<DuelOptions>();
  static constexpr const char* kHypothesesHeading = "The hypotheses";
  static constexpr const char* kTestHeading = "The test";
  command.heading(kGamesHeading);
  command.heading(kHypothesesHeading);
  command.heading(kTestHeading);
  add_run_headings(command, false);
  options->session.league = add_league_options(command, LeagueForm::duel);
  options->settings = options->session.league->in_file;
  command.heading(kGamesHeading);
  command
      .value("--from", options->from,
             "take the bots from this run or league, where BOT and --with then name them: the folder of a run, or "
             "LEAGUE.json. They keep their arguments, environment and resources, and the duel has the variants, limits "
             "and settings of the run or league; --variant selects some of its variants")
      .value_name("RUN")
      .not_empty();
  const std::size_t before = command.size();
  command.heading(kTestHeading);
  command
      .repeated("--with", options->others,
                "a bot for the seats that the two leave free. Repeat the option for several bots. Without it the two "
                "take all seats, each several times")
      .value_name("BOT");
  command.heading(kHypothesesHeading);
  const Argument low =
      command
          .value("--elo0", options->test.low,
                 "hypothesis H0, not worth a change: the first bot is better by this much Elo, or less")
          .value_name("ELO")
          .show_default();
  const Argument high =
      command.value("--elo1", options->test.high, "hypothesis H1: the first bot is better by this much Elo, or more")
          .value_name("ELO")
          .show_default();
  for (const auto& [name, value, help] :
       {std::tuple(
            "--margin0", &options->margin_low,
            "H0 in points a hand in place of Elo. With the defaults this takes fewer games if a game has several "
            "hands, but more if it has one"),
        {"--margin1", &options->margin_high, "H1 in points a hand in place of Elo"}}) {
    options->of_margin.push_back(
        command.value(name, *value, help).value_name("POINTS").show_default().excludes(low).excludes(high));
  }
  command
      .value(
          "--nonregression", options->nonregression,
          fmt::format("test whether the first bot is not weaker than the second, by the usual bounds. elo: --elo0 {} "
                      "--elo1 0; margin: --margin0 {} --margin1 0",
                      kNonregressionElo, kNonregressionMargin))
      .value_name("MEASURE")
      .one_of({"elo", "margin"})
      .excludes(low)
      .excludes(high)
      .excludes(options->of_margin[0])
      .excludes(options->of_margin[1]);
  command.heading(kTestHeading);
  command.value("--alpha", options->test.alpha, "probability of accepting H1 although H0 is true, 0.001 to 0.4")
      .value_name("P")
      .show_default();
  command.value("--beta", options->test.beta, "probability of accepting H0 although H1 is true, 0.001 to 0.4")
      .value_name("P")
      .show_default();
  command
      .value(
          "--forfeits-max", options->test.forfeits_max,
          "the share of its seats, 0 to 1, in which a bot may forfeit. If either bot forfeits more often, the duel has "
          "no result")
      .value_name("SHARE")
      .show_default();
  std::ranges::move(command.arguments_from(before), std::back_inserter(options->session.league->in_file));
  add_session_options(command, options->session);
  command.footer(
      "A duel is a sequential test (Wald 1945) over blocks. In a block the two bots share the seats in every possible "
      "way, or sit among the bots given by --with, and play the same deals from each seat. About every 64 blocks the "
      "arena computes the log-likelihood ratio (LLR) of H1 against H0. The duel ends when the LLR reaches a bound, or "
      "undecided after --blocks or --games. The bounds allow for looking only so often (Siegmund 1985), and the "
      "difference that is printed for the moment at which the duel ended. After a stop the same command with the same "
      "--out resumes it.\n"
      "Examples:\n"
      "  arena duel mybot/v2 mybot/v1 --variant black-lady@4 --hands 4\n"
      "  arena duel mybot/v2 mybot/v1 --variant \"*@4\" --margin0 0 --margin1 0.3\n"
      "  arena duel mybot/v2 mybot/v1 --with build/release/sample_bots/rules_cpp\n"
      "  arena duel mybot/v2 mybot/v1 --nonregression elo    only to see that nothing got worse\n"
      "  arena duel --from results/autumn duck~2 duck    two bots of an earlier run\n"
      "  arena duel duel.json --out results/duel    a league file of format duel\n"
      "Exit codes: 0 stronger (H1 accepted; with --nonregression: not weaker), 1 not stronger (H0 accepted; with "
      "--nonregression: weaker), 2 bad input, 3 undecided, 4 no result (forfeits, or a failure with an error on "
      "stderr), 130 stopped.");
  command.run([options, context] {
    return run_with_error_event(options->session.json, context, [&] { return run_duel(*options, context); });
  });
}

}  // namespace arena::cli
