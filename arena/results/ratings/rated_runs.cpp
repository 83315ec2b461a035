#include "arena/results/ratings/rated_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/records/entrants.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/contenders.h"
#include "arena/results/ratings/first_bots.h"
#include "arena/results/ratings/named_bots.h"
#include "arena/results/ratings/shown_names.h"

namespace arena {
namespace {

/// A number after those of all blocks.
constexpr int kEveryBlock = std::numeric_limits<int>::max();

template <class Thing>
void sort_once(std::vector<Thing>& things) {
  std::sort(things.begin(), things.end());
  things.erase(std::unique(things.begin(), things.end()), things.end());
}

template <class Thing>
int index_of(const Thing& thing, const std::vector<Thing>& things) {
  return static_cast<int>(std::find(things.begin(), things.end(), thing) - things.begin());
}

/// Refuses runs with the same seed: they deal the same cards in blocks of the same variant and number.
void check_independent(const std::map<std::string, const Manifest*>& runs) {
  std::map<std::string, std::string> run_of_commitment;
  for (const auto& [id, manifest] : runs) {
    const auto [found, is_new] = run_of_commitment.emplace(manifest->commitment, id);
    if (is_new) continue;
    throw InputError(fmt::format(
        "runs {} and {} were started with the same seed, so their deals are the same; rated together, their intervals "
        "would be too narrow. Rate each run alone",
        found->second, id));
  }
}

}  // namespace

RatedRuns::RatedRuns(const std::vector<Manifest>& runs, const std::vector<std::string>& patterns) {
  std::map<std::string, const Manifest*> different;
  std::map<std::string, int> ended;  // by stage that another one follows: the number of its complete blocks
  for (const Manifest& manifest : runs) {
    const std::string id = run_id(manifest);
    if (!different.emplace(id, &manifest).second) continue;
    const bool continues = manifest.stage.number > 1 && !stages_.empty();
    if (continues) {
      const Stage& before = different.at(stages_.back().back())->stage;
      if (before.number + 1 == manifest.stage.number)
        ended[stages_.back().back()] = manifest.stage.blocks - before.blocks;
    }
    (continues ? stages_.back() : stages_.emplace_back()).push_back(id);
  }
  check_independent(different);

  // The field of one run keeps the run's order. The field of several is sorted, so that it does not depend on the order
  // of files.
  HashedNames bots;
  std::vector<PlayedVariant> variants;
  const LeastIds ids = least_ids(different);
  check_patterns(different, patterns);
  for (const auto& [id, manifest] : different) {
    for (const BotEntry& bot : manifest->bots) bots.emplace_back(bot.name, bot.hash);
    for (const ManifestVariant& variant : manifest->variants) {
      if (is_meant(variant, patterns)) variants.push_back(played(variant, ids));
    }
  }
  if (different.size() > 1) {
    sort_once(bots);
    sort_once(variants);
  }
  if (bots.size() > kRatedBotsMax || variants.size() > kRatedVariantsMax)
    throw InputError("these runs have too many bots or variants to be rated together");
  field_.bots = shown_bots(bots);
  field_.variants = shown_variants(variants);

  if (different.empty()) throw std::invalid_argument("there is no run to be rated");
  const Manifest& first = *different.begin()->second;
  std::map<std::string, HashedAnchors> anchors_by_run;
  for (const std::vector<std::string>& stages : stages_) {
    std::vector<const Manifest*> manifests;
    for (const std::string& stage : stages) manifests.push_back(different.at(stage));
    const HashedAnchors of_stages = anchors_of(manifests);
    for (const std::string& stage : stages) anchors_by_run[stage] = of_stages;
  }
  std::map<std::string, std::string> first_stages;
  for (const std::vector<std::string>& stages : stages_) {
    for (const std::string& stage : stages) first_stages[stage] = stage == stages.front() ? "" : stages.front();
  }
  const HashedAnchors& anchors = anchors_by_run.begin()->second;
  bool all_agree = true;
  if (first.duel && different.size() == 1 && patterns.empty()) duel_ = Duel{*first.duel, early_ends(first)};
  for (const auto& [id, manifest] : different) {
    Run& run = runs_.try_emplace(id, *manifest).first->second;
    run.duplicate_deals = manifest->duplicate_deals;
    run.stage = manifest->stage.number;
    run.chunk_ends = stage_chunk_ends(*manifest);
    run.is_open = manifest->stage.number > 1 || manifest->ends_when_decided();
    run.planned_games = manifest->games;
    const bool has_plan = patterns.empty() && !manifest->ends_when_decided();
    const bool has_other_anchors = anchors_by_run.at(id) != anchors;
    all_agree = all_agree && !has_other_anchors;
    const auto end = ended.find(id);
    const int planned = end == ended.end() ? manifest->blocks : end->second;
    rated_.push_back({id,
                      has_plan ? std::optional(planned) : std::nullopt,
                      manifest->given_deals,
                      manifest->faulty_deals,
                      differ_in_limits(*manifest, first),
                      manifest->label,
                      manifest->duel.has_value(),
                      has_other_anchors,
                      {},
                      first_stages.at(id)});
    for (const BotEntry& bot : manifest->bots) run.bots[bot.name] = index_of({bot.name, bot.hash}, bots);
    for (const ManifestVariant& variant : manifest->variants) {
      const int index = is_meant(variant, patterns) ? index_of(played(variant, ids), variants) : kNotRated;
      run.variants[variant.id] = {index, variant.rules_hash};
    }
  }
  if (all_agree) {
    for (const auto& [bot, elo] : anchors) field_.anchors.push_back({index_of(bot, bots), static_cast<double>(elo)});
  }
  for (const std::vector<std::string>& stages : stages_) {
    std::vector<const Manifest*> manifests;
    for (const std::string& stage : stages) manifests.push_back(different.at(stage));
    const std::map<std::string, BotStatus> former = former_entrants(manifests);
    std::map<int, BotStatus>& statuses = statuses_.emplace_back();
    for (const Manifest* stage : manifests) {
      for (const auto& [name, bot] : runs_.at(run_id(*stage)).bots) {
        const auto found = former.find(name);
        statuses.emplace(bot, found == former.end() ? BotStatus{} : found->second);
      }
    }
  }
  scores_.emplace(static_cast<int>(field_.bots.size()), static_cast<int>(field_.variants.size()));
  if (patterns.empty() && stages_.size() == 1) set_contest(different);
}

/// Finds out whether these stages of one run are those of a league that looks for its first bots.
void RatedRuns::set_contest(const std::map<std::string, const Manifest*>& runs) {
  const auto number_of = [](const auto& run) { return run.second->stage.number; };
  const Manifest* last = std::ranges::max_element(runs, {}, number_of)->second;
  if (last->until_first == 0) return;
  contest_ = *last;
  for (const auto& [id, manifest] : runs) {
    for (const auto& [other, run] : runs_) {
      for (const std::string& name : manifest->stage.outclassed) {
        if (!run.bots.contains(name)) continue;
        int& blocks = left_at_.try_emplace(run.bots.at(name), manifest->stage.blocks).first->second;
        blocks = std::min(blocks, manifest->stage.blocks);
      }
    }
  }
}

Field RatedRuns::field() const {
  std::vector<std::map<int, BotStatus>> of_runs = statuses_;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    // No manifest says yet who is withdrawn at the end of the last stage.
    const Run& last = runs_.at(stages_[i].back());
    const auto withdrawn = last.withdrawal.find(last.has_ended ? kEveryBlock : 0);
    for (const std::string& name : withdrawn ? withdrawn->bots : std::vector<std::string>()) {
      const auto bot = last.bots.find(name);
      if (bot == last.bots.end()) continue;  // a game of a variant that is not rated may name any bot
      BotStatus& status = of_runs[i].at(bot->second);
      if (status == BotStatus{}) status = {BotState::withdrawn, "", std::string(kForfeitedTooOften)};
    }
  }
  Field field = field_;
  field.statuses = statuses_in_all(of_runs);
  return field;
}

