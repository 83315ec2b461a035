// What a seat received in a game is reconstructed to the byte, whatever its bot did.

#include "arena/results/replay/retry.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "arena/base/seeds/run_key.h"
#include "arena/game/table/table.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/results/replay/recorded_input.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"
#include "tests/unit/records/made_games.h"

namespace recorded_input_test {

namespace {

using namespace arena;
using namespace arena::test;
using std::chrono::milliseconds;

/// How a bot behaves: chances in a thousand questions.
struct Temper {
  int illegal = 0;
  int garbage = 0;
  int late = 0;
  int silent = 0;
  int twice = 0;  // answers once more, which is garbage or late
  int notes = 0;
  int exits = 0;
  int stops_reading = 0;
  bool live_events = false;
};

constexpr Temper kHonest{};
constexpr Temper kErring{60, 30, 30, 10, 20, 100, 0, 0, false};
constexpr Temper kLively{60, 30, 30, 10, 20, 100, 0, 0, true};
constexpr Temper kFrail{20, 10, 10, 5, 10, 50, 15, 5, false};

class Player {
 public:
  Player(Temper temper, unsigned seed) : temper_(temper), random_(seed) {}

  FakeScript script() {
    return [this](FakeBot& bot, std::string_view line) {
      if (line.starts_with("hello ")) bot.say(temper_.live_events ? "ready events=live" : "ready");
      if (const auto ask = parse_ask(line)) answer(bot, *ask);
    };
  }

 private:
  bool happens(int thousandths) { return static_cast<int>(random_() % 1000) < thousandths; }

  void answer(FakeBot& bot, const Ask& ask) {
    const milliseconds after(random_() % 40);
    if (happens(temper_.exits)) {
      ProcessEnd end;
      end.kind = ProcessEnd::Kind::exited;
      return bot.end(end, after);
    }
    if (happens(temper_.stops_reading)) bot.stop_reading(random_() % 600);
    if (happens(temper_.notes)) bot.say("info mood=good", after / 2);
    if (happens(temper_.illegal)) return bot.say(illegal(ask), after);
    if (happens(temper_.garbage)) return bot.say(random_() % 2 == 0 ? "w\x1Bhat?" : "1 2C", after);
    if (happens(temper_.silent)) return;
    const std::string words = legal(ask);
    bot.say(words, happens(temper_.late) ? milliseconds(601 + random_() % 900) : after);
    if (happens(temper_.twice)) bot.say(words, after + milliseconds(random_() % 300));
  }

  std::string legal(const Ask& ask) {
    std::vector<std::string> words = ask.words;
    std::shuffle(words.begin(), words.end(), random_);
    std::string text = std::to_string(ask.id);
    for (int i = 0; i < ask.count; ++i) text += " " + words[static_cast<std::size_t>(i)];
    return text;
  }

  std::string illegal(const Ask& ask) {
    const std::string id = std::to_string(ask.id);
    const std::string first = ask.words.front();
    switch (random_() % 6) {
      case 0:
        return id;
      case 1:
        return id + " " + first + " " + first;
      case 2:
        return id + " \xC3\xA4" + std::string(40, 'x');
      case 3:
        return id + " 2C 3C 4C 5C";
      case 4:
        return id + " back\\slash";
      default:
        return id + " " + std::string(300, 'y');
    }
  }

  Temper temper_;
  std::mt19937 random_;
};

/// A table of fake bots that play the games of a block one after the other.
class FakeTable {
 public:
  FakeTable(const std::string& variant, const std::vector<Temper>& tempers, unsigned seed, int games,
            const Limits& changed = {}, bool reveal_names = false, const std::vector<LimitValue>& of_first = {})
      : key_(RunKey::from_seed("heard " + std::to_string(seed))) {
    manifest_ = made_manifest(variant, key_, 6, 6, {4, false});
    manifest_.limits = changed;
    manifest_.bots.front().limits = of_first;
    manifest_.reveal_names = reveal_names;
    rules_ = std::make_unique<hearts::GameRules>(hearts::resolve_variant(manifest_.variants.front().id));
    for (int seat = 0; seat < rules_->seats(); ++seat) {
      const Temper& temper = tempers[static_cast<std::size_t>(seat) % tempers.size()];
      players_.push_back(std::make_unique<Player>(temper, seed * 10 + static_cast<unsigned>(seat)));
      bots_.push_back(std::make_unique<FakeBot>());
      seats_.push_back(std::make_unique<BotSeat>(manifest_.limits));
      run(seats_.back()->greet(std::make_unique<FakeChannel>(clock_, *bots_.back(), players_.back()->script())));
    }
    for (int game = 0; game < games; ++game) play(game);
  }

