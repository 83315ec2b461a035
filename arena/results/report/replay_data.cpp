#include "arena/results/report/replay_data.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <span>
#include <utility>
#include <vector>

#include "arena/base/text/card_paint.h"
#include "arena/records/line_fields.h"
#include "arena/records/replay.h"
#include "arena/results/replay/game_annotations.h"
#include "arena/results/replay/game_frame.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::GameRules;
using hearts::PerSeat;
using hearts::Seat;
using hearts::SeatView;

/// A sentence about a seat that a law asks and that lets things stay as they are.
std::string let_stand(const std::string& name, const Decision& asked, const GameRules& rules) {
  switch (asked.kind) {
    case Decision::Kind::misdeal:
      return name + " does not call a misdeal";
    case Decision::Kind::demand:
      return name + " leaves " + rules.deck().name(asked.card) + " on the table";
    case Decision::Kind::early:
      return name + " waits for its turn";
    case Decision::Kind::correct:
      return name + " leaves its card on the table";
    default:
      return name + " makes no claim";
  }
}

/// Writes the hands of a game, step by step.
class HandsWriter final : public ReplayWatcher {
 public:
  HandsWriter(const GameRecord& record, const GameRules& rules)
      : record_(record), rules_(rules), words_{rules, seat_names(record), CardPaint(rules.deck(), false)} {}

  void hand_dealt(const TableHand& hand) override {
    const SeatView view = hand.view(0);
    const HandResult& recorded = record_.result.hands[begun_++];
    trick_.clear();
    sub_hand_ = 0;
    kitty_taken_ = false;
    hand_ = {{"number", view.hand_number()},
             {"dealer", view.dealer()},
             {"passWords", pass_words(view.pass_offset(), rules_.seats())},
             {"extra", recorded.extra},
             {"before", numbers_json(view.totals(), rules_.seats())},
             {"after", numbers_json(view.totals(), rules_.seats())},
             {"change", json::array()},
             {"deal", deal_json(hand.setup().deal)},
             {"leftover", hearts::cards_text(rules_.deck(), hand.setup().deal.leftover)},
             {"pointSuit", point_suit(view)},
             {"thrownIn", false}};
    if (const std::string slip = words_.slip(recorded.slip); !slip.empty()) remarks_.emplace_back(slip);
  }

  void deciding(const TableHand&, Seat seat, int question) override {
    question_ = question;
    questions[seat] = std::max(questions[seat], question);
  }

  void hand_selected(const TableHand& hand, Seat seat, Decider decider) override {
    step(seat, question_, decider, "select")["hand"] = hand.selected(seat);
  }

  void cards_passed(const TableHand& hand, Seat seat, CardSet cards, Decider decider) override {
    json::object& pass = step(seat, question_, decider, "pass");
    pass["to"] = hearts::seat_at(seat, hand.view(seat).pass_offset(), rules_.seats());
    pass["cards"] = hearts::cards_text(rules_.deck(), cards);
  }

  void card_played(const TableHand& hand, Seat seat, Card card, std::optional<Card> then, Decider decider) override {
    const int question = question_;
    json::object& play = add_card(seat, question, decider, card);
    if (hand.laws() && hand.laws()->is_revoke(card)) play["revoke"] = true;
    if (trick_.size() == at(rules_.seats())) end_trick(hand.view(0));
    if (then) add_card(seat, question, decider, *then)["early"] = true;
  }

  void answered(const TableHand& hand, const Decision& asked, const std::optional<hearts::Move>& move,
                std::optional<Card>, Decider decider) override {
    if (!asked.is_of_law()) return;
    if (asked.kind == Decision::Kind::early && move) {
      const bool follows = hand.laws()->legal(asked.seat).contains(move->card);
      json::object& play = add_card(asked.seat, question_, decider, move->card);
      play["early"] = true;
      if (!follows) play["revoke"] = true;
      return;
    }
    step(asked.seat, question_, decider, "say")["text"] =
        move ? words_.law_move(hand, asked, *move) : let_stand(words_.name(asked.seat), asked, rules_);
    if (!move) return;
    if (asked.kind == Decision::Kind::demand) return_cards(asked, asked.owner);
    if (asked.kind != Decision::Kind::correct) return;
    return_cards(asked, asked.seat);
    add_card(asked.seat, question_, decider, move->card);
  }

