#include "arena/replay/game_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "engine/counted_noun.h"

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

}  // namespace

std::size_t GameFrame::name_width() const {
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width;
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

}  // namespace arena