RatedRuns::Run& RatedRuns::run_of(const std::string& id, const PlaceText& place) {
  if (const auto found = runs_.find(id); found != runs_.end()) return found->second;
  throw InputError(place() + ": this line belongs to a run whose first line is in none of the files");
}

void RatedRuns::add_from(const Outcome& outcome, const PlaceText& place) {
  Run& run = run_of(outcome.run, place);
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("{}: game {} {}", place(), game_id(outcome.block, outcome.game), why));
  };
  const auto variant = run.variants.find(outcome.variant);
  if (variant == run.variants.end() || variant->second.second != outcome.rules_hash)
    refuse("has a variant or rules that its run does not play");
  ++run.games;
  run.withdrawal.add(outcome);
  if (variant->second.first == kNotRated) return;
  RatedGame rated{outcome.run,           outcome.block, outcome.game, outcome.games_in_block,
                  variant->second.first, outcome.hands, {},           -1};
  // Otherwise no bot can know a deal from an earlier game, whatever its turn is.
  if (run.duplicate_deals) rated.turn = outcome.turn;
  rated.seats.reserve(outcome.seats.size());
  for (const Outcome::Seat& seat : outcome.seats) {
    const auto bot = run.bots.find(seat.bot);
    if (bot == run.bots.end()) refuse("has a bot that its run does not have");
    rated.seats.push_back({bot->second, seat.place, seat.score, seat.forfeited, seat.faults, seat.laws});
  }
  try {
    scores_->add(std::move(rated));
  } catch (const std::invalid_argument& error) {
    throw InputError(place() + ": " + error.what());
  }
}

