#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/league/session/live_pace.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/rated_runs.h"
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

/// A run in progress, as its records show it. It only reads the records, and never locks out the arena that writes
/// them.
class RunWatch {
 public:
  /// `folder`: that of a run. Throws InputError when it has no records.
  explicit RunWatch(std::filesystem::path folder)
      : folder_(std::move(folder)),
        games_(games_file(folder_)),
        faults_(folder_ / kFaultsFile),
        timings_(folder_ / kTimingsFile) {
    if (!std::filesystem::is_directory(folder_))
      throw InputError(folder_.string() + " is not the folder of a run; watch needs the folder, not a file in it");
    start_over();
  }

  /// Reads what was recorded since the last call. Throws InputError for a line that no arena has written.
  void update(std::chrono::steady_clock::time_point now) {
    is_held_ = is_held(folder_ / kGamesFile);
    const auto add_game_line = [&](std::string_view line, const std::string& place) { add_line(line, place); };
    if (!games_.read(add_game_line) || seen_.has_new_stage) {
      start_over();
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
  }

  /// Whether the last stage has ended and no arena on this machine has locked the records. This must be so in two
  /// consecutive updates, because an arena unlocks the records for a moment between two stages.
  bool is_over() const { return times_over_ >= 2; }

  /// Returns the progress, the time left, the standings and the last faults, in at most this many columns and lines.
  std::string text(std::size_t columns, std::size_t lines) const {
    std::vector<std::string> shown;
    const std::string& name = stage().label.name;
    const std::string head = wrapped((name.empty() ? folder_.string() : name) + ": " + progress(), columns);
    for (std::string_view rest = head; !rest.empty();) shown.emplace_back(cut_line(rest));
    std::vector<std::string> below;
    if (seen_.faults > 0) {
      below.push_back("");
      below.push_back(counted(seen_.faults, "fault") + (seen_.faults > 1 ? ", the last of them:" : ":"));
      for (const std::string& fault : seen_.last_faults) below.push_back("  " + fault);
    }
    if (!seen_.table.rows.empty()) {
      const std::string all = fitted(seen_.table, columns);
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

 private:
  /// Reads the manifests again, because the records are those of another run or have a new stage.
  void start_over() {
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

  /// Rates the games again if there are new ones.
  void rate_again(std::chrono::steady_clock::time_point now) {
    if (seen_.rated_games == games_done() || (!pace_.is_due(now) && !seen_.has_ended)) return;
    seen_.rated_games = games_done();
    const Standings standings = rated_->standings();
    seen_.table = standings.overall.rows.empty() ? CellTable{} : standings_cells(standings, standings.overall);
    pace_.done(now, LivePace::Clock::now());
  }

  void add_line(std::string_view line, const std::string& place) {
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
      if (run == run_) ++seen_.games_of_block[outcome.block];
    } else if (type == "void") {
      const int block = read_void(object, place).block;
      rated_->add_void(run, block, place);
      if (run == run_) seen_.void_blocks.insert(block);
    } else if (type == "end" && run == run_) {
      seen_.has_ended = true;
    }
  }

  /// Reads the parts of a stage that is played in shards. Complete parts are rated; of others the games are counted.
  void read_parts() {
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

  /// Returns which shards are complete or in progress: "2 of 3 shards complete, 1 in progress with 7 games".
  std::string shards_text() const {
    std::string text = fmt::format("{} of {} complete", seen_.complete_shards.size(), counted(seen_.shards, "shard"));
    int games = 0;
    for (const auto& [folder, attempt] : seen_.attempts) games += attempt.count;
    if (!seen_.attempts.empty())
      text += fmt::format(", {} in progress with {}", seen_.attempts.size(), counted(games, "game"));
    if (static_cast<int>(seen_.complete_shards.size()) == seen_.shards)
      text += "; to join them: arena merge " + shell_quoted(folder_.string());
    return text;
  }

  void add_fault(std::string_view line, const std::string& place) {
    const json::object object = open_line(line, place);
    if (text_in(object, "type") != "fault" || text_in(object, "run") != run_) return;
    ++seen_.faults;
    const auto text = [&](const char* key) { return legible(text_in(object, key).value_or(""), {}, kTextBytesShown); };
    seen_.last_faults.push_back(
        fmt::format("game {}: {}: {}: {}", text("id"), text("bot"), text("fault"), text("detail")));
    if (seen_.last_faults.size() > kFaultsShown) seen_.last_faults.pop_front();
  }

  void add_session(std::string_view line, const std::string& place) {
    const json::object object = open_line(line, place);
    if (text_in(object, "run") != run_) return;
    seen_.session.reset();
    const json::value* started = object.if_contains("started");
    const json::value* games = object.if_contains("games");
    if (started == nullptr || !started->is_int64() || games == nullptr || !games->is_int64()) return;
    seen_.session = {std::chrono::sys_seconds(std::chrono::seconds(started->get_int64())), games->get_int64()};
  }

  /// Returns the games per second; 0 if that is unknown, or if no arena plays the run.
  double rate() const {
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

  int games_done() const {
    int games = 0;
    for (const auto& [block, count] : seen_.games_of_block) games += seen_.void_blocks.contains(block) ? 0 : count;
    return games;
  }

  std::string progress() const {
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

  const Manifest& stage() const { return stages_.back(); }

  std::filesystem::path folder_;
  LineTail games_;
  LineTail faults_;
  LineTail timings_;
  /// An attempt at a shard that is in progress.
  struct Attempt {
    LineTail games;
    int count = 0;  ///< recorded games
  };
  std::vector<Manifest> stages_;
  std::optional<RatedRuns> rated_;
  std::set<std::string> known_;  // ids of the stages
  std::string run_;              // of the last one
  bool is_held_ = false;
  int times_over_ = 0;                      ///< consecutive updates that found the run over
  LivePace pace_{std::chrono::seconds(0)};  ///< of rating
  /// When the last arena was started, and how many games of the stage it found.
  struct Session {
    std::chrono::sys_seconds started;
    std::int64_t games = 0;
  };
  /// What has been read of these records and stages.
  struct Seen {
    bool has_new_stage = false;         ///< after the stages that are known
    std::map<int, int> games_of_block;  ///< of the last stage
    std::set<int> void_blocks;          ///< of the last stage
    bool has_ended = false;
    int faults = 0;
    std::deque<std::string> last_faults;
    CellTable table;       ///< the standings
    int rated_games = -1;  ///< games of the last stage that it includes
    /// If the stage is played in shards: the complete shards, each rated once, and the attempts in progress by folder.
    int shards = 0;
    std::set<int> complete_shards;
    std::map<std::filesystem::path, Attempt> attempts;
    std::optional<Session> session;
    /// The number of games at some moments of the last minutes, for the rate.
    std::deque<std::pair<std::chrono::steady_clock::time_point, int>> moments;
  };
  Seen seen_;
};

/// How often it looks for changes that the kernel does not report, as on a network file system.
constexpr int kLookEveryMs = 2000;
/// It redraws no more often than this, because rating takes time that the run could use.
constexpr int kRedrawEveryMs = 500;

/// Waits for changes of the files in a folder.
class FolderEvents {
 public:
  explicit FolderEvents(const std::filesystem::path& folder) : fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    if (fd_.get() >= 0) ::inotify_add_watch(fd_.get(), folder.c_str(), IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_CLOSE);
  }

  /// Returns after a change, and after kLookEveryMs at the latest; never twice within kRedrawEveryMs.
  void wait() const {
    ::poll(nullptr, 0, kRedrawEveryMs);
    pollfd events{fd_.get(), POLLIN, 0};
    ::poll(&events, fd_.get() >= 0 ? 1 : 0, kLookEveryMs - kRedrawEveryMs);
    char bytes[4096];
    while (fd_.get() >= 0 && ::read(fd_.get(), bytes, sizeof bytes) > 0) continue;
  }

 private:
  OwnedFd fd_;
};

struct WatchOptions {
  std::string run;
  bool once = false;
};

/// The size assumed for output that is not a terminal.
constexpr TerminalSize kInFile = {200, 50};

/// Whether the folder has the first line of a run.
bool has_begun(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_directory(folder, ignored)) return true;
  return has_records(folder) && !read_manifests(folder / kGamesFile).empty();
}

/// Returns the folder or, if it does not exist, the first one above it that does.
std::filesystem::path nearest_folder(std::filesystem::path folder) {
  std::error_code ignored;
  folder = std::filesystem::absolute(folder);
  while (!std::filesystem::is_directory(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

/// Returns once the run in the folder has begun. Ctrl-C ends the program as usual.
void wait_for_run(const std::filesystem::path& folder) {
  if (has_begun(folder)) return;
  std::cout << fmt::format("No run has begun in {} yet. Waiting for it; to stop, press Ctrl-C.\n",
                           printable(folder.string()))
            << std::flush;
  while (true) {
    const FolderEvents events(nearest_folder(folder));  // before looking, so that no change is missed
    if (has_begun(folder)) return;
    events.wait();
  }
}

int watch(const WatchOptions& options, const Screen& screen) {
  if (!options.once && screen.can_redraw) wait_for_run(options.run);
  RunWatch run(options.run);
  const bool once = options.once || !screen.can_redraw;
  const FolderEvents events(options.run);
  std::ptrdiff_t shown = 0;
  while (true) {
    run.update(std::chrono::steady_clock::now());
    const TerminalSize size = screen.is_terminal ? terminal_size(STDOUT_FILENO) : kInFile;
    const std::string text = run.text(size.columns, once ? size.lines : size.lines - 1);
    if (shown > 0) std::cout << "\033[" << shown << "A\r\033[J";
    std::cout << text << std::flush;
    shown = std::ranges::count(text, '\n');
    if (once || run.is_over()) return kDone;
    events.wait();
  }
}

}  // namespace

void define_watch(Command& command, const CommandContext& context) {
  auto options = std::make_shared<WatchOptions>();
  command.value("RUN", options->run, "the folder of the run").required();
  command.flag("--once", options->once,
               "print the state of the run once, and exit. This is also what happens if the output is not a "
               "terminal");
  command.writes(Output::as_is);
  command.footer(
      "watch shows the progress of a run that another terminal plays: the time left, the standings of complete blocks "
      "and the last faults. It estimates the time left from the games of the last five minutes (at first, from all "
      "games since the arena was started). It redraws when something changes, at most twice a second, and ends with "
      "the run or with Ctrl-C. If the run has not begun, watch waits for it. For a run in shards it shows the "
      "standings of the complete shards. It only reads the files of the run.\n"
      "Example:\n"
      "  arena watch results/autumn");
  command.run([options, context] { return watch(*options, context.screens->out); });
}

}  // namespace arena::cli
