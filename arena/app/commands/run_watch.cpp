#include "arena/app/commands/run_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <exception>
#include <iterator>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/game_details.h"
#include "arena/records/line_fields.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/pair_sentences.h"
#include "arena/results/ratings/standings_parts.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace json = boost::json;
using hearts::counted;

constexpr std::size_t kFaultsShown = 5;
constexpr std::size_t kTextBytesShown = 200;
constexpr auto kRateOver = std::chrono::minutes(5);
/// If it has watched for a shorter time, the games since the arena was started give a better rate.
constexpr auto kSeenMin = std::chrono::seconds(30);

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(cut_line(text));
  return lines;
}

}  // namespace

RunWatch::RunWatch(std::filesystem::path folder, EventStream* stream)
    : folder_(std::move(folder)),
      stream_(stream),
      games_(games_file(folder_)),
      faults_(folder_ / kFaultsFile),
      timings_(folder_ / kTimingsFile) {
  if (std::error_code ignored; !std::filesystem::is_directory(folder_, ignored))
    throw InputError(folder_.string() + " is not the folder of a run; watch needs the folder, not a file in it");
  start_over();
}

void RunWatch::update(std::chrono::steady_clock::time_point now) {
  is_held_ = is_held(folder_ / kGamesFile);
  const auto add_game_line = [&](std::string_view line, const std::string& place) { add_line(line, place); };
  if (!games_.read(add_game_line) || seen_.has_new_stage) {
    start_over();
    if (emits_) emit_start();
    games_.read(add_game_line);
  }
  if (is_present(folder_ / kFaultsFile))
    faults_.read([&](std::string_view line, const std::string& place) { add_fault(line, place); });
  if (is_present(folder_ / kTimingsFile)) {
    timings_.read([&](std::string_view line, const std::string& place) {
      if (is_line_of(line, "session")) add_session(line, place);
    });
  }
  read_parts();
  rate_again(now);
  times_over_ = seen_.has_ended && !is_held_ ? times_over_ + 1 : 0;
  seen_.moments.emplace_back(now, games_done());
  while (seen_.moments.size() > 2 && now - seen_.moments.front().first > kRateOver) seen_.moments.pop_front();
  if (stream_ != nullptr) emit_state();
}

std::string RunWatch::text(const Page& page, std::size_t lines) const {
  const std::string& name = stage().label.name;
  std::vector<std::string> shown =
      lines_of(wrapped((name.empty() ? legible(folder_.string()) : name) + ": " + progress(), page.columns));
  if (!seen_.state.empty()) std::ranges::move(lines_of(wrapped(seen_.state, page.columns)), std::back_inserter(shown));
  std::vector<std::string> below;
  if (seen_.faults > 0) {
    below.push_back("");
    below.push_back(counted(seen_.faults, "fault") + (seen_.faults > 1 ? ", the last of them:" : ":"));
    for (const std::string& fault : seen_.last_faults) below.push_back("  " + fault);
  }
  if (!seen_.table.rows.empty()) {
    std::vector<std::string> table = lines_of(fitted(seen_.table, page.table_columns));
    const std::vector<std::string> legend = lines_of(wrapped(seen_.legend, page.columns));
    below.insert(below.begin(), legend.begin(), legend.end());
    const std::size_t room = lines - std::min(lines, shown.size() + 1 + below.size() + 1);
    const std::size_t fit = std::max<std::size_t>(room, 4);
    shown.push_back("");
    if (table.size() > fit) {
      const std::size_t more = table.size() - fit;
      table.resize(fit);
      table.push_back("and " + counted(more, "bot") + " more");
    }
    shown.insert(shown.end(), table.begin(), table.end());
  }
  shown.insert(shown.end(), below.begin(), below.end());
  if (shown.size() > lines) shown.resize(lines);
  std::string text;
  for (std::string& line : shown) text += cut_to_columns(std::move(line), page.table_columns) + "\n";
  return text;
}

