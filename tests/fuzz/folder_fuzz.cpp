// The folder of a run that a stranger has filled: something else is in the place of one of its files. Whatever it is,
// all who read the folder come to an end, with what they read or with an error that names a file of the folder, in
// bounded memory; and whoever resumes the run there changes nothing outside.
//
// The first line of the input has a letter for each file of kFiles, which chooses what is in its place (kKinds). The
// rest is the files of the run, see run_files.h.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "arena/admission/submit/ledger.h"
#include "arena/base/seeds/crc32c.h"
#include "arena/base/text/words.h"
#include "arena/game/deals/given_deals.h"
#include "arena/league/audit/verify.h"
#include "arena/league/plan/league_file.h"
#include "arena/league/run/run_costs.h"
#include "arena/league/run/run_records.h"
#include "arena/league/session/resume.h"
#include "arena/league/session/written_results.h"
#include "arena/league/shards/merge.h"
#include "arena/records/game_details.h"
#include "arena/records/run_folder.h"
#include "arena/results/export/csv_folder.h"
#include "arena/results/export/exporter.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/replay/retry.h"
#include "arena/results/report/report.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"
#include "tests/fuzz/run_files.h"
#include "tests/scratch_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace arena;
using fuzz::require;

constexpr auto kFiles = std::to_array<std::string_view>(
    {kGamesFile, kTimingsFile, kFaultsFile, kKeyFile, kDealsFile, kLocalFile, kReceiptFile, "league.json",
     "submissions/ledger.json", "submissions/refused.json", kStatusFile, "submissions/status.json"});

/// As much as a reader may hold of any of these small folders.
constexpr long kMemoryKbMax = 1500 << 10;

/// Of more a schedule takes too long for a fuzzer.
constexpr int kBlocksRead = 500;

constexpr std::uintmax_t kSparseBytes = std::uintmax_t{1} << 36;
constexpr std::size_t kLongBytes = kRecordBytesMax + 1;
constexpr std::size_t kGrowthBytes = 1 << 20;

void put_node(const fs::path& file, mode_t type) {
  fs::remove(file);
  require(::mknod(file.c_str(), type | 0600, 0) == 0, "a scratch folder can have such a file");
}

void put_link(const fs::path& file, const fs::path& target) {
  fs::remove(file);
  fs::create_symlink(target, file);
}

