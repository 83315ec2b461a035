#include "arena/results/replay/game_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "engine/laws/act.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::Move;
using hearts::PerSeat;
using hearts::Seat;

/// A time in at most five characters: "85us", "1.2ms", "312ms", "2.51s", "81.0s".
std::string short_time(std::chrono::microseconds time) {
  const double us = static_cast<double>(time.count());
  if (us < 999.5) return fmt::format("{:.0f}us", us);
  if (us < 9950) return fmt::format("{:.1f}ms", us * 1e-3);
  if (us < 999.5e3) return fmt::format("{:.0f}ms", us * 1e-3);
  if (us < 9.995e6) return fmt::format("{:.2f}s", us * 1e-6);
  if (us < 99.95e6) return fmt::format("{:.1f}s", us * 1e-6);
  return fmt::format("{:.0f}s", us * 1e-6);
}

constexpr std::size_t kLabelColumns = 6;
constexpr std::size_t kTimeColumns = 6;
constexpr std::string_view kPointsHead = "points";

/// The text, filled with spaces up to `width`. Escape sequences have no width.
std::string filled(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns_of(text)), ' ');
}

/// Shortens a name, but keeps the seat number that distinguishes bots with the same name.
std::string short_name(const std::string& name, std::size_t columns) {
  const std::size_t colon = std::min(name.rfind(':'), name.size());
  const std::string seat = name.substr(colon);
  if (seat.size() >= columns) return cut_to_columns(name, columns);
  return cut_to_columns(name.substr(0, colon), columns - seat.size()) + seat;
}

void write_line(std::ostream& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << "\n";
}

}  // namespace

std::string pass_words(int offset, int seats) {
  if (offset == 0) return "no pass";
  if (seats % 2 == 0 && (offset == seats / 2 || offset == -seats / 2)) return "pass across";
  const std::string side = offset > 0 ? "left" : "right";
  return std::abs(offset) == 1 ? "pass " + side : "pass " + std::to_string(std::abs(offset)) + " to the " + side;
}

std::string GameWords::moon(const hearts::SeatView& view) const {
  return fmt::format("{} shoots the moon: {} {}", name(view.tally().shooter), moon_option_name(view.option_taken()),
                     view.tally().moon_amount);
}

std::string GameWords::slip(const DealSlip& slip) const {
  if (!slip.faulty) return {};
  return "the deal is faulty" + (slip.exposed.empty() ? "" : ": the dealer exposed " + paint.cards(slip.exposed));
}

std::string GameWords::law_move(const TableHand& hand, const Decision& asked, const Move& move) const {
  const std::string& who = name(asked.seat);
  switch (asked.kind) {
    case Decision::Kind::misdeal:
      return who + " calls a misdeal";
    case Decision::Kind::demand:
      return fmt::format("{} has {} take {} back", who, name(asked.owner), paint.card(asked.card));
    case Decision::Kind::early:
      return fmt::format("{} {} out of turn{}: {}", who, hand.laws()->trick().started() ? "plays" : "leads",
                         hand.laws()->legal(asked.seat).contains(move.card) ? "" : " and does not follow suit",
                         paint.card(move.card));
    case Decision::Kind::correct:
      return fmt::format("{} replaces its card with {}", who, paint.card(move.card));
    default:
      break;
  }
  const std::string what = move.kind == Move::Kind::claim_hand
                               ? "was dealt a wrong number of cards"
                               : fmt::format("did not follow suit to trick {}", move.trick);
  hearts::LawsHand copy = *hand.laws();
  return fmt::format("{} claims that {} {}{}", who, name(move.seat), what,
                     copy.apply(asked.seat, move) ? ", without reason" : "");
}

std::vector<std::string> GameWords::charges(const hearts::LawsHand& laws) const {
  std::vector<std::string> sentences;
  for (Seat seat = 0; seat < rules.seats(); ++seat) {
    if (!laws.cards(seat).empty())
      sentences.push_back(fmt::format("{} has cards left over: {}", name(seat), paint.cards(laws.cards(seat))));
  }
  const PerSeat<hearts::LawCharge> charges = hearts::law_charges(laws);
  for (Seat seat = 0; seat < rules.seats(); ++seat) {
    if (charges[seat].rule.empty()) continue;
    sentences.push_back(fmt::format("{} is charged {} ({})", name(seat), hearts::counted(charges[seat].points, "point"),
                                    charges[seat].rule));
  }
  return sentences;
}

std::size_t GameFrame::name_width() const {
  return std::ranges::max(names, {}, [](const std::string& name) { return name.size(); }).size();
}

/// A slow answer is marked ~.
std::string GameFrame::answer_time(Seat seat, int question) const {
  const auto time = view.clocks && question > 0 ? annotations.answer(seat, question).time : std::nullopt;
  if (!time) return {};
  return annotations.is_slow(seat, *time) ? paint.alarm(short_time(*time) + "~") : paint.faint(short_time(*time));
}

std::string GameFrame::time_text(Seat seat, int question) const {
  const std::string time = answer_time(seat, question);
  return time.empty() ? "" : "  " + time;
}

std::string GameFrame::bank_text(Seat seat, int question) const {
  const auto bank = view.clocks ? annotations.answer(seat, question).bank : std::nullopt;
  return bank ? short_time(*bank) : "";
}