void RunWatch::emit_end() const {
  if (const auto duel = rated_->duel()) stream_->duel(*duel);
  stream_->finished({.folder = folder_, .done = games_done(), .games = stage().games});
}

void RunWatch::start_over() {
  games_ = LineTail(folder_ / kGamesFile);
  faults_ = LineTail(folder_ / kFaultsFile);
  timings_ = LineTail(folder_ / kTimingsFile);
  stages_ = read_manifests(folder_ / kGamesFile);
  if (stages_.empty()) refuse_without_manifest(folder_);
  rated_.emplace(stages_);
  known_.clear();
  for (const Manifest& one : stages_) known_.insert(run_id(one));
  run_ = run_id(stage());
  seen_ = {};
}

void RunWatch::emit_state() {
  if (!std::exchange(emits_, true)) emit_start();
  const auto state = std::tuple(games_done(), seen_.faults, is_held_);
  if (seen_.emitted == state) return;
  seen_.emitted = state;
  const double a_second = rate();
  stream_->progress({.done = games_done(),
                     .games = stage().games,
                     .faults = seen_.faults,
                     .games_per_second = a_second > 0 ? std::optional(a_second) : std::nullopt,
                     .is_playing = is_held_});
  stream_->rate(*rated_, !is_held_ || seen_.has_ended);
}

void RunWatch::rate_again(std::chrono::steady_clock::time_point now) {
  if (stream_ != nullptr) return;
  if (seen_.rated_games == games_done() || (!pace_.is_due(now) && !seen_.has_ended)) return;
  seen_.rated_games = games_done();
  const Standings standings = rated_->standings();
  seen_.table = standings.overall.rows.empty() ? CellTable{} : standings_cells(standings, standings.overall);
  seen_.legend = interval_sentence(standings.looks);
  if (standings.duel) seen_.state = duel_sentences(*standings.duel).front();
  if (standings.first_bots) seen_.state = first_bots_sentences(standings).front();
  pace_.done(now, LivePace::Clock::now());
}

void RunWatch::add_line(std::string_view line, const std::string& place) {
  if (seen_.has_new_stage) return;
  const json::object object = open_line(line, place);
  check_schema(object, place);
  const auto type = text_in(object, "type");
  const std::string run(text_in(object, "run").value_or(""));
  if (!known_.contains(run)) {
    seen_.has_new_stage = true;
  } else if (type == "game") {
    const Outcome outcome = read_outcome(object, place);
    rated_->add(outcome, place);
    if (run != run_) return;
    ++seen_.games_of_block[outcome.block];
    if (emits_) stream_->game(outcome);
  } else if (type == "void") {
    const VoidBlock block = read_void(object, place);
    rated_->add_void(run, block.block, place);
    if (run != run_) return;
    seen_.void_blocks.insert(block.block);
    if (emits_) stream_->block_void(block);
  } else if (type == "end" && run == run_) {
    seen_.has_ended = true;
    rated_->add_end(run_, place, object.contains("cut"));
  }
}

void RunWatch::read_parts() {
  if (seen_.has_ended) return;
  std::set<std::filesystem::path> in_progress;
  const std::filesystem::path shards = shards_folder(folder_, stage().stage.number);
  for (const std::filesystem::path& part : complete_parts(shards)) {
    const Shard shard = *shard_of_folder(part.filename().string());
    seen_.shards = shard.count;
    if (!seen_.complete_shards.insert(shard.index).second) continue;  // another attempt, which does not count
    LineTail(part / kGamesFile).read([&](std::string_view line, const std::string& place) { add_line(line, place); });
    if (is_present(part / kFaultsFile)) {
      LineTail(part / kFaultsFile).read([&](std::string_view line, const std::string& place) {
        add_fault(line, place);
      });
    }
  }
  for (const auto& [folder, shard] : unfinished_parts(shards)) {
    seen_.shards = shard.count;
    if (seen_.complete_shards.contains(shard.index) || !is_present(folder / kGamesFile)) continue;
    in_progress.insert(folder);
    Attempt& attempt = seen_.attempts.try_emplace(folder, Attempt{LineTail(folder / kGamesFile)}).first->second;
    try {
      attempt.games.read(
          [&](std::string_view line, const std::string&) { attempt.count += is_line_of(line, "game") ? 1 : 0; });
    } catch (const std::exception&) {
      in_progress.erase(folder);  // it was completed or taken away meanwhile; the next update looks again
    }
  }
  seen_.has_new_stage = false;  // lines of another run in a part are left out
  std::erase_if(seen_.attempts, [&](const auto& attempt) { return !in_progress.contains(attempt.first); });
}

