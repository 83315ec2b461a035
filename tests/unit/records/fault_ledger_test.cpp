#include "arena/records/game_details.h"

#include <boost/json/object.hpp>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace fault_ledger_test {

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("ledgers");

/// A game with so many faults of one kind at one question, and a ledger.
struct Ledger {
  explicit Ledger(std::size_t faults) {
    FaultEvent event;
    event.fault = Fault::garbage;
    event.hand = 1;
    event.question = 2;
    record.result.faults.assign(faults, event);
    recorded[{record.run, record.id}] = faults;
  }

  /// A line of the game, in which the bot wrote this last.
  void append(const std::string& received, Fault fault = Fault::garbage, const std::string& run = {}) {
    FaultEvent event;
    event.fault = fault;
    event.received = {received};
    GameRecord game = record;
    if (!run.empty()) game.run = run;
    lines += seal_line(fault_json(game, event));
  }

  /// "number text" of each line, "-" where it has none.
  std::vector<std::string> read() const {
    write_file(folder / "faults.jsonl", lines);
    std::vector<std::string> seen;
    each_ledger_line(folder / "faults.jsonl", recorded, [&](const LedgerLine& line) {
      CHECK(line.block == record.block);
      CHECK(line.game == record.game);
      const std::string number = line.number ? std::to_string(*line.number) : "-";
      seen.push_back(number + " " + line.fault.event.received.at(0));
    });
    return seen;
  }

  ScratchFolder folder;
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 12);
  GameRecord record = made_game(manifest, kKey, 2, 3);
  RecordedFaults recorded;
  std::string lines;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("faults of one kind at one question are told apart by their order") {
  Ledger ledger(2);
  ledger.append("a");
  ledger.append("b");
  CHECK(ledger.read() == Lines{"1 a", "2 b"});
}

TEST_CASE("of a game that was played again the ledger's last lines are those of the record") {
  Ledger ledger(2);
  ledger.append("of the first try");
  ledger.append("a");
  ledger.append("b");
  CHECK(ledger.read() == Lines{"- of the first try", "1 a", "2 b"});
}

TEST_CASE("a game with fewer lines than faults, of another run or not recorded has no numbers") {
  Ledger ledger(2);
  ledger.append("a");
  CHECK(ledger.read() == Lines{"- a"});
  ledger.append("b", Fault::garbage, "another");
  CHECK(ledger.read() == Lines{"- a", "- b"});
  Ledger other(0);
  other.append("c", Fault::sandbox);
  CHECK(other.read() == Lines{"- c"});
}

TEST_CASE("lines that are added while a ledger is read are left out") {
  Ledger ledger(1);
  ledger.append("a", Fault::garbage, "another");
  ledger.lines += seal_line({{"v", 1}, {"type", "session"}, {"run", std::string(1 << 20, '0')}});  // read in parts
  write_file(ledger.folder / "faults.jsonl", ledger.lines);
  ledger.append("b");
  int seen = 0;
  each_ledger_line(ledger.folder / "faults.jsonl", ledger.recorded, [&](const LedgerLine& line) {
    ++seen;
    CHECK_FALSE(line.number);
    write_file(ledger.folder / "faults.jsonl", ledger.lines);
  });
  CHECK(seen == 1);
}

TEST_CASE("lines of another type and those that name no game are passed over") {
  Ledger ledger(1);
  ledger.lines += seal_line({{"v", 1}, {"type", "session"}, {"run", ledger.record.run}});
  ledger.lines += seal_line({{"v", 1}, {"type", "fault"}, {"run", ledger.record.run}, {"id", "b2g9"}});
  ledger.lines += seal_line({{"v", 1}, {"type", "fault"}, {"run", ledger.record.run}, {"id", 7}});
  ledger.append("a");
  CHECK(ledger.read() == Lines{"1 a"});
}

}  // namespace fault_ledger_test