void GameFrame::write_title(const hearts::SeatView& hand) const {
  out << fmt::format("\nHand {}: {} deals, {}", hand.hand_number(), name(hand.dealer()),
                     pass_words(hand.pass_offset(), rules.seats()));
  if (rules.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand) {
    out << ", point suit " << paint.suit(hand.point_lane());
  }
  out << "\n";
}

SeatColumns GameFrame::columns(bool timed) const {
  using Times = SeatColumns::Times;
  const auto seats = static_cast<std::size_t>(rules.seats());
  const std::size_t width = view.page.columns;
  const std::size_t marks = !record.result.forfeits.empty() ? 3 : record.result.automatic.empty() ? 1 : 2;
  SeatColumns shown;
  shown.cards = 2 + marks;
  shown.cell = 1 + shown.cards;
  const std::size_t around = kLabelColumns + 2 + kPointsHead.size();
  if (timed && view.clocks && annotations.any_time()) {
    const std::size_t beside = shown.cell + 1 + kTimeColumns;
    const std::size_t below = std::max(shown.cell, 1 + kTimeColumns);
    if (around + seats * beside <= width) {
      shown.times = Times::beside;
      shown.cell = beside;
    } else if (kLabelColumns + seats * below <= width) {
      shown.times = Times::below;
      shown.cell = below;
    }
  }
  // Names and the space between seats get the room that is left.
  const std::size_t room = width - std::min(width, around);
  shown.cell = std::max(shown.cell, std::min(std::max(name_width() + 2, shown.cell + 1), room / seats));
  return shown;
}

void GameFrame::write_heads(const SeatColumns& columns) const {
  std::string line(kLabelColumns, ' ');
  for (const std::string& name : names) line += " " + filled(short_name(name, columns.cell - 1), columns.cell - 1);
  if (columns_of(line) + 2 + kPointsHead.size() <= view.page.columns) line.append("  ").append(kPointsHead);
  write_line(out, line);
}

void GameFrame::write_row(std::string_view label, const SeatColumns& columns,
                          const std::function<std::string(Seat)>& text) const {
  std::string line = fmt::format("{:>{}}", label, kLabelColumns);
  for (Seat seat = 0; seat < rules.seats(); ++seat) line += " " + filled(text(seat), columns.cell - 1);
  write_line(out, line);
}

void GameFrame::write_trick(int number, const std::vector<TrickCell>& cells, const hearts::SeatView& hand,
                            const SeatColumns& columns) const {
  using Times = SeatColumns::Times;
  int points = 0;
  for (const TrickCell& cell : cells) points += rules.card_points(cell.card, hand.point_lane());
  // Under the laws of the table, a seat may have two cards in the list.
  std::vector<TrickCell> left = cells;
  for (std::string label = std::to_string(number); !left.empty(); label.clear()) {
    std::string line = fmt::format("{:>{}}", label, kLabelColumns);
    std::string times(kLabelColumns, ' ');
    for (Seat seat = 0; seat < rules.seats(); ++seat) {
      const auto cell = std::ranges::find(left, seat, &TrickCell::seat);
      if (cell == left.end()) {
        line.append(columns.cell, ' ');
        times.append(columns.cell, ' ');
        continue;
      }
      const bool leads = !label.empty() && seat == cells.front().seat;
      const std::string card =
          paint.card(cell->card) + (seat == hand.last_winner() ? "*" : "") + std::string(cell->mark);
      const std::string time = columns.times == Times::none ? "" : answer_time(seat, cell->question);
      const std::string beside = columns.times == Times::beside ? " " + time : "";
      line += (leads ? ">" : " ") + filled(filled(card, columns.cards) + beside, columns.cell - 1);
      times += " " + filled(time, columns.cell - 1);
      left.erase(cell);
    }
    if (points != 0 && !label.empty()) line += fmt::format("  {}", points);
    write_line(out, line);
    if (columns.times == Times::below) write_line(out, times);
  }
}

void GameFrame::write_annotations(Seat seat, int question, std::size_t indent, bool with_name) const {
  for (const GameAnnotations::Line& line : annotations.answer(seat, question).lines) {
    const std::string text = (with_name ? name(seat) + " " : "") + line.sentence();
    out << std::string(indent, ' ') << (line.is_alarm() ? paint.alarm(text) : paint.faint(text)) << "\n";
  }
}

void GameFrame::write_points(const PerSeat<int>& change, const PerSeat<int>& totals, const SeatColumns& columns) const {
  write_row("points", columns, [&](Seat seat) { return fmt::format("{:+d}", change[seat]); });
  write_row("total", columns, [&](Seat seat) { return std::to_string(totals[seat]); });
}

std::string_view decider_mark(Decider decider) {
  return decider == Decider::bot ? "" : decider == Decider::arena ? "!" : "!!";
}

std::vector<std::string> seat_names(const GameRecord& record) {
  std::vector<std::string> names = record.bots;
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    if (std::count(record.bots.begin(), record.bots.end(), record.bots[seat]) > 1)
      names[seat] += ":" + std::to_string(seat);
  }
  return names;
}

}  // namespace arena
