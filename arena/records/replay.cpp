#include "arena/records/replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/game/table/game_result.h"
#include "arena/game/table/house_player.h"
#include "engine/deck.h"
#include "engine/match.h"

namespace arena {
namespace {

using hearts::Act;
using hearts::at;
using hearts::GameRules;
using hearts::Move;
using hearts::PerSeat;
using hearts::Phase;
using hearts::Seat;

/// Finds in the record of a hand what was answered to each question, in order.
class RecordedAnswers {
 public:
  explicit RecordedAnswers(const HandResult& record) : record_(record) {}

  struct Answer {
    std::optional<Move> move{};
    std::optional<hearts::Card> then{};
  };

  /// Returns what the seat that is asked did, or nothing if the record does not say so.
  std::optional<Answer> to(const TableHand& hand) {
    const Decision& asked = *hand.next();
    switch (asked.kind) {
      case Decision::Kind::select:
        return Answer{Move::select(record_.selected[asked.seat])};
      case Decision::Kind::pass:
        return Answer{Move::pass(record_.passed[at(hand.view(0).sub_hand())][asked.seat])};
      case Decision::Kind::play:
        return play(hand);
      case Decision::Kind::choose:
        if (!record_.choice) return std::nullopt;
        return Answer{Move::choose(*record_.choice)};
      default:
        return Answer{law_move(hand)};
    }
  }

  /// Returns how many plays and other acts have been used.
  std::size_t taken() const { return next_; }
  /// Whether all of them have been used.
  bool all_taken() const { return next_ == record_.plays.size(); }
  /// Uses the act that says that everybody agreed at the end of the hand. Returns false if it is not the next one.
  bool consume_agreement() {
    if (all_taken() || record_.plays[next_] != Act{.kind = Act::Kind::agree}) return false;
    ++next_;
    return true;
  }

 private:
  std::optional<Answer> play(const TableHand& hand) {
    if (all_taken() || !record_.plays[next_].is_play_in_turn()) return std::nullopt;
    Answer answer{Move::play(*record_.plays[next_++].card)};
    if (all_taken() || !record_.plays[next_].out_of_turn) return answer;
    // A seat that wants all questions of the laws is asked about its cards out of turn. Otherwise only the seat that
    // has just played can have led out of turn.
    const hearts::Card card = *record_.plays[next_].card;
    for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
      if (hand.wants_all(seat) && hand.state().cards(seat).contains(card)) return answer;
    }
    ++next_;
    answer.then = card;
    return answer;
  }

  /// Returns the next act if it is the seat's answer. Otherwise the seat let things stand.
  std::optional<Move> law_move(const TableHand& hand) {
    if (all_taken()) return std::nullopt;
    const Act& act = record_.plays[next_];
    const Decision& asked = *hand.next();
    const auto found = hearts::move_of(*hand.laws(), act);
    const auto* done = std::get_if<hearts::DoneAct>(&found);
    if (done == nullptr || done->seat != asked.seat || !answers(asked, done->move)) return std::nullopt;
    // The act must be written as the arena writes it.
    if (act != hearts::act_of(*hand.laws(), asked.seat, done->move)) return std::nullopt;
    ++next_;
    return done->move;
  }

  /// Whether the move is a possible answer to this question.
  static bool answers(const Decision& asked, const Move& move) {
    using Kind = Move::Kind;
    const bool is_claim = move.kind == Kind::claim_revoke || move.kind == Kind::claim_hand;
    return (move.kind == Kind::play && asked.kind == Decision::Kind::early) ||
           (move.kind == Kind::demand && asked.kind == Decision::Kind::demand && asked.owner == move.seat) ||
           (move.kind == Kind::correct && asked.kind == Decision::Kind::correct) ||
           (move.kind == Kind::call_misdeal && asked.kind == Decision::Kind::misdeal) ||
           (is_claim && asked.kind == Decision::Kind::claim);
  }

