#include "arena/replay/game_frame.h"

#include <fmt/format.h>

#include "arena/replay/game_words.h"

namespace arena {

std::string GameFrame::hand_title(int number, hearts::Seat dealer, int pass_offset, int point_lane) const {
  std::string title =
      fmt::format("Hand {}: {} deals, {}", number, name(dealer), pass_words(pass_offset, rules.seats()));
  if (rules.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand) {
    title += ", point suit " + paint.suited(point_lane, std::string(1, rules.deck().suit_letter(point_lane)));
  }
  return title;
}

std::string GameFrame::time_text(hearts::Seat seat, int question) const {
  const auto time = view.clocks && question > 0 ? annotations.time(seat, question) : std::nullopt;
  if (!time) return {};
  const bool slow = annotations.is_slow(*time);
  const std::string text = short_time(*time) + (slow ? "~" : "");
  return "  " + (slow ? paint.alarm(text) : paint.faint(text));
}

void GameFrame::write_annotations(hearts::Seat seat, int question, std::size_t indent, bool with_name) const {
  if (question < 0) return;
  for (const GameAnnotations::Line& line : annotations.lines(seat, question)) {
    const std::string text = (with_name ? name(seat) + " " : "") + line.text;
    out << std::string(indent, ' ') << (line.alarm ? paint.alarm(text) : paint.faint(text)) << "\n";
  }
}

void GameFrame::write_points(const hearts::PerSeat<int>& change, const hearts::PerSeat<int>& totals) const {
  out << "  points";
  for (hearts::Seat seat = 0; seat < rules.seats(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    out << fmt::format("   {} {:+d} = {}", name(seat), change[index], totals[index]);
  }
  out << "\n";
}

}  // namespace arena
