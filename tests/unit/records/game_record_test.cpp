#include "arena/records/game_record.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "arena/base/text/input_error.h"
#include "arena/game/table/game_setup.h"
#include "arena/records/record_file.h"
#include "arena/records/replay.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace game_record_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

const RunKey kKey = RunKey::from_seed("records");

/// Every kind of game the records must hold: all table sizes, two hands a seat, kitty, cards set aside, a point suit
/// that is drawn, five suits and Jokers.
const std::vector<std::string> kVariants = {
    "royal-classic@2",
    "royal-classic@3",
    "royal-classic@4",
    "royal-classic@5",
    "black-lady@3",
    "black-lady@4",
    "black-lady@5",
    "black-lady@6",
    "black-lady@3+kitty_first",
    "black-lady@6+kitty_last+sinkhole",
    "black-lady@5+deck.remove=none+leftover.fate=set_aside+leftover.visibility=public+moon.leftover=blocks",
    "black-lady@4+break.on=none+deck.jokers=one_per_suit+deck.suits=R,W,P,L,S+lead.hold_until_broken=none+"
    "leftover.fate=set_aside+leftover.visibility=hidden+moon.leftover=blocks+opening.suit=mapped_from_point_suit+"
    "opening.suit_map=L=W,P=R,R=L,S=P,W=S+point_suit.source=drawn_per_hand+point_suit.value=none+points.cards=QL=13+"
    "trick.joker_reverses=any_joker_in_trick+trick.order=suit_ring+trick.suit_ring=R,W,P,L,S"};

struct Made {
  explicit Made(const std::string& variant, const Mishaps& mishaps = {}, std::uint64_t seed = 1)
      : rules(hearts::resolve_variant(variant)),
        manifest(made_manifest(variant, kKey, rules.seats(), rules.seats())),
        record(made_game(manifest, kKey, 0, 1, mishaps, seed)) {}
  hearts::GameRules rules;
  Manifest manifest;
  GameRecord record;
};

