#include "arena/league/plan/forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <cmath>
#include <set>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "arena/game/schedule/schedule.h"
#include "arena/game/table/game_result.h"
#include "arena/league/plan/expected_errors.h"
#include "arena/league/plan/start_counts.h"
#include "arena/league/run/game_queue.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/record_file.h"
#include "arena/results/ratings/figure_text.h"
#include "engine/deal.h"
#include "engine/hand.h"
#include "engine/match.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;

using Seconds = std::chrono::duration<double>;

constexpr int kTrialGames = 100;

/// The arena's own time for a decision, with one worker and four sandboxed bots that answer immediately, on a processor
/// of 2020.
constexpr std::chrono::microseconds kArenaTime{10};

/// The time of a decision, with the answer of a fast bot. It decides only how far tables drift apart because of starts.
/// With faster or slower bots there are up to a tenth more or fewer starts.
constexpr std::chrono::microseconds kDecisionTime{200};

/// The most blocks that are drawn. Longer schedules are assumed to continue like the end of these.
constexpr int kBlocksDrawn = 20'000;

/// Plays a game at random and returns its record.
GameRecord random_game(const ManifestVariant& variant, const std::vector<std::string>& names, hearts::Random& random,
                       int& decisions) {
  const hearts::GameRules& rules = *variant.rules;
  GameRecord record{
      std::string(16, '0'), game_id(100, 0), variant.id, variant.rules_hash, 0, 0, std::string(64, '0'), {}, {}};
  for (int seat = 0; seat < rules.seats(); ++seat) record.bots.push_back(names[at(seat) % names.size()]);
  hearts::Match match(rules, 0);
  while (!match.status().over) {
    const hearts::Deal deal = hearts::deal_cards(rules, match.dealer(), random);
    record.result.hands.push_back(play_and_record(rules, match, deal, [&](const hearts::Hand& hand) {
      ++decisions;
      // The records contain the time of each question, with about as many digits as this one.
      record.result.timing[hand.to_move()].asks.emplace_back(100);
      return hearts::random_move(hand, random);
    }));
  }
  record.result.totals = match.totals();
  rank(record.result, rules.seats());
  return record;
}

/// Fills in the averages of random games of the variant. Returns the size of one game's records in bytes.
double try_variant(const Manifest& manifest, const ManifestVariant& variant, Forecast::Variant& forecast) {
  std::vector<std::string> names;
  for (const BotEntry& bot : manifest.bots) names.push_back(bot.name);
  hearts::Random random({1, 2, 3, 4});
  const int seats = variant.rules->seats();
  double bytes = 0;
  double squares = 0;  // sum over all pairs of seats of the squared difference, in points a hand
  for (int game = 0; game < kTrialGames; ++game) {
    int decisions = 0;
    const GameRecord record = random_game(variant, names, random, decisions);
    forecast.hands += static_cast<double>(record.result.hands.size());
    forecast.decisions += decisions;
    const std::size_t size =
        seal_line(game_json(record, *variant.rules)).size() + seal_line(timing_json(record, *variant.rules)).size();
    bytes += static_cast<double>(size);
    for (int seat = 0; seat < seats; ++seat) {
      for (int other = 0; other < seat; ++other) {
        const int difference = record.result.totals[seat] - record.result.totals[other];
        squares += std::pow(difference / static_cast<double>(record.result.hands.size()), 2);
      }
    }
  }
  forecast.hands /= kTrialGames;
  forecast.decisions /= kTrialGames;
  forecast.spread = std::sqrt(squares / (kTrialGames * seats * (seats - 1) / 2.0));
  return bytes / kTrialGames;
}

/// The widths that somebody may want next.
constexpr std::array kEloWidths = {20, 10, 5, 2, 1};

std::optional<Forecast::Narrower> narrower(const ExpectedErrors& errors, int bots, double blocks_before) {
  const std::optional<double> now = errors.widths(bots).elo;
  for (const int elo : kEloWidths) {
    if (now && elo >= *now) continue;
    const std::optional<double> blocks = errors.blocks_for(elo, bots);
    if (!blocks || *blocks - blocks_before > kBlocksMax) return std::nullopt;
    return Forecast::Narrower{static_cast<double>(elo), static_cast<int>(std::ceil(*blocks - blocks_before))};
  }
  return std::nullopt;
}