  /// Reconstructs what each seat was sent in all games and holds it against what its bot was sent.
  void check() {
    std::vector<std::string> received(bots_.size(), "hello arena 1\n");
    for (const GameRecord& record : records_) {
      const boost::json::object line = timing_json(record, *rules_);
      const TimingRecord timing = read_timing(line, "line");
      const std::vector<RecordedSeat> again = replay_input(record, manifest_, &timing);
      REQUIRE(again.size() == bots_.size());
      for (std::size_t seat = 0; seat < again.size(); ++seat) {
        if (gone_.contains(seat)) continue;
        INFO("game " << record.id << " seat " << seat);
        CHECK(again[seat].proof == RecordedSeat::Proof::exact);
        const std::uint64_t bytes = timing.seats[seat].timing.input.bytes;
        const bool lost = std::any_of(record.result.forfeits.begin(), record.result.forfeits.end(),
                                      [&](const Forfeit& one) { return one.seat == static_cast<int>(seat); });
        received[seat] += again[seat].bytes.substr(0, bytes);
        if (lost) gone_.insert(seat);
        check_asks(again[seat], timing.seats[seat].timing,
                   manifest_.table_limits(manifest_.variants.front(), record.bots).of(static_cast<int>(seat)));
      }
    }
    for (std::size_t seat = 0; seat < received.size(); ++seat) {
      INFO("seat " << seat);
      const std::string& sent = bots_[seat]->sent();
      CHECK(sent.substr(0, received[seat].size()) == received[seat]);
      if (!gone_.contains(seat)) CHECK(sent.size() == received[seat].size());
    }
  }

  /// How many of each there were, in all games.
  std::map<std::string, int> tally() const {
    std::map<std::string, int> tally;
    for (const GameRecord& record : records_) {
      tally["forfeits"] += static_cast<int>(record.result.forfeits.size());
      tally["tries"] += static_cast<int>(record.result.tries.size());
      tally["autos"] += static_cast<int>(record.result.automatic.size());
      for (const SeatTiming& timing : record.result.timing) {
        for (const SeatInput::Late& late : timing.input.late) ++tally[late.open ? "late open" : "late closed"];
      }
    }
    return tally;
  }

 private:
  void play(int game) {
    GameRecord record;
    record.id = game_id(0, game);
    record.variant = manifest_.variants.front().id;
    record.game = game;
    const BlockSeed seed = key_.block_seed(record.variant, 0);
    record.seed = seed.to_hex();
    for (int seat = 0; seat < rules_->seats(); ++seat)
      record.bots.push_back(manifest_.bots[static_cast<std::size_t>(seat)].name);
    std::vector<BotSeat*> players;
    for (const auto& seat : seats_) players.push_back(seat.get());
    // As the pool does: a bot that owes an answer plays on in another process.
    for (BotSeat* seat : players) {
      if (seat->alive() && seat->owes_answer()) return;
    }
    std::vector<FaultEvent> absences(players.size());
    for (FaultEvent& absence : absences) absence.fault = Fault::start_failed;
    const ManifestVariant& variant = manifest_.variants.front();
    const GameSetup setup =
        setup_of(record, manifest_, variant, seed,
                 deals_of(manifest_, variant, seed, made_block(manifest_, record.block), record.game));
    record.result = run(play_game(setup, players, absences));
    records_.push_back(std::move(record));
  }

  /// MOVE and BANK of every ask follow from the times that were charged.
  void check_asks(const RecordedSeat& received, const SeatTiming& timing, const Limits& limits) {
    REQUIRE(received.asks.size() == timing.asks.size());
    std::chrono::microseconds bank = limits.bank;
    std::chrono::microseconds free = limits.newgame;
    std::chrono::microseconds used{};
    int question = 0;
    for (std::size_t i = 0; i < received.asks.size(); ++i) {
      if (received.asks[i].question != question) {
        if (question > 0) bank = std::max<std::chrono::microseconds>(bank - used, {}) + limits.increment;
        used = {};
        if (question > 0) free = {};
        question = received.asks[i].question;
      }
      const std::string_view line = std::string_view(received.bytes).substr(0, received.asks[i].end - 1);
      const auto ask = parse_ask(line.substr(line.rfind('\n') + 1));
      REQUIRE(ask);
      const auto left = [&](std::chrono::microseconds all) {
        return std::chrono::duration_cast<milliseconds>(std::max<std::chrono::microseconds>(all - used, {})).count();
      };
      CHECK(ask->id == received.asks[i].id);
      CHECK(ask->move == left(limits.move));
      CHECK(ask->bank == left(bank));
      const std::chrono::microseconds set_up = std::min(free, timing.asks[i]);
      free -= set_up;
      used += timing.asks[i] - set_up;
    }
  }