std::string error_of(const json::object& line, const hearts::GameRules& rules) {
  try {
    read_game(line, rules, "games.jsonl:3");
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("a game comes back from its line as it was") {
  for (const std::string& variant : kVariants) {
    INFO(variant);
    const Made made(variant, {{{0, 3}, {1, 17}}, {{1, 30}}});
    const std::string text = json::serialize(game_json(made.record, made.rules));
    CHECK(text.size() < kRecordBytesMax);
    const GameRecord back = read_game(json::parse(text).as_object(), made.rules, "here");
    CHECK(json::serialize(game_json(back, made.rules)) == text);

    CHECK(back.run == run_id(made.manifest));
    CHECK(back.id == "b0g1");
    CHECK(back.bots == made.record.bots);
    REQUIRE(back.result.hands.size() == made.record.result.hands.size());
    for (std::size_t i = 0; i < back.result.hands.size(); ++i) {
      const HandResult& was = made.record.result.hands[i];
      const HandResult& is = back.result.hands[i];
      CHECK(is.deal.hands == was.deal.hands);
      CHECK(is.deal.leftover == was.deal.leftover);
      CHECK(is.deal.point_lane == was.deal.point_lane);
      CHECK(is.plays == was.plays);
      CHECK(is.passed == was.passed);
      CHECK(is.selected == was.selected);
      CHECK(is.points == was.points);
      CHECK(is.choice == was.choice);
      CHECK(is.extra == was.extra);
    }
    CHECK(back.result.places == made.record.result.places);
    CHECK(back.result.forfeits.size() == 1);
    REQUIRE(back.result.faults.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(back.result.faults[i].forfeits == made.record.result.faults[i].forfeits);
    CHECK(back.result.automatic.size() == 2);
  }
}

TEST_CASE("a game's line has a fixed shape") {
  const Made made("black-lady@4+deck.ranks=Q,K,A+match.limit=1+match.tie=shared+match.extra_hands_stop=n/a",
                  {{{2, 1}}, {}});
  CHECK(
      json::serialize(game_json(made.record, made.rules)) ==
      R"({"v":3,"type":"game","run":")" + made.record.run +
          R"(","id":"b0g1","variant":"black-lady@4+deck.ranks=Q,K,A+match.extra_hands_stop=n/a+)"
          R"(match.limit=1+match.tie=shared","rules":"3edf65d44716fdb53797af8868bc87b01e472ef488f160603800a1e4d0627e36",)"
          R"("block":0,"game":1,"seed":"441efbacb1fa3deb37d41ee45ac3195efe1d50c0bd39db79e0a400f17569a1af",)"
          R"("bots":["cyd","bob","dan","ann"],"hands":[{"hand":1,"dealer":1,"totals":[0,0,0,0],)"
          R"("deal":["QC QD QH","KC AC QS","KD AD KS","AS KH AH"],"pass":["QC QD QH","KC AC QS","KD AD KS","AS KH AH"],)"
          R"("plays":"QC AC KD AS KC KS AH QH QS AD KH QD","points":[26,26,0,26]}],"totals":[26,26,0,26],)"
          R"("scores":[26,26,0,26],"places":[2,2,1,2],"forfeits":[],"faults":[{"seat":2,"hand":1,"question":1,)"
          R"("fault":"timeout","blame":"bot","detail":"no answer in time"}],)"
          R"("auto":[{"seat":2,"hand":1,"question":1,"why":"timeout"}],"tries":[]})");
}

TEST_CASE("the choice after a moon and hands that play off a tie are kept") {
  int choices = 0;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const Made made("royal-classic@2+deck.ranks=Q,K,A+pass.count=1+match.limit=300", {}, seed);
    const GameRecord back = read_game(game_json(made.record, made.rules), made.rules, "here");
    for (std::size_t i = 0; i < back.result.hands.size(); ++i) {
      CHECK(back.result.hands[i].choice == made.record.result.hands[i].choice);
      choices += back.result.hands[i].choice ? 1 : 0;
    }
  }
  CHECK(choices > 0);
  int extra = 0;
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const Made made("black-lady@4+deck.ranks=Q,K,A+match.limit=5", {}, seed);
    const json::object line = game_json(made.record, made.rules);
    for (const json::value& hand : line.at("hands").as_array()) extra += hand.as_object().contains("extra") ? 1 : 0;
    ReplayWatcher nobody;
    CHECK_FALSE(replay_game(read_game(line, made.rules, "here"), made.rules, nobody));
  }
  CHECK(extra > 0);
}

TEST_CASE("a line that lacks anything is not a game, and says so with its place") {
  const Made made("royal-classic@2", {{{0, 3}}, {{1, 5}}});
  const json::object whole = game_json(made.record, made.rules);
  REQUIRE(error_of(whole, made.rules) == "taken");
  int keys = 0;
  for (const auto& member : whole) {
    const std::string key(member.key());
    if (key == "v" || key == "type") continue;  // these are for the reader of the file
    json::object lacking = whole;
    lacking.erase(key);
    INFO(key);
    CHECK_THAT(error_of(lacking, made.rules),
               Catch::Matchers::StartsWith("games.jsonl:3: this is not a record of a game: "));
    for (const json::value& wrong :
         {json::value(nullptr), json::value(true), json::value(1.5), json::value(json::object{})}) {
      json::object odd = whole;
      odd[key] = wrong;
      INFO(json::serialize(wrong));
      CHECK(error_of(odd, made.rules) != "taken");
    }
    ++keys;
  }
  CHECK(keys == 16);
  const json::object first = whole.at("hands").as_array()[0].as_object();
  for (const auto& member : first) {
    const std::string key(member.key());
    if (key == "select" || key == "choice") continue;
    json::object lacking = whole;
    lacking["hands"].as_array()[0].as_object().erase(key);
    INFO(key);
    CHECK(error_of(lacking, made.rules) != "taken");
  }
}

