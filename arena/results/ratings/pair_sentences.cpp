#include "arena/results/ratings/pair_sentences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "arena/base/text/words.h"
#include "arena/records/game_record.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/standings_parts.h"
#include "engine/typed_text.h"

namespace arena {

using hearts::counted;
using hearts::joined;

std::string left_out_pairs_sentence(const Standings& standings) {
  const std::vector<PairToLookAt>& pairs = *standings.left_out_pairs;
  if (pairs.empty()) return "No two bots are a pair to look at, so no block is left out because of one.";
  const auto names = [&](const PairToLookAt& pair) {
    return standings.name(pair.helper) + " with " + standings.name(pair.gainer);
  };
  return fmt::format(
      "{} left out because a pair to look at sat together there: {}. The {} played there {} not rated.",
      counted(standings.left_out.pair_blocks, "block") + (standings.left_out.pair_blocks == 1 ? " is" : " are"),
      joined(pairs, ", ", names), counted(standings.left_out.pair_games, "game"),
      standings.left_out.pair_games == 1 ? "is" : "are");
}

std::string left_out_reason(int first) {
  return fmt::format("because {} shown to be stronger",
                     first == 1 ? "another bot is" : fmt::format("{} others are", first));
}

std::vector<std::string> first_bots_sentences(const Standings& standings) {
  const FirstBots& found = *standings.first_bots;
  const std::string which = first_bots_words(found.first);
  const std::string_view are = found.first == 1 ? "is" : "are";
  const std::size_t left = found.contenders.size();
  const auto names = [&](const std::vector<int>& bots) {
    return joined(bots, ", ", [&](int bot) { return standings.name(bot); });
  };
  std::vector<std::string> sentences;
  if (!found.has_ended()) {
    const std::string state = found.is_over ? fmt::format("All blocks are played, and the {} {} not known.", which, are)
                                            : fmt::format("The {} {} not known yet.", which, are);
    sentences.push_back(fmt::format("{} {} can still be {}: {}.", state, counted(left, "bot"),
                                    found.first == 1 ? "it" : "among them", names(found.contenders)));
  } else if (std::ssize(found.contenders) < found.first) {
    sentences.push_back(left == 0
                            ? fmt::format("The search for the {} has ended, because no bot is left.", which)
                            : fmt::format("The search for the {} has ended, because only {} {} left: {}.", which,
                                          counted(left, "bot"), left == 1 ? "is" : "are", names(found.contenders)));
  } else if (!found.withdrawn.empty()) {
    sentences.push_back(
        fmt::format("The {} {} known, because no others are left: {}.", which, are, names(found.contenders)));
  } else {
    sentences.push_back(fmt::format("The {} {} known: {}.", which, are, names(found.contenders)));
  }
  if (!found.withdrawn.empty()) {
    const bool is_one = found.withdrawn.size() == 1;
    sentences.push_back(
        fmt::format("{} out of the search, because {} not current: {}.", is_one ? "This bot is" : "These bots are",
                    is_one ? "it is" : "they are", joined(found.withdrawn, ", ", [&](int bot) {
                      return fmt::format("{} ({})", standings.name(bot), standings.field.status_name(bot));
                    })));
  }
  if (found.left_at.empty()) return sentences;
  std::vector<std::pair<int, int>> left_at(found.left_at.begin(), found.left_at.end());
  std::ranges::stable_sort(left_at, {}, &std::pair<int, int>::second);  // as they left
  const auto left_out = [&](const auto& one) {
    return fmt::format("{} after {}", standings.name(one.first), counted(one.second, "block"));
  };
  sentences.push_back(
      fmt::format("These bots were left out, {}: {}. Their figures come from the games that they played.",
                  left_out_reason(found.first), joined(left_at, ", ", left_out)));
  const auto may_be_first = [&](const StandingsRow& row) {
    return row.is_ranked && found.left_at.contains(row.bot) && row.rank_best <= found.first;
  };
  if (std::ranges::any_of(standings.overall.rows, may_be_first)) {
    sentences.push_back(
        "The search only compares bots that could still be among the first, so it can be sure before the rank ranges, "
        "which compare all bots, show it.");
  }
  return sentences;
}

std::vector<std::string> pair_sentences(const Standings& standings, const std::vector<RatedRun>& runs) {
  const auto path_of = [&](const std::string& run) {
    const auto found = std::ranges::find(runs, run, &RatedRun::name);
    return shown_path(found == runs.end() ? RatedRun() : *found);
  };
  // The command names whole runs, because a rating counts all stages of a run.
  std::vector<std::string> paths;
  for (const RatedRun& run : runs) {
    if (run.first_stage.empty()) paths.push_back(shown_path(run));
  }
  if (paths.empty()) paths.push_back(shown_path(RatedRun()));
  const auto is_first = [&](const PairToLookAt& pair) { return &pair == &standings.pairs_to_look_at.front(); };
  std::vector<std::string> sentences;
  for (const PairToLookAt& pair : standings.pairs_to_look_at) {
    if (!standings.shows(pair.helper) && !standings.shows(pair.gainer)) continue;
    const std::string& helper = standings.name(pair.helper);
    const std::string& gainer = standings.name(pair.gainer);
    sentences.push_back(fmt::format(
        "Look at {} and {}: in the {} of the two{}, {} does better by {} points a hand than in its others, "
        "{} (corrected for {}). Two bots can suit each other by accident, so this is no proof that {} "
        "helps {}. To see games in which {} gained most: {}.",
        helper, gainer, counted(pair.blocks, "block"), is_first(pair) ? "" : " without a clearer pair", gainer,
        fixed(pair.gain, 2, true), p_text(pair.p_holm), counted(standings.pair_tests, "ordered pair"), helper, gainer,
        gainer, joined(pair.look_at, "; ", [&](const BlockPlace& place) {
          return fmt::format("arena replay {} {}", path_of(place.run), game_id(place.block, 0));
        })));
  }
  if (!sentences.empty()) {
    sentences.push_back(fmt::format("To see the ratings without the blocks of {}: arena rate {} --without-pairs.",
                                    standings.pairs_to_look_at.size() == 1 ? "the two" : "these pairs",
                                    fmt::join(paths, " ")));
  }
  return sentences;
}

}  // namespace arena
