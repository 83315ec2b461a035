#include "tests/process/crash/crash_run.h"

#include "arena/records/run_folder.h"
#include "engine/typed_text.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"

namespace crash {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::vector<std::string> CrashRun::words(const fs::path& out) const {
  return processes::arena_words({"run",
                                 CLINGING_BOT,
                                 CLINGING_BOT,
                                 CLINGING_BOT,
                                 CLINGING_BOT,
                                 CLINGING_BOT,
                                 CLINGING_BOT,
                                 "--variant",
                                 "black-lady@4",
                                 "--variant",
                                 "royal-classic@4",
                                 "--games",
                                 std::to_string(games),
                                 "--hands",
                                 "1",
                                 "--seed",
                                 "crash",
                                 "--move",
                                 "10000",
                                 "--bank",
                                 "600000",
                                 "--isolation",
                                 std::string(arena::isolation_name(isolation)),
                                 "--concurrency",
                                 std::to_string(workers),
                                 "--out",
                                 out.string()});
}

processes::Finished CrashRun::finish(const fs::path& out) const {
  processes::Finished finished = processes::run(words(out), 60s);
  const auto left = processes::left_after(kGone);
  INFO(finished.err);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 0);
  CHECK(left == "");
  CHECK(processes::games_of(out).size() == static_cast<std::size_t>(games));
  check_verified(out);
  return finished;
}

void check_same_games(const fs::path& run, const fs::path& uninterrupted) {
  CHECK(processes::sorted_lines(run / arena::kGamesFile) == processes::sorted_lines(uninterrupted / arena::kGamesFile));
}

void check_verified(const fs::path& run) {
  const auto verified = processes::run(processes::arena_words({"verify", run.string()}), 30s);
  INFO(verified.err);
  CHECK(verified.end.exited);
  CHECK(verified.end.number == 0);
}

bool grows_to(const fs::path& run, std::uintmax_t bytes, processes::ChildProcess& arena) {
  return processes::happens_within(30s, [&] { return size_of_games(run) >= bytes || !arena.running(); });
}

std::uintmax_t size_of_games(const fs::path& run) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(run / arena::kGamesFile, error);
  return error ? 0 : size;
}

std::size_t torn_bytes_of(const fs::path& run) {
  std::size_t bytes = 0;
  for (const std::string_view file : {arena::kGamesFile, arena::kTimingsFile, arena::kFaultsFile}) {
    bytes += processes::torn_bytes(run / file);
  }
  return bytes;
}

std::string cut_message(std::size_t bytes) {
  return "removed " + hearts::counted(bytes, "byte") + " of torn lines at the end";
}

}  // namespace crash
