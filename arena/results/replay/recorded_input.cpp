#include "arena/results/replay/recorded_input.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <limits>
#include <memory>

#include "arena/base/seeds/crc32c.h"
#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/table/offer.h"
#include "arena/game/table/table.h"
#include "arena/game/table/table_hand.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/replay.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using hearts::at;
using hearts::Card;
using hearts::Seat;

/// Everything that a seat did in a recorded game.
struct SeatScript {
  bool absent = false;          ///< there was no bot
  bool wants_all_laws = false;  ///< it asked for all questions of the laws
  std::vector<ScriptedAsk> asks;
  /// The question before which the seat was forfeited without being asked; 0: none.
  int lost_before = 0;
  SeatInput input;
  std::vector<std::chrono::microseconds> charged;  ///< the time charged for each ask
  /// Whether the clocks and late answers are recorded. Otherwise they are guessed.
  bool has_input = false;
};

/// The words of an answer as a bot writes them.
std::string answer_words(const TableHand& hand, const Decision& asked, const std::optional<hearts::Move>& move,
                         std::optional<Card> then) {
  if (asked.is_of_law()) {
    Offer offer;
    offer.make(hand);
    return offer.words_of(move).front();
  }
  const hearts::Deck& deck = hand.game().deck();
  switch (move->kind) {
    case hearts::Move::Kind::select:
      return move->hand_index == 0 ? "first" : "second";
    case hearts::Move::Kind::pass:
      return hearts::cards_text(deck, move->cards);
    case hearts::Move::Kind::choose:
      return std::string(moon_option_name(move->option));
    default:
      return deck.name(move->card) + (then ? " then " + deck.name(*then) : "");
  }
}

/// Makes the scripts of all seats while a game is replayed.
class ScriptWatcher final : public ReplayWatcher {
 public:
  /// `timing` may be null.
  ScriptWatcher(const GameRecord& record, const TimingRecord* timing)
      : result_(record.result), scripts_(record.bots.size()) {
    for (std::size_t seat = 0; seat < scripts_.size(); ++seat) {
      const Forfeit* forfeit = result_.forfeit_of(static_cast<Seat>(seat));
      scripts_[seat].absent = forfeit != nullptr && forfeit->question == 0;
      scripts_[seat].wants_all_laws = result_.wants_all_laws[seat];
      if (timing == nullptr) continue;
      scripts_[seat].has_input = true;
      scripts_[seat].input = timing->seats[seat].timing.input;
      scripts_[seat].charged = timing->seats[seat].timing.asks;
    }
  }

  void deciding(const TableHand&, Seat, int question) override { question_ = question; }
  void answered(const TableHand& hand, const Decision& asked, const std::optional<hearts::Move>& move,
                std::optional<Card> then, Decider decider) override {
    if (question_ == 0) return;  // the house player sits there
    seat_ = asked.seat;
    hand_ = hand.setup().number;
    for (const Interference& one : result_.tries) {
      if (is_here(one)) add(ScriptedAsk::Outcome::refused, one.answer, one.why);
    }
    if (decider == Decider::house) {
      lose(result_.forfeit_of(seat_)->fault);
    } else if (decider == Decider::bot) {
      add(ScriptedAsk::Outcome::answered, answer_words(hand, asked, move, then));
    } else if (std::ranges::none_of(result_.automatic, [&](const Interference& one) {
                 return is_here(one) && one.why != Fault::timeout;
               })) {
      add(ScriptedAsk::Outcome::silent, {});
    }
  }

  std::vector<SeatScript> finish() {
    for (SeatScript& script : scripts_) script.has_input &= script.asks.size() == script.charged.size();
    return std::move(scripts_);
  }

 private:
  SeatScript& script() { return scripts_[at(seat_)]; }
  bool is_here(const Interference& one) const { return one.seat == seat_ && one.question == question_; }

  void add(ScriptedAsk::Outcome outcome, std::string line, Fault why = Fault::illegal) {
    const std::size_t number = script().asks.size();
    const auto charged = number < script().charged.size() ? script().charged[number] : std::chrono::microseconds(0);
    script().asks.push_back({question_, hand_, outcome, std::move(line), why, false, charged, 0, 0});
  }