  void moon_settled(const TableHand& hand, Decider decider) override {
    json::object& say = step(hand.view(0).tally().shooter, question_, decider, "say");
    say["text"] = words_.moon(hand.view(0));
    say["moon"] = true;
  }

  void hand_thrown_in(const TableHand&) override {
    hand_["thrownIn"] = true;
    finish_hand();
  }

  void hand_scored(const TableHand& hand, const PerSeat<int>& totals) override {
    if (hand.laws()) {
      for (const std::string& sentence : words_.charges(*hand.laws())) remarks_.emplace_back(sentence);
    }
    hand_["change"] = numbers_json(hand.view(0).score().change, rules_.seats());
    hand_["after"] = numbers_json(totals, rules_.seats());
    finish_hand();
  }

  /// All hands. If the record is wrong, the last one ends where the mistake is.
  json::array release_hands() {
    if (!hand_.empty()) finish_hand();
    return std::move(hands_);
  }

  PerSeat<int> questions{};  ///< the number asked so far, by seat

 private:
  struct Laid {
    Seat seat;
    Card card;
  };

  json::object& step(Seat seat, int question, Decider decider, std::string_view kind) {
    json::object& made = steps_.emplace_back(json::object{{"seat", seat}, {"q", question}}).as_object();
    if (decider != Decider::bot) made["by"] = decider == Decider::arena ? "arena" : "house";
    made["kind"] = kind;
    return made;
  }

  json::object& add_card(Seat seat, int question, Decider decider, Card card) {
    trick_.push_back({seat, card});
    json::object& play = step(seat, question, decider, "play");
    play["card"] = rules_.deck().name(card);
    return play;
  }

  void end_trick(const SeatView& view) {
    int points = 0;
    for (const Laid& laid : trick_) points += rules_.card_points(laid.card, view.point_lane());
    trick_.clear();
    json::object& take = step(view.last_winner(), 0, Decider::bot, "take");
    take["points"] = points;
    if (view.kitty_taker() != hearts::kNobody && !std::exchange(kitty_taken_, true)) take["kitty"] = true;
    if (view.sub_hand() != sub_hand_) step(view.last_winner(), 0, Decider::bot, "subhand");
    sub_hand_ = view.sub_hand();
    question_ = 0;  // a moon that leaves no choice asks nobody
  }

  /// Takes back the card of the seat and the cards that were laid after it, the last one first.
  void return_cards(const Decision& asked, Seat owner) {
    for (bool found = false; !found && !trick_.empty(); trick_.pop_back()) {
      json::object& back = step(asked.seat, question_, Decider::bot, "back");
      back["owner"] = trick_.back().seat;
      back["card"] = rules_.deck().name(trick_.back().card);
      found = trick_.back().seat == owner;
    }
  }

  json::array deal_json(const hearts::Deal& deal) const {
    return list_json(std::span(deal.hands).first(at(rules_.rules().hands_per_seat)), [&](const auto& seats) {
      return list_json(std::span(seats).first(at(rules_.seats())),
                       [&](CardSet cards) { return hearts::cards_text(rules_.deck(), cards); });
    });
  }

  /// The point suit, if it differs from hand to hand.
  std::string point_suit(const SeatView& view) const {
    if (rules_.rules().point_suit_source != hearts::PointSuitSource::drawn_per_hand) return {};
    return std::string(1, rules_.deck().suit_letter(view.point_lane()));
  }

  void finish_hand() {
    hand_["remarks"] = std::move(remarks_);
    hand_["steps"] = std::move(steps_);
    hands_.emplace_back(std::exchange(hand_, {}));
    steps_ = {};
    remarks_ = {};
  }

  const GameRecord& record_;
  const GameRules& rules_;
  const GameWords words_;
  json::array hands_;
  json::object hand_;  ///< the present one
  json::array steps_;
  json::array remarks_;
  std::size_t begun_ = 0;
  std::vector<Laid> trick_;
  int question_ = 0;  ///< of the present decision; 0: nobody was asked
  int sub_hand_ = 0;
  bool kitty_taken_ = false;
};