  const HandResult& record_;
  std::size_t next_ = 0;
};

/// Thrown for a record that is wrong. The text is one sentence with its place.
struct WrongRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A question that was asked, as it follows from the record.
struct AskedQuestion {
  int hand = 0;
  bool of_law = false;
};

std::string question_of(int seat, int question) {
  return "question " + std::to_string(question) + " of seat " + std::to_string(seat);
}

/// Whether the bot can still answer the question: such a fault may happen before the question is even written.
bool leaves_question(Fault fault) { return fault == Fault::garbage || fault == Fault::cpu; }

void require_at_end(bool holds, const std::string& what) {
  if (!holds) throw WrongRecord("the end: " + what);
}

/// Checks a game's faults, forfeits, tries and the arena's own answers against each other, and against the questions
/// that each seat was asked, in order. It does not check how many faults a game may have, since the run's limits decide
/// that. Throws WrongRecord for the first contradiction.
void check_faults(const GameResult& result, const PerSeat<std::vector<AskedQuestion>>& asked) {
  // A bot that could not be started has its fault at question 0, before the first hand.
  const auto check_place = [&](const std::string& what, int seat, int hand, int question) {
    const std::vector<AskedQuestion>& of_seat = asked[seat];
    const bool known = question == 0
                           ? hand == 0 && of_seat.empty()
                           : question > 0 && at(question) <= of_seat.size() && of_seat[at(question) - 1].hand == hand;
    require_at_end(known, what + " is at " + question_of(seat, question) + " in hand " + std::to_string(hand) +
                              ", which was not asked");
  };
  PerSeat<const FaultEvent*> last_fault{};
  std::set<std::pair<int, int>> failed;  // seat and question
  for (const FaultEvent& event : result.faults) {
    check_place("a fault", event.seat, event.hand, event.question);
    const FaultEvent*& last = last_fault[event.seat];
    require_at_end(last == nullptr || last->question <= event.question,
                   "the faults of seat " + std::to_string(event.seat) + " are out of order");
    // A bot may write several lines that are no answers, before and after the question is written.
    require_at_end(leaves_question(event.fault) || failed.emplace(event.seat, event.question).second,
                   question_of(event.seat, event.question) + " failed twice");
    last = &event;
  }
  for (const Interference& event : result.tries) {
    check_place("a refused try", event.seat, event.hand, event.question);
    require_at_end(
        event.why == Fault::illegal || event.why == Fault::garbage,
        "a try of seat " + std::to_string(event.seat) + " is refused for " + std::string(fault_name(event.why)));
  }
  std::set<std::pair<int, int>> automatic;  // seat and question
  for (const Interference& event : result.automatic) {
    check_place("an answer of the arena", event.seat, event.hand, event.question);
    require_at_end(automatic.emplace(event.seat, event.question).second,
                   "the arena answered " + question_of(event.seat, event.question) + " twice");
    // A bot that does not answer a question of a law lets things stand. That is not a fault.
    const bool of_law = event.question > 0 && asked[event.seat][at(event.question) - 1].of_law;
    if (of_law && event.why == Fault::timeout) continue;
    const bool fault = std::ranges::any_of(result.faults, [&](const FaultEvent& one) {
      return one.seat == event.seat && one.question == event.question && one.fault == event.why;
    });
    require_at_end(fault && !ends_process(event.why),
                   "the arena answered " + question_of(event.seat, event.question) + " without such a fault");
  }
  std::set<int> forfeited;
  for (const Forfeit& forfeit : result.forfeits) {
    const FaultEvent* last = last_fault[forfeit.seat];
    require_at_end(last != nullptr && last->hand == forfeit.hand && last->question == forfeit.question &&
                       last->fault == forfeit.fault,
                   "the forfeit of seat " + std::to_string(forfeit.seat) + " is not its last fault");
    require_at_end(forfeited.insert(forfeit.seat).second, "seat " + std::to_string(forfeit.seat) + " forfeits twice");
  }
  // After a fault that ends the process the seat must forfeit. If a question stays unanswered, the arena must answer
  // it.
  for (const FaultEvent& event : result.faults) {
    if (last_fault[event.seat] == &event && forfeited.contains(event.seat)) continue;
    require_at_end(!ends_process(event.fault) && event.question > 0,
                   "seat " + std::to_string(event.seat) + " plays on after " + std::string(fault_name(event.fault)));
    require_at_end(leaves_question(event.fault) || automatic.contains({event.seat, event.question}),
                   "nobody answered " + question_of(event.seat, event.question));
  }
}

class Replay {
 public:
  Replay(const GameRecord& record, const GameRules& rules, ReplayWatcher& watcher)
      : record_(record),
        rules_(rules),
        watcher_(watcher),
        match_(rules, record.result.hands.empty() ? 0 : record.result.hands.front().dealer) {
    forfeit_question_.fill(-1);
    for (const Forfeit& forfeit : record.result.forfeits) forfeit_question_[forfeit.seat] = forfeit.question;
    for (const Interference& event : record.result.automatic)
      automatic_.emplace(std::pair(event.seat, event.question), event.why);
  }

