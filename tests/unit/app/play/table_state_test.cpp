#include "arena/app/play/table_state.h"

#include "engine/deck.h"
#include "engine/hand.h"
#include "engine/random.h"
#include "engine/seat_view.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace table_state_test {

using namespace arena;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;

namespace {

/// What a seat at the table knows, from its view.
TableState state_of(const hearts::GameRules& rules, const hearts::SeatView& view) {
  TableState state;
  state.rules.emplace(rules);
  state.you = view.seat();
  state.point_lane = view.point_lane();
  state.cards = view.cards();
  state.broken = view.broken();
  state.trick_number = view.trick_number();
  const hearts::Trick trick = view.trick();
  for (int i = 0; i < trick.count; ++i)
    state.trick.push_back({trick.seat_of(i, view.game().seats()), trick.cards[hearts::at(i)]});
  return state;
}

std::string reason_of(const Hand& hand, Card card) {
  Hand copy = hand;
  const auto breach = copy.apply(hand.to_move(), Move::play(card));
  REQUIRE(breach);
  return std::string(describe(breach->breach)) + (breach->rule.empty() ? "" : " (" + std::string(breach->rule) + ")");
}

}  // namespace

TEST_CASE("a card that cannot be played is refused for the engine's reason, in every variant") {
  int refused = 0;
  for (const hearts::Variant* variant : hearts::variants()) {
    for (int players = variant->seats_min; players <= variant->seats_max; ++players) {
      const std::string spec = std::string(variant->id) + "@" + std::to_string(players);
      CAPTURE(spec);
      const hearts::GameRules rules(hearts::resolve_variant(spec));
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        hearts::Random random({seed, 2, 3, 4});
        Hand::Setup setup;
        setup.deal = hearts::deal_cards(rules, 0, random);
        Hand hand(rules, setup);
        while (hand.phase() != Phase::done && hand.phase() != Phase::choose) {
          const Seat seat = hand.to_move();
          if (hand.phase() == Phase::select) {
            REQUIRE_FALSE(hand.apply(seat, Move::select(0)));
          } else if (hand.phase() == Phase::pass) {
            CardSet passed;
            while (passed.size() < rules.pass_count()) passed.insert(hand.cards(seat).nth(passed.size()));
            REQUIRE_FALSE(hand.apply(seat, Move::pass(passed)));
          } else {
            const TableState state = state_of(rules, hearts::SeatView(hand, seat));
            for (Card card : hand.cards(seat) - hand.legal()) {
              CHECK(why_not_playable(state, hand.legal(), rules.deck().name(card)) == reason_of(hand, card));
              ++refused;
            }
            const auto count = static_cast<std::uint32_t>(hand.legal().size());
            REQUIRE_FALSE(hand.apply(seat, Move::play(hand.legal().nth(static_cast<int>(random.below(count))))));
          }
        }
      }
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("the lines of a game make up what a seat knows") {
  TableState state;
  for (const char* line : {"hello arena 1", "game 205738d1 variant=black-lady@4 seats=4 you=1 botseed=1",
                           "names ann bob cyd dan", "hand 2 dealer=0 pass=1 totals=3,4,5,6", "deal 2C 3C QS KH",
                           "got AH", "trick 1 lead=0", "play 0 4C", "play 1 2C"}) {
    apply_line(state, line);
  }
  CHECK(state.names == std::vector<std::string>{"ann", "you", "cyd", "dan"});
  CHECK(state.totals[3] == 6);
  CHECK(state.name(state.passes_to()) == "cyd");
  CHECK(state.name(state.gets_from()) == "ann");
  CHECK(state.trick.size() == 2);
  CHECK(hearts::cards_text(state.rules->deck(), state.cards) == "3C QS KH AH");
  for (const char* line :
       {"play 2 QH", "play 3 5C", "took 3 1", "broken", "unknown word", "score hand 0 0 0 1", "score total 3 4 5 7"}) {
    apply_line(state, line);
  }
  CHECK(state.last_winner == 3);
  CHECK(state.last_trick.size() == 4);
  CHECK(state.taken[3] == 1);
  CHECK(state.broken);
  CHECK(state.totals[3] == 7);
  CHECK(state.change[3] == 1);
}

TEST_CASE("a line that no arena sends is a bug, and reported") {
  TableState state;
  apply_line(state, "game 205738d1 variant=black-lady@4 seats=4 you=1 botseed=1");
  for (const char* line : {"play 4 QS", "play 0 XX", "took x 1", "deal 2C 2C", "trick one lead=0"}) {
    CHECK_THROWS_AS(apply_line(state, line), std::logic_error);
  }
}

}  // namespace table_state_test
