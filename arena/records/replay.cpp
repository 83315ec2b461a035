#include "arena/records/replay.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/table/game_result.h"
#include "arena/table/house_player.h"
#include "engine/deck.h"
#include "engine/match.h"

namespace arena {
namespace {

using hearts::at;
using hearts::GameRules;
using hearts::Hand;
using hearts::Move;
using hearts::PerSeat;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatMove;

/// What is wrong with a record; caught at the edge of replay_game().
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string question_of(int seat, int question) {
  return "question " + std::to_string(question) + " of seat " + std::to_string(seat);
}

/// It may happen before a question is written, which the bot then answers.
bool leaves_question(Fault fault) { return fault == Fault::garbage || fault == Fault::cpu; }

/// Whether a game's faults, forfeits, tries and the arena's own answers fit together. How many faults a game may have
/// is not checked here: the run's limits say so.
class FaultCheck {
 public:
  /// `asked`: by seat, the hand of each question it was asked, in order.
  FaultCheck(const GameResult& result, const PerSeat<std::vector<int>>& asked) : result_(result), asked_(asked) {}

  /// Throws Wrong for the first thing that does not fit.
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
    if (!holds) throw Wrong("the end: " + what);
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
  const PerSeat<std::vector<int>>& asked_;
  PerSeat<const FaultEvent*> last_fault_{};
  std::set<std::pair<int, int>> failed_;  // seat and question
  std::set<std::pair<int, int>> automatic_;
  std::set<int> forfeited_;
};

/// The move of the seat to move; nothing where the record does not have it.
std::optional<SeatMove> recorded_move(const HandResult& record, const Hand& hand) {
  const Seat seat = hand.to_move();
  switch (hand.phase()) {
    case Phase::select:
      return {{seat, Move::select(record.selected[seat])}};
    case Phase::pass:
      return {{seat, Move::pass(record.passed[at(hand.sub_hand())][seat])}};
    case Phase::play: {
      const std::size_t next = at(plays_made(hand));
      if (next >= record.plays.size()) return std::nullopt;
      return {{seat, Move::play(record.plays[next])}};
    }
    case Phase::choose:
      if (!record.choice) return std::nullopt;
      return {{seat, Move::choose(*record.choice)}};
    case Phase::claim:
    case Phase::done:
    case Phase::thrown_in:
      break;
  }
  return std::nullopt;
}

class Replay {
 public:
  Replay(const GameRecord& record, const GameRules& rules, const hearts::MatchLength& length, ReplayWatcher& watcher)
      : record_(record),
        rules_(rules),
        watcher_(watcher),
        match_(rules, length, record.result.hands.empty() ? 0 : record.result.hands.front().dealer) {
    forfeit_question_.fill(-1);
    for (const Forfeit& forfeit : record.result.forfeits) forfeit_question_[forfeit.seat] = forfeit.question;
    for (const Interference& event : record.result.automatic) automatic_.emplace(event.seat, event.question);
  }

  void run() {
    for (const HandResult& hand : record_.result.hands) {
      place_ = "hand " + std::to_string(hand.number);
      if (match_.status().over) throw Wrong("the match was over before " + place_);
      play_hand(hand);
    }
    place_ = "the end";
    if (!match_.status().over)
      throw Wrong("the match was not over after " + std::to_string(record_.result.hands.size()) + " hands");
    check_end();
  }

 private:
  void require(bool holds, const std::string& what) const {
    if (!holds) throw Wrong(place_ + ": " + what);
  }

  std::string name(Seat seat) const { return "seat " + std::to_string(seat) + " (" + record_.bots[at(seat)] + ")"; }

  void require_equal(const PerSeat<int>& recorded, const PerSeat<int>& computed, const std::string& what) const {
    for (Seat seat = 0; seat < rules_.seats(); ++seat) {
      require(recorded[seat] == computed[seat], what + " of " + name(seat) + " must be " +
                                                    std::to_string(computed[seat]) + ", not " +
                                                    std::to_string(recorded[seat]));
    }
  }

  /// Counts the seat's questions, to know whose decision this is.
  Decider decide(const Hand& hand, Seat seat) {
    const int forfeit = forfeit_question_[seat];
    std::vector<int>& asked = asked_[seat];
    const bool is_asked = forfeit < 0 || static_cast<int>(asked.size()) < forfeit;
    if (is_asked) asked.push_back(match_.hand_number());
    const int question = static_cast<int>(asked.size());
    watcher_.deciding(hand, seat, is_asked ? question : 0);
    if (!is_asked || question == forfeit) return Decider::house;
    return automatic_.contains({seat, question}) ? Decider::arena : Decider::bot;
  }

