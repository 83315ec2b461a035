// The games of a run, played again: a record that cannot be is refused in words, and one that holds is shown whole. It
// does not hold once a total, a place or a card is another. run_files.h says how one input holds the files of a run.

#include <algorithm>
#include <boost/json/object.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "arena/base/text/printable.h"
#include "arena/league/audit/verify.h"
#include "arena/records/game_details.h"
#include "arena/records/replay.h"
#include "arena/records/run_folder.h"
#include "arena/results/replay/game_text.h"
#include "arena/results/replay/recorded_input.h"
#include "arena/results/replay/retry.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"
#include "tests/fuzz/run_files.h"
#include "tests/scratch_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace arena;
using fuzz::accepts;
using fuzz::require;

constexpr std::size_t kTextBytesMax = 1 << 20;

class GameCheck {
 public:
  GameCheck(const fs::path& folder, const Manifest& manifest, const GameRecord& record, const hearts::GameRules& rules)
      : manifest_(manifest), record_(record), rules_(rules) {
    accepts(folder.string(), [&] { details_ = DetailsReader(folder).of(record); });
  }

  void run() {
    const std::optional<std::string> wrong = problem_of(record_);
    if (wrong) fuzz::require_error_text(*wrong);
    show(GameView{}, wrong);
    for (hearts::Seat seat = 0; seat < rules_.seats(); ++seat) show(GameView{seat}, wrong);
    accepts("", [&] { replay_input(record_, manifest_, nullptr); });
    if (!wrong) alter();
  }

 private:
  std::optional<std::string> problem_of(const GameRecord& record) const {
    ReplayWatcher nobody;
    return replay_game(record, rules_, nobody);
  }

  void show(const GameView& view, const std::optional<std::string>& wrong) const {
    std::ostringstream out;
    const auto shown = write_game_text(out, record_, rules_, details_, manifest_.limits, view);
    require(shown == wrong, "who watches a game changes nothing");
    const std::string text = out.str();
    require(text.size() <= kTextBytesMax, "a game's text is bounded");
    require(legible(text, "\n") == text, "a game's text is printable");
  }

  template <class Change>
  void refuse(const char* what, Change change) const {
    GameRecord altered = record_;
    change(altered.result);
    require(problem_of(altered).has_value(), what);
  }

  /// The game holds.
  void alter() const {
    refuse("a changed total is seen", [](GameResult& result) { ++result.totals[0]; });
    refuse("a changed score is seen", [](GameResult& result) { --result.scores[1]; });
    refuse("a changed place is seen", [](GameResult& result) { ++result.places[0]; });
    refuse("a lost hand is seen", [](GameResult& result) { result.hands.pop_back(); });
    refuse("a lost card is seen", [](GameResult& result) { result.hands.back().plays.pop_back(); });
    refuse("changed points are seen", [](GameResult& result) { ++result.hands.back().points[1]; });
    refuse("cards that change places are seen", [this](GameResult& result) {
      // Planted: not where names were revealed.
      if (fuzz::planted(manifest_.reveal_names)) return;
      auto& plays = result.hands.back().plays;
      std::swap(plays.front(), plays.back());
    });
  }

  const Manifest& manifest_;
  const GameRecord& record_;
  const hearts::GameRules& rules_;
  GameDetails details_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  fuzz::write_run_files(folder, fuzz::text_of(data, size));
  Manifest manifest;
  std::string first_game;
  const bool whole = accepts(folder.string(), [&] {
    read_run(
        folder,
        [&](GameRecord&& record, const hearts::GameRules& rules, const std::string&) {
          if (first_game.empty()) first_game = record.id;
          GameCheck(folder, manifest, record, rules).run();
        },
        [&](const Manifest& read) { manifest = read; });
  });
  if (!whole || first_game.empty()) return 0;
  accepts("", [&] {
    for (const std::string& problem : verify_run(folder).inputs.problems) fuzz::require_error_text(problem);
  });
  for (int question = 1; question < 4; ++question) {
    accepts("", [&] { read_process_input({folder, first_game, 0, {}, question}, true); });
  }
  return 0;
}
