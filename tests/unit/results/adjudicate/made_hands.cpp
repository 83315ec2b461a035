#include "tests/unit/results/adjudicate/made_hands.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/typed_text.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/moon_move.h"
#include "tests/unit/engine/naive_model.h"
#include "tests/unit/engine/play.h"

namespace arena::test {
namespace {

using hearts::at;
using hearts::GameRules;
using hearts::Random;
using hearts::Seat;
using naive::Cards;

std::string joined(const Cards& cards) { return hearts::joined(cards, " ", &naive::Card::text); }

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

template <class Item>
std::string list_of(const std::vector<Item>& items) {
  std::string text = "[";
  for (const Item& item : items) {
    if (text.size() > 1) text += ",";
    if constexpr (std::is_same_v<Item, int>) {
      text += std::to_string(item);
    } else {
      text += quoted(item);
    }
  }
  return text + "]";
}

/// One hand while it is made.
class Making {
 public:
  Making(const GameRules& game, Random& random)
      : game_(game),
        rules_(game.rules()),
        random_(random),
        number_(1 + below(12)),
        dealer_(below(seats())),
        totals_(make_totals()),
        extra_(rules_.match_tie == hearts::MatchTie::extra_hands && chance(4)),
        moon_(chance(2)),
        shooter_(below(seats())),
        deal_(make_deal()),
        hand_(game, setup()),
        model_(rules_, number_, dealer_, totals_, hearts::test::model_deal(game, deal_)) {
    const int plays = seats() * game.hand_size() * rules_.hands_per_seat;
    if (chance(4)) moves_left_ = below(plays + 2 * seats());
    if (chance(8)) illegal_play_ = below(plays);
  }

  MadeHand make(const std::string& id, std::uint64_t line_number) {
    while (model_.phase() != "done" && made_.answer.empty() && moves_left_-- > 0) move(line_number);
    made_.is_error = !made_.answer.empty();
    made_.has_moon = model_.count().shooter >= 0;
    if (!made_.is_error) write_answer();
    write_line(id);
    return std::move(made_);
  }

