#include "arena/results/replay/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/protocol/encode.h"
#include "arena/records/game_details.h"
#include "arena/records/run_folder.h"
#include "arena/results/replay/recorded_input.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

std::string seats_text(const GameRecord& record) {
  std::string text;
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat)
    text += fmt::format("{}{} {}", seat == 0 ? "" : ", ", seat, record.bots[seat]);
  return text;
}

int find_seat(const GameRecord& record, const QuestionPlace& place) {
  const int seats = static_cast<int>(record.bots.size());
  if (place.seat >= 0) {
    if (place.seat < seats) return place.seat;
    throw InputError(
        fmt::format("game {} has no seat {}; its seats are: {}", record.id, place.seat, seats_text(record)));
  }
  const auto copies = std::count(record.bots.begin(), record.bots.end(), place.bot);
  if (copies == 0) {
    throw InputError(fmt::format("no bot '{}' played in game {}, whose seats are: {}; choose one with --seat N",
                                 place.bot, record.id, seats_text(record)));
  }
  if (copies > 1) {
    throw InputError(
        fmt::format("'{}' had more than one seat in game {}, whose seats are: {}; choose one with --seat N", place.bot,
                    record.id, seats_text(record)));
  }
  return static_cast<int>(std::find(record.bots.begin(), record.bots.end(), place.bot) - record.bots.begin());
}

/// Throws InputError that explains why nobody was asked this question.
[[noreturn]] void refuse_question(const GameRecord& record, int seat, int question, const RecordedSeat& received) {
  const std::string who = fmt::format("seat {} ({})", seat, record.bots[hearts::at(seat)]);
  const Forfeit* forfeit = record.result.forfeit_of(seat);
  if (forfeit != nullptr && forfeit->question == 0) {
    throw InputError(
        fmt::format("{} could not be started in game {}: the house player answered all questions", who, record.id));
  }
  if (forfeit != nullptr && question >= forfeit->question) {
    throw InputError(
        fmt::format("{} forfeited game {} at question {} by the fault {}: the house player answered question {}", who,
                    record.id, forfeit->question, fault_name(forfeit->fault), question));
  }
  const int last = received.asks.empty() ? 0 : received.asks.back().question;
  throw InputError(fmt::format("{} was asked questions 1 to {} in game {}; there is no question {}", who, last,
                               record.id, question));
}

/// Adds a game, either all of it or up to the end of an ask.
void add_game(ProcessInput& input, const std::string& id, const RecordedSeat& received, std::size_t end) {
  const std::size_t before = input.bytes.size();
  input.bytes.append(received.bytes, 0, end);
  for (const ScriptedAsk& ask : received.asks) {
    if (ask.end > end) break;
    input.asks.push_back({id, ask});
    input.asks.back().scripted.end += before;
  }
  if (received.proof == RecordedSeat::Proof::none) input.guessed.push_back(id);
  if (received.proof == RecordedSeat::Proof::differs) input.different.push_back(id);
}

/// The input of a seat in a game of the stage.
RecordedSeat replay_seat(const GameRecord& record, const Manifest& stage, const TimingRecord* timing, int seat) {
  return std::move(replay_input(record, stage, timing)[hearts::at(seat)]);
}

/// Adds the games that the process had played before.
void add_past(ProcessInput& input, const ProcessHistory& past, const Manifest& stage, const fs::path& file) {
  GameLines games(file, "game");
  input.games_lost = past.lost;
  for (const EarlierGame& game : past.games) {
    const std::optional<GameRecord> record = find_record(games, stage, game.timing.id);
    if (!record) {
      ++input.games_lost;
      continue;
    }
    const RecordedSeat received = replay_seat(*record, stage, &game.timing, game.seat);
    add_game(input, game.timing.id, received, received.bytes.size());
    ++input.games_before;
  }
}

using Outcome = ScriptedAsk::Outcome;

/// The most lines that are not answers. A debugger writes more of them than the protocol allows.
constexpr int kLinesMax = 10000;

/// Sorts words, because the cards of a pass may come in any order.
std::vector<std::string_view> sorted(std::vector<std::string_view> words) {
  std::sort(words.begin(), words.end());
  return words;
}

class Retry {
 public:
  Retry(OpenProcess& bot, const ProcessInput& input, const RetryEvents& events)
      : bot_(bot), input_(input), events_(events) {}

  std::optional<RetriedAnswer> run() {
    if (!greet()) return std::nullopt;
    std::size_t sent = input_.hello_end;
    for (const ProcessInput::Ask& ask : input_.asks) {
      const bool last = &ask == &input_.asks.back();
      const std::string_view bytes = std::string_view(input_.bytes).substr(sent, ask.scripted.end - sent);
      sent = ask.scripted.end;
      bot_.send(bytes);  // a bot that reads no more may still answer
      if (!last && ask.scripted.outcome == Outcome::silent) {
        unawaited_.insert(ask.scripted.id);
        continue;
      }
      const RetriedAnswer answer = read_answer(ask, bytes, last);
      if (last) return answer;
      if (!answer.same) events_.differs(ask, answer);
      if (gone_) break;
    }
    return std::nullopt;
  }

