#include "tests/unit/engine/playout.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/hand.h"

namespace hearts {
namespace {

/// A card that was picked: the set of it alone and its name.
template <class Set>
struct Picked {
  Set alone;
  Card card;
};

// Sets for the inner loop: the CardSet's words as plain values, which stay in registers. A pack of four suits needs
// one of them.

class OneWord {
 public:
  static constexpr bool kMayReverse = false;
  OneWord() = default;
  explicit OneWord(CardSet set) : word_(set.low_word()) {}
  static OneWord lane(int lane) { return OneWord(std::uint64_t{0xFFFF} << (16 * lane)); }

  CardSet cards() const { return CardSet::of_words(word_, 0); }
  bool intersects(OneWord other) const { return (word_ & other.word_) != 0; }
  OneWord or_else(OneWord other) const { return word_ == 0 ? other : *this; }
  friend OneWord operator|(OneWord a, OneWord b) { return OneWord(a.word_ | b.word_); }
  friend OneWord operator&(OneWord a, OneWord b) { return OneWord(a.word_ & b.word_); }
  friend OneWord operator-(OneWord a, OneWord b) { return OneWord(a.word_ & ~b.word_); }

  /// As random_card().
  template <class Bits>
  [[gnu::always_inline]] Picked<OneWord> pick(Random& random) const {
    const std::uint32_t k = random.below(static_cast<std::uint32_t>(Bits::count(word_)));
    const std::uint64_t bit = Bits::nth_bit(word_, static_cast<int>(k));
    return {OneWord(bit), Card::from_code(Bits::place(bit))};
  }

 private:
  explicit OneWord(std::uint64_t word) : word_(word) {}
  std::uint64_t word_ = 0;
};

class TwoWords {
 public:
  static constexpr bool kMayReverse = true;
  TwoWords() = default;
  explicit TwoWords(CardSet set) : set_(set) {}
  static TwoWords lane(int lane) { return TwoWords(CardSet::lane(lane)); }

  CardSet cards() const { return set_; }
  bool intersects(TwoWords other) const { return set_.intersects(other.set_); }
  TwoWords or_else(TwoWords other) const { return TwoWords(set_.or_else(other.set_)); }
  friend TwoWords operator|(TwoWords a, TwoWords b) { return TwoWords(a.set_ | b.set_); }
  friend TwoWords operator&(TwoWords a, TwoWords b) { return TwoWords(a.set_ & b.set_); }
  friend TwoWords operator-(TwoWords a, TwoWords b) { return TwoWords(a.set_ - b.set_); }

  template <class Bits>
  [[gnu::always_inline]] Picked<TwoWords> pick(Random& random) const {
    const int in_low = Bits::count(set_.low_word());
    const int all = in_low + Bits::count(set_.high_word());
    const int k = static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
    // In which word the card lies is anybody's guess: both are looked into, without a branch, and one has no such bit.
    const std::uint64_t counter = std::uint64_t{1} << k;
    const std::uint64_t low = Bits::deposit(counter, set_.low_word());
    const std::uint64_t high = Bits::deposit(counter >> in_low, set_.high_word());
    return {TwoWords(CardSet::of_words(low, high)), Card::from_code(Bits::place(low) + (Bits::place(high) & 63))};
  }

 private:
  CardSet set_;
};

}  // namespace

/// Plays a Hand from inside. `Set` holds the cards, `Bits` finds them.
template <class Set, class Bits>
class Playout {
 public:
  Playout(Hand& hand, Random& random) : hand_(hand), game_(hand.game()), random_(random) {}

  void run() {
    while (hand_.phase_ != Phase::done) {
      if (hand_.phase_ == Phase::pass && hand_.moved_ == 0) {
        pass();
      } else if (hand_.phase_ == Phase::play && !hand_.trick_.started()) {
        if (hand_.trick_number_ > 1 || play_first_trick()) play_other_tricks();
      } else {
        (void)hand_.apply(hand_.to_move_, random_move(hand_, random_));
      }
    }
  }

 private:
  /// What lies on the table and in the hands.
  struct Table {
    std::array<Set, kSeatsMax> held;
    Trick trick;
  };

  struct Taken {
    Seat winner;
    Set cards;
  };

  /// Nobody has passed yet: all do.
  void pass() {
    Random random = random_;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const Set all(hand_.hands_[seat]);
      Set kept = all;
      for (int i = 0; i < game_.pass_count(); ++i) kept = kept - kept.template pick<Bits>(random).alone;
      hand_.passed_[seat] = (all - kept).cards();
    }
    random_ = random;
    hand_.exchange();
  }