TEST_CASE("cards, seats and names that do not exist are named") {
  const Made made("black-lady@4", {{{0, 3}}, {{1, 5}}});
  const json::object whole = game_json(made.record, made.rules);
  const auto with = [&](const std::string& key, const json::value& value) {
    json::object line = whole;
    line["hands"].as_array()[0].as_object()[key] = value;
    return error_of(line, made.rules);
  };
  CHECK_THAT(with("deal", {"2C 2C", "", "", ""}), ContainsSubstring("'2C 2C' is not a set of cards of this pack"));
  CHECK_THAT(with("deal", {"XR", "", "", ""}), ContainsSubstring("'XR' is not a set"));
  CHECK_THAT(with("deal", {"2C", "3C"}), ContainsSubstring("a list must have one entry for each hand"));
  CHECK_THAT(with("plays", "2C 1C"), ContainsSubstring("'1C': this is not a card of the pack"));
  CHECK_THAT(with("choice", "both"), ContainsSubstring("'both' is not a choice"));
  CHECK_THAT(with("totals", {0, 0, 0}), ContainsSubstring("a list must have one entry for each seat"));
  CHECK_THAT(with("dealer", 4), ContainsSubstring("no such hand or dealer"));
  CHECK_THAT(with("hand", 0), ContainsSubstring("no such hand or dealer"));
  CHECK_THAT(with("hand", 4), ContainsSubstring("\"pass\" is there, or missing, against the rules of the pass"));
  CHECK_THAT(with("point_suit", "R"), ContainsSubstring("'R' is not a suit of this pack"));
  CHECK_THAT(with("plays", "\x1B[31m"), ContainsSubstring("'\\x1b[31m': this is not a card"));
  json::object line = whole;
  line["bots"] = {"a", "b", "c"};
  CHECK_THAT(error_of(line, made.rules), ContainsSubstring("one bot for each seat"));
  line = whole;
  line["forfeits"].as_array()[0].as_object()["seat"] = 4;
  CHECK_THAT(error_of(line, made.rules), ContainsSubstring("there is no seat 4"));
  line = whole;
  line["faults"].as_array()[0].as_object()["fault"] = "laziness";
  CHECK_THAT(error_of(line, made.rules), ContainsSubstring("'laziness' is not a fault"));
}

TEST_CASE("a game's line names the seats that want all questions of the laws") {
  Made made("tournament-laws@4+table_laws");
  CHECK_FALSE(game_json(made.record, made.rules).contains("all_laws"));
  made.record.result.wants_all_laws = {false, true, false, true};
  const json::object line = game_json(made.record, made.rules);
  CHECK(json::serialize(line.at("all_laws")) == "[1,3]");
  CHECK(read_game(line, made.rules, "here").result.wants_all_laws == hearts::PerSeat<bool>{false, true, false, true});
  for (const char* wrong : {"[4]", "[-1]", "[1,1]"}) {
    json::object changed = line;
    changed["all_laws"] = json::parse(wrong);
    INFO(wrong);
    CHECK_THAT(error_of(changed, made.rules), ContainsSubstring("games.jsonl:3: this is not a record of a game"));
  }
  const Made plain("black-lady@4");
  json::object changed = game_json(plain.record, plain.rules);
  changed["all_laws"] = json::parse("[1]");
  CHECK_THAT(error_of(changed, plain.rules), ContainsSubstring("\"all_laws\" is there, but no laws are in force"));
}

TEST_CASE("a game's line has faults of the bots only, and blames the bots for them") {
  Made made("black-lady@4", {{{0, 3}}, {{1, 5}}});
  made.record.result.tries.push_back({0, 1, 3, Fault::illegal, "3 XX"});
  const json::object whole = game_json(made.record, made.rules);
  REQUIRE(error_of(whole, made.rules) == "taken");
  const auto with = [&](const char* list, const char* key, const json::value& value) {
    json::object line = whole;
    line[list].as_array().at(0).as_object()[key] = value;
    return error_of(line, made.rules);
  };
  const std::string start = "games.jsonl:3: this is not a record of a game: ";
  for (const auto& [list, key] :
       {std::pair("faults", "fault"), {"forfeits", "fault"}, {"auto", "why"}, {"tries", "why"}})
    CHECK(with(list, key, "sandbox") == start + "the fault 'sandbox' is not a bot's fault: it makes the block void");
  for (const char* blame : {"machine", "arena", "nobody", ""})
    CHECK(with("faults", "blame", blame) == start + "a bot's own fault is blamed on '" + blame + "'");
  CHECK(with("faults", "blame", 1) != "taken");
  json::object line = whole;
  line["faults"].as_array()[0].as_object().erase("blame");
  CHECK(error_of(line, made.rules) != "taken");
}

