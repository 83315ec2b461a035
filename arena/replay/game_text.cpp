#include "arena/replay/game_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "arena/text/input_error.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::Seat;

/// "no pass", "pass left", "pass 2 to the right".
std::string pass_words(int offset, int seats) {
  if (offset == 0) return "no pass";
  if (seats % 2 == 0 && (offset == seats / 2 || offset == -seats / 2)) return "pass across";
  const std::string side = offset > 0 ? "left" : "right";
  return std::abs(offset) == 1 ? "pass " + side : "pass " + std::to_string(std::abs(offset)) + " to the " + side;
}

/// At most five characters: "85us", "1.2ms", "312ms", "2.51s", "81.0s".
std::string short_time(std::chrono::microseconds time) {
  const double us = static_cast<double>(time.count());
  if (us < 999.5) return fmt::format("{:.0f}us", us);
  if (us < 9950) return fmt::format("{:.1f}ms", us * 1e-3);
  if (us < 999.5e3) return fmt::format("{:.0f}ms", us * 1e-3);
  if (us < 9.995e6) return fmt::format("{:.2f}s", us * 1e-6);
  if (us < 99.95e6) return fmt::format("{:.1f}s", us * 1e-6);
  return fmt::format("{:.0f}s", us * 1e-6);
}

/// Spaces that fill `text` up to `width`; escape sequences beside it take no room.
std::string filling(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ');
}

void write_start(const GameFrame& frame, const GameDetails& details) {
  const GameRecord& record = frame.record;
  frame.out << fmt::format("Game {}  {}  (block {}, game {})\n", record.id, record.variant, record.block, record.game);
  if (frame.view.seat) {
    frame.out << fmt::format("as seat {}, {}, saw it\n", *frame.view.seat, frame.name(*frame.view.seat));
  }
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat)
    frame.out << fmt::format("  seat {}  {}\n", seat, record.bots[seat]);
  if (frame.view.clocks && details.busy) {
    frame.out << frame.paint.alarm("  the machine was busy with other things meanwhile") << "\n";
  }
  for (Seat seat = 0; seat < frame.rules.seats(); ++seat) {
    if (frame.view.seat.value_or(seat) == seat) frame.write_annotations(seat, 0, 2, true);
  }
}

void write_end(const GameFrame& frame) {
  const GameResult& result = frame.record.result;
  frame.out << "\nEnd\n";
  for (std::size_t seat = 0; seat < frame.names.size(); ++seat) {
    frame.out << fmt::format("  place {}  {}  {} points", result.places[seat], frame.names[seat], result.scores[seat]);
    for (const Forfeit& forfeit : result.forfeits) {
      if (static_cast<std::size_t>(forfeit.seat) == seat)
        frame.out << fmt::format(", forfeited in hand {} ({})", forfeit.hand, fault_name(forfeit.fault));
    }
    frame.out << "\n";
  }
  for (const FaultEvent& event : result.faults) {
    if (frame.view.seat.value_or(event.seat) != event.seat) continue;
    frame.out << fmt::format("  fault: {} in hand {}, question {}: {}: {}\n", frame.name(event.seat), event.hand,
                             event.question, fault_name(event.fault), event.detail);
  }
}

}  // namespace

std::size_t GameFrame::name_width() const {
  return std::ranges::max(names, {}, [](const std::string& name) { return name.size(); }).size();
}

/// A slow one is marked ~.
std::string GameFrame::answer_time(Seat seat, int question) const {
  const auto time = view.clocks && question > 0 ? annotations.answer(seat, question).time : std::nullopt;
  if (!time) return {};
  return short_time(*time) + (annotations.is_slow(*time) ? "~" : "");
}

std::string GameFrame::painted_time(const std::string& time) const {
  return time.ends_with('~') ? paint.alarm(time) : paint.faint(time);
}

std::string GameFrame::time_text(Seat seat, int question) const {
  const std::string time = answer_time(seat, question);
  return time.empty() ? "" : "  " + painted_time(time);
}