  /// At its forfeit a seat was asked once more, or it lost the game by its last try, or it was lost before it was
  /// asked.
  void lose(Fault fault) {
    std::vector<ScriptedAsk>& asks = script().asks;
    const bool guess = ends_process(fault) || fault == Fault::timeout;
    if (script().has_input ? asks.size() < script().charged.size() : guess) {
      add(fault == Fault::timeout ? ScriptedAsk::Outcome::silent : ScriptedAsk::Outcome::gone, {});
    } else if (asks.empty() || asks.back().question != question_) {
      script().lost_before = question_;
      return;
    }
    asks.back().lost = true;
    asks.back().why = fault;
  }

  const GameResult& result_;
  std::vector<SeatScript> scripts_;
  // About the present decision.
  Seat seat_ = 0;
  int question_ = 0;
  int hand_ = 0;
};

/// The scripts of all seats. Throws InputError "game ID: ..." if the game cannot be replayed as recorded, or if its
/// clocks belong to another game.
std::vector<SeatScript> seat_scripts(const GameRecord& record, const ManifestVariant& variant,
                                     const TimingRecord* timing) {
  const auto is_bot = [](const TimingRecord::Seat& seat, const std::string& bot) { return seat.bot == bot; };
  const bool has_own_clocks = timing == nullptr || std::equal(timing->seats.begin(), timing->seats.end(),
                                                              record.bots.begin(), record.bots.end(), is_bot);
  ScriptWatcher watcher(record, has_own_clocks ? timing : nullptr);
  if (const auto wrong = replay_game(record, *variant.rules, watcher)) {
    throw InputError("game " + record.id + ": " + *wrong);
  }
  if (!has_own_clocks) throw InputError("game " + record.id + ": its clocks belong to other bots");
  return watcher.finish();
}

/// A bot that does in a game what its script has, at the recorded times, by a clock of its own. It records what it
/// receives. Both parameters must outlive it. The caller checks the checksum.
class RecordedChannel final : public ProcesslessChannel {
 public:
  RecordedChannel(const SeatScript& script, RecordedSeat& received) : script_(script), received_(received) {}

  std::size_t push(std::string_view text) override {
    received_.bytes += text;
    return text.size();
  }

  asio::awaitable<Sent> send(std::string_view text, TimePoint) override {
    push(text);
    if (const auto asked = decode_ask(text)) {
      ScriptedAsk& ask = received_.asks.emplace_back(next_ask());
      ask.id = asked->id;
      ask.end = received_.bytes.size();
      answered_ = false;
    }
    co_return Sent{Sent::Kind::done, now_, text.size()};
  }

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    if (!greeted_) {
      greeted_ = true;
      // The bytes are the same with live events or without them. But a bot that is lost before a question has received
      // what came before it only with live events.
      co_return send_line(script_.wants_all_laws ? "ready events=live laws=all" : "ready events=live");
    }
    if (next_late(static_cast<int>(received_.asks.size()), true)) co_return late_answer();
    if (received_.asks.empty() || answered_) co_return go_away();
    answered_ = true;
    const ScriptedAsk& ask = received_.asks.back();
    if (ask.outcome == ScriptedAsk::Outcome::silent && !ask.lost) {
      now_ = std::max(now_, deadline);
      co_return Incoming{Incoming::Kind::timeout, {}, now_};
    }
    now_ = std::min(now_ + ask.charged, deadline);
    if (ask.lost || ask.outcome == ScriptedAsk::Outcome::gone) co_return go_away();
    // The words of a refused try do not matter, because what the bot was sent about it is recorded.
    const bool is_recorded = ask.outcome == ScriptedAsk::Outcome::refused && !script_.input.bad.empty();
    const std::string words = is_recorded ? "?" : ask.line;
    const bool garbage = ask.outcome == ScriptedAsk::Outcome::refused && ask.why == Fault::garbage;
    co_return send_line(garbage ? words : std::to_string(ask.id) + " " + words);
  }

  std::optional<Incoming> poll() override {
    if (next_late(static_cast<int>(received_.asks.size()) + 1, false)) return late_answer();
    if (script_.lost_before > 0 && question_ == script_.lost_before) return go_away();
    return std::nullopt;
  }

  asio::awaitable<ProcessEnd> ended(Duration) override {
    ProcessEnd end;
    if (gone_) end.kind = ProcessEnd::Kind::exited;
    co_return end;
  }

  /// The last text that the bot is sent is not part of its input.
  asio::awaitable<ProcessEnd> stop(std::string_view, Duration) override {
    gone_ = true;
    return ended({});
  }

  void begin_game(std::string_view) override { received_ = {}; }
  void mark(int question) override { question_ = question; }
  TimePoint now() const override { return now_; }

 private:
  ScriptedAsk next_ask() const {
    if (received_.asks.size() < script_.asks.size()) return script_.asks[received_.asks.size()];
    // The table asks more than it did in the recorded game, because times were guessed.
    ScriptedAsk ask;
    ask.question = question_;
    ask.outcome = ScriptedAsk::Outcome::silent;
    return ask;
  }

  Incoming send_line(std::string line) {
    line_ = std::move(line);
    return {Incoming::Kind::line, line_, now_};
  }

  /// Whether the next late answer arrived at this point.
  bool next_late(int ask, bool open) const {
    if (late_sent_ == script_.input.late.size()) return false;
    const SeatInput::Late& late = script_.input.late[late_sent_];
    return late.ask == ask && late.open == open;
  }
  Incoming late_answer() { return send_line(std::to_string(script_.input.late[late_sent_++].id)); }

  Incoming go_away() {
    gone_ = true;
    return {Incoming::Kind::closed, {}, now_};
  }

  const SeatScript& script_;
  RecordedSeat& received_;
  std::string line_;
  TimePoint now_{std::chrono::hours(1)};
  std::size_t late_sent_ = 0;
  int question_ = 0;
  bool greeted_ = false;
  bool answered_ = false;  // about the present ask
  bool gone_ = false;
};

