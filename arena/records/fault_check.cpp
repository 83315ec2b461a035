#include "arena/records/fault_check.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace arena {
namespace {

using hearts::at;
using hearts::PerSeat;

std::string question_of(int seat, int question) {
  return "question " + std::to_string(question) + " of seat " + std::to_string(seat);
}

/// It may happen before a question is written, which the bot then answers.
bool leaves_question(Fault fault) { return fault == Fault::garbage || fault == Fault::cpu; }

/// Whether a game's faults, forfeits, tries and the arena's own answers fit together. How many faults a game may have
/// is not checked here: the run's limits say so.
class FaultCheck {
 public:
  /// `asked`: by seat, the questions it was asked, in order.
  FaultCheck(const GameResult& result, const PerSeat<std::vector<AskedQuestion>>& asked)
      : result_(result), asked_(asked) {}

  /// Throws WrongRecord for the first thing that does not fit.
  void run() {
    for (const FaultEvent& event : result_.faults) {
      check_place("a fault", event.seat, event.hand, event.question);
      check_order(event);
    }
    for (const Interference& event : result_.tries) {
      check_place("a refused try", event.seat, event.hand, event.question);
      require(event.why == Fault::illegal || event.why == Fault::garbage,
              "a try of seat " + std::to_string(event.seat) + " is refused for " + std::string(fault_name(event.why)));
    }
    for (const Interference& event : result_.automatic) check_automatic(event);
    for (const Forfeit& forfeit : result_.forfeits) check_forfeit(forfeit);
    for (const FaultEvent& event : result_.faults) check_consequence(event);
  }

 private:
  static void require(bool holds, const std::string& what) {
    if (!holds) throw WrongRecord("the end: " + what);
  }

  /// Question 0, before the first hand, is for bots that could not be started.
  void check_place(const std::string& what, int seat, int hand, int question) {
    const std::vector<AskedQuestion>& asked = asked_[seat];
    const bool known = question == 0
                           ? hand == 0 && asked.empty()
                           : question > 0 && at(question) <= asked.size() && asked[at(question) - 1].hand == hand;
    require(known, what + " is at " + question_of(seat, question) + " in hand " + std::to_string(hand) +
                       ", which was not asked");
  }

  void check_order(const FaultEvent& event) {
    const FaultEvent*& last = last_fault_[event.seat];
    require(last == nullptr || last->question <= event.question,
            "the faults of seat " + std::to_string(event.seat) + " are out of order");
    // Of lines that are no answer there may be several, before and after the question is written.
    require(leaves_question(event.fault) || failed_.emplace(event.seat, event.question).second,
            question_of(event.seat, event.question) + " failed twice");
    last = &event;
  }

  void check_automatic(const Interference& event) {
    check_place("an answer of the arena", event.seat, event.hand, event.question);
    require(automatic_.emplace(event.seat, event.question).second,
            "the arena answered " + question_of(event.seat, event.question) + " twice");
    // Who does not answer a law lets things stand, and is not at fault.
    const bool of_law = asked_[event.seat][at(event.question) - 1].of_law;
    if (of_law && event.why == Fault::timeout) return;
    const bool fault = std::ranges::any_of(result_.faults, [&](const FaultEvent& one) {
      return one.seat == event.seat && one.question == event.question && one.fault == event.why;
    });
    require(fault && !ends_process(event.why),
            "the arena answered " + question_of(event.seat, event.question) + " without such a fault");
  }

  void check_forfeit(const Forfeit& forfeit) {
    const FaultEvent* last = last_fault_[forfeit.seat];
    require(last != nullptr && last->hand == forfeit.hand && last->question == forfeit.question &&
                last->fault == forfeit.fault,
            "the forfeit of seat " + std::to_string(forfeit.seat) + " is not its last fault");
    require(forfeited_.insert(forfeit.seat).second, "seat " + std::to_string(forfeit.seat) + " forfeits twice");
  }

  /// A fault that leaves no bot forfeits; an unanswered question is answered by the arena.
  void check_consequence(const FaultEvent& event) {
    const bool last = last_fault_[event.seat] == &event;
    if (last && forfeited_.contains(event.seat)) return;
    require(!ends_process(event.fault) && event.question > 0,
            "seat " + std::to_string(event.seat) + " goes on after " + std::string(fault_name(event.fault)));
    require(leaves_question(event.fault) || automatic_.contains({event.seat, event.question}),
            "nobody answered " + question_of(event.seat, event.question));
  }

  const GameResult& result_;
  const PerSeat<std::vector<AskedQuestion>>& asked_;
  PerSeat<const FaultEvent*> last_fault_{};
  std::set<std::pair<int, int>> failed_;  // seat and question
  std::set<std::pair<int, int>> automatic_;
  std::set<int> forfeited_;
};

}  // namespace

void check_faults(const GameResult& result, const PerSeat<std::vector<AskedQuestion>>& asked) {
  FaultCheck(result, asked).run();
}

}  // namespace arena