/// Returns the number of comparisons in a game, counted both ways. Bots sit as evenly as the seats allow, so it is the
/// same for all games.
int comparisons_of_game(int seats, int bots) {
  int comparisons = seats * seats;
  for (int bot = 0; bot < std::min(bots, seats); ++bot) {
    const int copies = seats / bots + (bot < seats % bots ? 1 : 0);
    comparisons -= copies * copies;
  }
  return comparisons;
}

/// What earlier stages have played of a variant, as far as it counts for the present bots.
struct PlayedBefore {
  double blocks = 0;
  double comparisons = 0;  ///< of these bots, counted both ways
  double places = 0;       ///< places of these bots at tables, one for each block
};

PlayedBefore played_before(const ScheduledVariant& variant) {
  PlayedBefore before;
  for (const PlayedCircle& circle : variant.played) {
    const Circle table(circle.begin(), circle.begin() + variant.seats);
    ++before.blocks;
    for (const int bot : std::set<int>(table.begin(), table.end())) {
      if (bot == kGone) continue;
      const auto copies = static_cast<double>(std::ranges::count(table, bot));
      before.comparisons += games_of_block(table) * copies * (variant.seats - copies);
      ++before.places;
    }
  }
  return before;
}

/// Returns the number of games of each bot if each set of bots has played equally often in the end. Nothing needs to be
/// drawn then. Otherwise returns nothing.
std::optional<std::vector<int>> games_of_whole_rounds(const Manifest& manifest,
                                                      const std::vector<Forecast::Variant>& variants) {
  if (!manifest.every_set || manifest.played) return std::nullopt;
  const ScheduleRules rules = schedule_rules(manifest);
  std::vector<int> games_of(manifest.bots.size(), 0);
  for (std::size_t v = 0; v < variants.size(); ++v) {
    const std::int64_t sets = table_sets(rules, v);
    if (sets > kSetsMax || variants[v].blocks % sets != 0) return std::nullopt;
    const std::vector<std::int64_t> of_each = table_sets_of_each(rules, v);
    for (std::size_t i = 0; i < of_each.size(); ++i) {
      // Blocks of each of its sets have the same number of games.
      games_of[at(rules.variants[v].bots[i])] += static_cast<int>(variants[v].games / sets * of_each[i]);
    }
  }
  return games_of;
}

/// Draws the beginning of the schedule, for everything that depends on who sits where.
void draw(const Manifest& manifest, int processes_max, Forecast& result) {
  Manifest beginning = manifest;
  beginning.blocks = std::min(manifest.blocks, kBlocksDrawn);
  const RunKey key = RunKey::from_seed("forecast");
  GameQueue queue(beginning, key, {}, {}, {}, {}, {}, blocks_of_chunk(manifest, result.workers));
  std::vector<int> games_of(manifest.bots.size(), 0);
  std::vector<bool> for_one_game;
  for (const BotEntry& bot : manifest.bots) for_one_game.push_back(bot.is_for_one_game);
  StartCounts counts(for_one_game, result.workers, processes_max);
  double least = 0;  // starts that any order of the games needs
  double starts_at_half = 0;
  double least_at_half = 0;
  int blocks_at_half = 0;
  int blocks = 0;
  while (queue.next_epoch()) {
    // Every bot is started before the first epoch, and the process stays for that epoch.
    const int started = least == 0 ? static_cast<int>(manifest.bots.size()) : 0;
    least += least_starts(queue.games_left(), result.workers, started, for_one_game);
    while (true) {
      counts.clear_table();
      const std::optional<QueuedGame> game = queue.next(counts.idle());
      if (!game) break;
      counts.play(*game, result.variants[at(game->block.variant)].decisions * kDecisionTime);
      blocks = std::max(blocks, game->block.number + 1);
      for (const int bot : std::set<int>(game->block.circle.begin(), game->block.circle.end())) ++games_of[at(bot)];
    }
    counts.end_epoch();
    if (blocks <= beginning.blocks / 2) {
      starts_at_half = counts.starts();
      least_at_half = least;
      blocks_at_half = blocks;
    }
  }
  const double blocks_to_come = manifest.blocks - beginning.blocks;
  const double part_to_come = blocks_to_come / std::max(beginning.blocks - blocks_at_half, 1);
  result.starts = counts.starts() + part_to_come * (counts.starts() - starts_at_half);
  result.starts_least = least + part_to_come * (least - least_at_half);
  double scale = static_cast<double>(manifest.blocks) / std::max(beginning.blocks, 1);
  if (auto whole = blocks_to_come > 0 ? games_of_whole_rounds(manifest, result.variants) : std::nullopt) {
    games_of = std::move(*whole);
    scale = 1;
  }
  const auto [fewest, most] = std::minmax_element(games_of.begin(), games_of.end());
  result.games_min = static_cast<int>(std::lround(*fewest * scale));
  result.games_max = static_cast<int>(std::lround(*most * scale));
  result.processes = counts.most();
}

