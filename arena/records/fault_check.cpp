#include "arena/records/fault_check.h"
#include "engine/seat.h"

#include <algorithm>
#include <set>
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

class FaultCheck {
 public:
  FaultCheck(const GameResult& result, const PerSeat<std::vector<int>>& asked) : result_(result), asked_(asked) {}

  std::optional<std::string> problem() {
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
    return problem_;
  }

 private:
  void require(bool holds, const std::string& what) {
    if (!holds && !problem_) problem_ = what;
  }

  /// Question 0, before the first hand, is for bots that could not be started.
  void check_place(const std::string& what, int seat, int hand, int question) {
    const std::vector<int>& hands = asked_[seat];
    const bool known = question == 0 ? hand == 0 && hands.empty()
                                     : question > 0 && at(question) <= hands.size() && hands[at(question) - 1] == hand;
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
    const bool fault = std::any_of(result_.faults.begin(), result_.faults.end(), [&](const FaultEvent& one) {
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
  const PerSeat<std::vector<int>>& asked_;
  PerSeat<const FaultEvent*> last_fault_{};
  std::set<std::pair<int, int>> failed_;  // seat and question
  std::set<std::pair<int, int>> automatic_;
  std::set<int> forfeited_;
  std::optional<std::string> problem_;
};

}  // namespace

std::optional<std::string> fault_problem(const GameResult& result, const PerSeat<std::vector<int>>& asked) {
  return FaultCheck(result, asked).problem();
}

}  // namespace arena
