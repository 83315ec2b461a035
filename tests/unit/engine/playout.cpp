#include "tests/unit/engine/playout.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/hand.h"

namespace hearts {
namespace {

// Sets for the inner loop: the CardSet's words as plain values, which stay in registers. A pack of four suits needs
// one of them.

class OneWord {
 public:
  static constexpr bool kMayReverse = false;
  OneWord() = default;
  explicit OneWord(CardSet set) : word_(set.low_word()) {}

  CardSet cards() const { return CardSet::of_words(word_, 0); }
  bool intersects(OneWord other) const { return (word_ & other.word_) != 0; }
  OneWord or_else(OneWord other) const { return word_ == 0 ? other : *this; }
  friend OneWord operator|(OneWord a, OneWord b) { return OneWord(a.word_ | b.word_); }
  friend OneWord operator&(OneWord a, OneWord b) { return OneWord(a.word_ & b.word_); }
  friend OneWord operator-(OneWord a, OneWord b) { return OneWord(a.word_ & ~b.word_); }
  /// Without a part of it.
  OneWord without(OneWord part) const { return OneWord(word_ ^ part.word_); }

  /// As random_card(): the set of it alone.
  template <class Bits>
  [[gnu::always_inline]] OneWord pick(Random& random) const {
    const int k = static_cast<int>(random.below(static_cast<std::uint32_t>(Bits::count(word_))));
    return OneWord(Bits::nth_alone(word_, k));
  }
  /// The card of a set of one.
  template <class Bits>
  Card only() const {
    return Card::from_code(Bits::place(word_));
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

  CardSet cards() const { return set_; }
  bool intersects(TwoWords other) const { return set_.intersects(other.set_); }
  TwoWords or_else(TwoWords other) const { return TwoWords(set_.or_else(other.set_)); }
  friend TwoWords operator|(TwoWords a, TwoWords b) { return TwoWords(a.set_ | b.set_); }
  friend TwoWords operator&(TwoWords a, TwoWords b) { return TwoWords(a.set_ & b.set_); }
  friend TwoWords operator-(TwoWords a, TwoWords b) { return TwoWords(a.set_ - b.set_); }
  TwoWords without(TwoWords part) const {
    return TwoWords(
        CardSet::of_words(set_.low_word() ^ part.set_.low_word(), set_.high_word() ^ part.set_.high_word()));
  }

  template <class Bits>
  [[gnu::always_inline]] TwoWords pick(Random& random) const {
    const int in_low = Bits::count(set_.low_word());
    const int all = in_low + Bits::count(set_.high_word());
    const int k = static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
    const auto [low, high] = Bits::nth_alone(set_.low_word(), in_low, set_.high_word(), k);
    return TwoWords(CardSet::of_words(low, high));
  }
  template <class Bits>
  Card only() const {
    return Card::from_code(Bits::place(set_.low_word()) + (Bits::place(set_.high_word()) & 63));
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
    std::array<std::size_t, kSeatsMax> next;  ///< round the table
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
      for (int i = 0; i < game_.pass_count(); ++i) kept = kept.without(kept.template pick<Bits>(random));
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
  /// A function of its own: more of what changes in a trick stays in registers.
  [[gnu::noinline]] void play_other_tricks() {
    Table table = pick_up();
    Random random = random_;
    const CardSet held_back = game_.unbroken_ban(hand_.point_lane());
    const Set unbroken_ban(held_back);
    // Where no card is held back and none breaks, tricks are played as after the break.
    const bool may_break = !held_back.empty() || !game_.rules().break_on.empty();
    bool broken = hand_.broken_ || !may_break;
    const auto follow = [&](Set cards, Card led) { return legal_to_follow(cards, Set(game_.following(led.lane()))); };
    Taken taken{table.trick.leader, {}};
    const int tricks = game_.hand_size();
    for (int number = hand_.trick_number_; number <= tricks; ++number) {
      table.trick.leader = taken.winner;
      const Set cards = table.held[at(taken.winner)];
      taken = play_trick(table, random, broken, broken ? cards : legal_to_lead(cards, unbroken_ban), follow);
      hand_.won_[taken.winner] |= taken.cards.cards();
    }
    random_ = random;
    if (may_break) hand_.broken_ = broken;
    hand_.trick_number_ = tricks;
    lay_down(table, taken);
  }

  /// `legal` may be led; `follow(cards, led)` says what may be played then.
  template <class Follow>
  [[gnu::always_inline]] Taken play_trick(Table& table, Random& random, bool& broken, Set legal, Follow follow) {
    const std::size_t seats = at(game_.seats());
    const int point_lane = hand_.point_lane();
    const std::size_t leader = at(table.trick.leader);
    const Set led_alone = legal.template pick<Bits>(random);
    const Card led = led_alone.template only<Bits>();
    table.held[leader] = table.held[leader].without(led_alone);
    table.trick.cards[0] = led;
    broken = broken || led_alone.intersects(Set(game_.breaking(point_lane, GameRules::kLeading)));

    // A power and its seat are one number: the highest says who won.
    const GameRules::Powers& powers = game_.powers(led.lane(), false);
    const GameRules::Powers& turned = game_.powers(led.lane(), true);
    const bool may_reverse = Set::kMayReverse && game_.jokers_reverse();
    Set fallen = led_alone;
    std::size_t seat = leader;
    std::size_t best = at(powers.of(led)) * 8 + seat;
    std::size_t best_turned = at(turned.of(led)) * 8 + seat;
    for (std::size_t i = 1; i < seats; ++i) {
      seat = table.next[seat];
      const Set cards = table.held[seat];
      const Set alone = follow(cards, led).template pick<Bits>(random);
      const Card card = alone.template only<Bits>();
      table.held[seat] = cards.without(alone);
      fallen = fallen | alone;
      table.trick.cards[i] = card;
      best = std::max(best, at(powers.of(card)) * 8 + seat);
      if (may_reverse) best_turned = std::max(best_turned, at(turned.of(card)) * 8 + seat);
    }
    table.trick.count = game_.seats();
    broken = broken || fallen.intersects(Set(game_.breaking(point_lane, led.lane())));
    if (may_reverse && fallen.cards().intersects(CardSet::joker_places())) best = best_turned;
    return {static_cast<Seat>(best & 7), fallen};
  }

  Table pick_up() const {
    Table table{.held = {}, .next = {}, .trick = hand_.trick_};
    for (std::size_t seat = 0; seat < kSeatsMax; ++seat) {
      table.held[seat] = Set(hand_.hands_[seat]);
      table.next[seat] = seat + 1 < at(game_.seats()) ? seat + 1 : 0;
    }
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
  static const bool has = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
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
