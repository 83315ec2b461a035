// What seats receive under the laws of the table: no card that they may not know, and no card twice or nowhere.

#include <algorithm>
#include <sstream>

#include "engine/deck.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/game/table/laws_party.h"

namespace laws_privacy_test {

namespace {

using namespace arena;
using namespace arena::test;
using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::PerSeat;

/// Follows the lines to one seat: whose hand each card is in, and which cards the seat has seen so far.
class Witness {
 public:
  Witness(const hearts::GameRules& rules, const GameResult& result, int seat)
      : rules_(rules), result_(result), seat_(seat) {}

  void read(const std::string& sent) {
    std::istringstream lines(sent);
    for (std::string line; std::getline(lines, line);) {
      INFO("seat " << seat_ << ", line: " << line);
      read_line(line);
    }
    CHECK(hand_ == result_.hands.size());
  }

  int backs() const { return backs_; }

 private:
  void read_line(const std::string& line) {
    std::istringstream stream(line);
    std::string verb;
    stream >> verb;
    if (verb == "rule" || verb == "suit" || verb == "points") return;  // the pack itself, no secret
    if (verb == "hand") return start_hand();
    if (verb == "deal") known_ |= dealt();
    if (verb == "got") start_play();
    if (verb == "faulty") known_ |= recorded().slip.exposed;
    if (verb == "trick") return start_trick(stream);
    if (verb == "leftover") return see_leftover(rest(stream));
    if (verb == "play" || verb == "back" || verb == "excess") {
      hearts::Seat seat = hearts::kNobody;
      stream >> seat;
      const CardSet cards = rest(stream);
      if (verb == "play") play(seat, cards);
      if (verb == "back") return_cards(seat, cards);
      // All that is left, and no less.
      if (verb == "excess") CHECK(cards == holds_.at(at(seat)));
      known_ |= cards;
      return;
    }
    CHECK(known_.contains(rest(stream)));
  }

  /// The cards that the other words of a line name.
  CardSet rest(std::istringstream& words) const {
    CardSet cards;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (const auto card = rules_.deck().find(equals == std::string::npos ? word : word.substr(equals + 1)))
        cards.insert(*card);
    }
    return cards;
  }

  void start_hand() {
    ++hand_;
    trick_ = 0;
    known_ = {};
    leftover_seen_ = false;
    laid_.clear();
    for (std::size_t seat = 0; seat < holds_.size(); ++seat) holds_[seat] = recorded().deal.hands[0][seat];
  }

  /// All have passed.
  void start_play() {
    PerSeat<CardSet> got{};
    for (hearts::Seat seat = 0; seat < rules_.seats(); ++seat) {
      holds_[at(seat)] -= recorded().passed[0][at(seat)];
      got[at(hearts::seat_at(seat, rules_.pass_offset(recorded().number), rules_.seats()))] =
          recorded().passed[0][at(seat)];
    }
    for (std::size_t seat = 0; seat < holds_.size(); ++seat) holds_[seat] |= got[seat];
    known_ |= got[at(seat_)];
  }

  void start_trick(std::istringstream& words) {
    int number = 0;
    words >> number;
    // Sent once more: the cards on the table are named again.
    if (number == trick_) {
      for (const auto& [seat, card] : laid_) holds_.at(at(seat)).insert(card);
    }
    trick_ = number;
    laid_.clear();
  }

  /// Once the cards are played, in the variants tested.
  void see_leftover(CardSet cards) {
    CHECK(cards == recorded().deal.leftover);
    known_ |= cards;
    leftover_seen_ = true;
  }

  void play(hearts::Seat seat, CardSet cards) {
    CHECK_FALSE(leftover_seen_);
    REQUIRE(cards.size() == 1);
    REQUIRE(holds_.at(at(seat)).contains(cards));
    holds_[at(seat)] -= cards;
    laid_.emplace_back(seat, cards.first());
  }

  void return_cards(hearts::Seat seat, CardSet cards) {
    ++backs_;
    REQUIRE(cards.size() == 1);
    // The card laid last goes first.
    REQUIRE_FALSE(laid_.empty());
    CHECK(laid_.back() == std::pair(seat, cards.first()));
    laid_.pop_back();
    holds_.at(at(seat)) |= cards;
  }

  const HandResult& recorded() const { return result_.hands.at(hand_ - 1); }
  CardSet dealt() const { return recorded().deal.hands[0][at(seat_)]; }

  const hearts::GameRules& rules_;
  const GameResult& result_;
  int seat_;
  std::size_t hand_ = 0;
  int trick_ = 0;
  int backs_ = 0;
  bool leftover_seen_ = false;
  CardSet known_;
  PerSeat<CardSet> holds_{};
  std::vector<std::pair<hearts::Seat, Card>> laid_;
};

/// Up to that line.
std::string before(const std::string& talk, const std::string& line) { return talk.substr(0, talk.find(line)); }

}  // namespace

TEST_CASE("under the laws no seat is told a card that it may not know, and every card is in one place") {
  int backs = 0;
  std::uint64_t number = 100;
  for (const std::string& id : hearts::test::law_configurations()) {
    const hearts::GameRules rules(with_hands(hearts::test::rules_of(id), 6));
    // A player that makes a mistake knows that a card of another suit does not win.
    if (!rules.rules().has_table_laws() || rules.rules().trick_order == hearts::TrickOrder::suit_ring) continue;
    for (int game = 0; game < 3; ++game) {
      INFO(id << ", game " << ++number);
      const IrregularGame played = play_irregular(rules, number);
      for (int seat = 0; seat < rules.seats(); ++seat) {
        Witness witness(rules, played.result, seat);
        witness.read(played.sent[at(seat)]);
        backs += witness.backs();
      }
    }
  }
  CHECK(backs > 100);
}

TEST_CASE("whether others were dealt wrong hands and let it stand shows to nobody") {
  const std::string small = "tournament-laws@4+deck.ranks=J,Q,K,A";
  const hearts::GameRules rules(hearts::resolve_variant(small));
  LawsParty right(small, {dealt(rules, {"JC KC QD JS", "QC KD AD JH", "AC JD QS KH", "KS AS QH AH"})},
                  {{}, {}, {}, {}});
  LawsParty wrong(small, {dealt(rules, {"JC KC QD JS", "QC KD AD JH", "AC JD QS KH KS", "AS QH AH"})},
                  {{}, {}, {}, {}});
  right.play();
  wrong.play();
  for (const int seat : {0, 1}) {
    CHECK(before(right.talk(seat), "A play 2 ") == before(wrong.talk(seat), "A play 2 "));
    CHECK(wrong.talk(seat).find(" misdeal ") == std::string::npos);
  }
  for (const int seat : {2, 3}) CHECK(wrong.talk(seat).find(" misdeal 1 ") != std::string::npos);
}

}  // namespace laws_privacy_test
