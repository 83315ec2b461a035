#include "arena/game/table/table.h"

#include <boost/asio/execution.hpp>
#include <boost/asio/this_coro.hpp>
#include <utility>

#include "arena/bots/process/arena_pauses.h"
#include "arena/bots/protocol/encode.h"
#include "arena/game/table/house_player.h"
#include "arena/game/table/offer.h"
#include "arena/game/table/table_hand.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using hearts::Card;
using hearts::Hand;
using hearts::LawsHand;
using hearts::LawsTrick;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

void append_incorrect(std::string& out, const LawsHand& laws) {
  for (Seat seat = 0; seat < laws.game().seats(); ++seat) {
    if (laws.findings().faulty[seat]) encode::incorrect(out, seat, laws.setup().deal.hands[0][seat].size());
  }
}

/// Appends the lines for the end of play: excess cards, and all that needs no claim.
void append_end_of_play(std::string& out, const LawsHand& laws) {
  for (Seat seat = 0; seat < laws.game().seats(); ++seat) {
    if (!laws.cards(seat).empty()) encode::excess(out, laws.game().deck(), seat, laws.cards(seat));
  }
  laws.each_revoke([&](const hearts::LaidCard& laid, int number) {
    if (laws.findings().revoked[laid.seat]) encode::revoke(out, laid.seat, number);
  });
  append_incorrect(out, laws);
}

/// A snapshot of a hand before a decision. Comparing it with the hand shows what the decision has changed.
struct TableSight {
  int sub_hand;
  int trick_number;
  bool broken;
  Seat kitty_taker;
  LawsTrick trick;  ///< the cards on the table; only under the laws
};

/// Appends the lines for a card, and those for the trick if the card completed it. `before` is the hand before the
/// card.
void append_card(std::string& out, const TableHand& hand, const TableSight& before, Seat seat, Card card) {
  const SeatView view = hand.view(0);
  encode::play(out, view.game().deck(), seat, card);
  if (hand.state().broken_for_good() && !before.broken) encode::broken(out);
  const bool trick_over = hand.laws() ? view.trick_number() != before.trick_number : !view.trick().started();
  if (trick_over) encode::took(out, view);
  if (view.kitty_taker() != before.kitty_taker) encode::kitty(out, view.kitty_taker());
  if (hand.laws() && view.phase() != Phase::play) append_end_of_play(out, *hand.laws());
}

/// Appends the lines for what a seat did under a law of the table. `before` is the hand before that.
void append_law_move(std::string& out, const TableHand& hand, const TableSight& before, const Decision& asked,
                     const Move& move) {
  const LawsHand& laws = *hand.laws();
  const hearts::Deck& deck = laws.game().deck();
  if (asked.kind == Decision::Kind::early) return append_card(out, hand, before, asked.seat, move.card);
  if (asked.kind == Decision::Kind::misdeal) return encode::misdeal(out, asked.seat);
  if (asked.kind == Decision::Kind::claim) {
    encode::claim(out, asked.seat, claim_word(move), hand.claim_was_founded());
    if (hand.claim_was_founded() && move.kind == Move::Kind::claim_hand) append_incorrect(out, laws);
    return;
  }
  const bool is_demand = asked.kind == Decision::Kind::demand;
  if (is_demand) {
    encode::demand(out, deck, asked.seat, asked.owner, asked.card);
  } else {
    encode::correct(out, asked.seat);
  }
  // The cards from that place on go back, the last one first. Then comes the trick as it is now.
  const int place = *before.trick.place_of(is_demand ? asked.owner : asked.seat);
  for (int last = before.trick.count - 1; last >= place; --last)
    encode::back(out, deck, before.trick.at(last).seat, before.trick.at(last).card);
  const LawsTrick& now = laws.trick();
  encode::trick(out, laws.trick_number(), now.rightful_leader);
  for (int i = 0; i < now.count; ++i) encode::play(out, deck, now.at(i).seat, now.at(i).card);
}

