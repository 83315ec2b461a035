#include <map>
#include <set>
#include <sstream>

#include "arena/game/table/table.h"
#include "engine/deck.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace privacy_test {

namespace {

using namespace arena;
using namespace arena::test;

/// Answers with words drawn from a generator of its own, so that games differ.
FakeScript drawing_script(std::uint64_t seed) {
  auto random = std::make_shared<hearts::Random>(hearts::Seed{seed, 2, 3, 4});
  return answering_script([random](FakeBot& bot, const Ask& ask, int) {
    std::vector<std::string> words = ask.words;
    std::string answer = std::to_string(ask.id);
    for (int i = 0; i < ask.count; ++i) {
      const std::size_t pick = random->below(static_cast<std::uint32_t>(words.size()));
      answer += " " + words[pick];
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(pick));
    }
    bot.say(answer);
  });
}

struct Game {
  GameResult result;
  std::vector<std::string> sent;  ///< by seat
};

Game play(const hearts::GameRules& rules, std::uint64_t seed, const std::function<hearts::Seed(int)>& deal_seed) {
  FakeClock clock;
  std::deque<FakeBot> bots(static_cast<std::size_t>(rules.seats()));
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  GameSetup setup;
  setup.rules = &rules;
  setup.deal = shuffled(rules, deal_seed);
  for (std::size_t i = 0; i < bots.size(); ++i) {
    seats.push_back(std::make_unique<BotSeat>(setup.limits.all));
    run(seats.back()->greet(std::make_unique<FakeChannel>(clock, bots[i], drawing_script(seed * 10 + i))));
    players.push_back(seats.back().get());
    setup.tokens.push_back("t" + std::to_string(i));
    setup.bot_seeds.push_back(1);
  }
  const std::vector<FaultEvent> absences(bots.size());
  Game game;
  game.result = run(play_game(setup, players, absences));
  for (const FakeBot& bot : bots) game.sent.push_back(bot.sent());
  return game;
}

/// Follows what one seat was sent against the record of the whole game: every card that a line names must be one
/// that this seat holds, has passed or got, or that lies or lay open on the table at that moment.
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
    CHECK(cards_seen_ > 0);
    CHECK(hand_ == static_cast<int>(result_.hands.size()));
  }

 private:
  void read_line(const std::string& line) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "rule" || verb == "suit" || verb == "points") return;  // the pack itself, no secret
    if (verb == "hand") start_hand();
    if (verb == "subhand") words >> sub_hand_;
    if (verb == "deal") learn(own_hand());
    if (verb == "got") learn(got());
    if (verb == "play") {
      int seat = -1;
      std::string name;
      words >> seat >> name;
      REQUIRE(played_ < recorded().plays.size());
      CHECK(name == rules_.deck().name(*recorded().plays[played_].card));
      known_.insert(*recorded().plays[played_++].card);
      ++cards_seen_;
      return;
    }
    if (verb == "leftover") {
      CHECK(played_ == recorded().plays.size());  // hidden until the hand is played, in the variants tested
      learn(recorded().deal.leftover);
    }
    for (std::string word; words >> word;) {
      const auto card = rules_.deck().find(word);
      if (!card) continue;
      ++cards_seen_;
      CHECK(known_.contains(*card));
    }
  }

  void start_hand() {
    ++hand_;
    sub_hand_ = 1;
    played_ = 0;
    known_ = {};
  }

  const HandResult& recorded() const { return result_.hands[static_cast<std::size_t>(hand_ - 1)]; }
  std::size_t seat() const { return static_cast<std::size_t>(seat_); }

  hearts::CardSet own_hand() const {
    const int first = recorded().selected[seat()];
    const int index = sub_hand_ == 1 ? first : 1 - first;
    return recorded().deal.hands[static_cast<std::size_t>(index)][seat()];
  }
  hearts::CardSet got() const {
    const int from = hearts::seat_at(seat_, -rules_.pass_offset(hand_), rules_.seats());
    return recorded().passed[static_cast<std::size_t>(sub_hand_ - 1)][static_cast<std::size_t>(from)];
  }
  void learn(hearts::CardSet cards) { known_ |= cards; }

  const hearts::GameRules& rules_;
  const GameResult& result_;
  int seat_;
  int hand_ = 0;
  int sub_hand_ = 1;
  std::size_t played_ = 0;
  int cards_seen_ = 0;
  hearts::CardSet known_;
};

TEST_CASE("over whole games no seat is sent a card that it may not know") {
  for (const char* variant : {"royal-classic@2", "royal-classic@3", "royal-classic@4", "royal-classic@5",
                              "black-lady@3", "black-lady@4", "black-lady@5", "black-lady@6",
                              "black-lady@3+kitty_first", "black-lady@5+kitty_last", "black-lady@6+kitty_first"}) {
    CAPTURE(variant);
    const hearts::GameRules rules(hearts::resolve_variant(variant));
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      CAPTURE(seed);
      const Game game =
          play(rules, seed, [seed](int hand) { return hearts::Seed{seed, static_cast<std::uint64_t>(hand), 5, 5}; });
      for (int seat = 0; seat < rules.seats(); ++seat)
        Witness(rules, game.result, seat).read(game.sent[static_cast<std::size_t>(seat)]);
    }
  }
}

TEST_CASE("what a seat is sent does not depend on cards it cannot see") {
  // Deals of one hand size in which seat 0 holds the same cards and the others do not: until cards are passed or
  // played the bytes must be the same. The deals are found by the cards of seat 0, from a search over seeds with a
  // small pack.
  const hearts::GameRules rules(hearts::resolve_variant("black-lady@4+deck.ranks=T,J,Q,K,A+pass.count=1"));
  std::map<std::string, std::vector<std::uint64_t>> by_hand;
  int compared = 0;
  for (std::uint64_t seed = 1; seed < 3000 && compared < 20; ++seed) {
    hearts::Random random({seed, 1, 9, 9});
    const hearts::Deal deal = hearts::deal_cards(rules, 0, random);
    auto& same = by_hand[hearts::cards_text(rules.deck(), deal.hands[0][0])];
    same.push_back(seed);
    if (same.size() < 2) continue;
    const auto seed_of = [](std::uint64_t number) {
      return [number](int hand) { return hearts::Seed{number, static_cast<std::uint64_t>(hand), 9, 9}; };
    };
    const Game one = play(rules, 1, seed_of(same[0]));
    const Game other = play(rules, 1, seed_of(same[1]));
    if (one.result.hands[0].deal.hands == other.result.hands[0].deal.hands) continue;
    const std::string first = one.sent[0].substr(0, one.sent[0].find("\ngot "));
    CHECK(first == other.sent[0].substr(0, other.sent[0].find("\ngot ")));
    CHECK(first.find("\ndeal ") != std::string::npos);
    ++compared;
  }
  CHECK(compared == 20);
}

}  // namespace

}  // namespace privacy_test
