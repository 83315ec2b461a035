#include "sample_bots/monte_carlo_cpp/knowledge.h"

#include <memory>

#include "sample_bots/monte_carlo_cpp/bot.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/monte_carlo/line_table.h"

namespace knowledge_test {

// What the Monte Carlo bot believes of the cards it has not seen, against the truth.

namespace {

using namespace hearts;
using namespace hearts::test;
using monte::Deals;
using monte::Knowledge;

/// A game of random players, all of whom listen with a table of their own.
class Listeners {
 public:
  Listeners(const GameRules& game, std::uint64_t seed) : game_(game), seed_(seed), random_(seed_of(seed)) {
    for (Seat seat = 0; seat < game.seats(); ++seat) tables_.push_back(std::make_unique<monte::Table>());
  }

  /// Plays that many hands and calls look(hand, knowledge) before each question about cards.
  template <class Look>
  void play(int hands, Look look) {
    std::vector<monte::test::LineBot> seats;
    for (const auto& table : tables_) {
      seats.emplace_back([&table = *table, this](std::string_view line) { return answer(table, line); });
    }
    const GameRules game(with_hands(game_.rules(), hands));
    monte::test::play_lines({game, seed_, seats, [&](const Hand& hand, Seat seat) {
                               if (hand.phase() != Phase::pass && hand.phase() != Phase::play) return;
                               const Knowledge* known = tables_[static_cast<std::size_t>(seat)]->known();
                               REQUIRE(known != nullptr);
                               look(hand, *known);
                             }});
  }

 private:
  std::string answer(monte::Table& table, std::string_view text) {
    monte::Words line;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find(' ', start), text.size());
      line.push_back(text.substr(start, end - start));
      start = end + 1;
    }
    if (line[0] == "hello") return "ready";
    const auto question = monte::parse_question(line);
    if (!question) {
      table.read(line);
      return {};
    }
    monte::Words words = question->offered;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      std::swap(words[i], words[i + random_.below(static_cast<std::uint32_t>(words.size() - i))]);
    words.resize(static_cast<std::size_t>(question->count));
    if (question->kind == "pass") table.passed(table.cards(words).value());
    std::string said(question->id);
    for (std::string_view word : words) said.append(" ").append(word);
    return said;
  }

  const GameRules& game_;
  std::uint64_t seed_;
  Random random_;
  std::vector<std::unique_ptr<monte::Table>> tables_;
};

/// The cards each seat will play in the second of two sub-hands; empty in it.
CardSet still_to_come(const Hand& hand, Seat seat) {
  if (hand.game().rules().hands_per_seat == 1 || hand.sub_hand() == 1) return {};
  return hand.setup().deal.hands[static_cast<std::size_t>(1 - hand.selected(seat))][static_cast<std::size_t>(seat)];
}

constexpr std::uint64_t kFirstSeed = 500;

/// What seat 0 knows when it has picked up these cards.
Knowledge knowledge_with(const GameRules& game, const std::string& cards) {
  Hand::Setup setup;
  setup.deal.point_lane = game.fixed_point_lane();
  Knowledge known(game, 0, setup);
  known.deal(cards_of(game, cards));
  return known;
}

}  // namespace

TEST_CASE("the true deal is always among those that a seat holds possible") {
  std::uint64_t seed = kFirstSeed;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    INFO(id << ", seed " << ++seed);
    Listeners(game, seed).play(3, [&](const Hand& hand, const Knowledge& known) {
      const Seat me = known.me();
      REQUIRE(known.cards() == hand.cards(me));
      REQUIRE(known.position().trick_number == hand.trick_number());
      REQUIRE(known.position().trick.cards == hand.trick().cards);
      REQUIRE(known.position().broken == hand.broken());
      REQUIRE(known.position().kitty_taker == hand.kitty_taker());
      REQUIRE(known.position().setup.totals == hand.setup().totals);
      REQUIRE(known.position().setup.deal.point_lane == hand.point_lane());
      CardSet elsewhere = hand.setup().deal.leftover - known.leftover().value_or(CardSet{});
      for (Seat seat = 0; seat < game.seats(); ++seat) {
        elsewhere |= still_to_come(hand, seat);
        if (seat == me) continue;
        const CardSet truth = hand.cards(seat);
        REQUIRE(known.count(seat) == truth.size());
        REQUIRE(truth.contains(known.sure(seat)));
        REQUIRE(!truth.intersects(known.never(seat)));
        elsewhere |= truth - known.sure(seat);
      }
      REQUIRE(known.unseen() == elsewhere);
      if (known.leftover()) REQUIRE(*known.leftover() == hand.setup().deal.leftover);
    });
  }
}