std::string RunWatch::shards_text() const {
  std::string text = fmt::format("{} of {} complete", seen_.complete_shards.size(), counted(seen_.shards, "shard"));
  int games = 0;
  for (const auto& [folder, attempt] : seen_.attempts) games += attempt.count;
  if (!seen_.attempts.empty())
    text += fmt::format(", {} in progress with {}", seen_.attempts.size(), counted(games, "game"));
  if (static_cast<int>(seen_.complete_shards.size()) == seen_.shards)
    text += "; to join them: arena merge " + shell_quoted(folder_.string());
  return text;
}

void RunWatch::add_fault(std::string_view line, const std::string& place) {
  const json::object object = open_line(line, place);
  if (text_in(object, "type") != "fault" || text_in(object, "run") != run_) return;
  ++seen_.faults;
  if (emits_) {
    const FaultRecord fault = read_fault(object, place);
    stream_->fault(fault.id, fault.bot, fault.event);
  }
  const auto text = [&](const char* key) { return legible(text_in(object, key).value_or(""), {}, kTextBytesShown); };
  seen_.last_faults.push_back(
      fmt::format("game {}: {}: {}: {}", text("id"), text("bot"), text("fault"), text("detail")));
  if (seen_.last_faults.size() > kFaultsShown) seen_.last_faults.pop_front();
}

void RunWatch::add_session(std::string_view line, const std::string& place) {
  const json::object object = open_line(line, place);
  if (text_in(object, "run") != run_) return;
  seen_.session.reset();
  const json::value* started = object.if_contains("started");
  const json::value* games = object.if_contains("games");
  if (started == nullptr || !started->is_int64() || games == nullptr || !games->is_int64()) return;
  seen_.session = {std::chrono::sys_seconds(std::chrono::seconds(started->get_int64())), games->get_int64()};
}

double RunWatch::rate() const {
  if (!is_held_) return 0;
  const auto& [since, before] = seen_.moments.front();
  const auto seen = seen_.moments.back().first - since;
  const auto a_second = [](auto games, auto time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<double>(games) / seconds : 0;
  };
  if (seen >= kSeenMin || !seen_.session) return a_second(games_done() - before, seen);
  return a_second(games_done() - seen_.session->games, std::chrono::system_clock::now() - seen_.session->started);
}

int RunWatch::games_done() const {
  int games = 0;
  for (const auto& [block, count] : seen_.games_of_block) games += seen_.void_blocks.contains(block) ? 0 : count;
  return games;
}

std::string RunWatch::progress() const {
  const int done = games_done();
  std::string text = stages_.size() == 1 ? "" : fmt::format("stage {}: ", stage().stage.number);
  text += fmt::format("{} of {}", done, counted(stage().games, "game"));
  if (seen_.has_ended) return text + (is_held_ ? ", ended; the arena is still running" : ", ended");
  if (const double a_second = rate(); a_second > 0) {
    const double left = (stage().games - done) / a_second;
    text += fmt::format(", {:.1f} a second, {} to go", a_second, duration_text(left));
  }
  if (seen_.shards > 0) return text + "; " + shards_text();
  if (!is_held_) text += "; no arena on this machine is playing it";
  return text;
}

}  // namespace arena::cli
