#include "arena/replay/seat_script.h"

#include <algorithm>

#include "arena/records/replay.h"
#include "arena/text/input_error.h"
#include "engine/deck.h"

namespace arena {
namespace {

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::Seat;

struct Decision {
  int hand = 0;
  std::string words;
  Decider decider = Decider::bot;
};

/// What every seat decided, question by question.
class Decisions final : public ReplayWatcher {
 public:
  explicit Decisions(const GameRecord& record) : record_(record), seats_(record.bots.size()) {}

  const std::vector<Decision>& of(std::size_t seat) const { return seats_[seat]; }

  void hand_dealt(const Hand&) override { ++hands_; }
  void hand_selected(const Hand&, Seat seat, Decider decider) override {
    add(seat, hand().selected[seat] == 0 ? "first" : "second", decider);
  }
  void cards_passed(const Hand& played, Seat seat, CardSet cards, Decider decider) override {
    add(seat, hearts::cards_text(played.game().deck(), cards), decider);
  }
  void card_played(const Hand& played, Seat seat, Card card, Decider decider) override {
    add(seat, played.game().deck().name(card), decider);
  }
  void moon_settled(const Hand& played, Decider decider) override {
    if (hand().choice) add(played.tally().shooter, std::string(moon_option_name(*hand().choice)), decider);
  }

 private:
  const HandResult& hand() const { return record_.result.hands[hands_ - 1]; }
  void add(Seat seat, std::string words, Decider decider) {
    seats_[at(seat)].push_back({hand().number, std::move(words), decider});
  }

  const GameRecord& record_;
  std::size_t hands_ = 0;
  std::vector<std::vector<Decision>> seats_;
};

/// Makes the script of one seat.
class ScriptWriter {
 public:
  ScriptWriter(const GameRecord& record, int seat, const TimingRecord* timing) : result_(record.result), seat_(seat) {
    if (timing != nullptr) {
      const TimingRecord::Seat& clock = timing->seats[at(seat)];
      script_.has_input = true;
      script_.input = clock.timing.input;
      charged_ = clock.timing.asks;
    }
    for (const Forfeit& one : result_.forfeits) {
      if (one.seat == seat) forfeit_ = &one;
    }
  }

  SeatScript write(const std::vector<Decision>& decisions) {
    script_.absent = forfeit_ != nullptr && forfeit_->question == 0;
    for (const Decision& decision : decisions) {
      if (script_.absent) break;
      ++question_;
      hand_ = decision.hand;
      for (const Interference& one : result_.tries) {
        if (one.seat == seat_ && one.question == question_) add(ScriptedAsk::Outcome::refused, one.answer, one.why);
      }
      if (decision.decider == Decider::house) {
        lose();
        break;
      }
      if (decision.decider == Decider::bot) {
        add(ScriptedAsk::Outcome::answered, decision.words);
      } else if (reason_of_arena() == Fault::timeout) {
        add(ScriptedAsk::Outcome::silent, {});
      }
    }
    if (script_.has_input && script_.asks.size() != charged_.size()) script_.has_input = false;
    return std::move(script_);
  }

 private:
  void add(ScriptedAsk::Outcome outcome, std::string line, Fault why = Fault::illegal) {
    const std::size_t number = script_.asks.size();
    const auto charged = number < charged_.size() ? charged_[number] : std::chrono::microseconds(0);
    script_.asks.push_back({question_, hand_, outcome, std::move(line), why, false, charged});
  }

  Fault reason_of_arena() const {
    const auto found = std::find_if(result_.automatic.begin(), result_.automatic.end(), [&](const Interference& one) {
      return one.seat == seat_ && one.question == question_;
    });
    return found == result_.automatic.end() ? Fault::timeout : found->why;
  }

  /// At its forfeit a seat was asked once more, or lost the game by its last try, or before it was asked.
  void lose() {
    const Fault fault = forfeit_->fault;
    const bool guess = ends_process(fault) || fault == Fault::timeout;
    const bool asked = script_.has_input ? script_.asks.size() < charged_.size() : guess;
    if (asked) {
      add(fault == Fault::timeout ? ScriptedAsk::Outcome::silent : ScriptedAsk::Outcome::gone, {});
    } else if (!script_.asks.empty() && script_.asks.back().question == question_) {
      // By its last try, or after it.
    } else {
      script_.lost_before = question_;
      return;
    }
    script_.asks.back().lost = true;
    script_.asks.back().why = fault;
  }

  const GameResult& result_;
  int seat_;
  const Forfeit* forfeit_ = nullptr;
  std::vector<std::chrono::microseconds> charged_;
  SeatScript script_;
  int question_ = 0;
  int hand_ = 0;
};

}  // namespace

std::vector<SeatScript> seat_scripts(const GameRecord& record, const hearts::GameRules& rules,
                                     const hearts::MatchLength& length, const TimingRecord* timing) {
  Decisions decisions(record);
  if (const auto wrong = replay_game(record, rules, length, decisions)) {
    throw InputError("game " + record.id + ": " + *wrong);
  }
  const auto is_bot = [](const TimingRecord::Seat& seat, const std::string& bot) { return seat.bot == bot; };
  if (timing != nullptr &&
      !std::equal(timing->seats.begin(), timing->seats.end(), record.bots.begin(), record.bots.end(), is_bot)) {
    throw InputError("game " + record.id + ": its clocks are those of other bots");
  }
  std::vector<SeatScript> scripts;
  for (Seat seat = 0; seat < rules.seats(); ++seat) {
    scripts.push_back(ScriptWriter(record, seat, timing).write(decisions.of(at(seat))));
  }
  return scripts;
}

}  // namespace arena