asio::awaitable<GameResult> sit_down_and_play(GameSetup setup, const std::vector<SeatScript>& scripts,
                                              std::vector<RecordedSeat>& received) {
  // A bot is lost only where the script has it, and not for too many faults.
  setup.limits.each([](Limits& limits) { limits.faults = std::numeric_limits<int>::max(); });
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  for (std::size_t seat = 0; seat < scripts.size(); ++seat) {
    seats.push_back(std::make_unique<BotSeat>(setup.limits.of(static_cast<int>(seat))));
    players.push_back(seats.back().get());
    if (scripts[seat].absent) continue;
    seats.back()->use_refusal_texts(scripts[seat].input.bad);
    co_await seats.back()->greet(std::make_unique<RecordedChannel>(scripts[seat], received[seat]));
  }
  const std::vector<FaultEvent> absences(scripts.size());
  co_return co_await play_game(setup, players, absences);
}

bool same_hands(const std::vector<HandResult>& played, const std::vector<HandResult>& recorded) {
  return std::equal(played.begin(), played.end(), recorded.begin(), recorded.end(),
                    [](const HandResult& a, const HandResult& b) { return a.deal == b.deal && a.plays == b.plays; });
}

RecordedSeat::Proof prove(const std::string& bytes, const SeatScript& script) {
  if (!script.has_input) return RecordedSeat::Proof::none;
  const bool same = script.input.bytes <= bytes.size() &&
                    crc32c(std::string_view(bytes).substr(0, script.input.bytes)) == script.input.crc;
  return same ? RecordedSeat::Proof::exact : RecordedSeat::Proof::differs;
}

}  // namespace

std::vector<RecordedSeat> replay_input(const GameRecord& record, const Manifest& manifest, const TimingRecord* timing) {
  const auto seed = BlockSeed::from_hex(record.seed);
  if (!seed) throw InputError("game " + record.id + ": its seed is not 64 hexadecimal digits");
  const ManifestVariant& variant = *manifest.find_variant(record.variant);
  const std::vector<SeatScript> scripts = seat_scripts(record, variant, timing);
  const GameSetup setup = setup_of(record, manifest, variant, *seed, recorded_deals(record));

  asio::io_context context(1);
  std::vector<RecordedSeat> received(scripts.size());
  auto played = asio::co_spawn(context, sit_down_and_play(setup, scripts, received), asio::use_future);
  context.run();
  if (!same_hands(played.get().hands, record.result.hands)) {
    throw InputError("game " + record.id + ": its clocks belong to another game");
  }

  for (std::size_t seat = 0; seat < received.size(); ++seat)
    received[seat].proof = prove(received[seat].bytes, scripts[seat]);
  return received;
}

}  // namespace arena
