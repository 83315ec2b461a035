#include "tests/unit/engine/playout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "engine/hand.h"

namespace hearts {
namespace {

// Sets for the inner loop: the CardSet's words as plain values, which stay in registers. A pack of four suits needs
// one of them.

class OneWord {
 public:
  OneWord() = default;
  explicit OneWord(std::uint64_t word) : word_(word) {}

  std::uint64_t word() const { return word_; }
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
  /// Where the bit is, of a set of one.
  template <class Bits>
  int place() const {
    return Bits::place(word_);
  }

 private:
  std::uint64_t word_ = 0;
};

class TwoWords {
 public:
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
  int place() const {
    return Bits::place(set_.low_word()) + (Bits::place(set_.high_word()) & 63);
  }

 private:
  CardSet set_;
};

// Layouts: where the cards are in such a set.

/// As in a CardSet, whose high word is empty.
struct FourLanes {
  using Set = OneWord;
  static constexpr bool kMayReverse = false;
  static OneWord set(CardSet cards) { return OneWord(cards.low_word()); }
  static OneWord following(const GameRules& game, int led_lane) { return set(game.following(led_lane)); }
  static CardSet cards(OneWord set) { return CardSet::of_words(set.word(), 0); }
  static Card card_at(int place) { return Card::from_code(place); }
};

/// As in a CardSet.
struct AllLanes {
  using Set = TwoWords;
  static constexpr bool kMayReverse = true;
  static TwoWords set(CardSet cards) { return TwoWords(cards); }
  static TwoWords following(const GameRules& game, int led_lane) { return set(game.following(led_lane)); }
  static CardSet cards(TwoWords set) { return set.cards(); }
  static Card card_at(int place) { return Card::from_code(place); }
};

/// Without gaps between the cards in play: up to 64 of five suits are one word.
template <class Bits>
class Packed {
 public:
  using Set = OneWord;
  static constexpr bool kMayReverse = true;
  /// Without instructions it would take longer than it saves.
  static constexpr bool kIsQuick = requires { Bits::pack(0, 0); };

  Packed(const GameRules& game, CardSet in_play)
      : low_(in_play.low_word()), high_(in_play.high_word()), in_low_(Bits::count(low_)) {
    std::size_t place = 0;
    for (int code = 0; code < kCodesMax; code += 8) {
      const std::uint64_t byte = (code < 64 ? low_ >> code : high_ >> (code & 63)) & 0xFF;
      const std::uint64_t codes =
          ArithmeticBits::bits_of_byte(byte) + ArithmeticBits::kEachByte * static_cast<unsigned>(code);
      std::memcpy(&code_at_[place], &codes, sizeof codes);
      place += at(Bits::count(byte));
    }
    for (int lane = 0; lane < game.deck().lanes(); ++lane) following_[at(lane)] = set(game.following(lane));
  }

  /// Of those, the cards in play.
  OneWord set(CardSet cards) const {
    return OneWord(Bits::pack(cards.low_word(), low_) | Bits::pack(cards.high_word(), high_) << in_low_);
  }
  OneWord following(const GameRules& /*game*/, int led_lane) const { return following_[at(led_lane)]; }
  CardSet cards(OneWord set) const {
    return CardSet::of_words(Bits::unpack(set.word(), low_), Bits::unpack(set.word() >> in_low_, high_));
  }
  Card card_at(int place) const { return Card::from_code(code_at_[at(place)]); }

 private:
  std::uint64_t low_;
  std::uint64_t high_;
  int in_low_;
  std::array<OneWord, kLanesMax> following_;
  std::array<std::uint8_t, 64 + 8> code_at_;  ///< written eight at a time: beyond the last card, too
};

}  // namespace

/// Plays a Hand from inside. `Layout` says where the cards lie, `Bits` finds them.
template <class Layout, class Bits>
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
  template <class Set>
  struct Table {
    std::array<Set, kSeatsMax> held;
    std::array<std::size_t, kSeatsMax> next;  ///< round the table
    Trick trick;
  };

  template <class Set>
  struct Taken {
    Seat winner;
    Set cards;
  };

