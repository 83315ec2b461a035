#include "arena/app/commands/run_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <utility>

#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/records/line_fields.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/standings_parts.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace json = boost::json;
using hearts::counted;

constexpr std::size_t kFaultsShown = 5;
constexpr auto kRateOver = std::chrono::minutes(5);
/// What it has seen for a shorter time tells less of the rate than what the arena has played since it was started.
constexpr auto kSeenMin = std::chrono::seconds(30);

}  // namespace

RunWatch::RunWatch(std::filesystem::path folder)
    : folder_(std::move(folder)),
      games_(games_file(folder_)),
      faults_(folder_ / kFaultsFile),
      timings_(folder_ / kTimingsFile) {
  if (!std::filesystem::is_directory(folder_))
    throw InputError(folder_.string() + " is no folder of a run: what is watched is the whole folder");
  start_over();
}

/// The records are of another run than was read, or have another stage.
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
  has_new_stage_ = false;
  games_of_block_.clear();
  void_.clear();
  last_faults_.clear();
  moments_.clear();
  session_.reset();
  rated_games_ = -1;
  table_ = {};
  faults_told_ = 0;
  has_ended_ = false;
}

void RunWatch::update(std::chrono::steady_clock::time_point now) {
  is_held_ = is_held(folder_ / kGamesFile);
  const auto take = [&](std::string_view line, const std::string& place) { take_line(line, place); };
  if (!games_.read(take) || has_new_stage_) {
    start_over();
    games_.read(take);
  }
  if (std::error_code ignored; std::filesystem::exists(folder_ / kFaultsFile, ignored))
    faults_.read([&](std::string_view line, const std::string& place) { take_fault(line, place); });
  if (std::error_code ignored; std::filesystem::exists(folder_ / kTimingsFile, ignored)) {
    timings_.read([&](std::string_view line, const std::string& place) {
      if (is_line_of(line, "session")) take_session(line, place);
    });
  }
  rate_again(now);
  times_over_ = has_ended_ && !is_held_ ? times_over_ + 1 : 0;
  moments_.emplace_back(now, games_done());
  while (moments_.size() > 2 && now - moments_.front().first > kRateOver) moments_.pop_front();
}

/// Rates what is new.
void RunWatch::rate_again(std::chrono::steady_clock::time_point now) {
  if (rated_games_ == games_done() || (!pace_.is_due(now) && !has_ended_)) return;
  rated_games_ = games_done();
  const Standings standings = rated_->standings();
  table_ = standings.overall.rows.empty() ? CellTable{} : standings_cells(standings, standings.overall);
  pace_.done(now, LivePace::Clock::now());
}

void RunWatch::take_line(std::string_view line, const std::string& place) {
  if (has_new_stage_) return;
  const json::object object = open_line(line, place);
  check_schema(object, place);
  const auto type = text_in(object, "type");
  const std::string run(text_in(object, "run").value_or(""));
  if (!known_.contains(run)) {
    has_new_stage_ = true;
  } else if (type == "game") {
    const Outcome outcome = read_outcome(object, place);
    rated_->add(outcome, place);
    if (run == run_) ++games_of_block_[outcome.block];
  } else if (type == "void") {
    const int block = read_void(object, place).block;
    rated_->add_void(run, block, place);
    if (run == run_) void_.insert(block);
  } else if (type == "end" && run == run_) {
    has_ended_ = true;
  }
}

void RunWatch::take_fault(std::string_view line, const std::string& place) {
  const json::object object = open_line(line, place);
  if (text_in(object, "type") != "fault" || text_in(object, "run") != run_) return;
  ++faults_told_;
  const auto text = [&](const char* key) { return printable(text_in(object, key).value_or("")); };
  last_faults_.push_back(fmt::format("game {}: {}: {}: {}", text("id"), text("bot"), text("fault"), text("detail")));
  if (last_faults_.size() > kFaultsShown) last_faults_.pop_front();
}

void RunWatch::take_session(std::string_view line, const std::string& place) {
  const json::object object = open_line(line, place);
  if (text_in(object, "run") != run_) return;
  session_.reset();
  const json::value* started = object.if_contains("started");
  const json::value* games = object.if_contains("games");
  if (started == nullptr || !started->is_int64() || games == nullptr || !games->is_int64()) return;
  session_ = {std::chrono::sys_seconds(std::chrono::seconds(started->get_int64())), games->get_int64()};
}

/// Games a second; 0 where that is not known, or nobody plays.
double RunWatch::rate() const {
  if (!is_held_) return 0;
  const auto& [since, before] = moments_.front();
  const auto seen = moments_.back().first - since;
  const auto a_second = [](auto games, auto time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<double>(games) / seconds : 0;
  };
  if (seen >= kSeenMin || !session_) return a_second(games_done() - before, seen);
  return a_second(games_done() - session_->games, std::chrono::system_clock::now() - session_->started);
}

int RunWatch::games_done() const {
  int games = 0;
  for (const auto& [block, count] : games_of_block_) games += void_.contains(block) ? 0 : count;
  return games;
}

std::string RunWatch::progress() const {
  const int done = games_done();
  std::string text = stages_.size() == 1 ? "" : fmt::format("stage {}: ", stage().stage.number);
  text += fmt::format("{} of {}", done, counted(stage().games, "game"));
  if (has_ended_) return text + (is_held_ ? ", ended" : ", ended; nobody plays on");
  if (const double a_second = rate(); a_second > 0) {
    const double left = (stage().games - done) / a_second;
    text += fmt::format(", {:.1f} a second, {} to go", a_second, duration_text(left));
  }
  if (!is_held_) text += "; no arena of this machine is playing it";
  return text;
}

std::string RunWatch::text(std::size_t columns, std::size_t lines) const {
  std::vector<std::string> shown;
  const std::string& name = stage().label.name;
  const std::string head = wrapped((name.empty() ? folder_.string() : name) + ": " + progress(), columns);
  for (std::string_view rest = head; !rest.empty();) shown.emplace_back(cut_line(rest));
  std::vector<std::string> below;
  if (faults_told_ > 0) {
    below.push_back("");
    below.push_back(counted(faults_told_, "fault") + (faults_told_ > 1 ? ", the last of them:" : ":"));
    for (const std::string& fault : last_faults_) below.push_back("  " + fault);
  }
  if (!table_.rows.empty()) {
    const std::string all = fitted(table_, columns);
    std::vector<std::string> table;
    for (std::string_view rest = all; !rest.empty();) table.emplace_back(cut_line(rest));
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
  for (std::string& line : shown) text += cut_to_columns(std::move(line), columns) + "\n";
  return text;
}

}  // namespace arena::cli