  RunKey key_;
  Manifest manifest_;
  std::unique_ptr<hearts::GameRules> rules_;
  FakeClock clock_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::unique_ptr<FakeBot>> bots_;
  std::vector<std::unique_ptr<BotSeat>> seats_;
  std::vector<GameRecord> records_;
  std::set<std::size_t> gone_;
};

/// Faults never forfeit, the bank never runs out.
Limits patient() {
  Limits limits;
  limits.faults = 100000;
  limits.bank = std::chrono::minutes(60);
  return limits;
}

const std::vector<std::string> kVariants = {"black-lady@4",
                                            "black-lady@5+kitty_last",
                                            "black-lady@4+match.limit=16",
                                            "royal-classic@2",
                                            "royal-classic@4",
                                            "royal@3+queens=SH",
                                            "omnibus@5+kitty_last+leftover.visibility=taker",
                                            "tournament-laws@4+reject_illegal",
                                            "green-queen-jokers@4+moon.leftover=exempt+leftover.visibility=public",
                                            "green-queen@3"};

}  // namespace

TEST_CASE("what honest bots received is reconstructed, game after game, in every kind of variant") {
  unsigned seed = 1;
  for (const std::string& variant : kVariants) {
    INFO(variant);
    FakeTable table(variant, {kHonest}, seed++, 3);
    table.check();
  }
}

TEST_CASE("the input of bots that make every kind of mistake is reconstructed") {
  std::map<std::string, int> all;
  unsigned seed = 100;
  for (const std::string& variant : kVariants) {
    for (int round = 0; round < 3; ++round) {
      INFO(variant << " seed " << seed);
      FakeTable table(variant, {kErring, kLively}, seed++, 3, patient());
      table.check();
      for (const auto& [what, count] : table.tally()) all[what] += count;
    }
  }
  for (const char* what : {"tries", "autos", "late open", "late closed"}) {
    INFO(what);
    CHECK(all[what] > 30);
  }
}

TEST_CASE("what bots received up to their forfeit is reconstructed") {
  int forfeits = 0;
  unsigned seed = 300;
  for (const std::string& variant : kVariants) {
    for (int round = 0; round < 4; ++round) {
      INFO(variant << " seed " << seed);
      FakeTable table(variant, {kFrail, kErring, kHonest}, seed++, 2);
      table.check();
      forfeits += table.tally()["forfeits"];
    }
  }
  CHECK(forfeits > 30);
}

TEST_CASE("a bank that runs out, increments, names, frozen bots and live events are reconstructed") {
  Limits limits;
  limits.bank = milliseconds(900);
  limits.increment = milliseconds(7);
  limits.freeze = true;
  limits.live_events = true;
  limits.faults = 100000;
  for (unsigned seed = 500; seed < 506; ++seed) {
    INFO("seed " << seed);
    FakeTable table("royal-classic@4", {kErring, kLively}, seed, 2, limits, true);
    table.check();
  }
}

TEST_CASE("time to set up games, and a bot's own limits, are reconstructed") {
  Limits limits = patient();
  limits.newgame = milliseconds(300);
  std::vector<LimitValue> own;
  for (const LimitKey& key : limit_keys()) {
    if (key.name == "move_ms" || key.name == "bank_ms" || key.name == "newgame_ms") own.emplace_back(&key, 777);
  }
  REQUIRE(own.size() == 3);
  int autos = 0;
  for (unsigned seed = 700; seed < 712; ++seed) {
    INFO("seed " << seed);
    FakeTable table("royal-classic@4", {kErring, kLively}, seed, 2, limits, false, own);
    table.check();
    autos += table.tally()["autos"];
  }
  CHECK(autos > 30);
}

TEST_CASE("without the clocks' line the bytes are guessed, and with another game's they are found to differ") {
  const RunKey key = RunKey::from_seed("x");
  const Manifest manifest = made_manifest("black-lady@4", key, 4, 4, {1, true});
  const hearts::GameRules rules(hearts::resolve_variant("black-lady@4"));
  const GameRecord record = made_game(manifest, key, 0, 1, {{{0, 3}}, {{2, 5}}});
  const std::vector<RecordedSeat> guessed = replay_input(record, manifest, nullptr);
  CHECK(guessed[0].proof == RecordedSeat::Proof::none);
  CHECK(guessed[0].asks.size() == 14);
  CHECK(guessed[2].asks.size() == 5);
  TimingRecord timing = read_timing(timing_json(record, rules), "line");
  for (TimingRecord::Seat& seat : timing.seats) {
    seat.timing.asks.assign(14, std::chrono::microseconds(10));
    seat.timing.input.bytes = 10;
  }
  CHECK(replay_input(record, manifest, &timing)[1].proof == RecordedSeat::Proof::differs);
}

}  // namespace recorded_input_test
