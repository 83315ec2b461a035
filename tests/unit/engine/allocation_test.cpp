#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/laws/laws_hand.h"
#include "engine/match.h"
#include "engine/seat_view.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/playout.h"

// Counts every use of the heap in this program.

namespace {

std::atomic<long> allocations = 0;

void* counted_or_null(std::size_t size) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}

void* counted(std::size_t size) {
  if (void* memory = counted_or_null(size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

using namespace hearts;
using namespace hearts::test;

TEST_CASE("the count of allocations counts") {
  const long before = allocations;
  ::operator delete(::operator new(1));  // a new expression might be left out by the compiler
  CHECK(allocations - before == 1);
}

TEST_CASE("a hand takes nothing from the heap, from the shuffle to the score") {
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    Random random(seed_of(80));
    Match match(game, 0);
    int refused = 0;
    const long before = allocations;
    while (!match.status().over) {
      Hand hand(game, match.next_hand(deal_cards(game, match.dealer(), random)));
      while (hand.phase() != Phase::done) {
        const SeatView view(hand, hand.to_move());
        if (hand.phase() == Phase::play &&
            hand.apply(view.seat(), Move::play(random_card(game.deck().cards(), random))))
          ++refused;
        if (hand.phase() == Phase::done) break;
        const Hand copy = hand;
        must_apply(hand, copy.to_move(), random_move(copy, random));
        Hand played_out = copy;
        play_out(played_out, random);
      }
      match.finish_hand(hand);
    }
    const long used = allocations - before;
    INFO(id);
    CHECK(used == 0);
    CHECK(refused > 0);
  }
}

TEST_CASE("a hand under the laws takes nothing from the heap, whatever is tried") {
  const GameRules game(rules_of("tournament-laws@4+with_passing+laws.revoke_discovery=by_claim"));
  Random random(seed_of(81));
  int demanded = 0;
  int corrected = 0;
  const long before = allocations;
  for (int number = 1; number <= 20; ++number) {
    LawsHand hand(game, random_setup(game, number, random));
    while (hand.phase() != Phase::done) {
      const Seat seat = static_cast<Seat>(random.below(4));
      const Seat other = static_cast<Seat>(random.below(4));
      const CardSet pack = game.deck().cards();
      const bool refused = hand.apply(seat, Move::play(random_card(pack, random))).has_value();
      if (!hand.apply(other, Move::demand(seat))) ++demanded;
      if (!hand.apply(other, Move::correct(random_card(pack, random)))) ++corrected;
      if (refused && hand.phase() != Phase::done) must_apply(hand, hand.to_move(), regular_move(hand, random));
    }
  }
  const long used = allocations - before;
  CHECK(used == 0);
  CHECK(demanded > 0);
  CHECK(corrected > 0);
}