 private:
  int seats() const { return rules_.seats; }
  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound))); }
  bool chance(int one_in) { return below(one_in) == 0; }

  std::vector<int> make_totals() {
    if (chance(4)) return naive::start_of_match(rules_).totals;
    const int limit = rules_.match_limit;
    std::vector<int> totals;
    const int lowest = chance(2) ? limit - 30 : 0;
    for (Seat seat = 0; seat < seats(); ++seat) totals.push_back(lowest + below(limit - lowest));
    if (chance(3)) totals.back() = totals.front();
    return totals;
  }

  hearts::Deal make_deal() {
    hearts::Deal deal = hearts::deal_cards(game_, dealer_, random_);
    if (moon_) hearts::test::strengthen(game_, deal, shooter_, random_);
    return deal;
  }

  hearts::Hand::Setup setup() const {
    hearts::Hand::Setup setup{.number = number_, .dealer = dealer_, .totals = {}, .deal = deal_};
    std::copy(totals_.begin(), totals_.end(), setup.totals.begin());
    return setup;
  }

  /// Makes the move in the model, and in the engine's hand, which is asked for nothing but the next move.
  void apply(const hearts::Move& move) {
    hearts::test::play_in_model(game_, model_, move);
    hearts::test::must_apply(hand_, hand_.to_move(), move);
  }

  Cards shuffled(Cards cards) {
    for (std::size_t left = cards.size(); left > 1; --left)
      std::swap(cards[left - 1], cards[at(below(static_cast<int>(left)))]);
    return cards;
  }

  void move(std::uint64_t line_number) {
    if (model_.phase() == "select") {
      // Written down for all seats or for none.
      while (model_.phase() == "select") {
        selected_.push_back(below(2));
        apply(hearts::Move::select(selected_.back()));
      }
    } else if (model_.phase() == "pass") {
      pass();
    } else if (model_.phase() == "play") {
      play(line_number);
    } else {
      options_ = model_.options();
      choice_ = options_[at(below(2))];
      const bool silent = chance(2);
      model_.choose(silent ? options_[0] : *choice_);
      if (silent) choice_.reset();
    }
  }

  void pass() {
    const hearts::Move move =
        moon_
            ? hearts::test::moon_move(hand_, shooter_, random_)
            : hearts::Move::pass(hearts::test::random_cards(hand_.cards(hand_.to_move()), game_.pass_count(), random_));
    passes_[at(hand_.sub_hand())].push_back(joined(shuffled(hearts::test::names_of(game_, move.cards))));
    apply(move);
  }

  void play(std::uint64_t line_number) {
    const Cards pack = naive::pack_of(rules_);
    const auto in_pack = [&](naive::Card a, naive::Card b) {
      return std::find(pack.begin(), pack.end(), a) < std::find(pack.begin(), pack.end(), b);
    };
    Cards legal = model_.legal();
    std::sort(legal.begin(), legal.end(), in_pack);
    const Seat seat = model_.to_move();
    if (leader_ < 0) leader_ = seat;
    if (static_cast<int>(plays_.size()) >= illegal_play_ && legal.size() < pack.size()) {
      naive::Card card;
      do {
        card = pack[at(below(static_cast<int>(pack.size())))];
      } while (naive::holds(legal, card));
      plays_.push_back(card);
      made_.answer = "{\"error\":{\"line\":" + std::to_string(line_number) +
                     ",\"play\":" + std::to_string(plays_.size()) + ",\"seat\":" + std::to_string(seat) +
                     ",\"card\":" + quoted(card.text()) + ",";
      return;
    }
    const naive::Card card = moon_ ? game_.deck().name(hearts::test::moon_move(hand_, shooter_, random_).card)
                                   : legal[at(below(static_cast<int>(legal.size())))];
    legal_.push_back(joined(legal));
    std::vector<naive::Played> trick = model_.trick();
    trick.push_back({seat, card});
    if (static_cast<int>(trick.size()) == seats()) winners_.push_back(naive::winner_of(rules_, trick));
    plays_.push_back(card);
    apply(hearts::Move::play(hearts::test::card_of(game_, card.text())));
  }

  void write_answer() {
    std::string& answer = made_.answer;
    // Who leads is known once the cards are there, before the first of them lies.
    if (leader_ < 0 && model_.phase() == "play") leader_ = model_.to_move();
    answer = "{\"leader\":" + (leader_ < 0 ? "null" : std::to_string(leader_)) + ",\"legal\":" + list_of(legal_) +
             ",\"winners\":" + list_of(winners_);
    if (model_.phase() == "choose") {
      options_ = model_.options();
      model_.choose(options_[0]);
    }
    made_.is_complete = model_.phase() == "done";
    if (!made_.is_complete) {
      answer += ",\"to_move\":" + std::to_string(model_.to_move()) + ",\"to_do\":" + quoted(model_.phase()) +
                ",\"complete\":false}";
      return;
    }
    naive::Match match;
    match.totals = totals_;
    match.further_hands = extra_;
    naive::book(rules_, match, model_.change());
    const int shooter = model_.count().shooter;
    if (shooter >= 0) options_ = model_.options();
    answer += ",\"points\":" + list_of(model_.change()) +
              ",\"shooter\":" + (shooter < 0 ? "null" : std::to_string(shooter)) + ",\"options\":" + list_of(options_) +
              ",\"totals\":" + list_of(match.totals) + ",\"over\":" + (match.over ? "true" : "false") +
              ",\"match_winners\":" + list_of(match.winners) + ",\"complete\":true}";
  }

  /// The entries of `pass`, in seat order, two a seat where there are two hands.
  std::vector<std::string> pass_entries() {
    std::vector<std::string> entries;
    const bool second_hands = rules_.hands_per_seat == 2 && (!passes_[1].empty() || chance(2));
    if (passes_[0].empty() && chance(2)) return entries;
    for (Seat seat = 0; seat < seats(); ++seat) {
      std::vector<std::string> own;
      for (int hand = 0; hand < (second_hands ? 2 : 1); ++hand)
        own.push_back(at(seat) < passes_[at(hand)].size() ? passes_[at(hand)][at(seat)] : "");
      // In order of playing, or by number of the hand.
      if (second_hands && chance(2) && !selected_.empty() && selected_[at(seat)] == 1) std::swap(own[0], own[1]);
      entries.insert(entries.end(), own.begin(), own.end());
    }
    return entries;
  }

  void write_line(const std::string& id) {
    std::vector<std::string> hands;
    for (Seat seat = 0; seat < seats(); ++seat) {
      for (int hand = 0; hand < rules_.hands_per_seat; ++hand)
        hands.push_back(joined(shuffled(hearts::test::names_of(game_, deal_.hands[at(hand)][at(seat)]))));
    }
    std::vector<std::pair<std::string, std::string>> keys = {{"variant", quoted(id)}, {"deal", list_of(hands)}};
    const auto add = [&](const char* key, const std::string& value) { keys.emplace_back(key, value); };
    // What is as it would be without the key is written now and then.
    if (number_ != 1 || chance(2)) add("hand", std::to_string(number_));
    if (dealer_ != 0 || chance(2)) add("dealer", std::to_string(dealer_));
    if (totals_ != naive::start_of_match(rules_).totals || chance(2)) add("totals", list_of(totals_));
    if (extra_ || chance(4)) add("extra", extra_ ? "true" : "false");
    if (chance(2)) add("leftover", quoted(joined(shuffled(hearts::test::names_of(game_, deal_.leftover)))));
    const bool drawn = rules_.point_suit_source == hearts::PointSuitSource::drawn_per_hand;
    if (drawn || chance(2)) add("point_suit", quoted(std::string(1, game_.deck().suit_letter(deal_.point_lane))));
    if (const std::vector<std::string> entries = pass_entries(); !entries.empty() || chance(2))
      add("pass", list_of(entries));
    if (!selected_.empty()) add("select", list_of(selected_));
    if (!plays_.empty() || chance(2)) add("plays", quoted(joined(plays_)));
    if (choice_) {
      add("choice", quoted(*choice_));
    } else if (made_.is_complete && options_.size() == 1 && chance(2)) {
      add("choice", quoted(options_[0]));
    }
    for (std::size_t left = keys.size(); left > 1; --left)
      std::swap(keys[left - 1], keys[at(below(static_cast<int>(left)))]);
    for (const auto& [key, value] : keys) made_.line += (made_.line.empty() ? "{" : ",") + quoted(key) + ":" + value;
    made_.line += "}";
  }

  const GameRules& game_;
  const hearts::Rules& rules_;
  Random& random_;
  int number_;
  Seat dealer_;
  std::vector<int> totals_;
  bool extra_;
  bool moon_;
  Seat shooter_;
  hearts::Deal deal_;
  hearts::Hand hand_;
  naive::Hand model_;
  MadeHand made_;
  int moves_left_ = INT_MAX;
  int illegal_play_ = INT_MAX;
  int leader_ = -1;
  std::vector<int> selected_;
  std::vector<std::string> passes_[2];  // by sub-hand, then seat
  Cards plays_;
  std::vector<std::string> legal_;
  std::vector<int> winners_;
  std::vector<std::string> options_;
  std::optional<std::string> choice_;
};

}  // namespace

HandMaker::HandMaker(const GameRules& game, std::string id, std::uint64_t seed)
    : game_(game), id_(std::move(id)), random_(hearts::test::seed_of(seed)) {}

MadeHand HandMaker::next(std::uint64_t number) {
  if (game_.rules().has_table_laws()) return made_under_laws(game_, random_, id_, number);
  return Making(game_, random_).make(id_, number);
}

}  // namespace arena::test