/// Appends what the laws have charged, if the hand is done.
void append_charges(std::string& out, const TableHand& hand) {
  if (!hand.laws()) return;
  const hearts::PerSeat<hearts::LawCharge> charges = hearts::law_charges(*hand.laws());
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    if (!charges[seat].rule.empty()) encode::charge(out, seat, charges[seat].points, charges[seat].rule);
  }
}

/// A game in progress: the match, the hand and the seats around it.
class Table {
 public:
  Table(const GameSetup& setup, std::span<BotSeat* const> seats)
      : setup_(setup), game_(*setup.rules), seats_(seats), match_(game_, setup.first_dealer) {}

  asio::awaitable<GameResult> play(std::span<const FaultEvent> absences) {
    const auto started = std::chrono::steady_clock::now();
    const WaitClock& pauses = pauses_of_this_thread();
    const Duration starved_before = pauses.starved();
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const bool continues = setup_.first_questions.empty();
      bot(seat).set_limits(setup_.limits.of(seat));
      bot(seat).begin_game(seat, setup_.id, continues ? 0 : setup_.first_questions[hearts::at(seat)]);
      result_.wants_all_laws[seat] = game_.rules().has_table_laws() && bot(seat).wants_all_laws();
      if (!bot(seat).forfeited()) continue;
      FaultEvent absence = absences[hearts::at(seat)];
      absence.seat = seat;
      absence.forfeits = true;
      result_.faults.push_back(std::move(absence));
    }
    announce_game();
    while (!match_.status().over) co_await play_hand();
    finish_game();
    result_.duration = to_us(std::chrono::steady_clock::now() - started);
    result_.ended = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    result_.arena_delay = to_us(pauses.starved() - starved_before);
    co_return std::move(result_);
  }

 private:
  asio::awaitable<void> play_hand() {
    start_hand();
    while (hand_->next()) {
      report_progress();
      offer_.make(*hand_);
      const Seat seat = offer_.decision().seat;
      Answer answer{Answer::Kind::forfeited, {}, {}, {}};
      if (!bot(seat).forfeited()) {
        answer = co_await bot(seat).ask(offer_.question(), [this, seat] { send_others_away(seat); });
        if (std::exchange(others_away_, false)) {
          for (Seat back = 0; back < game_.seats(); ++back) bot(back).come_back();
        }
      }
      carry_out(answer);
    }
    report_progress();
    finish_hand();
  }

  /// Carries out the decision of the seat that was asked, and reports the result to all seats.
  void carry_out(const Answer& answer) {
    const Decision asked = offer_.decision();
    const Seat seat = asked.seat;
    std::optional<Move> move;
    std::optional<Card> then;
    if (answer.kind == Answer::Kind::given) {
      move = offer_.move_of(answer.picks);
      if (!answer.then.empty()) then = offer_.card_of(answer.then);
    } else {
      if (!asked.is_of_law()) move = house_move(hand_->view(seat));
      if (answer.kind == Answer::Kind::automatic) {
        bot(seat).send_auto(answer.why, offer_.words_of(move));
        result_.automatic.push_back({seat, hand_->setup().number, bot(seat).question(), answer.why, {}});
      }
      if (asked.is_of_law() && answer.kind == Answer::Kind::automatic && answer.why == Fault::timeout) {
        left_alone_[seat] = true;
        hand_->leave_alone(seat);
        return;
      }
    }
    const hearts::HandState& now = hand_->state();
    const TableSight before = {now.sub_hand(), now.trick_number(), now.broken_for_good(), now.kitty_taker(),
                               hand_->laws() ? hand_->laws()->trick() : LawsTrick{}};
    // Only possible moves are offered as words, so a refusal is a bug of the arena: stop with the context.
    if (const auto refusal = hand_->answer(move, then)) {
      throw std::logic_error("the engine refused an offered move of seat " + std::to_string(seat) + " in hand " +
                             std::to_string(hand_->setup().number) + ": " + std::string(describe(refusal->breach)));
    }
    if (move) report_move(before, asked, *move, then);
  }

  /// Reports the result of a decision to all seats.
  void report_move(const TableSight& before, const Decision& asked, const Move& move, std::optional<Card> then) {
    HandResult& kept = record();
    if (asked.kind == Decision::Kind::select) {
      kept.selected[asked.seat] = move.hand_index;
    } else if (asked.kind == Decision::Kind::pass) {
      kept.passed[hearts::at(before.sub_hand)][asked.seat] = move.cards;
    } else if (asked.kind == Decision::Kind::choose) {
      kept.choice = move.option;
      send_to_all([&](std::string& out) { encode::chose(out, asked.seat, moon_option_name(move.option)); });
    } else if (asked.kind == Decision::Kind::play) {
      send_to_all([&](std::string& out) { append_card(out, *hand_, before, asked.seat, move.card); });
      // The seat that takes the kitty may be the only one to see it.
      const SeatView taker = hand_->view(std::max(0, hand_->state().kitty_taker()));
      const bool taken = taker.kitty_taker() != before.kitty_taker;
      if (taken && game_.rules().leftover_visibility == hearts::LeftoverVisibility::taker &&
          !bot(taker.seat()).forfeited())
        encode::leftover(bot(taker.seat()).outbox(), taker);
      if (!then) return;
      report_progress();
      send_to_all([&](std::string& out) { encode::play(out, game_.deck(), asked.seat, *then); });
    } else {
      send_to_all([&](std::string& out) { append_law_move(out, *hand_, before, asked, move); });
    }
  }

  /// Reports what has begun since the last report: a half of a hand, the play after the passes, a trick, a moon.
  void report_progress() {
    const SeatView view = hand_->view(0);
    const bool dealt = view.phase() == Phase::pass || view.phase() == Phase::play;
    if (dealt && view.sub_hand() == sub_hands_sent_) {
      ++sub_hands_sent_;
      trick_sent_ = 0;
      got_sent_ = view.pass_offset() == 0;
      send_to_each([](std::string& out, const SeatView& own) {
        encode::sub_hand(out, own);
        encode::deal(out, own);
      });
      if (record().slip.faulty) {
        send_to_all([this](std::string& out) { encode::faulty(out, game_.deck(), record().slip.exposed); });
      }
    }
    if (view.phase() == Phase::play && !got_sent_) {
      got_sent_ = true;
      send_to_each([](std::string& out, const SeatView& own) { encode::got(out, own); });
    }
    if (view.phase() == Phase::play && view.trick_number() != trick_sent_) {
      trick_sent_ = view.trick_number();
      send_to_all([&](std::string& out) { encode::trick(out, trick_sent_, hand_->leader()); });
    }
    const bool over = view.phase() == Phase::choose || view.phase() == Phase::done;
    if (over && !moon_sent_ && view.tally().shooter != hearts::kNobody) {
      moon_sent_ = true;
      send_to_all([&](std::string& out) { encode::moon(out, view); });
    }
  }

  void announce_game() {
    shared_lines_.clear();
    encode::announcement(shared_lines_, game_, setup_.rule_keys);
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (bot(seat).forfeited()) continue;
      std::string& out = bot(seat).outbox();
      encode::game(out, setup_.tokens[hearts::at(seat)], game_.rules().id, game_.seats(), seat,
                   setup_.bot_seeds[hearts::at(seat)]);
      if (!setup_.names.empty()) encode::names(out, setup_.names);
      out += shared_lines_;
      encode::time(out, setup_.limits.of(seat));
    }
  }

  void start_hand() {
    const bool again = !result_.hands.empty() && result_.hands.back().thrown_in;
    const DealtHand dealt = setup_.deal(match_.hand_number(), again, match_.dealer());
    const Hand::Setup next = match_.next_hand(dealt.deal);
    hand_.emplace(game_, next, dealt.slip, result_.wants_all_laws);
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (left_alone_[seat]) hand_->leave_alone(seat);
    }
    sub_hands_sent_ = 0;
    moon_sent_ = false;

    HandResult& kept = result_.hands.emplace_back();
    static_cast<Hand::Setup&>(kept) = next;
    kept.extra = match_.status().in_extra_hands;
    kept.slip = dealt.slip;

    for (Seat seat = 0; seat < game_.seats(); ++seat) bot(seat).begin_hand(next.number);
    send_to_each([](std::string& out, const SeatView& view) { encode::hand(out, view); });
  }

  void finish_hand() {
    record().plays = hand_->acts();
    for (Seat seat = 0; seat < game_.seats(); ++seat) result_.laws[seat].add(hand_->figures()[seat]);
    record().thrown_in = hand_->phase() == Phase::thrown_in;
    if (record().thrown_in) return match_.throw_in();
    const SeatView view = hand_->view(0);
    record().points = view.score().change;
    match_.finish_hand(view.score());
    const bool show =
        !record().deal.leftover.empty() && game_.rules().leftover_visibility != hearts::LeftoverVisibility::everybody;
    send_to_all([&](std::string& out) {
      if (show) encode::leftover(out, view);
      append_charges(out, *hand_);
      encode::score(out, view, match_.totals());
    });
  }

  void finish_game() {
    result_.totals = match_.totals();
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      BotSeat& one = bot(seat);
      std::move(one.faults().begin(), one.faults().end(), std::back_inserter(result_.faults));
      std::move(one.tries().begin(), one.tries().end(), std::back_inserter(result_.tries));
      std::move(one.notes().begin(), one.notes().end(), std::back_inserter(result_.notes));
    }
    for (const FaultEvent& event : result_.faults) {
      if (event.forfeits) result_.forfeits.push_back({event.seat, event.hand, event.question, event.fault});
    }
    rank(result_, game_.seats());
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      BotSeat& one = bot(seat);
      if (!one.forfeited()) {
        encode::end(one.outbox(), setup_.tokens[hearts::at(seat)], game_.seats(), seat, result_.scores, result_.places);
        one.end_game();
        one.add_stderr(result_.stderr_texts);
      }
      result_.timing[seat] = one.timing();
    }
  }

  /// Stops all other bots when a bot waits for a processor: one of them may use it.
  void send_others_away(Seat stays) {
    if (std::exchange(others_away_, true)) return;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (seat != stays) bot(seat).leave_table();
    }
  }

  /// Sends the same lines to every seat.
  template <class Encode>
  void send_to_all(Encode encode) {
    shared_lines_.clear();
    encode(shared_lines_);
    send_to_each([this](std::string& out, const SeatView&) { out += shared_lines_; });
  }

  /// Sends lines that depend on the seat, made by encode(out, view).
  template <class Encode>
  void send_to_each(Encode encode) {
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (bot(seat).forfeited()) continue;
      encode(bot(seat).outbox(), hand_->view(seat));
      bot(seat).push_events();
    }
  }

  BotSeat& bot(Seat seat) const { return *seats_[hearts::at(seat)]; }
  HandResult& record() { return result_.hands.back(); }

  const GameSetup& setup_;
  const hearts::GameRules& game_;
  std::span<BotSeat* const> seats_;
  hearts::Match match_;
  std::optional<TableHand> hand_;
  GameResult result_;
  /// The seats whose bots were silent when a law asked.
  hearts::PerSeat<bool> left_alone_{};

  // What was reported of the hand.
  int sub_hands_sent_ = 0;
  bool got_sent_ = false;
  int trick_sent_ = 0;
  bool moon_sent_ = false;

  // Reused from question to question.
  std::string shared_lines_;
  Offer offer_;
  bool others_away_ = false;
};

}  // namespace

asio::awaitable<GameResult> play_game(const GameSetup& setup, std::span<BotSeat* const> seats,
                                      std::span<const FaultEvent> absences) {
  Table table(setup, seats);
  co_return co_await table.play(absences);
}

}  // namespace arena
