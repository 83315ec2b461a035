#include "arena/records/replay.h"

#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/records/fault_check.h"
#include "arena/table/house_player.h"
#include "arena/table/table.h"
#include "engine/match.h"
#include "engine/notation.h"

namespace arena {
namespace {

using hearts::Card;
using hearts::CardSet;
using hearts::GameRules;
using hearts::Hand;
using hearts::Move;
using hearts::PerSeat;
using hearts::Phase;
using hearts::Seat;

/// What is wrong with a record; caught at the edge of replay_game().
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

/// Counts each seat's questions, to know which decisions were the arena's.
class Deciders {
 public:
  explicit Deciders(const GameResult& result) {
    forfeit_question_.fill(-1);
    for (const Forfeit& forfeit : result.forfeits) forfeit_question_[at(forfeit.seat)] = forfeit.question;
    for (const Interference& event : result.automatic) automatic_.emplace(event.seat, event.question);
  }

  void begin_hand(int number) { hand_ = number; }
  /// By seat, the hand of each question so far.
  const PerSeat<std::vector<int>>& asked() const { return asked_; }

  struct Decision {
    Decider decider = Decider::bot;
    int question = 0;  ///< of the seat; 0: it was not asked
  };
  Decision next(Seat seat) {
    const int forfeit = forfeit_question_[at(seat)];
    std::vector<int>& asked = asked_[at(seat)];
    if (forfeit >= 0 && static_cast<int>(asked.size()) >= forfeit) return {Decider::house, 0};
    asked.push_back(hand_);
    const int question = static_cast<int>(asked.size());
    if (question == forfeit) return {Decider::house, question};
    return {automatic_.contains({seat, question}) ? Decider::arena : Decider::bot, question};
  }

 private:
  PerSeat<int> forfeit_question_{};
  PerSeat<std::vector<int>> asked_{};
  int hand_ = 0;
  std::set<std::pair<Seat, int>> automatic_;
};

class Replay {
 public:
  Replay(const GameRecord& record, const GameRules& rules, const hearts::MatchLength& length, ReplayWatcher& watcher)
      : record_(record),
        rules_(rules),
        watcher_(watcher),
        deciders_(record.result),
        match_(rules, length, record.result.hands.empty() ? 0 : record.result.hands.front().dealer) {}

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
      require(recorded[at(seat)] == computed[at(seat)], what + " of " + name(seat) + " must be " +
                                                            std::to_string(computed[at(seat)]) + ", not " +
                                                            std::to_string(recorded[at(seat)]));
    }
  }

  Decider decide(const Hand& hand, Seat seat) {
    const auto [decider, question] = deciders_.next(seat);
    watcher_.deciding(hand, seat, question);
    return decider;
  }

  void apply(Hand& hand, Seat seat, const Move& move, const std::string& what) const {
    const auto breach = hand.apply(seat, move);
    if (!breach) return;
    const std::string rule = breach->rule.empty() ? "" : " (" + std::string(breach->rule) + ")";
    require(false, name(seat) + " " + what + ": " + std::string(describe(breach->breach)) + rule);
  }

  void play_hand(const HandResult& recorded) {
    require(recorded.number == match_.hand_number(),
            "out of order: hand " + std::to_string(match_.hand_number()) + " was next");
    require(recorded.dealer == match_.dealer(), name(match_.dealer()) + " deals");
    require(recorded.extra == match_.status().in_extra_hands, "whether a tie is being played off is wrong");
    require_equal(recorded.totals, match_.totals(), "the total before it");
    require(hearts::is_whole(rules_, recorded.deal), "the deal is not the whole pack in equal hands");

    Hand hand(rules_, match_.next_hand(recorded.deal));
    deciders_.begin_hand(recorded.number);
    watcher_.hand_dealt(hand);
    for (Seat seat = 0; hand.phase() == Phase::select; ++seat) {
      const Decider decider = decide(hand, seat);
      require(decider == Decider::bot || recorded.selected[at(seat)] == 0,
              name(seat) + ": the arena takes the first hand");
      apply(hand, seat, Move::select(recorded.selected[at(seat)]), "selects");
      watcher_.hand_selected(hand, seat, decider);
    }
    auto next = recorded.plays.begin();
    const auto per_sub_hand = static_cast<std::ptrdiff_t>(rules_.seats()) * rules_.hand_size();
    for (int sub_hand = 0; sub_hand < rules_.rules().hands_per_seat; ++sub_hand) {
      pass(hand, recorded, static_cast<std::size_t>(sub_hand));
      for (std::ptrdiff_t i = 0; i < per_sub_hand; ++i) {
        require(next != recorded.plays.end(), "it ends after " + std::to_string(recorded.plays.size()) + " plays");
        play(hand, *next, next - recorded.plays.begin() + 1);
        ++next;
      }
    }
    require(next == recorded.plays.end(), "it has plays after the last trick");
    settle(hand, recorded);
    require_equal(recorded.points, hand.score().change, "the change");
    match_.finish_hand(hand);
    watcher_.hand_scored(hand, match_.totals());
  }

  void pass(Hand& hand, const HandResult& recorded, std::size_t sub_hand) {
    if (hand.phase() != Phase::pass) return;
    for (Seat seat = 0; seat < rules_.seats(); ++seat) {
      const CardSet cards = recorded.passed[sub_hand][at(seat)];
      const Decider decider = decide(hand, seat);
      require(decider == Decider::bot || cards == house_pass(hand.cards(seat), rules_.pass_count()),
              name(seat) + ": the arena does not pass these cards");
      apply(hand, seat, Move::pass(cards), "passes " + hearts::cards_text(rules_.deck(), cards));
      watcher_.cards_passed(hand, seat, cards, decider);
    }
  }

  void play(Hand& hand, Card card, std::ptrdiff_t number) {
    const Seat seat = hand.to_move();
    const Decider decider = decide(hand, seat);
    const std::string what = "plays " + rules_.deck().name(card) + " (play " + std::to_string(number) + ")";
    require(decider == Decider::bot || card == house_play(hand.legal()),
            name(seat) + " " + what + ": the arena does not play that");
    apply(hand, seat, Move::play(card), what);
    watcher_.card_played(hand, seat, card, decider);
  }

  void settle(Hand& hand, const HandResult& recorded) {
    require(recorded.choice.has_value() == (hand.phase() == Phase::choose),
            recorded.choice ? "nobody had a choice to make" : "the shooter's choice is missing");
    if (hand.tally().shooter == hearts::kNobody) return;
    Decider decider = Decider::bot;
    if (recorded.choice) {
      const Seat shooter = hand.to_move();
      decider = decide(hand, shooter);
      require(decider == Decider::bot || *recorded.choice == hand.options().list[0],
              name(shooter) + ": the arena takes the first option");
      apply(hand, shooter, Move::choose(*recorded.choice),
            "chooses " + std::string(moon_option_name(*recorded.choice)));
    }
    watcher_.moon_settled(hand, decider);
  }

  void check_end() {
    GameResult computed;
    computed.totals = match_.totals();
    computed.forfeits = record_.result.forfeits;
    rank(computed, rules_.seats());
    require_equal(record_.result.totals, computed.totals, "the total");
    require_equal(record_.result.scores, computed.scores, "the score");
    require_equal(record_.result.places, computed.places, "the place");
    if (const auto wrong = fault_problem(record_.result, deciders_.asked())) require(false, *wrong);
  }

  const GameRecord& record_;
  const GameRules& rules_;
  ReplayWatcher& watcher_;
  Deciders deciders_;
  hearts::Match match_;
  std::string place_;
};

}  // namespace

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