std::string GameFrame::bank_text(Seat seat, int question) const {
  const auto bank = view.clocks ? annotations.answer(seat, question).bank : std::nullopt;
  return bank ? short_time(*bank) : "";
}

void GameFrame::write_title(const hearts::SeatView& hand) const {
  out << fmt::format("\nHand {}: {} deals, {}", hand.hand_number(), name(hand.dealer()),
                     pass_words(hand.pass_offset(), rules.seats()));
  if (rules.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand) {
    const int lane = hand.point_lane();
    out << ", point suit " << paint.suited(lane, std::string(1, rules.deck().suit_letter(lane)));
  }
  out << "\n";
}

void GameFrame::write_trick(int number, const std::vector<TrickCell>& cells, const hearts::SeatView& hand,
                            bool timed) const {
  std::string line = fmt::format("  {:>2}", number);
  const std::size_t width = name_width();
  int points = 0;
  for (const TrickCell& cell : cells) {
    points += rules.card_points(cell.card, hand.point_lane());
    const std::string marks = (cell.seat == hand.last_winner() ? "*" : "") + std::string(cell.mark);
    line += fmt::format("   {:<{}} {}{}", name(cell.seat), width, paint.card(cell.card), marks);
    line += filling(rules.deck().name(cell.card) + marks, 5);
    if (!timed) continue;
    const std::string time = answer_time(cell.seat, cell.question);
    line += " " + painted_time(time) + filling(time, 6);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  if (points != 0) line += "  (" + hearts::counted(points, "point") + ")";
  out << line << "\n";
}

void GameFrame::write_annotations(Seat seat, int question, std::size_t indent, bool with_name) const {
  for (const GameAnnotations::Line& line : annotations.answer(seat, question).lines) {
    const std::string text = (with_name ? name(seat) + " " : "") + line.text;
    out << std::string(indent, ' ') << (line.alarm ? paint.alarm(text) : paint.faint(text)) << "\n";
  }
}

void GameFrame::write_points(const hearts::PerSeat<int>& change, const hearts::PerSeat<int>& totals) const {
  out << "  points";
  for (Seat seat = 0; seat < rules.seats(); ++seat) {
    out << fmt::format("   {} {:+d} = {}", name(seat), change[seat], totals[seat]);
  }
  out << "\n";
}

std::string_view decider_mark(Decider decider) {
  return decider == Decider::bot ? "" : decider == Decider::arena ? "!" : "!!";
}

StageSummary find_game(const std::filesystem::path& run, const std::string& name, const TakeGame& take_game,
                       const TakeManifest& take_manifest) {
  bool found = false;
  int number = 0;
  std::size_t stages = 0;  // begun
  std::size_t stage = 0;   // of the game
  const auto take = [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
    ++number;
    if (found || (name != record.id && name != std::to_string(number))) return;
    found = true;
    stage = stages - 1;
    take_game(std::move(record), rules, place);
  };
  RunSummary summary = read_run(run, take, [&](const Manifest& manifest) {
    ++stages;
    if (take_manifest && !found) take_manifest(manifest);
  });
  if (found) return std::move(summary.stages[stage]);
  throw InputError(fmt::format("{} has no game '{}'; it has {}, named b0g0 and so on, or 1 to {}", run.string(), name,
                               summary.games(), summary.games()));
}

std::vector<std::string> seat_names(const GameRecord& record) {
  std::vector<std::string> names = record.bots;
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    if (std::count(record.bots.begin(), record.bots.end(), record.bots[seat]) > 1)
      names[seat] += ":" + std::to_string(seat);
  }
  return names;
}

std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const hearts::MatchLength& length, const GameDetails& details,
                                           const Limits& limits, const GameView& view) {
  const GameFrame frame{out,
                        record,
                        rules,
                        view,
                        seat_names(record),
                        CardPaint(rules.deck(), view.color),
                        GameAnnotations(record, details, limits, view.notes)};
  write_start(frame, details);
  const auto text = view.seat ? make_seat_text(frame, *view.seat) : make_table_text(frame);
  const auto wrong = replay_game(record, rules, length, *text);
  write_end(frame);
  return wrong;
}

}  // namespace arena