/// Writes the texts beside the cards, up to a number of bytes. Faults are always written.
class NotesWriter {
 public:
  void add(Seat seat, int question, std::string_view kind, std::string_view text, bool always = false) {
    if (!always && bytes_ + text.size() > kNoteBytesMax) {
      ++left_out_;
      last_ = {seat, question};
      return;
    }
    bytes_ += text.size();
    notes_.push_back(json::object{{"seat", seat}, {"question", question}, {"kind", kind}, {"text", text}});
  }

  json::array release() {
    if (left_out_ > 0) {
      const std::string text = "(" + hearts::counted(left_out_, "note") + " of this game are left out)";
      add(last_.first, last_.second, "info", text, true);
    }
    return std::move(notes_);
  }

 private:
  json::array notes_;
  std::size_t bytes_ = 0;
  int left_out_ = 0;
  std::pair<Seat, int> last_{};
};

using Line = GameAnnotations::Line;

void add_lines(NotesWriter& notes, Seat seat, int question, const std::vector<Line>& lines) {
  std::string stderr_text;
  for (const Line& line : lines) {
    if (line.kind == Line::Kind::last_line) continue;  // it is among those that were received
    if (line.kind == Line::Kind::stderr_line) {
      stderr_text += (stderr_text.empty() ? "" : "\n") + line.text;
      continue;
    }
    const std::string_view kind = line.is_alarm() ? "fault" : line.kind == Line::Kind::note ? "info" : "refused";
    notes.add(seat, question, kind, line.text, line.is_alarm());
  }
  if (!stderr_text.empty()) notes.add(seat, question, "stderr", stderr_text);
}

json::array notes_json(const GameAnnotations& annotations, const GameDetails& details) {
  NotesWriter notes;
  for (const auto& [place, answer] : annotations.answers()) add_lines(notes, place.first, place.second, answer.lines);
  for (const FaultEvent& event : details.faults) {
    for (const std::string& line : event.sent) notes.add(event.seat, event.question, "sent", line);
    for (const std::string& line : event.received) notes.add(event.seat, event.question, "received", line);
  }
  return notes.release();
}

void write_clocks(json::object& replay, const GameAnnotations& annotations, const PerSeat<int>& questions, int seats) {
  json::array times;
  json::array banks;
  for (Seat seat = 0; seat < seats; ++seat) {
    json::array of_seat;
    json::array left;
    for (int question = 1; question <= questions[seat]; ++question) {
      const GameAnnotations::Answer& answer = annotations.answer(seat, question);
      of_seat.emplace_back(answer.time ? answer.time->count() : 0);
      left.emplace_back(answer.bank ? answer.bank->count() : -1);
    }
    times.emplace_back(std::move(of_seat));
    banks.emplace_back(std::move(left));
  }
  replay["times"] = std::move(times);
  replay["banks"] = std::move(banks);
}

}  // namespace

std::optional<std::string> write_replay(json::object& replay, const GameRecord& record, const GameRules& rules,
                                        const GameDetails& details, const TableLimits& limits) {
  HandsWriter hands(record, rules);
  const std::optional<std::string> wrong = replay_game(record, rules, hands);
  const GameAnnotations annotations(record, details, limits, true);
  replay["id"] = record.id;
  replay["names"] = json::value_from(seat_names(record));
  replay["scores"] = numbers_json(record.result.scores, rules.seats());
  replay["places"] = numbers_json(record.result.places, rules.seats());
  replay["cut"] = !wrong && was_cut(record, rules);
  replay["busy"] = details.busy;
  replay["crowded"] = details.crowded;
  replay["hands"] = hands.release_hands();
  write_clocks(replay, annotations, hands.questions, rules.seats());
  replay["notes"] = notes_json(annotations, details);
  json::array moves;
  for (Seat seat = 0; seat < rules.seats(); ++seat)
    moves.push_back(std::chrono::microseconds(limits.of(seat).move).count());
  replay["move"] = std::move(moves);
  return wrong;
}

}  // namespace arena