void RatedRuns::add_void(const std::string& run, int block, std::string_view place) {
  run_of(run, [&] { return std::string(place); });
  if (block < 0) throw InputError(fmt::format("{}: there is no block {}", place, block));
  scores_->void_block(run, block);
}

void RatedRuns::leave_out_bots(const std::vector<std::string>& patterns) {
  field_.without = matching_bots(field_.bots, patterns);
  if (field_.without.size() + 2 > field_.bots.size()) {
    throw InputError(fmt::format("without {} fewer than two bots are left to be rated; the bots of these runs are: {}",
                                 fmt::join(patterns, ", "), fmt::join(field_.bots, ", ")));
  }
  if (field_.without.contains(0) || field_.without.contains(1)) duel_.reset();  // it lacks one of the two
  contest_.reset();
  scores_->leave_out({.bots = field_.without});
}

void RatedRuns::add_end(const std::string& name, std::string_view place, bool is_cut) {
  Run& run = run_of(name, [&] { return std::string(place); });
  (is_cut ? run.is_open : run.has_ended) = true;
  if (duel_) duel_->is_over = !is_cut;
}

Looks RatedRuns::looks() const {
  double games = 0;
  double planned = 0;
  bool all_ended = true;
  for (const auto& [id, run] : runs_) {
    if (run.is_open) return {Looks::Kind::open};
    games += run.games;
    planned += run.planned_games;
    all_ended = all_ended && run.has_ended;
  }
  if (all_ended) return {};
  if (is_part_) return {Looks::Kind::open};
  const LeftOut unrated = scores_->left_out();  // void games are played again; incomplete blocks show nothing yet
  games -= unrated.void_games + unrated.incomplete_games;
  return {Looks::Kind::planned, std::clamp(games, 1.0, planned) / planned};
}

void RatedRuns::forget_plans() {
  is_part_ = true;
  duel_.reset();
  for (RatedRun& run : rated_) run.planned_blocks.reset();
  contest_.reset();
}

void RatedRuns::keep_last(int blocks) {
  for (const std::vector<std::string>& stages : stages_) {
    std::vector<std::pair<int, std::string>> complete;  // with their numbers
    for (const std::string& stage : stages) {
      for (const auto& [number, block] : scores_->complete_of(stage)) complete.emplace_back(number, stage);
    }
    std::sort(complete.begin(), complete.end());
    complete.resize(complete.size() - std::min(complete.size(), static_cast<std::size_t>(blocks)));
    for (const auto& [number, stage] : complete) scores_->leave_out(stage, number, Unasked::earlier);
  }
  forget_plans();
}

void RatedRuns::keep_within(const TimeSpan& time, const BlockEnds& ends) {
  for (const auto& [id, run] : runs_) {
    const auto complete = scores_->complete_of(id);
    const auto known = ends.find(id);
    if (known == ends.end()) {
      if (complete.empty()) continue;
      throw InputError("it is unknown when the games of run " + id +
                       " ended: its timings.jsonl is missing, or an older arena wrote it");
    }
    for (const auto& [number, block] : complete) {
      const auto end = known->second.find(number);
      const bool is_known = end != known->second.end();
      if (is_known && time.until && end->second >= *time.until) {
        scores_->leave_out(id, number, Unasked::later);
      } else if (!is_known || (time.since && end->second < *time.since)) {
        scores_->leave_out(id, number, Unasked::earlier);
      }
    }
  }
  forget_plans();
}

void RatedRuns::leave_out_pairs() {
  const Standings with_pairs = standings();
  left_out_pairs_ = with_pairs.pairs_to_look_at;
  if (left_out_pairs_->empty()) return;
  whole_duel_ = with_pairs.duel;
  whole_search_ = with_pairs.first_bots;
  if (whole_duel_) whole_duel_->counts_left_out = true;
  for (const BlockPlace& place : blocks_of(*left_out_pairs_, *scores_))
    scores_->leave_out(place.run, place.block, Unasked::of_pair);
  forget_plans();
}

void RatedRuns::set_path(const std::string& run, const std::string& path) {
  const auto found = std::ranges::find(rated_, run, &RatedRun::name);
  if (found != rated_.end()) found->path = path;
}