void add(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

/// A line whose checksum is right.
std::string deep_line() {
  const std::string text = R"({"v":3,"type":"session","deep":)" + std::string(50'000, '[') + std::string(50'000, ']');
  return text + R"(,"crc":")" + crc_text(crc32c(text)) + "\"}\n";
}

/// One scene for all inputs: the folder, and a file outside it that nobody may change.
struct Scene {
  test::ScratchFolder scratch;
  fs::path folder = scratch / "run";
  fs::path outside = scratch / "outside";
  std::string outside_text;
};

/// Appends to a file while it is read, until it is told to stop or has written enough.
class Growth {
 public:
  explicit Growth(const fs::path& file)
      : writer_([file](const std::stop_token& stop) {
          const std::string text = test::read_file(file).substr(0, 1 << 16) + "\n";
          std::ofstream out(file, std::ios::app);
          for (std::size_t bytes = 0; bytes < kGrowthBytes && !stop.stop_requested(); bytes += text.size())
            out << text << std::flush;
        }) {}

 private:
  std::jthread writer_;
};

constexpr std::string_view kKinds = "=pskdzlnowmehcxvj";

/// Puts what the letter means in the place of a file. `other` is another file of the folder.
void put(char kind, const fs::path& file, std::string_view other, const Scene& scene) {
  if (kind == '=') return;
  if (!fs::exists(file)) test::write_file(file, "");
  switch (kind) {
    case 'p':
      return put_node(file, S_IFIFO);
    case 's':
      return put_node(file, S_IFSOCK);
    case 'k':
      return put_link(file, "/proc/kmsg");  // of the kernel: reading it blocks
    case 'd':
      fs::remove(file);
      fs::create_directory(file);
      return;
    case 'z':
      return put_link(file, "/dev/zero");
    case 'l':
      return put_link(file, file.filename());
    case 'n':
      return put_link(file, "nowhere");
    case 'o':
      return put_link(file, scene.folder / other);
    case 'w':
      return put_link(file, scene.outside);
    case 'm':
      fs::remove(file);
      return;
    case 'e':
      return fs::resize_file(file, 0);
    case 'h':
      return fs::resize_file(file, kSparseBytes);
    case 'c':
      return fs::resize_file(file, fs::file_size(file) / 2);
    case 'x':
      return add(file, std::string(kLongBytes, 'x') + "\n");
    case 'v':
      return add(file, std::string(kLongBytes, '\0'));
    case 'j':
      return add(file, deep_line());
    default:
      return;
  }
}

/// Whether a refusal must name the folder or a file of it. One of what was asked for, such as a question, need not.
enum class Names { folder, anything };

/// Reads something of the folder, unless it is refused in words.
template <class Read>
void reads(const Scene& scene, Read read, Names names = Names::folder) {
  std::string refusal;
  try {
    read();
    return;
  } catch (const InputError& error) {
    refusal = error.what();
  } catch (const std::system_error& error) {
    refusal = error.what();
  }
  fuzz::require_error_text(refusal);
  if (names == Names::anything || refusal.find(scene.folder.string()) != std::string::npos) return;
  std::fprintf(stderr, "error: %s\n", refusal.c_str());
  require(false, "an error names the file that it is about");
}

std::optional<RunSummary> read_games(const Scene& scene) {
  std::optional<RunSummary> summary;
  reads(scene, [&] {
    DetailsReader details(scene.folder);
    summary = read_run(scene.folder, [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
      reads(scene, [&] { details.of(record); });
    });
  });
  return summary;
}

/// What rate, compare, watch, verify and replay read.
void read_run_files(const Scene& scene) {
  reads(scene, [&] { check_merged(scene.folder); });
  reads(scene, [&] { read_rated_runs({scene.folder.string()}).standings(); });
  for (const std::string_view name : {kGamesFile, kTimingsFile, kFaultsFile}) {
    reads(scene, [&] { LineTail(scene.folder / name).read([](std::string_view, const LinePlace&) {}); });
  }
  reads(scene, [&] { sum_timings(scene.folder / kTimingsFile); });
  reads(scene, [&] {
    for (const std::string& problem : verify_run(scene.folder).problems) fuzz::require_error_text(problem);
  });
  reads(scene, [&] { find_game(scene.folder, "b0g0"); });
  reads(scene, [&] { read_process_input({scene.folder, "b0g0", 0, {}, 1}, true); }, Names::anything);
}

/// What report and export read and write; the tables and the page are outside the folder.
void write_results(const Scene& scene) {
  const fs::path page = scene.scratch / "page.html";
  reads(scene, [&] { write_report(page, {scene.folder.string()}, {}, {}); });
  reads(scene, [&] {
    CsvFolder tables(scene.scratch / "tables", true);
    export_runs({scene.folder.string()}, tables);
  });
}

/// What is kept beside the records: for resuming a run, and of a league.
void read_kept(const Scene& scene, const RunSummary* summary) {
  reads(scene, [&] { read_receipt(scene.folder); });
  // Planted: a reader that opens a file without looking what it is, and reads it to its end.
  if (fuzz::planted(true)) test::read_file(scene.folder / kReceiptFile);
  reads(scene, [&] { kept_key(scene.folder); });
  reads(scene, [&] { read_league(scene.folder / "league.json"); });
  reads(scene, [&] { Ledger(scene.folder).entries(); });
  reads(scene, [&] { Ledger(scene.folder).read_refusals(); });
  if (summary == nullptr) return;
  reads(scene, [&] {
    Manifest manifest = summary->last().manifest;
    read_places(manifest, scene.folder);
    read_given_deals(manifest, scene.folder);
  });
}

/// What merge and resumed runs read, and then write.
void resume(const Scene& scene, const RunSummary& before) {
  reads(scene, [&] { planned_run(scene.folder); });
  reads(scene, [&] { merge_shards(scene.folder, {}); });
  reads(scene, [&] { merge_shards(scene.folder, {scene.folder}); });
  reads(scene, [&] {
    RunRecords records(scene.folder);
    records.key("");
    records.begin(before.last().manifest, 1, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  });
}

long peak_kb() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Scene scene;
  std::string_view input = fuzz::text_of(data, size);
  const std::string_view letters = cut_line(input);
  fs::remove_all(scene.folder);
  fs::create_directories(scene.folder / "submissions");
  fuzz::write_run_files(scene.folder, input);
  test::write_file(scene.folder / kReceiptFile, "Publish this before the first card:\nreceipt 00\n");
  test::write_file(scene.folder / kLocalFile, R"({"v":1,"bots":{}})");
  test::write_file(scene.folder / "league.json", R"({"league":1,"entrants":["a","b"]})");
  test::write_file(scene.folder / "submissions/ledger.json", R"({"submissions":1,"bots":[]})");
  test::write_file(scene.folder / "submissions/refused.json", R"({"submissions":1,"refused":[]})");
  test::write_file(scene.folder / kStatusFile, R"({"statuses":1,"changes":[]})");
  test::write_file(scene.folder / "submissions/status.json", R"({"statuses":1,"changes":[]})");
  // A link to the outside leads to a file like the one in its place: its end gives no reason to refuse it.
  scene.outside_text = test::read_file(scene.folder / kGamesFile);
  test::write_file(scene.outside, scene.outside_text);

  std::vector<fs::path> grows;
  for (std::size_t i = 0; i < kFiles.size(); ++i) {
    const char letter = i < letters.size() ? letters[i] : '=';
    const fs::path file = scene.folder / kFiles[i];
    if (letter == 'g' && fs::exists(file)) grows.push_back(file);
    const bool is_kind = kKinds.find(letter) != std::string_view::npos || letter == 'g';
    put(is_kind ? letter : kKinds[static_cast<unsigned char>(letter) % kKinds.size()], file,
        kFiles[(i + 1) % kFiles.size()], scene);
  }
  {
    std::vector<std::unique_ptr<Growth>> growths;
    for (const fs::path& file : grows) growths.push_back(std::make_unique<Growth>(file));
    const std::optional<RunSummary> summary = read_games(scene);
    read_kept(scene, summary ? &*summary : nullptr);
    const bool is_short = summary && summary->last().manifest.end_block() <= kBlocksRead;
    if (!summary || is_short) read_run_files(scene);
    if (!summary || is_short) write_results(scene);
    if (is_short) resume(scene, *summary);
  }
  require(test::read_file(scene.outside) == scene.outside_text, "a file outside the folder stays as it was");
  require(peak_kb() <= kMemoryKbMax, "memory is bounded");
  return 0;
}