/// The memory of a bot that does nothing: its launcher and a small program.
constexpr double kBotMegabytes = 2;
constexpr double kArenaMegabytes = 10;

constexpr double kSomeHands = 3;
constexpr double kManyHands = 6;

/// How many times as many games Elo would need to separate two bots as well as the margin does, by hands a game. It is
/// measured in the leagues of block_effect() (expected_errors.cpp): the ratio of the sums, over all bots, of
/// (figure / interval)^2. It was 0.9 to 1.7 with one hand, 1.4 to 2.6 with four, 2.3 to 3.6 with eight, and larger at
/// small tables.
double margin_gain(double hands) { return hands < kSomeHands ? 1.1 : hands < kManyHands ? 1.8 : 2.5; }

boost::json::value narrower_json(const Forecast& f) {
  if (!f.narrower) return nullptr;
  return boost::json::object{{"elo_pm", f.narrower->elo}, {"blocks", f.narrower->blocks}};
}

/// No game has larger records. A disk with room for this many bytes a game needs no forecast.
constexpr std::uint64_t kGameBytesMost = 256 << 10;

/// Returns for each variant the expected size of a game's records in bytes, and the number of games.
std::vector<std::pair<double, int>> record_sizes(const Manifest& manifest) {
  std::vector<std::pair<double, int>> sizes;
  for (const ManifestVariant& variant : manifest.variants) {
    Forecast::Variant ignored;
    sizes.emplace_back(try_variant(manifest, variant, ignored), 0);
  }
  BlockSizes blocks(schedule_rules(manifest));
  for (int number = 0; number < manifest.blocks; ++number) {
    const BlockSize size = blocks.next();
    sizes[at(size.variant)].second += size.games;
  }
  return sizes;
}

}  // namespace

Forecast forecast(const Manifest& manifest, int workers, int processors, int processes_max) {
  Forecast result;
  result.blocks = manifest.blocks;
  if (manifest.duel) result.early_end = "the duel is decided";
  if (const int first = manifest.until_first; first > 0)
    result.early_end = fmt::format("its {} {} known", first_bots_words(first), first == 1 ? "is" : "are");
  result.workers = workers;
  const ScheduleRules rules = schedule_rules(manifest);
  std::vector<double> bytes;  // size of a game's records, by variant
  for (std::size_t v = 0; v < manifest.variants.size(); ++v) {
    Forecast::Variant& variant = result.variants.emplace_back();
    variant.id = manifest.variants[v].id;
    variant.bots = static_cast<int>(rules.variants[v].bots.size());
    bytes.push_back(try_variant(manifest, manifest.variants[v], variant));
  }
  BlockSizes sizes(rules);
  for (int number = 0; number < manifest.blocks; ++number) {
    const BlockSize size = sizes.next();
    ++result.variants[at(size.variant)].blocks;
    result.variants[at(size.variant)].games += size.games;
    result.games += size.games;
  }
  draw(manifest, processes_max, result);
  result.workers = std::clamp(result.games, 1, workers);

  ExpectedErrors overall;
  double blocks_before = 0;
  double hands = 0;  // a game: the mean over all games
  double clock_s = 0;
  for (std::size_t v = 0; v < result.variants.size(); ++v) {
    Forecast::Variant& variant = result.variants[v];
    const int seats = manifest.variants[v].seats;
    variant.bytes = static_cast<std::uint64_t>(bytes[v] * variant.games);
    const PlayedBefore before = played_before(rules.variants[v]);
    const double blocks = before.blocks + variant.blocks;
    const double comparisons =
        before.comparisons + static_cast<double>(variant.games) * comparisons_of_game(seats, variant.bots);
    const double places = before.places + static_cast<double>(variant.blocks) * std::min(seats, variant.bots);
    ExpectedErrors of_variant;
    of_variant.add(blocks, places, comparisons, seats, variant.spread);
    variant.plus_minus = of_variant.widths(variant.bots);
    overall.add(blocks, places, comparisons, seats, variant.spread);
    blocks_before += before.blocks;
    hands += variant.hands * variant.games / std::max(result.games, 1);
    result.decisions += variant.decisions * variant.games;
    result.bytes += variant.bytes;

    const auto seconds = [](std::chrono::milliseconds time) { return Seconds(time).count(); };
    const double mine = variant.decisions / seats;
    double bots_s = 0;
    for (const BotEntry& bot : manifest.bots) {
      const Limits limits = manifest.limits_of(manifest.variants[v], bot);
      const double bank = seconds(limits.bank) + mine * seconds(limits.increment);
      bots_s += seconds(limits.newgame) + std::min(bank, mine * seconds(limits.move)) + mine * seconds(limits.grace);
    }
    clock_s += variant.games * seats * bots_s / static_cast<double>(manifest.bots.size());
  }
  const int bots = static_cast<int>(manifest.bots.size());
  result.plus_minus = overall.widths(bots);
  result.narrower = narrower(overall, bots, blocks_before);
  result.margin_gain = margin_gain(hands);
  result.memory_mb = kArenaMegabytes + kBotMegabytes * result.processes;
  result.own_seconds = Seconds(result.decisions * kArenaTime + result.starts * kStartTime).count() /
                       std::min(result.workers, processors);
  result.most = std::chrono::seconds(static_cast<std::int64_t>(clock_s / result.workers));
  return result;
}