TEST_CASE("names, details and answers that would change a terminal are refused") {
  Made made("black-lady@4", {{{0, 3}}, {}});
  made.record.result.tries.push_back({0, 1, 3, Fault::illegal, "3 XX"});
  const json::object whole = game_json(made.record, made.rules);
  const std::string error = "games.jsonl:3: this is not a record of a game: 'a\\x1b[2Jb' is not printable";
  json::object line = whole;
  line["bots"].as_array()[1] = "a\x1B[2Jb";
  CHECK(error_of(line, made.rules) == error);
  line = whole;
  line["faults"].as_array()[0].as_object()["detail"] = "a\x1B[2Jb";
  CHECK(error_of(line, made.rules) == error);
  line = whole;
  line["tries"].as_array()[0].as_object()["answer"] = "a\x1B[2Jb";
  CHECK(error_of(line, made.rules) == error);
}

TEST_CASE("clocks, notes and the ledger stay out of the game's line") {
  Made made("black-lady@4", {{{0, 3}}, {}});
  const std::string before = json::serialize(game_json(made.record, made.rules));
  GameResult& result = made.record.result;
  result.duration = std::chrono::microseconds(77);
  result.timing[0].total = std::chrono::microseconds(5);
  result.notes.push_back({0, 1, "info x"});
  result.timing[0].cpu = std::chrono::microseconds(6);
  result.arena_delay = std::chrono::milliseconds(600);
  result.faults[0].elapsed = std::chrono::microseconds(9);
  result.faults[0].clock = {std::chrono::milliseconds(5), std::chrono::milliseconds(6)};
  result.faults[0].peak_kb = 4000;
  result.faults[0].received = {"line"};
  result.faults[0].stderr_tail = {{1, "text"}};
  CHECK(json::serialize(game_json(made.record, made.rules)) == before);
}

TEST_CASE("the clocks' line has each seat's bot, questions and slowest answers") {
  Made made("black-lady@3");
  made.record.run = "RUN";
  GameResult& result = made.record.result;
  result.duration = std::chrono::microseconds(1234);
  result.timing[2] = {"name=Ann",
                      "exit code 1",
                      7,
                      std::chrono::microseconds(99),
                      {{3, std::chrono::microseconds(60)}, {1, std::chrono::microseconds(9)}},
                      std::chrono::microseconds(500),
                      std::chrono::microseconds(400),
                      std::chrono::microseconds(300),
                      std::chrono::microseconds(20)};
  result.timing[2].asks = {std::chrono::microseconds(30), std::chrono::microseconds(30), std::chrono::microseconds(39)};
  result.timing[2].input = {{{71, 2, true}}, {"3C: not now"}, 2000, 0xABCD, {1, 5, 3}};
  result.arena_delay = std::chrono::microseconds(4);
  CHECK(json::serialize(timing_json(made.record, made.rules)) ==
        R"({"v":3,"type":"timing","run":"RUN","id":"b0g1","game_us":1234,"busy_us":24,)"
        R"("seats":[{"bot":"cyd","questions":0,"used_us":0,"slowest_us":[],"cpu_us":0,"idle_cpu_us":0,)"
        R"("asks_us":[],"heard_bytes":0,"heard_crc":"00000000"},)"
        R"({"bot":"bob","questions":0,"used_us":0,"slowest_us":[],"cpu_us":0,"idle_cpu_us":0,)"
        R"("asks_us":[],"heard_bytes":0,"heard_crc":"00000000"},)"
        R"({"bot":"ann","questions":7,"used_us":99,"slowest_us":[[3,60],[1,9]],)"
        R"("cpu_us":500,"idle_cpu_us":400,"between_games_cpu_us":300,"ready":"name=Ann","replaced":"exit code 1",)"
        R"("asks_us":[30,30,39],"process":[1,5,3],"heard_bytes":2000,"heard_crc":"0000abcd",)"
        R"("bad":["3C: not now"],"late":[{"id":71,"ask":2,"open":true}]}]})");
  result.notes.push_back({2, 3, "info x=1"});
  CHECK(timing_json(made.record, made.rules).at("notes") ==
        json::array({json::object{{"seat", 2}, {"question", 3}, {"text", "info x=1"}}}));
}

