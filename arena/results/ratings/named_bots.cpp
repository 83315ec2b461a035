#include "arena/results/ratings/named_bots.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "engine/typed_text.h"

namespace arena {

int find_bot(const std::string& name, std::string_view role, const std::vector<std::string>& bots) {
  if (const auto found = std::ranges::find(bots, name); found != bots.end())
    return static_cast<int>(found - bots.begin());
  throw InputError(fmt::format("the {} '{}' is not a bot of these runs; their bots are: {}", role, printable(name, 60),
                               fmt::join(bots, ", ")));
}

HashedAnchors anchors_of(const std::vector<const Manifest*>& stages) {
  HashedAnchors anchors;
  const std::map<std::string, int> given(stages.back()->label.anchors.begin(), stages.back()->label.anchors.end());
  for (const Manifest* stage : stages) {
    for (const BotEntry& bot : stage->bots) {
      if (const auto found = given.find(bot.name); found != given.end()) anchors[{bot.name, bot.hash}] = found->second;
    }
  }
  return anchors;
}

std::vector<Anchor> read_anchors(const std::vector<std::string>& words, const std::vector<std::string>& bots) {
  std::vector<Anchor> anchors;
  for (const std::string& word : words) {
    const std::size_t equals = std::min(word.rfind('='), word.size());
    const auto elo =
        equals == word.size() ? std::nullopt : hearts::whole_number(word.substr(equals + 1), 0, kAnchorEloMax);
    if (!elo) {
      throw InputError(fmt::format("--anchor must be NAME=ELO, with a whole number from 0 to {}, not '{}'",
                                   kAnchorEloMax, printable(word, 60)));
    }
    const std::string name = word.substr(0, equals);
    const int bot = find_bot(name, "anchor", bots);
    if (std::ranges::find(anchors, bot, &Anchor::of) != anchors.end()) throw InputError(name + " is anchored twice");
    anchors.push_back({bot, static_cast<double>(*elo)});
  }
  return anchors;
}

std::map<int, BotStatus> statuses_in_all(const std::vector<std::map<int, BotStatus>>& of_runs) {
  const auto order = [](const BotStatus& status) {
    return std::tuple(!status.time.empty(), status.state == BotState::reinstated, status.state, status.time,
                      status.reason);
  };
  std::map<int, BotStatus> all;
  for (const std::map<int, BotStatus>& of_run : of_runs) {
    for (const auto& [bot, status] : of_run) {
      BotStatus& kept = all.emplace(bot, status).first->second;
      if (order(kept) < order(status)) kept = status;
    }
  }
  std::erase_if(all, [](const auto& one) { return one.second.state == BotState::reinstated; });
  return all;
}

}  // namespace arena