boost::json::object forecast_json(const Forecast& f) {
  const auto variant_json = [](const Forecast::Variant& v) {
    return boost::json::object{{"variant", v.id},
                               {"bots", v.bots},
                               {"blocks", v.blocks},
                               {"games", v.games},
                               {"hands", figure_json(v.hands)},
                               {"decisions", figure_json(v.decisions)},
                               {"bytes", v.bytes},
                               {"elo_pm", figure_json(v.plus_minus.elo)},
                               {"margin_pm", figure_json(v.plus_minus.margin)}};
  };
  return {{"blocks", f.blocks},
          {"games", f.games},
          {"games_min", f.games_min},
          {"games_max", f.games_max},
          {"decisions", figure_json(f.decisions)},
          {"bytes", f.bytes},
          {"elo_pm", figure_json(f.plus_minus.elo)},
          {"margin_pm", figure_json(f.plus_minus.margin)},
          {"narrower", narrower_json(f)},
          {"margin_gain", f.margin_gain},
          {"concurrency", f.workers},
          {"starts", figure_json(f.starts)},
          {"starts_least", figure_json(f.starts_least)},
          {"processes", f.processes},
          {"memory_mb", figure_json(f.memory_mb)},
          {"own_seconds", figure_json(f.own_seconds)},
          {"seconds_max", f.most.count()},
          {"may_end_early", !f.early_end.empty()},
          {"variants", list_json(f.variants, variant_json)}};
}

std::string megabytes_text(double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }

std::optional<std::string> disk_warning(const Manifest& manifest, int games, std::optional<std::uint64_t> free_bytes,
                                        const std::filesystem::path& folder) {
  if (!free_bytes || *free_bytes / kGameBytesMost >= static_cast<std::uint64_t>(std::max(games, 0))) return {};
  const std::vector<std::pair<double, int>> variants = record_sizes(manifest);
  double bytes = 0;
  double all_games = 0;
  for (const auto& [bytes_of_game, games_of_variant] : variants) {
    bytes += bytes_of_game * games_of_variant;
    all_games += games_of_variant;
  }
  const double needed = all_games > 0 ? bytes / all_games * games : 0;
  if (needed <= static_cast<double>(*free_bytes)) return {};
  return fmt::format(
      "the records of {} need about {}, but the disk of {} has only {} left; the run stops when it is full. Free some "
      "space, or choose a folder on another disk with --out",
      hearts::counted(games, "game"), megabytes_text(needed), folder.string(),
      megabytes_text(static_cast<double>(*free_bytes)));
}

}  // namespace arena