  void run() {
    for (const HandResult& hand : record_.result.hands) {
      place_ = "hand " + std::to_string(hand.number);
      if (match_.status().over) throw WrongRecord("the match was over before " + place_);
      play_hand(hand);
    }
    place_ = "the end";
    if (!match_.status().over)
      throw WrongRecord("the match was not over after " + std::to_string(record_.result.hands.size()) + " hands");
    check_end();
  }

 private:
  void require(bool holds, const std::string& what) const {
    if (!holds) throw WrongRecord(place_ + ": " + what);
  }

  std::string name(Seat seat) const { return "seat " + std::to_string(seat) + " (" + record_.bots[at(seat)] + ")"; }

  void require_equal(const PerSeat<int>& recorded, const PerSeat<int>& computed, const std::string& what) const {
    for (Seat seat = 0; seat < rules_.seats(); ++seat) {
      require(recorded[seat] == computed[seat], what + " of " + name(seat) + " must be " +
                                                    std::to_string(computed[seat]) + ", not " +
                                                    std::to_string(recorded[seat]));
    }
  }

  /// Counts the question and returns who decides.
  Decider decide(const TableHand& hand) {
    const Seat seat = hand.next()->seat;
    const int forfeit = forfeit_question_[seat];
    std::vector<AskedQuestion>& asked = asked_[seat];
    const bool is_asked = forfeit < 0 || static_cast<int>(asked.size()) < forfeit;
    if (is_asked) asked.push_back({match_.hand_number(), hand.next()->is_of_law()});
    const int question = static_cast<int>(asked.size());
    watcher_.deciding(hand, seat, is_asked ? question : 0);
    if (!is_asked || question == forfeit) return Decider::house;
    return automatic_.contains({seat, question}) ? Decider::arena : Decider::bot;
  }