  /// Nobody has passed yet: all do.
  void pass() {
    Random random = random_;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const auto all = Layout::set(hand_.hands_[seat]);
      auto kept = all;
      for (int i = 0; i < game_.pass_count(); ++i) kept = kept.without(kept.template pick<Bits>(random));
      hand_.passed_[seat] = Layout::cards(all - kept);
    }
    random_ = random;
    hand_.exchange_cards();
    hand_.open();
  }

  /// The trick that has its own rules. True while the hand that is played has cards.
  bool play_first_trick() {
    const Layout layout;
    auto table = pick_up(layout);
    Random random = random_;
    bool broken = hand_.broken_;
    const auto follow = [&](auto cards, int led_lane) {
      PlaySituation situation = hand_.situation();
      situation.led_lane = led_lane;
      return Layout::set(legal_cards(game_, Layout::cards(cards), situation));
    };
    const auto taken = play_trick(layout, table, random, broken, Layout::set(hand_.legal_), follow);
    random_ = random;
    if (game_.rules().break_on_first_trick) hand_.broken_ = broken;
    return lay_down(layout, table, taken);
  }

  void play_other_tricks() {
    if constexpr (Packed<Bits>::kIsQuick && std::is_same_v<Layout, AllLanes>) {
      CardSet in_play;
      for (Seat seat = 0; seat < game_.seats(); ++seat) in_play |= hand_.hands_[seat];
      if (in_play.size() <= 64) return play_other_tricks(Packed<Bits>(game_, in_play));
    }
    play_other_tricks(Layout());
  }

  /// From the second trick on: nothing is banned but a lead, and there is no kitty but with the last.
  /// A function of its own: more of what changes in a trick stays in registers.
  template <class Used>
  [[gnu::noinline]] void play_other_tricks(const Used& layout) {
    using Set = typename Used::Set;
    Table<Set> table = pick_up(layout);
    Random random = random_;
    const CardSet held_back = game_.unbroken_ban(hand_.point_lane());
    const Set unbroken_ban = layout.set(held_back);
    // Where no card is held back and none breaks, tricks are played as after the break.
    const bool may_break = !held_back.empty() || !game_.rules().break_on.empty();
    bool broken = hand_.broken_ || !may_break;
    const auto follow = [&](Set cards, int led_lane) {
      return legal_to_follow(cards, layout.following(game_, led_lane));
    };
    Taken<Set> taken{table.trick.leader, {}};
    const int tricks = game_.hand_size();
    for (int number = hand_.trick_number_; number <= tricks; ++number) {
      table.trick.leader = taken.winner;
      const Set cards = table.held[at(taken.winner)];
      taken = play_trick(layout, table, random, broken, broken ? cards : legal_to_lead(cards, unbroken_ban), follow);
      hand_.won_[taken.winner] |= layout.cards(taken.cards);
      if (number < tricks) hand_.tricks_taken_.add(taken.winner);  // lay_down() counts the last one
    }
    random_ = random;
    if (may_break) hand_.broken_ = broken;
    hand_.trick_number_ = tricks;
    lay_down(layout, table, taken);
  }

  /// `legal` may be led; `follow(cards, led_lane)` says what may be played then.
  template <class Used, class Set, class Follow>
  [[gnu::always_inline]] Taken<Set> play_trick(const Used& layout, Table<Set>& table, Random& random, bool& broken,
                                               Set legal, Follow follow) {
    const std::size_t seats = at(game_.seats());
    const int point_lane = hand_.point_lane();
    const std::size_t leader = at(table.trick.leader);
    const Set led_alone = legal.template pick<Bits>(random);
    const Card led = layout.card_at(led_alone.template place<Bits>());
    table.held[leader] = table.held[leader].without(led_alone);
    table.trick.cards[0] = led;
    broken = broken || led_alone.intersects(layout.set(game_.breaking(point_lane, GameRules::kLeading)));

    // A power and its seat are one number: the highest says who won.
    const GameRules::Powers& powers = game_.powers(led.lane(), false);
    const GameRules::Powers& turned = game_.powers(led.lane(), true);
    const bool may_reverse = Used::kMayReverse && game_.jokers_reverse();
    Set fallen = led_alone;
    std::size_t seat = leader;
    std::size_t best = at(powers.of(led)) * 8 + seat;
    std::size_t best_turned = at(turned.of(led)) * 8 + seat;
    for (std::size_t i = 1; i < seats; ++i) {
      seat = table.next[seat];
      const Set cards = table.held[seat];
      const Set alone = follow(cards, led.lane()).template pick<Bits>(random);
      const Card card = layout.card_at(alone.template place<Bits>());
      table.held[seat] = cards.without(alone);
      fallen = fallen | alone;
      table.trick.cards[i] = card;
      best = std::max(best, at(powers.of(card)) * 8 + seat);
      if (may_reverse) best_turned = std::max(best_turned, at(turned.of(card)) * 8 + seat);
    }
    table.trick.count = game_.seats();
    broken = broken || fallen.intersects(layout.set(game_.breaking(point_lane, led.lane())));
    if (may_reverse && fallen.intersects(layout.set(CardSet::joker_places()))) best = best_turned;
    return {static_cast<Seat>(best & 7), fallen};
  }

  template <class Used>
  Table<typename Used::Set> pick_up(const Used& layout) const {
    Table<typename Used::Set> table{.held = {}, .next = {}, .trick = hand_.trick_};
    for (std::size_t seat = 0; seat < kSeatsMax; ++seat) {
      table.held[seat] = layout.set(hand_.hands_[seat]);
      table.next[seat] = seat + 1 < at(game_.seats()) ? seat + 1 : 0;
    }
    return table;
  }

  /// Puts all back where the hand keeps it and books the last trick.
  template <class Used, class Set>
  bool lay_down(const Used& layout, const Table<Set>& table, Taken<Set> taken) {
    for (std::size_t seat = 0; seat < kSeatsMax; ++seat) hand_.hands_[seat] = layout.cards(table.held[seat]);
    hand_.trick_ = table.trick;
    return hand_.take_trick(taken.winner, layout.cards(taken.cards));
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
    four_suits ? Playout<FourLanes, InstructionBits>(hand, random).run()
               : Playout<AllLanes, InstructionBits>(hand, random).run();
  } else {
    four_suits ? Playout<FourLanes, ArithmeticBits>(hand, random).run()
               : Playout<AllLanes, ArithmeticBits>(hand, random).run();
  }
}

}  // namespace hearts