 private:
  bool greet() {
    bot_.send(std::string_view(input_.bytes).substr(0, input_.hello_end));
    for (int lines = 0; lines < kLinesMax; ++lines) {
      const Incoming incoming = bot_.receive();
      if (incoming.kind != Incoming::Kind::line) break;
      if (decode_bot_line(incoming.text).kind == BotLine::Kind::ready) return true;
      events_.line(incoming.text, 0);
    }
    const RetriedAnswer none{"ready", "ended without 'ready'", false, true};
    events_.differs({input_.game, {}}, none);
    return false;
  }

  /// Waits for the answer to an ask, which is the last line of `bytes`.
  RetriedAnswer read_answer(const ProcessInput::Ask& ask, std::string_view bytes, bool last) {
    const ScriptedAsk& asked = ask.scripted;
    const bool garbage = asked.outcome == Outcome::refused && asked.why == Fault::garbage;
    RetriedAnswer answer;
    answer.recorded = recorded_text(asked);
    answer.now = "more than " + std::to_string(kLinesMax) + " lines without an answer";
    for (int lines = 0; lines < kLinesMax; ++lines) {
      const Incoming incoming = bot_.receive();
      if (incoming.kind != Incoming::Kind::line) {
        const bool flood = incoming.kind == Incoming::Kind::flood;
        answer.now =
            flood ? "a line of more than " + std::to_string(kLineBytesMax) + " bytes" : "ended without an answer";
        break;
      }
      const BotLine line = decode_bot_line(incoming.text);
      if (line.kind == BotLine::Kind::answer && line.id == ask.scripted.id) {
        compare(answer, asked, line.rest, bytes);
        return answer;
      }
      const bool late = line.kind == BotLine::Kind::answer && unawaited_.contains(line.id);
      if (garbage && !line.is_remark() && !late) {
        answer.now = printable(incoming.text);
        answer.same = answer.now == asked.line;
        return answer;
      }
      if (!late && (last || !line.is_remark())) events_.line(incoming.text, line.is_remark() ? 0 : ask.scripted.id);
    }
    gone_ = answer.gone = true;
    answer.same = asked.outcome == Outcome::gone;
    return answer;
  }

  static std::string recorded_text(const ScriptedAsk& asked) {
    if (asked.outcome == Outcome::answered) return asked.line;
    if (asked.outcome == Outcome::silent) return "no answer in time";
    return (asked.outcome == Outcome::refused ? asked.line : "no answer") + " (" + std::string(fault_name(asked.why)) +
           ")";
  }

  static void compare(RetriedAnswer& answer, const ScriptedAsk& asked, std::string_view words, std::string_view bytes) {
    const std::vector<std::string_view> chosen = sorted(words_of(words));
    answer.now = printable(words);
    if (asked.outcome == Outcome::answered) {
      answer.same = chosen == sorted(words_of(asked.line));
    } else if (asked.outcome == Outcome::refused) {
      answer.same = answer.now == asked.line;
    }
    if (answer.same) {
      answer.now = answer.recorded;
      return;
    }
    const std::vector<std::string_view> offered = sorted(decode_ask(bytes).value_or(AskLine()).words);
    const bool known = std::includes(offered.begin(), offered.end(), chosen.begin(), chosen.end());
    if (!known) answer.now += " (not offered)";
  }

  OpenProcess& bot_;
  const ProcessInput& input_;
  const RetryEvents& events_;
  std::set<std::int64_t> unawaited_;  // ids of asks with answers that nobody waits for
  bool gone_ = false;
};

}  // namespace

ProcessInput read_process_input(const QuestionPlace& place, bool from_start) {
  const FoundGame found = find_game(place.run, place.game);
  const GameRecord& record = found.record;
  const Manifest& stage = found.stage.manifest;
  ProcessInput input;
  input.game = record.id;
  input.seat = find_seat(record, place);
  input.bot = record.bots[hearts::at(input.seat)];

  const fs::path file = games_file(place.run);
  DetailsReader details(file.parent_path());
  const std::optional<TimingRecord> timing = details.clocks(record.run, record.id);
  const RecordedSeat received = replay_seat(record, stage, timing ? &*timing : nullptr, input.seat);
  const auto asked = std::ranges::find(received.asks, place.question, &ScriptedAsk::question);
  if (asked == received.asks.end()) refuse_question(record, input.seat, place.question, received);

  encode::hello(input.bytes, receipt_of(stage));
  input.hello_end = input.bytes.size();
  if (from_start) {
    if (!timing || timing->seats[hearts::at(input.seat)].timing.input.process.start == 0) {
      throw InputError("the records of " + place.run.string() + " do not say which process played game " + record.id +
                       "; without --from-start, the bot gets only this game");
    }
    add_past(input, details.history(*timing, input.seat), stage, file);
  }
  add_game(input, record.id, received, asked->end);
  return input;
}

std::optional<RetriedAnswer> retry(OpenProcess& bot, const ProcessInput& input, const RetryEvents& events) {
  return Retry(bot, input, events).run();
}

}  // namespace arena