  void play_hand(const HandResult& recorded) {
    require(recorded.number == match_.hand_number(),
            "out of order: hand " + std::to_string(match_.hand_number()) + " was next");
    require(recorded.dealer == match_.dealer(), name(match_.dealer()) + " deals");
    require(recorded.extra == match_.status().in_extra_hands, "it is wrong about whether a tie is being played off");
    require_equal(recorded.totals, match_.totals(), "the total before it");
    require(TableHand::can_play(rules_, recorded.deal, recorded.slip), "the deal is not the whole pack in equal hands");

    TableHand hand(rules_, match_.next_hand(recorded.deal), recorded.slip, record_.result.wants_all_laws);
    for (const Seat seat : left_alone_) hand.leave_alone(seat);
    watcher_.hand_dealt(hand);
    RecordedAnswers answers(recorded);
    const std::string too_many_plays = "it has plays after the last trick";
    Decider decider = Decider::bot;
    while (hand.next()) {
      require(hand.phase() != Phase::choose || answers.all_taken(), too_many_plays);
      decider = decide(hand);
      if (!answer(hand, answers, decider)) break;
      if (hand.acts().size() > answers.taken())
        require(answers.consume_agreement(), "the agreement that nothing is left to claim is missing");
    }
    require(hand.phase() != Phase::play, "it ends after " + std::to_string(recorded.plays.size()) + " plays");
    require(hand.phase() != Phase::choose, "the shooter's choice is missing");
    require(answers.all_taken(), too_many_plays);
    require(recorded.thrown_in == (hand.phase() == Phase::thrown_in),
            "it is wrong about whether the hand was thrown in");
    if (recorded.thrown_in) {
      require_equal(recorded.points, {}, "the change");
      count(hand);
      watcher_.hand_thrown_in(hand);
      return match_.throw_in();
    }
    const hearts::SeatView view = hand.view(0);
    require(!recorded.choice || view.options().count > 1, "nobody had a choice to make");
    if (view.tally().shooter != hearts::kNobody) watcher_.moon_settled(hand, recorded.choice ? decider : Decider::bot);
    require_equal(recorded.points, view.score().change, "the change");
    count(hand);
    match_.finish_hand(view.score());
    watcher_.hand_scored(hand, match_.totals());
  }

  void count(const TableHand& hand) {
    for (Seat seat = 0; seat < rules_.seats(); ++seat) laws_[seat].add(hand.figures()[seat]);
  }

  /// Gives the hand the recorded answer and shows it to the watcher. Returns false if the record has no answer.
  bool answer(TableHand& hand, RecordedAnswers& answers, Decider decider) {
    const Decision asked = *hand.next();
    // If the bot was silent, the arena answered this question.
    const auto automatic = automatic_.find({asked.seat, static_cast<int>(asked_[asked.seat].size())});
    const bool was_silent = automatic != automatic_.end() && automatic->second == Fault::timeout;
    if (decider == Decider::arena && asked.is_of_law() && was_silent) {
      watcher_.answered(hand, asked, {}, {}, decider);
      left_alone_.insert(asked.seat);
      hand.leave_alone(asked.seat);
      return true;
    }
    const std::optional<RecordedAnswers::Answer> made = answers.to(hand);
    if (!made) return false;
    if (decider != Decider::bot) {
      const bool is_houses = asked.is_of_law() ? !made->move : made->move == house_move(hand.view(asked.seat));
      if (!is_houses || made->then) refuse_house_move(hand, *made, answers.taken());
    }
    watcher_.answered(hand, asked, made->move, made->then, decider);
    const std::string tried = describe_move(hand, *made, answers.taken());
    if (const auto refusal = hand.answer(made->move, made->then)) {
      const std::string rule = refusal->rule.empty() ? "" : " (" + std::string(refusal->rule) + ")";
      require(false, tried + ": " + std::string(describe(refusal->breach)) + rule);
    }
    // The watcher learns of a choice when the moon is settled.
    if (asked.kind == Decision::Kind::select) watcher_.hand_selected(hand, asked.seat, decider);
    if (asked.kind == Decision::Kind::pass) watcher_.cards_passed(hand, asked.seat, made->move->cards, decider);
    if (asked.kind == Decision::Kind::play)
      watcher_.card_played(hand, asked.seat, made->move->card, made->then, decider);
    return true;
  }

