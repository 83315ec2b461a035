#include "arena/results/replay/game_text.h"

#include <fmt/format.h>

#include "arena/results/replay/game_watchers.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::Seat;

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
  if (!frame.view.seat && frame.annotations.any_time() && frame.view.clocks &&
      frame.columns(true).times == SeatColumns::Times::none)
    frame.out << "  there is no room for the time of each answer\n";
  for (Seat seat = 0; seat < frame.rules.seats(); ++seat) {
    if (frame.view.seat.value_or(seat) == seat) frame.write_annotations(seat, 0, 2, true);
  }
}

void write_end(const GameFrame& frame) {
  const GameResult& result = frame.record.result;
  frame.out << "\nEnd\n";
  for (Seat seat = 0; seat < frame.rules.seats(); ++seat) {
    frame.out << fmt::format("  place {}  {}  {}", result.places[seat], frame.name(seat),
                             hearts::counted(result.scores[seat], "point"));
    if (const Forfeit* forfeit = result.forfeit_of(seat))
      frame.out << fmt::format(", forfeited in hand {} ({})", forfeit->hand, fault_name(forfeit->fault));
    frame.out << "\n";
  }
  for (const FaultEvent& event : result.faults) {
    if (frame.view.seat.value_or(event.seat) != event.seat) continue;
    frame.out << fmt::format("  fault: {} in hand {}, question {}: {}: {}\n", frame.name(event.seat), event.hand,
                             event.question, fault_name(event.fault), event.detail);
  }
}

}  // namespace

std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const hearts::MatchLength& length, const GameDetails& details,
                                           const Limits& limits, const GameView& view) {
  const GameFrame frame{out,
                        record,
                        rules,
                        view,
                        seat_names(record),
                        CardPaint(rules.deck(), view.color, view.symbols),
                        GameAnnotations(record, details, limits, view.notes)};
  write_start(frame, details);
  const auto text = view.seat ? make_seat_text(frame, *view.seat) : make_table_text(frame);
  const auto wrong = replay_game(record, rules, length, *text);
  write_end(frame);
  return wrong;
}

}  // namespace arena
