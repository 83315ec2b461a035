#include "tests/process/zoo/visit.h"

#include <sys/stat.h>

#include <algorithm>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"

namespace zoo {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// Whose place among the bots the guest takes: not the first, so that a mix-up of seat and index shows.
constexpr std::size_t kPlace = 2;

constexpr fs::perms kForAll = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                              fs::perms::others_read | fs::perms::others_exec;

/// What odd_folder finds beside it.
void add_oddities(const fs::path& home, const fs::path& out) {
  arena::test::write_file(home / "friend.txt", "hello\n");
  fs::create_symlink("/etc/shadow", home / "passwd");
  fs::create_symlink(out, home / "run");
  fs::create_symlink(out.parent_path(), home / "above");
  fs::create_symlink("/root", home / "root");
  fs::create_symlink("itself", home / "itself");
  REQUIRE(::mkfifo((home / "fifo").c_str(), 0666) == 0);
}

}  // namespace

std::string honest_command() { return HONEST_BOT; }

std::vector<std::string> run_words(const std::string& command, arena::Isolation isolation, const fs::path& out,
                                   const fs::path& temporary, Pace pace) {
  std::string honest = honest_command();
  if (pace.honest_ms > 0) honest += " 0 " + std::to_string(pace.honest_ms);
  std::vector<std::string> bots;
  for (std::size_t place = 0; place < 4; ++place) bots.push_back(place == kPlace ? command : honest);
  std::vector<std::string> words = {"env", "TMPDIR=" + temporary.string(), "HEARTS_SECRET=do-not-tell"};
  // A move is not made longer where all is slower: some bots rely on 1.4 s.
  const std::string startup = std::to_string(pace.startup_ms * processes::kPatience);
  std::vector<std::string> run = {"run",    "--games", "1",       "--hands", "1",
                                  "--seed", "zoo",     "--grace", "200",     "--keep-going"};
  run.insert(run.end(), {"--move", std::to_string(pace.move_ms), "--startup", startup, "--isolation"});
  run.emplace_back(arena::isolation_name(isolation));
  run.insert(run.end(), {"--out", out.string()});
  // What its bot.json asks for, a league must grant.
  constexpr std::string_view kProcesses = "\"processes\": ";
  const std::string manifest = arena::test::read_file(fs::path(command) / "bot.json");
  if (const std::size_t asks = manifest.find(kProcesses); asks != std::string::npos)
    run.insert(run.end(), {"--processes", std::to_string(std::stoi(manifest.substr(asks + kProcesses.size())))});
  run.insert(run.end(), bots.begin(), bots.end());
  const std::vector<std::string> program = processes::arena_words(run);
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

std::vector<Visit> visits_in(const fs::path& out) {
  std::vector<Visit> visits;
  for (arena::GameRecord& game : processes::games_of(out)) {
    Visit& one = visits.emplace_back();
    // Honest bots of one file are told apart by a number; the first is plain "honest".
    for (std::size_t seat = 0; seat < game.bots.size(); ++seat) {
      if (!game.bots[seat].starts_with("honest")) one.seat = static_cast<int>(seat);
    }
    one.game = std::move(game);
  }
  std::sort(visits.begin(), visits.end(), [](const auto& a, const auto& b) { return a.game.id < b.game.id; });
  return visits;
}

Visits visit(const std::string& command, arena::Isolation isolation, const fs::path& out, const fs::path& temporary,
             std::chrono::milliseconds time_max, Pace pace) {
  processes::ChildProcess arena(run_words(command, isolation, out, temporary, pace));
  const auto end = arena.wait(time_max);
  INFO(arena.err());
  REQUIRE(end);
  REQUIRE(end->exited);
  REQUIRE(end->number == 0);
  Visits visits{{*end, arena.out(), arena.err()}, arena.pid(), visits_in(out)};
  REQUIRE(visits.games.size() == 4);
  return visits;
}

OpenFolder::OpenFolder() { fs::permissions(folder_.path(), kForAll); }

fs::path OpenFolder::make(std::string_view name) const {
  fs::path made = folder_ / name;
  fs::create_directory(made);
  fs::permissions(made, kForAll);
  return made;
}

std::string command_of(const Animal& animal, const OpenFolder& folder, const fs::path& out) {
  const fs::path file = file_of(animal.name);
  if (animal.resources.empty()) {
    if (animal.argument.empty()) return file;
    return file.string() + " " + (animal.argument == kRunFolder ? out.string() : animal.argument);
  }
  const fs::path home = folder.make(animal.name + ".home");
  fs::copy_file(file, home / file.filename());
  fs::permissions(home / file.filename(), kForAll);
  if (animal.name == "odd_folder") add_oddities(home, out);
  arena::test::write_file(home / "bot.json", R"({"name": ")" + animal.name + R"(", "command": ["./)" + animal.name +
                                                 R"(.py"], "resources": {)" + animal.resources + "}}\n");
  return home;
}

const std::string& References::play(const std::string& game, int question) {
  const std::string& found = plays_[{game, question}];
  if (!found.empty()) return found;
  const std::string number = std::to_string(question);
  // A name of its own tells it from the others.
  const fs::path home = folder_.make("leaves" + number + ".home");
  fs::copy_file(honest_command(), home / "leaves", fs::copy_options::overwrite_existing);
  const fs::path out = folder_ / ("leaves" + number);
  const std::string command = (home / "leaves").string() + " " + number;
  for (const Visit& reference : visit(command, arena::Isolation::none, out, folder_.make("tmp"), 10s).games) {
    REQUIRE(reference.game.result.forfeits.size() == (question > 0 ? 1U : 0U));
    plays_[{reference.game.id, question}] = processes::play_of(reference.game);
  }
  return found;
}

}  // namespace zoo