  /// Describes a move before it is made: "seat 1 (ann) plays QS (play 7)". `number` counts the acts up to this one.
  std::string describe_move(const TableHand& hand, const RecordedAnswers::Answer& made, std::size_t number) const {
    const Seat seat = hand.next()->seat;
    if (!made.move) return name(seat) + " lets it stand";
    const Move& move = *made.move;
    if (move.is_of_law() || hand.next()->is_of_law()) {
      std::string word;
      append_act(word, rules_.deck(), act_of(*hand.laws(), seat, move));
      return name(seat) + ": " + word;
    }
    if (move.kind == Move::Kind::select) return name(seat) + " selects";
    if (move.kind == Move::Kind::pass) return name(seat) + " passes " + hearts::cards_text(rules_.deck(), move.cards);
    if (move.kind == Move::Kind::choose) return name(seat) + " chooses " + std::string(moon_option_name(move.option));
    const std::string then = made.then ? ", then " + rules_.deck().name(*made.then) : "";
    return name(seat) + " plays " + rules_.deck().name(move.card) + then + " (play " + std::to_string(number) + ")";
  }

  [[noreturn]] void refuse_house_move(const TableHand& hand, const RecordedAnswers::Answer& made,
                                      std::size_t number) const {
    const Decision::Kind kind = hand.next()->kind;
    if (kind == Decision::Kind::play || hand.next()->is_of_law())
      throw WrongRecord(place_ + ": " + describe_move(hand, made, number) + ": the arena does not play that");
    const std::string rule = kind == Decision::Kind::pass     ? "does not pass these cards"
                             : kind == Decision::Kind::select ? "takes the first hand"
                                                              : "takes the first option";
    throw WrongRecord(place_ + ": " + name(hand.next()->seat) + ": the arena " + rule);
  }

  void check_end() {
    GameResult computed;
    computed.totals = match_.totals();
    computed.forfeits = record_.result.forfeits;
    rank(computed, rules_.seats());
    require_equal(record_.result.totals, computed.totals, "the total");
    require_equal(record_.result.scores, computed.scores, "the score");
    require_equal(record_.result.places, computed.places, "the place");
    for (Seat seat = 0; seat < rules_.seats(); ++seat) {
      const LawFigures& recorded = record_.result.laws[seat];
      require(recorded == laws_[seat], "what the laws count of " + name(seat) + " must be '" + laws_[seat].text() +
                                           "', not '" + recorded.text() + "'");
    }
    check_faults(record_.result, asked_);
  }

  const GameRecord& record_;
  const GameRules& rules_;
  ReplayWatcher& watcher_;
  PerSeat<int> forfeit_question_{};  // the question from which the house player decides; -1 if the seat did not forfeit
  std::map<std::pair<Seat, int>, Fault> automatic_;  // by seat and question, why the arena answered
  std::set<Seat> left_alone_;                        // seats that did not answer a question of a law
  PerSeat<std::vector<AskedQuestion>> asked_{};
  PerSeat<LawFigures> laws_;
  hearts::Match match_;
  std::string place_;
};

}  // namespace

std::optional<std::string> replay_game(const GameRecord& record, const GameRules& rules, ReplayWatcher& watcher) {
  try {
    Replay(record, rules, watcher).run();
  } catch (const WrongRecord& wrong) {
    return wrong.what();
  }
  return std::nullopt;
}

HandFigures figures_of(const TableHand& hand) {
  const hearts::SeatView view = hand.view(0);
  const hearts::Tally& tally = view.tally();
  return {tally.penalty, tally.bonus, tally.shooter, true};
}

bool was_cut(const GameRecord& record, const GameRules& rules) {
  if (record.result.hands.empty()) return false;
  const HandResult& last = record.result.hands.back();
  return last.number == rules.rules().last_hand() &&
         !match_status(rules, record.result.totals, last.number, last.extra).over;
}

std::vector<HandFigures> hand_figures(const GameRecord& record, const GameRules& rules, const std::string& place) {
  struct Watcher : ReplayWatcher {
    void hand_dealt(const TableHand&) override { hands.emplace_back(); }
    void hand_scored(const TableHand& hand, const PerSeat<int>&) override { hands.back() = figures_of(hand); }
    std::vector<HandFigures> hands;
  } watcher;
  if (const auto wrong = replay_game(record, rules, watcher)) throw InputError(place + ": " + *wrong);
  return std::move(watcher.hands);
}

}  // namespace arena
