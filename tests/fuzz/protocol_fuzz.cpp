// What a bot writes, at a table: whatever one bot says, only that bot is at fault, the game is one that holds when it
// is played again, every byte that was sent follows from its records, and the arena reads what it has written.
//
// The first line says what is played: the number of a variant, and letters: `l` events are live, `f` bots that wait are
// frozen, `n` names are revealed, `g` the bot's first lines answer its greeting, `t` a second game follows. Each line
// after it is what the bot says to its next question, `@` standing for the number of the question and `%` for the first
// words offered; or what it does:
//   >TEXT   says TEXT, and continues with the next line
//   ~MS     continues with the next line after MS milliseconds
//   !end    its process exits; the others are !signal, !memory, !stop, !deaf (reads no more), !shut (closes its input)
// and an empty line is silence. After its last line the bot answers as it should.

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "arena/base/text/line_cutter.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/protocol/encode.h"
#include "arena/game/table/table.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/replay.h"
#include "arena/results/replay/recorded_input.h"
#include "arena/results/replay/retry.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/unit/game/table/fake_channel.h"
#include "tests/unit/records/made_games.h"

namespace {

using namespace arena;
using fuzz::require;
using test::FakeBot;

constexpr int kGames = 2;
constexpr auto kVariants =
    std::to_array<const char*>({"black-lady@4+deck.ranks=J,Q,K,A", "royal-classic@2+deck.ranks=Q,K,A+pass.count=1",
                                "green-queen@3+deck.ranks=J,Q,K,A+deck.remove=none+pass.count=1",
                                "royal@3+queens=SH+deck.ranks=Q,K,A+deck.remove=none+pass.count=1",
                                "black-lady@3+kitty_last+deck.ranks=J,Q,K,A+deck.remove=none+pass.count=1",
                                "black-lady@4+deck.ranks=Q,K,A+pass.count=1+moon.award=shooter_chooses",
                                "tournament-laws@4+table_laws+deck.ranks=J,Q,K,A",
                                "tournament-laws@4+table_laws+laws.revoke_discovery=by_claim+deck.ranks=J,Q,K,A"});

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::string with(std::string text, char sign, const std::string& words) {
  for (std::size_t at = 0; (at = text.find(sign, at)) != std::string::npos && text.size() < 8192; at += words.size()) {
    text.replace(at, 1, words);
  }
  return text;
}

/// What the bot under test does, line by line.
class Script {
 public:
  explicit Script(std::string_view lines) : lines_(lines) {}

  bool is_over() const { return lines_.empty(); }