  /// The trick that has its own rules. True while the hand that is played has cards.
  bool play_first_trick() {
    Table table = pick_up();
    Random random = random_;
    bool broken = hand_.broken_;
    const Taken taken = play_trick(table, random, broken, Set(hand_.legal_), [&](Set cards, Card led) {
      PlaySituation situation = hand_.situation();
      situation.led_lane = led.lane();
      return Set(legal_cards(game_, cards.cards(), situation));
    });
    random_ = random;
    if (game_.rules().break_on_first_trick) hand_.broken_ = broken;
    return lay_down(table, taken);
  }

  /// From the second trick on: nothing is banned but a lead, and there is no kitty but with the last.
  void play_other_tricks() {
    Table table = pick_up();
    Random random = random_;
    bool broken = hand_.broken_;
    const Set unbroken_ban(game_.unbroken_ban(hand_.point_lane()));
    const Set any(game_.rules().follow_required ? CardSet{} : game_.deck().cards());
    const auto follow = [&](Set cards, Card led) { return legal_to_follow(cards, Set::lane(led.lane()) | any); };
    Taken taken{table.trick.leader, {}};
    const int tricks = game_.hand_size();
    for (int number = hand_.trick_number_; number <= tricks; ++number) {
      table.trick.leader = taken.winner;
      const Set cards = table.held[at(taken.winner)];
      taken = play_trick(table, random, broken, broken ? cards : legal_to_lead(cards, unbroken_ban), follow);
      hand_.won_[taken.winner] |= taken.cards.cards();
    }
    random_ = random;
    hand_.broken_ = broken;
    hand_.trick_number_ = tricks;
    lay_down(table, taken);
  }

  /// `legal` may be led; `follow(cards, led)` says what may be played then.
  template <class Follow>
  [[gnu::always_inline]] Taken play_trick(Table& table, Random& random, bool& broken, Set legal, Follow follow) {
    const int seats = game_.seats();
    const int point_lane = hand_.point_lane();
    const Seat leader = table.trick.leader;
    const auto [led_alone, led] = legal.template pick<Bits>(random);
    table.held[at(leader)] = table.held[at(leader)] - led_alone;
    table.trick.cards[0] = led;
    broken = broken || led_alone.intersects(Set(game_.breaking(point_lane, GameRules::kLeading)));

    // A power and its seat are one number: the highest says who won.
    const GameRules::Powers& powers = game_.powers(led.lane(), false);
    const GameRules::Powers& turned = game_.powers(led.lane(), true);
    Set fallen = led_alone;
    Seat seat = leader;
    int best = powers.of(led) * 8 + seat;
    int best_turned = turned.of(led) * 8 + seat;
    for (int i = 1; i < seats; ++i) {
      // The next seat, round the table. By a mask, not a branch: who leads is anybody's guess.
      seat = (seat + 1) & -static_cast<int>(seat + 1 != seats);
      Set& cards = table.held[at(seat)];
      const auto [alone, card] = follow(cards, led).template pick<Bits>(random);
      cards = cards - alone;
      fallen = fallen | alone;
      table.trick.cards[i] = card;
      best = std::max(best, powers.of(card) * 8 + seat);
      if constexpr (Set::kMayReverse) best_turned = std::max(best_turned, turned.of(card) * 8 + seat);
    }
    table.trick.count = seats;
    broken = broken || fallen.intersects(Set(game_.breaking(point_lane, led.lane())));
    if constexpr (Set::kMayReverse) {
      if (game_.jokers_reverse() && fallen.cards().intersects(CardSet::joker_places())) best = best_turned;
    }
    return {best & 7, fallen};
  }

  Table pick_up() const {
    Table table{.held = {}, .trick = hand_.trick_};
    for (std::size_t seat = 0; seat < kSeatsMax; ++seat) table.held[seat] = Set(hand_.hands_[seat]);
    return table;
  }

  /// Puts all back where the hand keeps it and books the last trick.
  bool lay_down(const Table& table, Taken taken) {
    for (std::size_t seat = 0; seat < kSeatsMax; ++seat) hand_.hands_[seat] = table.held[seat].cards();
    hand_.trick_ = table.trick;
    return hand_.take_trick(taken.winner, taken.cards.cards());
  }

  Hand& hand_;
  const GameRules& game_;
  Random& random_;
};

#ifdef __x86_64__
bool has_bit_instructions() {
  static const bool has = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2") &&
                          !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
  return has;
}
#endif

void play_out(Hand& hand, Random& random, BitWork work) {
  const bool four_suits = hand.game().deck().lanes() <= 4;
  if (work == BitWork::quickest && has_bit_instructions()) {
    four_suits ? Playout<OneWord, InstructionBits>(hand, random).run()
               : Playout<TwoWords, InstructionBits>(hand, random).run();
  } else {
    four_suits ? Playout<OneWord, PlainBits>(hand, random).run() : Playout<TwoWords, PlainBits>(hand, random).run();
  }
}

}  // namespace hearts
