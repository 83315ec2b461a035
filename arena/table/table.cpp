#include "arena/table/table.h"

#include <boost/asio/execution.hpp>
#include <boost/asio/this_coro.hpp>
#include <utility>

#include "arena/process/arena_pauses.h"
#include "arena/protocol/encode.h"
#include "arena/table/house_player.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using hearts::Breach;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::MoonOption;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

/// A game under way: the match, the hand and the seats around it.
class Table {
 public:
  Table(const GameSetup& setup, std::span<BotSeat* const> seats)
      : setup_(setup), game_(*setup.rules), seats_(seats), match_(game_, setup.length, setup.first_dealer) {}

  asio::awaitable<GameResult> play(std::span<const FaultEvent> absences) {
    const auto started = std::chrono::steady_clock::now();
    const ArenaPauses& pauses = ArenaPauses::of_this_thread();
    const auto delay_before = pauses.run_delay();
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const bool goes_on = setup_.first_questions.empty();
      bot(seat).begin_game(seat, setup_.id, goes_on ? 0 : setup_.first_questions[hearts::at(seat)]);
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
    result_.arena_delay = to_us(pauses.run_delay() - delay_before);
    co_return std::move(result_);
  }

 private:
  asio::awaitable<void> play_hand() {
    start_hand();
    if (hand_->phase() == Phase::select) co_await select_hands();
    for (int sub_hand = 0; sub_hand < game_.rules().hands_per_seat; ++sub_hand) co_await play_sub_hand();
    co_await settle_moon();
    finish_hand();
  }