TEST_CASE("the ledger's line has the fault, its context and how the process ended") {
  Made made("black-lady@4", {{}, {{1, 5}}});
  made.record.run = "RUN";
  FaultEvent event = made.record.result.faults.at(0);
  event.elapsed = std::chrono::microseconds(1500);
  event.sent = {"ask 5 play 1 500 29998 : 2C"};
  event.received = {"4 3C", ""};
  event.stderr_tail = {{4, "Traceback\n\x1B"}};
  event.clock = {std::chrono::milliseconds(450), std::chrono::milliseconds(29000)};
  event.cpu = std::chrono::microseconds(800);
  event.peak_kb = 9000;
  event.end = ProcessEnd{ProcessEnd::Kind::exited, 3, std::chrono::microseconds(800)};
  const std::string start =
      R"({"v":3,"type":"fault","run":"RUN","id":"b0g1","bot":"bob","seat":1,"hand":1,"question":5,)"
      R"("fault":"exited","blame":"bot","detail":"code 3","forfeits":true,"elapsed_us":1500,)"
      R"("move_left_ms":450,"bank_left_ms":29000,)";
  const std::string rest =
      R"("cpu_us":800,"peak_kb":9000,"sent":["ask 5 play 1 500 29998 : 2C"],"received":["4 3C",""],)"
      R"("stderr":[{"question":4,"text":"Traceback\n\\x1b"}]})";
  CHECK(json::serialize(fault_json(made.record, event)) == start + R"("exit_code":3,)" + rest);
  event.end->kind = ProcessEnd::Kind::signaled;
  event.end->number = 11;
  CHECK(json::serialize(fault_json(made.record, event)) == start + R"("signal":11,)" + rest);
  event.end->kind = ProcessEnd::Kind::out_of_memory;
  CHECK(json::serialize(fault_json(made.record, event)) == start + R"("signal":9,)" + rest);
}

TEST_CASE("a fault of a bot that lives and was never asked has neither clock nor end in the ledger") {
  Made made("black-lady@4", {{}, {{1, 5}}});
  const json::object line = fault_json(made.record, made.record.result.faults.at(0));
  for (const char* key : {"move_left_ms", "bank_left_ms", "exit_code", "signal", "cpu_us", "peak_kb"}) {
    INFO(key);
    CHECK_FALSE(line.contains(key));
  }
}

TEST_CASE(
    "a game is flagged where the machine was busy for a tenth of it and more than its questions and bots explain") {
  Made made("black-lady@4");
  GameResult& result = made.record.result;
  result.duration = std::chrono::milliseconds(1000);
  const auto flagged = [&](int delay_ms, int questions) {
    result.arena_delay = std::chrono::milliseconds(delay_ms / 2);
    result.timing[3].run_delay = std::chrono::milliseconds(delay_ms - delay_ms / 2);
    result.timing[0].questions = questions;
    return timing_json(made.record, made.rules).contains("busy");
  };
  CHECK_FALSE(flagged(100, 0));
  CHECK(flagged(110, 0));
  CHECK_FALSE(flagged(110, 1000));
  result.duration = std::chrono::milliseconds(100);
  CHECK_FALSE(flagged(20, 0));
  CHECK(flagged(22, 0));

  // What the bots did themselves with the game's time, others did not do.
  SeatTiming& thinker = result.timing[1];
  thinker.cpu = std::chrono::milliseconds(85);
  thinker.total = std::chrono::milliseconds(70);
  thinker.idle_cpu = std::chrono::milliseconds(10);
  CHECK_FALSE(flagged(60, 0));
  thinker.cpu = std::chrono::milliseconds(60);
  CHECK(flagged(60, 0));
  // Beyond its turns, it was elsewhere.
  thinker.cpu = std::chrono::milliseconds(400);
  thinker.total = std::chrono::milliseconds(50);
  CHECK(flagged(60, 0));
}

}  // namespace game_record_test