  /// Answers, until a line is an answer.
  void answer(FakeBot& bot, const std::string& id, const std::string& first_words) {
    std::chrono::milliseconds after{};
    for (bool continues = true; continues && !lines_.empty();) {
      std::string line(cut_line(lines_));
      continues = line.starts_with('>') || line.starts_with('~');
      if (line.empty()) return;
      if (line.starts_with('~')) {
        after +=
            std::chrono::milliseconds(std::clamp(leading_number(std::string_view(line).substr(1)), 0LL, 100'000LL));
      } else if (line.starts_with('!')) {
        act(bot, line, after);
      } else {
        if (continues) line.erase(0, 1);
        // As the process's channel does.
        if (line.ends_with('\r')) line.pop_back();
        bot.say(with(with(std::move(line), '@', id), '%', first_words), after);
      }
    }
  }

 private:
  static void act(FakeBot& bot, std::string_view what, std::chrono::milliseconds after) {
    ProcessEnd end;
    end.kind = ProcessEnd::Kind::exited;
    if (what == "!signal") end = {ProcessEnd::Kind::signaled, 11};
    if (what == "!memory") end.kind = ProcessEnd::Kind::out_of_memory;
    if (what == "!deaf") return bot.stop_reading(100);
    if (what == "!stop") return bot.stop_process();
    if (what == "!shut") return bot.close_input();
    bot.end(end, after);
  }

  std::string_view lines_;
};

test::FakeScript fuzzed_script(std::string_view lines, bool greets, bool live) {
  auto script = std::make_shared<Script>(lines);
  return [=](FakeBot& bot, std::string_view line) {
    const std::string ready = live ? "ready events=live" : "ready";
    if (line.starts_with("hello ")) return greets ? script->answer(bot, "1", ready) : bot.say(ready);
    const auto ask = test::parse_ask(line);
    if (!ask) return;
    const std::string honest = test::first_words(*ask);
    if (script->is_over()) return bot.say(honest);
    script->answer(bot, std::to_string(ask->id), honest.substr(honest.find(' ') + 1));
  };
}

/// Lines of the arena: each is printable, and each `ask` says what is read from it. A bot that does not read gets a
/// part of the last one.
void check_sent(std::string_view sent) {
  while (sent.find('\n') != std::string_view::npos) {
    const std::string_view line = cut_line(sent);
    require(is_printable(line), "the arena's lines are printable");
    const auto ask = decode_ask(line);
    if (!ask) continue;
    std::string_view numbers = line;
    for (int i = 0; i < 4; ++i) cut_word(numbers);
    const std::chrono::milliseconds move(leading_number(cut_word(numbers)));
    const std::chrono::milliseconds bank(leading_number(cut_word(numbers)));
    const std::vector<std::string> words(ask->words.begin(), ask->words.end());
    std::string again;
    encode::ask(again, ask->id, ask->kind, static_cast<int>(ask->count), move, bank, ask->fields, words);
    require(again == std::string(line) + "\n", "an ask says what is read from it");
  }
}

/// What is played: the same for every input.
struct Games {
  explicit Games(const char* variant)
      : key(RunKey::from_seed(variant)), manifest(test::made_manifest(variant, key, 6, kGames, {1, true})) {
    for (int game = 0; game < kGames; ++game) records.push_back(test::made_game(manifest, key, 0, game));
    if (!manifest.variants.front().rules->rules().has_table_laws()) return;
    manifest.limits.laws = std::chrono::milliseconds(3000);
    manifest.faulty_deals = 2;
  }
  RunKey key;
  Manifest manifest;
  std::vector<GameRecord> records;  // their results are those of other games
};

const Games& games_of(std::string_view number) {
  static const std::vector<Games> all(kVariants.begin(), kVariants.end());
  return all[static_cast<std::size_t>(std::clamp<long long>(leading_number(number), 0, std::ssize(all) - 1))];
}

/// A table of honest bots and one that is not.
class Table {
 public:
  Table(const Games& games, std::string_view flags, std::string_view lines) : games_(games), manifest_(games.manifest) {
    const auto has = [&](char flag) { return flags.find(flag) != std::string_view::npos; };
    manifest_.limits.live_events = has('l');
    manifest_.limits.freeze = has('f');
    manifest_.reveal_names = has('n');
    bots_.resize(static_cast<std::size_t>(rules().seats()));
    fuzzed_ = bots_.size() - 1;
    for (std::size_t seat = 0; seat < bots_.size(); ++seat) {
      seats_.push_back(std::make_unique<BotSeat>(manifest_.limits));
      auto script = seat == fuzzed_ ? fuzzed_script(lines, has('g'), has('l')) : test::honest_script();
      const auto fault =
          run(seats_.back()->greet(std::make_unique<test::FakeChannel>(clock_, bots_[seat], std::move(script))));
      absences_.push_back(fault.value_or(FaultEvent{}));
    }
  }

  void play(int game) {
    GameRecord record = games_.records[static_cast<std::size_t>(game)];
    std::vector<BotSeat*> players;
    for (const auto& seat : seats_) {
      // As the pool does: a bot that owes an answer plays on in another process.
      if (game > 0 && (!seat->alive() || seat->owes_answer())) return;
      players.push_back(seat.get());
    }
    const ManifestVariant& variant = manifest_.variants.front();
    const BlockSeed seed = games_.key.block_seed(record.variant, 0);
    const Dealing deals = deals_of(manifest_, variant, seed, test::made_block(manifest_, 0), game);
    const GameSetup setup = setup_of(record, manifest_, variant, seed, deals);
    record.result = run(play_game(setup, players, absences_));
    // Planted: a neighbour pays for answers that cannot be taken.
    for (FaultEvent& event : record.result.faults) {
      if (fuzz::planted(event.fault == Fault::illegal)) event.seat = 0;
    }
    check_faults(record.result);
    check_records(record);
    for (const FakeBot& bot : bots_) check_sent(bot.sent());
  }

 private:
  template <class Result>
  static Result run(boost::asio::awaitable<Result> task) {
    return test::run(std::move(task));
  }
  const hearts::GameRules& rules() const { return *manifest_.variants.front().rules; }

  void check_faults(const GameResult& result) const {
    const auto is_fuzzed = [&](const auto& event) { return event.seat == static_cast<int>(fuzzed_); };
    require(std::ranges::all_of(result.faults, is_fuzzed), "a fault is that of the bot that committed it");
    require(std::ranges::all_of(result.forfeits, is_fuzzed), "a bot forfeits for its own faults");
    require(std::ranges::all_of(result.automatic, is_fuzzed), "the arena answers for nobody who answers");
    require(std::ranges::all_of(result.tries, is_fuzzed), "a try that is refused is that of the bot that made it");
    require(std::ranges::all_of(result.notes, is_fuzzed), "a note is that of the bot that wrote it");
    for (const FaultEvent& event : result.faults) {
      require(blame_of(event.fault) == Blame::bot, "what a bot does is its own fault");
      require(legible(event.detail) == event.detail, "the text about a fault is printable");
    }
  }

  /// Of a game: it holds, and it is read as it was written.
  void check_records(const GameRecord& record) const {
    ReplayWatcher nobody;
    const auto wrong = replay_game(record, rules(), nobody);
    if (wrong) std::fprintf(stderr, "%s\n", wrong->c_str());
    require(!wrong, "a game that was played holds when it is played again");
    const boost::json::object line = game_json(record, rules());
    require(game_json(read_game(line, rules(), "line"), rules()) == line, "a game is read as it was written");
    for (const FaultEvent& event : record.result.faults) {
      const std::string ledger = boost::json::serialize(fault_json(record, event));
      require(legible(ledger) == ledger, "the ledger is printable");
    }
    const TimingRecord timing = read_timing(timing_json(record, rules()), "line");
    for (const RecordedSeat& seat : replay_input(record, manifest_, &timing)) {
      require(seat.proof != RecordedSeat::Proof::differs, "what a bot is sent follows from the records");
    }
  }

  const Games& games_;
  Manifest manifest_;
  test::FakeClock clock_;
  std::deque<FakeBot> bots_;
  std::vector<std::unique_ptr<BotSeat>> seats_;
  std::vector<FaultEvent> absences_;
  std::size_t fuzzed_ = 0;
};

/// The lines that a pipe gives in pieces are those that are in it.
void check_cutter(std::string_view input) {
  constexpr std::size_t kLineMax = 16;
  LineCutter cutter(kLineMax);
  std::string_view expected = input;
  std::string_view rest = input;
  while (true) {
    const std::span<char> space = cutter.space();
    require(!space.empty(), "there is room for more");
    const std::size_t piece = 1 + static_cast<unsigned char>(rest.empty() ? 0 : rest.front()) % 40;
    const std::size_t count = std::min({space.size(), rest.size(), piece});
    std::copy_n(rest.data(), count, space.data());
    cutter.commit(count);
    rest.remove_prefix(count);
    if (count == 0) cutter.finish();
    while (const auto line = cutter.next()) {
      require(!expected.empty(), "no line is made up");
      const std::string_view whole = cut_line(expected);
      require(line->too_long == (whole.size() > kLineMax), "a line too long is called so, and no other");
      require(line->text == (line->too_long ? "" : whole), "lines are cut where they end");
    }
    if (count == 0) break;
  }
  require(expected.empty(), "no line is lost");
}

/// A line that is an answer says so in words that are in it.
void check_decoder(std::string_view line) {
  const BotLine decoded = decode_bot_line(line);
  require(decoded.kind != BotLine::Kind::answer || (decoded.id > 0 && is_printable(decoded.rest)),
          "an answer is words");
  const std::string_view rest = decoded.rest;
  require(rest.empty() || (rest.data() >= line.data() && rest.data() + rest.size() <= line.data() + line.size()),
          "what is read of a line is in it");
  field_of(line, "events");
  decode_ask(line);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view lines = fuzz::text_of(data, size);
  check_cutter(lines);
  for (std::string_view rest = lines; !rest.empty();) check_decoder(cut_line(rest));
  const std::string_view flags = cut_line(lines);
  Table table(games_of(flags), flags, lines);
  table.play(0);
  if (flags.find('t') != std::string_view::npos) table.play(1);
  return 0;
}
