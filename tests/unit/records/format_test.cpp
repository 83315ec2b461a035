// FORMAT.md names every field that the code writes.

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "arena/league/run/run_records.h"
#include "arena/records/game_record.h"
#include "arena/records/record_file.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace format_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;

namespace {

const RunKey kKey = RunKey::from_seed("format");

void collect(const json::value& value, std::set<std::string>& keys) {
  if (value.is_object()) {
    for (const auto& member : value.get_object()) {
      keys.insert(std::string(member.key()));
      collect(member.value(), keys);
    }
  } else if (value.is_array()) {
    for (const json::value& item : value.get_array()) collect(item, keys);
  }
}

/// Every field of every kind of line, from games that have all there is.
std::set<std::string> written_keys() {
  std::set<std::string> keys;
  const ScratchFolder folder;
  for (const char* variant : {"royal-classic@2+deck.ranks=Q,K,A+pass.count=1+match.limit=300",
                              "black-lady@4+match.limit=3+deck.ranks=Q,K,A", "black-lady@3+kitty_first",
                              "black-lady@5+deck.suits=R,W,P,L,S+deck.remove=none+point_suit.source=drawn_per_hand+"
                              "point_suit.value=none+opening.suit=mapped_from_point_suit+opening.suit_map=L=W,P=R,R=L,"
                              "S=P,W=S+lead.hold_until_broken=none+break.on=none+trick.order=suit_ring+"
                              "trick.suit_ring=R,W,P,L,S+points.cards=QL=13"}) {
    const hearts::GameRules rules(hearts::resolve_variant(variant));
    Manifest manifest = made_league({variant}, kKey, rules.seats(), 30);
    for (BotEntry& bot : manifest.bots) bot.author = bot.version = "x", bot.plays = {"*"};
    const std::filesystem::path run = folder / std::to_string(rules.seats());
    RunRecords records(run);
    records.begin(manifest, 1, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
    for (std::uint64_t number = 0; number < 30; ++number) {
      GameRecord record = made_game(manifest, kKey, static_cast<int>(number), 0, {{{0, 3}}, {{1, 4}}}, number);
      record.result.tries.push_back({0, 1, 3, Fault::illegal, "3 XX"});
      record.result.notes.push_back({0, 1, "info"});
      record.result.timing[0].ready = "name=x";
      record.result.timing[0].slowest.push_back({1, std::chrono::microseconds(3)});
      for (FaultEvent& event : record.result.faults) {
        event.stderr_tail = {{1, "text"}};
        event.end = ProcessEnd{number % 2 == 0 ? ProcessEnd::Kind::exited : ProcessEnd::Kind::signaled, 9, {}};
      }
      records.add(record, rules);
      FaultEvent no_box;
      no_box.fault = Fault::sandbox;
      if (number == 29) records.add_void(record, no_box);
    }
    records.finish(kKey);
    for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl"}) {
      read_records(run / file, [&](const json::object& line, const std::string&) { collect(line, keys); });
    }
  }
  return keys;
}

std::string format_text() { return read_file(HEARTS_SOURCE_DIR "/arena/records/FORMAT.md"); }

}  // namespace

TEST_CASE("every field of the records is named in FORMAT.md") {
  const std::string text = format_text();
  const std::set<std::string> keys = written_keys();
  CHECK(keys.size() > 60);
  for (const std::string& key : keys) {
    INFO(key);
    CHECK(text.find("`" + key + "`") != std::string::npos);
  }
  for (const char* rare : {"choice", "extra", "select", "leftover", "point_suit", "answer", "notes", "signal",
                           "exit_code", "again", "plays", "workers"})
    CHECK(keys.contains(rare));
}

TEST_CASE("every fault and every file of a run is named in FORMAT.md") {
  const std::string text = format_text();
  for (const Fault fault : {Fault::start_failed, Fault::start_timeout, Fault::timeout, Fault::illegal, Fault::garbage,
                            Fault::flood, Fault::exited, Fault::killed_by_signal, Fault::closed_output,
                            Fault::closed_input, Fault::stopped, Fault::sandbox}) {
    INFO(fault_name(fault));
    CHECK(text.find("`" + std::string(fault_name(fault)) + "`") != std::string::npos);
  }
  for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl", "`key`", "wire/", "logs/"})
    CHECK(text.find(file) != std::string::npos);
}

TEST_CASE("every type of line is named in FORMAT.md") {
  const std::string text = format_text();
  for (const char* type : {"run", "game", "void", "end", "session", "timing", "fault"}) {
    INFO(type);
    CHECK(text.find("`" + std::string(type) + "`") != std::string::npos);
  }
}

TEST_CASE("the league's FORMAT.md has each resource with its range, what each bot gets and what it may ask for") {
  const std::string text = read_file(HEARTS_SOURCE_DIR "/arena/league/plan/FORMAT.md");
  for (const ResourceKey& key : resource_keys()) {
    const std::size_t row = text.find("| `" + std::string(key.name) + "` | ");
    INFO(key.name);
    REQUIRE(row != std::string::npos);
    CHECK(text.substr(row, text.find('\n', row) - row)
              .ends_with(" | " + std::to_string(key.least) + " to " + std::to_string(key.most) + " | " +
                         std::to_string(Resources{}.*key.value) + " | " + std::to_string(kResourceBounds.*key.value) +
                         " |"));
  }
}

TEST_CASE("the worked example of the checksum in FORMAT.md is right") {
  const std::string text = format_text();
  const std::string line = seal_line({{"v", kRecordVersion},
                                      {"type", "end"},
                                      {"run", "0123456789abcdef"},
                                      {"games", 0},
                                      {"key", std::string(64, '0')}});
  CHECK(text.find(line) != std::string::npos);
  const std::string body = line.substr(0, line.find(",\"crc\":\""));
  CHECK(text.find(body + "\n") != std::string::npos);
  CHECK(text.find(line.substr(line.size() - 11, 8)) != std::string::npos);
}

}  // namespace format_test