  void play_hand(const HandResult& recorded) {
    require(recorded.number == match_.hand_number(),
            "out of order: hand " + std::to_string(match_.hand_number()) + " was next");
    require(recorded.dealer == match_.dealer(), name(match_.dealer()) + " deals");
    require(recorded.extra == match_.status().in_extra_hands, "whether a tie is being played off is wrong");
    require_equal(recorded.totals, match_.totals(), "the total before it");
    require(hearts::is_whole(rules_, recorded.deal), "the deal is not the whole pack in equal hands");

    Hand hand(rules_, match_.next_hand(recorded.deal));
    watcher_.hand_dealt(hand);
    Decider decider = Decider::bot;
    const auto refused = walk_hand(
        hand,
        [&](const Hand& now) {
          if (now.phase() == Phase::choose) require_last_trick(now, recorded);
          const std::optional<SeatMove> made = recorded_move(recorded, now);
          if (made) decider = decide(now, made->seat);
          if (made && decider != Decider::bot && made->move != house_move(now)) refuse_house_move(now, *made);
          return made;
        },
        [&](const Hand& now, const SeatMove& made) { show(now, made, decider); });
    if (refused) {
      const hearts::RuleBreach& breach = refused->breach;
      const std::string rule = breach.rule.empty() ? "" : " (" + std::string(breach.rule) + ")";
      require(false, deed(hand, refused->made) + ": " + std::string(describe(breach.breach)) + rule);
    }
    require(hand.phase() != Phase::play, "it ends after " + std::to_string(recorded.plays.size()) + " plays");
    require(hand.phase() != Phase::choose, "the shooter's choice is missing");
    require_last_trick(hand, recorded);
    require(!recorded.choice || hand.options().count > 1, "nobody had a choice to make");
    if (hand.tally().shooter != hearts::kNobody) watcher_.moon_settled(hand, recorded.choice ? decider : Decider::bot);
    require_equal(recorded.points, hand.score().change, "the change");
    match_.finish_hand(hand);
    watcher_.hand_scored(hand, match_.totals());
  }

  void require_last_trick(const Hand& hand, const HandResult& recorded) const {
    require(at(plays_made(hand)) == recorded.plays.size(), "it has plays after the last trick");
  }

  /// Who does what, before it is done: "seat 1 (ann) plays QS (play 7)".
  std::string deed(const Hand& hand, const SeatMove& made) const {
    const auto& [seat, move] = made;
    if (move.kind == Move::Kind::select) return name(seat) + " selects";
    if (move.kind == Move::Kind::pass) return name(seat) + " passes " + hearts::cards_text(rules_.deck(), move.cards);
    if (move.kind == Move::Kind::choose) return name(seat) + " chooses " + std::string(moon_option_name(move.option));
    return name(seat) + " plays " + rules_.deck().name(move.card) + " (play " + std::to_string(plays_made(hand) + 1) +
           ")";
  }

  [[noreturn]] void refuse_house_move(const Hand& hand, const SeatMove& made) const {
    const Move::Kind kind = made.move.kind;
    if (kind == Move::Kind::play) throw Wrong(place_ + ": " + deed(hand, made) + ": the arena does not play that");
    const std::string rule = kind == Move::Kind::pass     ? "does not pass these cards"
                             : kind == Move::Kind::select ? "takes the first hand"
                                                          : "takes the first option";
    throw Wrong(place_ + ": " + name(made.seat) + ": the arena " + rule);
  }

  /// Tells the watcher; of a choice it hears when the moon is settled.
  void show(const Hand& hand, const SeatMove& made, Decider decider) const {
    const auto& [seat, move] = made;
    if (move.kind == Move::Kind::select) watcher_.hand_selected(hand, seat, decider);
    if (move.kind == Move::Kind::pass) watcher_.cards_passed(hand, seat, move.cards, decider);
    if (move.kind == Move::Kind::play) watcher_.card_played(hand, seat, move.card, decider);
  }

  void check_end() {
    GameResult computed;
    computed.totals = match_.totals();
    computed.forfeits = record_.result.forfeits;
    rank(computed, rules_.seats());
    require_equal(record_.result.totals, computed.totals, "the total");
    require_equal(record_.result.scores, computed.scores, "the score");
    require_equal(record_.result.places, computed.places, "the place");
    FaultCheck(record_.result, asked_).run();
  }

  const GameRecord& record_;
  const GameRules& rules_;
  ReplayWatcher& watcher_;
  PerSeat<int> forfeit_question_{};           // -1: none
  std::set<std::pair<Seat, int>> automatic_;  // seat and question
  PerSeat<std::vector<int>> asked_{};         // by seat, the hand of each question so far
  hearts::Match match_;
  std::string place_;
};

}  // namespace

HandResult play_recorded(const GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                         const std::function<Move(const Hand&)>& choose) {
  Hand hand(rules, match.next_hand(deal));
  HandResult record;
  record.number = hand.setup().number;
  record.dealer = hand.setup().dealer;
  record.extra = match.status().in_extra_hands;
  record.totals = hand.setup().totals;
  record.deal = deal;
  const auto next = [&](const Hand& now) {
    const Seat seat = now.to_move();
    const Move move = choose(now);
    if (move.kind == Move::Kind::select) record.selected[seat] = move.hand_index;
    if (move.kind == Move::Kind::pass) record.passed[at(now.sub_hand())][seat] = move.cards;
    if (move.kind == Move::Kind::play) record.plays.push_back(move.card);
    if (move.kind == Move::Kind::choose) record.choice = move.option;
    return std::optional<SeatMove>{{seat, move}};
  };
  if (walk_hand(hand, next, [](const Hand&, const SeatMove&) {}))
    throw std::logic_error("a move that was chosen is illegal");
  record.points = hand.score().change;
  match.finish_hand(hand);
  return record;
}

std::optional<std::string> replay_game(const GameRecord& record, const GameRules& rules,
                                       const hearts::MatchLength& length, ReplayWatcher& watcher) {
  try {
    Replay(record, rules, length, watcher).run();
  } catch (const Wrong& wrong) {
    return wrong.what();
  }
  return std::nullopt;
}

}  // namespace arena
