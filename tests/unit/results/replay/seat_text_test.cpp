#include "arena/results/replay/game_text.h"

#include <sstream>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace seat_text_test {

using namespace arena;
using namespace arena::test;

namespace {

using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::PerSeat;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

const RunKey kKey = RunKey::from_seed("telling");

/// Passes a game on to a watcher, and after each event looks at what it has written: every card must be one that the
/// seat's view shows or has shown in this hand, or that was played.
class Witness : public ReplayWatcher {
 public:
  Witness(ReplayWatcher& watcher, std::ostringstream& text, const hearts::GameRules& rules, Seat seat)
      : watcher_(watcher), text_(text), rules_(rules), seat_(seat) {}

  void hand_dealt(const TableHand& hand) override {
    known_ = {};
    watcher_.hand_dealt(hand);
    look(hand);
  }
  void deciding(const TableHand& hand, Seat seat, int question) override {
    watcher_.deciding(hand, seat, question);
    look(hand);
  }
  void hand_selected(const TableHand& hand, Seat seat, Decider decider) override {
    watcher_.hand_selected(hand, seat, decider);
    look(hand);
  }
  void cards_passed(const TableHand& hand, Seat seat, CardSet cards, Decider decider) override {
    watcher_.cards_passed(hand, seat, cards, decider);
    look(hand);
  }
  void card_played(const TableHand& hand, Seat seat, Card card, std::optional<Card> then, Decider decider) override {
    known_.insert(card);
    watcher_.card_played(hand, seat, card, then, decider);
    look(hand);
  }
  void moon_settled(const TableHand& hand, Decider decider) override {
    watcher_.moon_settled(hand, decider);
    look(hand);
  }
  void hand_scored(const TableHand& hand, const PerSeat<int>& totals) override {
    watcher_.hand_scored(hand, totals);
    look(hand);
  }

  int cards_seen() const { return cards_seen_; }

 private:
  void look(const TableHand& hand) {
    const SeatView view = hand.view(seat_);
    if (view.phase() != Phase::select) known_ |= view.cards() | view.received() | view.passed();
    known_ |= view.leftover();
    std::istringstream words(text_.str());
    text_.str({});
    for (std::string word; words >> word;) {
      if (word.starts_with('>')) word.erase(0, 1);
      while (!word.empty() && std::string_view("*!,").find(word.back()) != std::string_view::npos) word.pop_back();
      const auto card = rules_.deck().find(word);
      if (!card) continue;
      ++cards_seen_;
      INFO("seat " << seat_ << ", " << word);
      CHECK(known_.contains(*card));
    }
  }

  ReplayWatcher& watcher_;
  std::ostringstream& text_;
  const hearts::GameRules& rules_;
  Seat seat_;
  CardSet known_;
  int cards_seen_ = 0;
};

std::string seat_text(const std::string& variant, const GameView& view, GameLength length = {1, true},
                      const Mishaps& mishaps = {}, std::uint64_t seed = 1, const GameDetails& details = {}) {
  const int seats = hearts::resolve_variant(variant).seats;
  const Manifest manifest = made_manifest(variant, kKey, seats, seats, length);
  const hearts::GameRules& rules = *manifest.variants[0].rules;
  std::ostringstream out;
  const auto wrong = write_game_text(out, made_game(manifest, kKey, 0, 0, mishaps, seed), rules, details, {}, view);
  CHECK_FALSE(wrong);
  return out.str();
}

}  // namespace

TEST_CASE("the text of a seat never names a card before the seat can know it, in any variant") {
  int texts = 0;
  for (const hearts::Variant* variant : hearts::variants()) {
    for (int players = 2; players <= hearts::kSeatsMax; ++players) {
      for (const char* options : {"", "+kitty_first", "+kitty_last", "+leftover.visibility=everybody",
                                  "+kitty_first+leftover.visibility=taker"}) {
        const std::string spec = std::string(variant->id) + "@" + std::to_string(players) + options;
        std::optional<hearts::GameRules> rules;
        try {
          rules.emplace(with_hands(hearts::resolve_variant(spec), 4));
        } catch (const hearts::RulesError&) {
          continue;
        }
        CAPTURE(spec);
        const Manifest manifest = made_manifest(spec, kKey, players, players, {4, true});
        const GameRecord record = made_game(manifest, kKey, 0, 0, {{{0, 2}}, {{1, 9}}});
        for (Seat seat = 0; seat < players; ++seat) {
          std::ostringstream text;
          GameView view;
          view.seat = seat;
          const GameFrame frame{{*rules, record.bots, CardPaint(rules->deck(), false)},
                                text,
                                record,
                                view,
                                GameAnnotations(record, {}, {}, true)};
          const auto watcher = make_seat_text(frame, seat);
          Witness witness(*watcher, text, *rules, seat);
          REQUIRE_FALSE(replay_game(record, *rules, witness));
          CHECK(witness.cards_seen() > 4 * rules->hand_size() * players);
          ++texts;
        }
      }
    }
  }
  CHECK(texts > 100);
}

TEST_CASE("a seat is told its hand, its questions and the table, in order") {
  GameView view;
  view.seat = 2;
  GameDetails details;
  details.notes = {{2, 2, "info depth=9"}, {1, 2, "a secret of another"}};
  const std::string text =
      seat_text("black-lady@4+deck.ranks=Q,K,A+pass.count=1", view, {1, true}, {{{2, 3}, {0, 2}}, {}}, 1, details);
  CHECK(text == R"(Game b0g0  black-lady@4+deck.ranks=Q,K,A+pass.count=1  (block 0, game 0)
as seat 2 (cyd) saw it
  seat 0  ann
  seat 1  bob
  seat 2  cyd
  seat 3  dan

Hand 1: bob deals, pass left
  dealt KD AD KH
       question 1: passes KD to dan
  got KC from bob
       holds KC AD KH
       on the table QC, may play KC
       question 2: KC
         info depth=9
       ann   bob   cyd   dan    points
     1 AC*  >QC    KC    KD
       holds AD KH
       on the table QD QS, may play AD
       question 3: AD!
         fault: timeout: no answer in time
     2>QD    QS    AD*   AS     13
       holds KH
       leads, may play KH
       question 4: KH
     3 QH    AH*  >KH    KS     3
points +0    +3    +13   +0
 total 0     3     13    0

End
  place 1  ann  0 points
  place 1  dan  0 points
  place 3  bob  3 points
  place 4  cyd  13 points
  fault: cyd in hand 1, question 3: timeout: no answer in time
)");
}

}  // namespace seat_text_test