std::optional<int> RatedRuns::rated_variant(const std::string& run, int block) const {
  const BlockSum* sum = scores_->rated(run, block);
  return sum == nullptr ? std::nullopt : std::optional<int>(sum->variant);
}

std::optional<int> RatedRuns::variant_of(const std::string& run, const std::string& id) const {
  const auto found = runs_.find(run);
  if (found == runs_.end() || !found->second.variants.contains(id)) return std::nullopt;
  const int variant = found->second.variants.at(id).first;
  return variant == kNotRated ? std::nullopt : std::optional(variant);
}

std::optional<int> RatedRuns::bot_of(const std::string& run, const std::string& name) const {
  const auto found = runs_.find(run);
  if (found == runs_.end() || !found->second.bots.contains(name)) return std::nullopt;
  return found->second.bots.at(name);
}

Field RatedRuns::field_with(const std::string& reference, const std::vector<std::string>& anchors) const {
  Field field = this->field();
  if (!anchors.empty()) field.anchors = read_anchors(anchors, field_.bots);
  if (!reference.empty()) {
    field.anchors.clear();
    field.reference = find_bot(reference, "reference", field.bots);
  }
  return field;
}

Standings RatedRuns::standings(const std::string& reference, const std::vector<std::string>& anchors) const {
  Standings standings = rate(*scores_, field_with(reference, anchors), looks());
  standings.duel = duel();
  standings.left_out_pairs = left_out_pairs_;
  standings.first_bots = whole_search_;
  if (contest_) {
    const bool has_ended = runs_.at(run_id(*contest_)).has_ended;
    const int open = first_open_block(run_id(*contest_), contest_->stage.first_block);
    standings.first_bots = find_first_bots(standings, contest_at(*contest_, has_ended ? kEveryBlock : 0), left_at_);
    standings.first_bots->is_over = has_ended && open >= contest_->end_block();
  }
  return standings;
}

std::vector<RatingHistory> RatedRuns::histories(const std::string& reference,
                                                const std::vector<std::string>& anchors) const {
  const Field field = field_with(reference, anchors);
  std::vector<RatingHistory> histories;
  for (const std::vector<std::string>& ids : stages_) {
    std::vector<HistoryStage> stages;
    for (const std::string& id : ids) stages.push_back({id, runs_.at(id).stage, runs_.at(id).chunk_ends});
    histories.push_back(rating_history(*scores_, field, stages, looks()));
  }
  return histories;
}

std::optional<Withdrawal::Found> RatedRuns::withdrawn(const Manifest& stage, int end_block) const {
  return runs_.at(run_id(stage)).withdrawal.find(end_block);
}

Contest RatedRuns::contest_at(const Manifest& stage, int end_block) const {
  const std::optional<Withdrawal::Found> gone = withdrawn(stage, end_block);
  Contest contest{stage.until_first, {}, static_cast<int>(stage.stage.outclassed.size())};
  for (const BotEntry& bot : stage.bots) {
    if (gone && std::ranges::find(gone->bots, bot.name) != gone->bots.end()) continue;
    contest.current.push_back(bot_of(run_id(stage), bot.name).value());
    ++contest.bots;
  }
  return contest;
}

std::vector<std::string> RatedRuns::outclassed(const Manifest& stage, int end_block) const {
  const Contest contest = contest_at(stage, end_block);
  const std::vector<int> found =
      find_outclassed(scores_->complete(end_block), scores_->bots(), scores_->variants(), contest);
  std::vector<std::string> names;
  for (const BotEntry& bot : stage.bots) {
    if (std::ranges::find(found, bot_of(run_id(stage), bot.name)) != found.end()) names.push_back(bot.name);
  }
  return names;
}

DuelState RatedRuns::duel_at(int reached) const {
  return judge_duel(*scores_, rated_.front().name, duel_.value().test, duel_->looks, reached);
}

std::optional<DuelReport> RatedRuns::duel() const {
  if (!duel_) return whole_duel_;
  const DuelState state = duel_at(duel_->is_over ? duel_->looks.back() : 0);
  return DuelReport{duel_->test, field_.bots.at(0), field_.bots.at(1), field_.variants, duel_->is_over, state};
}

VariantComparison RatedRuns::comparison(const std::string& reference, const std::vector<std::string>& anchors) const {
  if (field_.variants.size() < 2) {
    throw InputError(
        fmt::format("a comparison needs two variants, but these runs have only {}; to rate it, use 'arena rate'",
                    fmt::join(field_.variants, "")));
  }
  return compare_variants(*scores_, field_with(reference, anchors), looks());
}

}  // namespace arena