  asio::awaitable<void> select_hands() {
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      words_ = {"first", "second"};
      explain_ = nullptr;
      co_await ask("choose", 1);
      record().selected[seat] = picks_[0];
      apply(seat, Move::select(picks_[0]));
    }
  }

  asio::awaitable<void> play_sub_hand() {
    tell_each([](std::string& out, const SeatView& view) {
      encode::sub_hand(out, view);
      encode::deal(out, view);
    });
    if (hand_->phase() == Phase::pass) co_await pass_cards();
    const int cards = game_.seats() * game_.hand_size();
    for (int played = 0; played < cards; ++played) co_await play_card();
  }

  /// One bot after the other, so that nobody is charged for another's thinking; nobody learns anything in between.
  asio::awaitable<void> pass_cards() {
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      card_words(SeatView(*hand_, seat).cards());
      explain_ = [](std::string_view) { return std::string(describe(Breach::not_in_hand)); };
      co_await ask("pass", game_.pass_count());
      CardSet passed;
      for (int pick : picks_) passed.insert(word_cards_[hearts::at(pick)]);
      record().passed[hearts::at(hand_->sub_hand())][seat] = passed;
      apply(seat, Move::pass(passed));
    }
    tell_each([](std::string& out, const SeatView& view) { encode::got(out, view); });
  }

  asio::awaitable<void> play_card() {
    const Seat seat = hand_->to_move();
    if (!hand_->trick().started()) {
      tell_all([this, seat](std::string& out) { encode::trick(out, hand_->trick_number(), seat); });
    }
    card_words(hand_->legal());
    explain_ = [this](std::string_view word) { return explain_play(word); };
    co_await ask("play", 1);
    const Card card = word_cards_[hearts::at(picks_[0])];
    const bool was_broken = hand_->broken();
    const Seat had_kitty = hand_->kitty_taker();
    record().plays.push_back(card);
    apply(seat, Move::play(card));

    const bool trick_over = !hand_->trick().started();
    tell_all([&](std::string& out) {
      encode::play(out, game_.deck(), seat, card);
      if (hand_->broken() && !was_broken) encode::broken(out);
      if (trick_over) encode::took(out, SeatView(*hand_, seat));
      if (hand_->kitty_taker() != had_kitty) encode::kitty(out, hand_->kitty_taker());
    });
    if (hand_->kitty_taker() != had_kitty && game_.rules().leftover_visibility == hearts::LeftoverVisibility::taker) {
      SeatView taker(*hand_, hand_->kitty_taker());
      if (!bot(taker.seat()).forfeited()) encode::leftover(bot(taker.seat()).outbox(), taker);
    }
  }

  asio::awaitable<void> settle_moon() {
    const Seat shooter = hand_->tally().shooter;
    if (shooter == hearts::kNobody) co_return;
    tell_all([this, shooter](std::string& out) { encode::moon(out, SeatView(*hand_, shooter)); });
    if (hand_->phase() != Phase::choose) co_return;
    const hearts::MoonOptions options = hand_->options();
    words_.clear();
    for (int i = 0; i < options.count; ++i) words_.emplace_back(moon_option_name(options.list[hearts::at(i)]));
    explain_ = nullptr;
    co_await ask("choose", 1);
    const MoonOption option = options.list[hearts::at(picks_[0])];
    record().choice = option;
    apply(shooter, Move::choose(option));
    tell_all([shooter, option](std::string& out) { encode::chose(out, shooter, moon_option_name(option)); });
  }

  void announce_game() {
    shared_lines_.clear();
    encode::announcement(shared_lines_, game_);
    encode::time(shared_lines_, setup_.limits);
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (bot(seat).forfeited()) continue;
      std::string& out = bot(seat).outbox();
      encode::game(out, setup_.tokens[hearts::at(seat)], game_.rules().id, game_.seats(), seat,
                   setup_.bot_seeds[hearts::at(seat)]);
      if (!setup_.names.empty()) encode::names(out, setup_.names);
      out += shared_lines_;
    }
  }

  void start_hand() {
    hearts::Random random(setup_.deal_seed(match_.hand_number()));
    const Hand::Setup next = match_.next_hand(hearts::deal_cards(game_, match_.dealer(), random));
    hand_.emplace(game_, next);

    HandResult& kept = result_.hands.emplace_back();
    kept.number = next.number;
    kept.dealer = next.dealer;
    kept.extra = match_.status().in_extra_hands;
    kept.totals = next.totals;
    kept.deal = next.deal;
    kept.plays.reserve(static_cast<std::size_t>(game_.seats() * game_.rules().tricks()));

    for (Seat seat = 0; seat < game_.seats(); ++seat) bot(seat).begin_hand(next.number);
    tell_each([](std::string& out, const SeatView& view) { encode::hand(out, view); });
  }

  void finish_hand() {
    record().points = hand_->score().change;
    match_.finish_hand(*hand_);
    const bool show =
        !record().deal.leftover.empty() && game_.rules().leftover_visibility != hearts::LeftoverVisibility::everybody;
    tell_all([this, show](std::string& out) {
      const SeatView view(*hand_, 0);
      if (show) encode::leftover(out, view);
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
      result_.timing[seat].ready = one.ready_fields();
    }
  }

  /// Has the seat whose turn it is choose `count` of words_, or the house player if it does not answer. Sets picks_.
  asio::awaitable<void> ask(std::string_view kind, int count) {
    const Seat seat = hand_->to_move();
    Answer answer{Answer::Kind::forfeited, {}, {}};
    if (!bot(seat).forfeited()) {
      answer = co_await bot(seat).ask({kind, count, words_, explain_ ? &explain_ : nullptr},
                                      [this, seat] { send_others_away(seat); });
      if (others_away_) call_all_back();
    }
    if (answer.kind == Answer::Kind::given) {
      picks_.assign(answer.picks.begin(), answer.picks.end());
    } else {
      pick_for(seat, answer);
    }
  }

  /// A bot waits for a processor: those whose turn it is not can be what it waits for.
  void send_others_away(Seat stays) {
    if (std::exchange(others_away_, true)) return;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (seat != stays) bot(seat).leave_table();
    }
  }

  void call_all_back() {
    others_away_ = false;
    for (Seat seat = 0; seat < game_.seats(); ++seat) bot(seat).come_back();
  }

  /// The house player's choice; a bot that is still in the game is told.
  void pick_for(Seat seat, const Answer& answer) {
    const Move move = house_move(*hand_);
    picks_.clear();
    if (move.kind == Move::Kind::pass || move.kind == Move::Kind::play) {
      const CardSet cards = move.kind == Move::Kind::pass ? move.cards : CardSet{move.card};
      for (std::size_t i = 0; i < word_cards_.size(); ++i) {
        if (cards.contains(word_cards_[i])) picks_.push_back(static_cast<int>(i));
      }
    } else {
      picks_ = {0};
    }
    if (answer.kind != Answer::Kind::automatic) return;
    std::vector<std::string> chosen;
    for (int pick : picks_) chosen.push_back(words_[hearts::at(pick)]);
    bot(seat).tell_auto(answer.why, chosen);
    result_.automatic.push_back({seat, hand_->setup().number, bot(seat).question(), answer.why, {}});
  }

  void apply(Seat seat, const Move& move) {
    // Words are offered from the legal moves alone, so a refusal is a bug of ours: stop with the context.
    if (const auto breach = hand_->apply(seat, move)) {
      throw std::logic_error("the engine refused an offered move of seat " + std::to_string(seat) + " in hand " +
                             std::to_string(hand_->setup().number) + ": " + std::string(describe(breach->breach)));
    }
  }

  /// Why a word that is not among the legal cards cannot be played, with the rule's id.
  std::string explain_play(std::string_view word) const {
    const std::optional<Card> card = game_.deck().find(word);
    if (!card) return "that is not a card of this pack";
    Hand copy = *hand_;
    const auto breach = copy.apply(copy.to_move(), Move::play(*card));
    if (!breach) return "that is not offered";
    return std::string(describe(breach->breach)) + (breach->rule.empty() ? "" : " (" + std::string(breach->rule) + ")");
  }

  void card_words(CardSet cards) {
    words_.resize(static_cast<std::size_t>(cards.size()));
    word_cards_.clear();
    for (Card card : cards) {
      std::string& word = words_[word_cards_.size()];
      word.clear();
      game_.deck().append(word, card);
      word_cards_.push_back(card);
    }
  }

  /// Lines that every seat gets alike.
  template <class Encode>
  void tell_all(Encode encode) {
    shared_lines_.clear();
    encode(shared_lines_);
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (bot(seat).forfeited()) continue;
      bot(seat).outbox() += shared_lines_;
      bot(seat).push_events();
    }
  }

  /// Lines that depend on the seat: encode(out, view).
  template <class Encode>
  void tell_each(Encode encode) {
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (bot(seat).forfeited()) continue;
      encode(bot(seat).outbox(), SeatView(*hand_, seat));
      bot(seat).push_events();
    }
  }

  BotSeat& bot(Seat seat) const { return *seats_[hearts::at(seat)]; }
  HandResult& record() { return result_.hands.back(); }

  const GameSetup& setup_;
  const hearts::GameRules& game_;
  std::span<BotSeat* const> seats_;
  hearts::Match match_;
  std::optional<Hand> hand_;
  GameResult result_;

  // Reused from question to question.
  std::string shared_lines_;
  std::vector<std::string> words_;
  std::vector<int> picks_;
  std::vector<Card> word_cards_;
  bool others_away_ = false;
  std::function<std::string(std::string_view)> explain_;
};

}  // namespace

asio::awaitable<GameResult> play_game(const GameSetup& setup, std::span<BotSeat* const> seats,
                                      std::span<const FaultEvent> absences) {
  Table table(setup, seats);
  co_return co_await table.play(absences);
}

}  // namespace arena