TEST_CASE("a deal drawn is one in which all that was seen could have happened") {
  std::uint64_t seed = kFirstSeed;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    Random random(seed_of(++seed));
    INFO(id << ", seed " << seed);
    Listeners(game, seed).play(2, [&](const Hand& hand, const Knowledge& known) {
      Hand::Position position;
      REQUIRE(Deals(known).draw(random, position));
      CardSet all = position.setup.deal.leftover;
      int cards = all.size();
      for (Seat seat = 0; seat < game.seats(); ++seat) {
        const auto index = static_cast<std::size_t>(seat);
        REQUIRE(position.held[index].size() == hand.cards(seat).size());
        REQUIRE(position.held[index].contains(known.sure(seat)));
        REQUIRE(!position.held[index].intersects(known.never(seat)));
        const CardSet later = position.setup.deal.hands[1][index];
        REQUIRE(later.size() == still_to_come(hand, seat).size());
        all |= position.held[index] | later;
        cards += position.held[index].size() + later.size();
      }
      REQUIRE(position.held[static_cast<std::size_t>(known.me())] == known.cards());
      REQUIRE(all.size() == cards);
      REQUIRE(all.contains(known.unseen()));
      const Hand imagined(game, position);
      REQUIRE(imagined.phase() == hand.phase());
      if (hand.phase() == Phase::play) REQUIRE(imagined.legal() == hand.legal());
    });
  }
}

TEST_CASE("each card that may be with a seat comes to it in some deal") {
  const GameRules game(rules_of("black-lady@4"));
  Listeners(game, kFirstSeed).play(1, [&](const Hand& hand, const Knowledge& known) {
    if (hand.trick_number() != 6) return;
    Random random(seed_of(kFirstSeed));
    PerSeat<CardSet> met{};
    for (int draws = 0; draws < 2000; ++draws) {
      Hand::Position position;
      REQUIRE(Deals(known).draw(random, position));
      for (std::size_t seat = 0; seat < 4; ++seat) met[seat] |= position.held[seat];
    }
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      if (seat != known.me()) CHECK(met[static_cast<std::size_t>(seat)].contains(hand.cards(seat)));
    }
  });
}

TEST_CASE("who did not follow suit holds no card of it") {
  const GameRules game(rules_of("black-lady@4"));
  Knowledge known = knowledge_with(game, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2H");
  known.start_trick(1, 0);
  known.play(0, card_of(game, "2C"));
  known.play(1, card_of(game, "2D"));
  CHECK(known.never(1) == cards_of(game, "AC"));
  CHECK(known.never(2).empty());
}

TEST_CASE("who leads a heart before hearts are broken has nothing but hearts") {
  const GameRules game(rules_of("black-lady@4"));
  Knowledge known = knowledge_with(game, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC");
  known.start_trick(2, 1);
  known.play(1, card_of(game, "9H"));
  CHECK(known.never(1) ==
        cards_of(game, "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"));
}

TEST_CASE("a card that was passed on is known to be there until it is played") {
  const GameRules game(rules_of("black-lady@4"));
  Knowledge known = knowledge_with(game, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC");
  known.exchange(cards_of(game, "QC KC AC"), cards_of(game, "2D 3D 4D"));
  CHECK(known.sure(1) == cards_of(game, "QC KC AC"));
  CHECK(known.cards() == cards_of(game, "2C 3C 4C 5C 6C 7C 8C 9C TC JC 2D 3D 4D"));
  known.start_trick(1, 0);
  known.play(0, card_of(game, "2C"));
  known.play(1, card_of(game, "AC"));
  CHECK(known.sure(1) == cards_of(game, "QC KC"));
  CHECK(known.count(1) == 12);
}

}  // namespace knowledge_test
