// The client modules' view of the table, checked against every line of the arena by bots that end when they disagree.

#include <sstream>

#include "sample_bots/client/cpp/hearts_client.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/league_variants.h"
#include "tests/process/starters/played_bot.h"

namespace client_test {

using starter_test::play_twice;

namespace {

/// The checking bot on the module in Python, laid out in the folder.
std::string python_bot(const arena::test::ScratchFolder& folder) {
  const auto copy = [&](std::string_view from, std::string_view name) {
    arena::test::write_file(folder / name, arena::test::read_file(processes::in_repository(from)));
  };
  copy("tests/process/starters/checked_client.py", "checked_client.py");
  copy("sample_bots/client/python/hearts_client.py", "hearts_client.py");
  arena::test::write_file(folder / "bot.json", R"({"name": "python", "command": ["python3", "checked_client.py"]})");
  return folder.path();
}

constexpr const char* kTrick =
    "hello arena 1\n"
    "game 205738d1 variant=x seats=4 you=1 botseed=1\n"
    "rule trick.order led_suit_only\n"
    "suit C 2C 3C 4C 5C\nsuit D 2D 3D 4D 5D\n"
    "points 2D=1\n"
    "hand 1 dealer=0 pass=0 totals=0,0,0,0\n"
    "deal 2C 4D\n"
    "trick 1 lead=0\nplay 0 3C\nplay 1 2C\nplay 2 5C\n";

/// What the checking bots on both modules say of these lines, and how they end.
void check_verdict(const std::string& lines, int code) {
  const arena::test::ScratchFolder folder;
  python_bot(folder);
  arena::test::write_file(folder / "input", lines);
  for (const std::string command : {"python3 checked_client.py", HEARTS_CHECKED_CLIENT}) {
    const processes::Finished finished = processes::run(
        {"env", "-C", folder.path().string(), "sh", "-c", "exec " + command + " < input"}, std::chrono::minutes(1));
    INFO(command << "\n" << lines << finished.err);
    CHECK(finished.end.number == code);
    CHECK(finished.err.starts_with("the table disagrees: ") == (code != 0));
  }
}

/// Every line with each number of words less, down to none.
std::string cut_short(const std::string& lines) {
  std::istringstream stream(lines);
  std::string cut;
  for (std::string line; std::getline(stream, line);) {
    for (std::size_t end = line.size(); end != std::string::npos && end > 0; end = line.rfind(' ', end - 1)) {
      cut += line.substr(0, end) + "\n";
    }
  }
  return cut + "\n";
}

constexpr const char* kOtherLines =
    "names Ada Bob Cleo Dan\nrule pass.count 3\ngot 5D\nsubhand 1 of 2\nbroken\ntook 2 1\nkitty taker=2\n"
    "leftover 5D\nmoon shooter=2 amount=1 totals=0,0,0,0\nchose 2 add_others\nscore penalty 0 0 1 0\n"
    "score total 0 0 1 0\nbad 3 no; tries left 2\nauto 3 timeout 2C\nlate 3\nend 205738d1 place=1 scores=0,0,1,0 "
    "places=1,1,4,1\ntook 9 x\nplay 9 2C\nplay -1 2C\ntrick x lead=99999999999\nscore total x x x x x x x\n"
    "points =1 QS= x=y QS=13=4\nhand x totals=,,,,,,,,\n";

}  // namespace

TEST_CASE("both client modules know the table in every variant, at every size and with every option") {
  const arena::test::ScratchFolder folder;
  const std::vector<std::string> variants = processes::league_variants();
  CHECK(variants.size() > 50);
  play_twice({python_bot(folder), HEARTS_CHECKED_CLIENT}, variants);
}

TEST_CASE("both client modules know the table when bots err under the laws of the table") {
  const arena::test::ScratchFolder folder;
  play_twice({python_bot(folder), HEARTS_CHECKED_CLIENT},
             {"tournament-laws+table_laws", "tournament-laws+table_laws+laws.revoke_discovery=by_claim",
              "tournament-laws+table_laws+with_passing"});
}

TEST_CASE("a client module that is told what fits agrees") {
  check_verdict(kTrick + std::string("play 3 2D\ntook 2 1\n"), 0);
}

TEST_CASE("a client module that is told what cannot be disagrees") {
  const std::string line =
      GENERATE("play 3 2D\ntook 0 1\n",                                                   // the 5 of clubs won
               "play 3 2D\ntook 2 0\n",                                                   // the 2 of diamonds counts
               "play 3 4D\n",                                                             // that card is mine
               "play 3 3C\n",                                                             // that one was played
               "play 0 3D\n",                                                             // seat 3 is to move
               "play 3 2D\ntook 2 1\ntrick 2 lead=3\n",                                   // seat 2 won
               "play 3 2D\ntook 2 1\ntrick 2 lead=2\nplay 2 3D\nplay 3 5D\nplay 0 2D\n",  // that one was won
               "play 3 2D\ntook 2 1\ntrick 2 lead=2\nplay 2 3D\nplay 3 4C\n",             // seat 3 has shown a void
               "hand 2 dealer=1 pass=0 totals=1,0,0,0\n",                                 // nothing was scored
               "ask 1 play 1 500 500 : 3D\n");                                            // not in my hand
  check_verdict(kTrick + line, 1);
}

TEST_CASE("the table in C++ has what its lines say") {
  hearts_client::Table table;
  std::istringstream stream(kTrick + std::string("play 3 2D\ntook 2 1\ntrick 2 lead=2\nplay 2 3D\n"));
  for (std::string line; std::getline(stream, line);) {
    const hearts_client::Words words = hearts_client::words_in(line);
    if (words[0] == "game") {
      table = hearts_client::Table(words);
    } else {
      table.hear(words);
    }
  }
  CHECK(table.me == 1);
  CHECK(table.hand == hearts_client::Words{"4D"});
  CHECK(table.unseen() == hearts_client::Words{"4C", "5D"});
  CHECK(table.voids[3] == std::set<char>{'C'});
  CHECK(table.voids[0].empty());
  CHECK(table.points_taken == std::vector<int>{0, 0, 1, 0});
  CHECK(table.taken[2] == hearts_client::Words{"3C", "2C", "5C", "2D"});
  CHECK(table.led() == 'D');
  CHECK(table.to_move() == 3);
  CHECK(table.yet_to_play().empty());
  CHECK(table.would_win("4D"));
  CHECK_FALSE(table.would_win("4C"));
}

TEST_CASE("the table in C++ bears lines that are cut short or say nonsense") {
  hearts_client::Table table;
  std::istringstream stream(cut_short(kTrick) + cut_short(kOtherLines));
  for (std::string line; std::getline(stream, line);) {
    table.hear(hearts_client::words_in(line));
    static_cast<void>(table.unseen());
    static_cast<void>(table.would_win("2C"));
  }
  CHECK(table.totals.size() == 4);
  CHECK(table.names == hearts_client::Words{});
}

TEST_CASE("the table in Python bears lines that are cut short or say nonsense") {
  const arena::test::ScratchFolder folder;
  python_bot(folder);
  arena::test::write_file(folder / "input", cut_short(kTrick) + cut_short(kOtherLines));
  arena::test::write_file(folder / "read.py",
                          "from hearts_client import Table\n"
                          "table = Table()\n"
                          "for line in open('input'):\n"
                          "    table.hear(line)\n"
                          "    table.unseen, table.would_win('2C'), table.to_move\n"
                          "print(len(table.totals))\n");
  CHECK(starter_test::run_well(folder.path(), {"python3", "read.py"}) == "4\n");
}

}  // namespace client_test
