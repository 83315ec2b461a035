#include "arena/cli/run_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <sstream>
#include <utility>

#include "arena/cli/rated_standings.h"
#include "arena/records/line_fields.h"
#include "arena/records/run_folder.h"
#include "arena/text/text_layout.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace json = boost::json;
using hearts::counted;

constexpr std::size_t kFaultsShown = 5;
constexpr auto kRateOver = std::chrono::minutes(5);

/// As much of a line as fits.
std::string cut_to(std::string line, std::size_t columns) {
  while (columns_of(line) > columns) {
    // A character of several bytes goes whole.
    while ((static_cast<unsigned char>(line.back()) & 0xC0) == 0x80) line.pop_back();
    line.pop_back();
  }
  return line;
}

std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

/// The first table of the standings: its heads and a line for each bot.
std::vector<std::string> table_lines(const std::string& standings) {
  std::istringstream stream(standings);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (lines.empty() ? line.starts_with("#") : !line.empty()) {
      lines.push_back(line);
    } else if (!lines.empty()) {
      break;
    }
  }
  return lines;
}

}  // namespace

RunWatch::RunWatch(std::filesystem::path folder)
    : folder_(std::move(folder)), games_(games_file(folder_)), faults_(folder_ / kFaultsFile) {
  if (!std::filesystem::is_directory(folder_))
    throw InputError(folder_.string() + " is no folder of a run: what is watched is the whole folder");
  start_over();
}

/// The records are of another run than was read, or have another stage.
void RunWatch::start_over() {
  games_ = LineTail(folder_ / kGamesFile);
  faults_ = LineTail(folder_ / kFaultsFile);
  stages_ = read_manifests(folder_ / kGamesFile);
  if (stages_.empty()) throw InputError((folder_ / kGamesFile).string() + ": it has no whole line");
  rated_.emplace(stages_);
  known_.clear();
  for (const Manifest& one : stages_) known_.insert(run_id(one));
  run_ = run_id(stage());
  has_new_stage_ = false;
  games_of_block_.clear();
  void_.clear();
  last_faults_.clear();
  moments_.clear();
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
  times_over_ = has_ended_ && !is_held_ ? times_over_ + 1 : 0;
  moments_.emplace_back(now, games_done());
  while (moments_.size() > 2 && now - moments_.front().first > kRateOver) moments_.pop_front();
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

int RunWatch::games_done() const {
  int games = 0;
  for (const auto& [block, count] : games_of_block_) games += void_.contains(block) ? 0 : count;
  return games;
}

std::string RunWatch::progress() const {
  const int done = games_done();
  std::string text = stages_.size() == 1 ? "" : fmt::format("stage {}: ", stage().stage.number);
  text += fmt::format("{} of {} games", done, stage().games);
  const auto& [since, before] = moments_.front();
  const double seconds = std::chrono::duration<double>(moments_.back().first - since).count();
  const double rate = seconds > 0 ? (done - before) / seconds : 0;
  if (has_ended_) return text + (is_held_ ? ", ended" : ", ended; nobody plays on");
  if (rate > 0) text += fmt::format(", {:.1f} a second, {} to go", rate, duration_text((stage().games - done) / rate));
  if (!is_held_) text += "; no arena of this machine is playing it";
  return text;
}

std::string RunWatch::text(std::size_t columns, std::size_t lines) const {
  std::vector<std::string> shown;
  const std::string& name = stage().label.name;
  shown.push_back((name.empty() ? folder_.string() : name) + ": " + progress());
  std::vector<std::string> below;
  if (faults_told_ > 0) {
    below.push_back("");
    below.push_back(counted(faults_told_, "fault") + (faults_told_ > 1 ? ", the last of them:" : ":"));
    for (const std::string& fault : last_faults_) below.push_back("  " + fault);
  }
  if (games_done() > 0) {
    std::vector<std::string> table = table_lines(RatedStandings(*rated_).text());
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
  for (std::string& line : shown) text += cut_to(std::move(line), columns) + "\n";
  return text;
}

}  // namespace arena::cli
