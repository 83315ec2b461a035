#include "arena/app/play/terminal_player.h"

#include <functional>
#include <sstream>

#include "arena/app/play/terminal.h"
#include "arena/game/table/table.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace terminal_player_test {

using namespace arena;
using namespace arena::test;

namespace {

/// Answers each prompt by a function of what has been shown since the last one.
class ScriptedTerminal final : public Terminal {
 public:
  using Script = std::function<std::optional<std::string>(const std::string& shown)>;
  explicit ScriptedTerminal(Script script) : script_(std::move(script)) {}
  void write(std::string_view text) override {
    shown_ += text;
    all += text;
  }
  boost::asio::awaitable<std::optional<std::string>> read_line(std::string prompt) override {
    write(prompt);
    co_return script_(std::exchange(shown_, {}));
  }
  std::size_t columns() const override { return 80; }
  bool color() const override { return false; }
  bool symbols() const override { return false; }

  std::string all;

 private:
  Script script_;
  std::string shown_;
};

/// The last word of the rows of cards that can be played.
std::string a_card(const std::string& shown) {
  std::istringstream lines(shown.substr(shown.rfind("Your cards\n") + 11));
  std::string card;
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
    std::istringstream words(line);
    std::string suit;
    words >> suit;
    for (std::string rank; words >> rank;) {
      if (rank.size() == 1) card = rank + suit;
    }
  }
  return card;
}

/// A person in seat 0 among bots that play the first words; each hand one of a fresh deal.
GameResult play_with(ScriptedTerminal& terminal, const std::string& variant, int hands) {
  const hearts::GameRules rules(hearts::resolve_variant(variant));
  FakeClock clock;
  std::deque<FakeBot> bots(static_cast<std::size_t>(rules.seats()));
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  GameSetup setup;
  setup.rules = &rules;
  setup.length = {hands, true};
  setup.deal = shuffled(rules, [](int hand) { return hearts::Seed{static_cast<std::uint64_t>(hand), 5, 6, 7}; });
  setup.limits.all.live_events = true;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    seats.push_back(std::make_unique<BotSeat>(setup.limits.all));
    std::unique_ptr<BotChannel> channel;
    if (i == 0) {
      channel = make_terminal_player(terminal);
    } else {
      channel = std::make_unique<FakeChannel>(clock, bots[i], honest_script());
    }
    REQUIRE_FALSE(run(seats.back()->greet(std::move(channel))));
    players.push_back(seats.back().get());
    setup.tokens.push_back("t" + std::to_string(i));
    setup.bot_seeds.push_back(1);
    setup.names.push_back("bot" + std::to_string(i));
  }
  return run(play_game(setup, players, std::vector<FaultEvent>(bots.size())));
}

/// Plays on with whatever can be played; passes what is left of a list of guesses.
std::optional<std::string> plain_answer(const std::string& shown) {
  if (shown.ends_with("yes or undo> ")) return "yes";
  if (shown.find("Choose: ") != std::string::npos)
    return shown.find("first") != std::string::npos ? "second" : "add_others";
  return a_card(shown);
}

}  // namespace

TEST_CASE("a person plays every variant at every size without a fault or a refused answer") {
  for (const hearts::Variant* variant : hearts::variants()) {
    for (int players = variant->seats_min; players <= variant->seats_max; ++players) {
      std::string spec = std::string(variant->id) + "@" + std::to_string(players);
      CAPTURE(spec);
      std::size_t to_pass = 0;
      ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
        const std::string prompt = shown.substr(shown.rfind('\n') + 1);
        if (!prompt.starts_with("pass") || shown.ends_with("yes or undo> ")) return plain_answer(shown);
        // One card at a time, each from the hand as it was dealt; those chosen are refused.
        if (shown.find("Your cards\n") == std::string::npos) return "hand";
        std::istringstream rows(shown.substr(shown.rfind("Your cards\n") + 11));
        std::vector<std::string> cards;
        for (std::string line; std::getline(rows, line) && line.starts_with("  ");) {
          std::istringstream words(line);
          std::string suit;
          words >> suit;
          for (std::string rank; words >> rank;) cards.push_back(rank + suit);
        }
        return cards.at(to_pass++ % cards.size());
      });
      const GameResult result = play_with(terminal, spec, 4);
      CHECK(result.faults.empty());
      CHECK(result.tries.empty());
      CHECK(result.hands.size() == 4);
      CHECK(result.timing[0].total.count() == 0);
      CHECK(terminal.all.find("The game is over.") != std::string::npos);
      CHECK(terminal.all.find("The arena:") == std::string::npos);
      CHECK(terminal.all.find('\033') == std::string::npos);
    }
  }
}

TEST_CASE("under the laws a person fails to follow suit and puts it right and leads out of turn and claims") {
  int typed = 0;
  std::string seen;  // with the cards as they were shown last
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    ++typed;
    if (shown.find("Your cards\n") != std::string::npos) seen = shown;
    const std::size_t choose = shown.rfind("Choose: ");
    const std::string prompt = shown.substr(shown.rfind('\n') + 1);
    if (!prompt.starts_with("play") && choose != std::string::npos) {
      std::string words = shown.substr(choose + 8, shown.find('\n', choose) - choose - 8);
      return typed % 2 == 0 ? words.substr(0, words.find(' ')) : words.substr(words.rfind(' ') + 1);
    }
    // Any card of those shown, whether it may be played or not; another one if it is refused.
    std::istringstream rows(seen.substr(seen.rfind("Your cards\n") + 11));
    std::vector<std::string> cards;
    for (std::string line; std::getline(rows, line) && line.starts_with("  ");) {
      std::istringstream words(line);
      std::string suit;
      words >> suit;
      for (std::string rank; words >> rank;) cards.push_back(rank[rank[0] == '(' ? 1 : 0] + suit);
    }
    const std::string card = cards.at(static_cast<std::size_t>(typed) % cards.size());
    const bool then = shown.find("leads 2S out of turn") != std::string::npos && typed % 3 == 0;
    return then ? a_card(seen) + " then " + card : card;
  });
  const GameResult result = play_with(terminal, "tournament-laws@4+table_laws+laws.revoke_discovery=by_claim", 4);
  CHECK(result.faults.empty());
  for (const LawFigure figure : {LawFigure::revokes, LawFigure::corrections}) CHECK(result.laws[0].of(figure) > 0);
  CHECK(terminal.all.find("You did not follow suit. Let it stand, or correct it. Choose: stands ") !=
        std::string::npos);
  CHECK(terminal.all.find("  you correct: that card did not follow suit\n") != std::string::npos);
  CHECK(terminal.all.find(" goes back to you\n") != std::string::npos);
}

TEST_CASE("words that mean nothing never reach the table") {
  int typed = 0;
  const std::vector<std::string> nonsense = {"",
                                             "zz",
                                             "2c 3c 4c 5c 6c",
                                             std::string(5000, 'x'),
                                             "\033[2J",
                                             "no",
                                             "undo",
                                             "yes",
                                             "rules x",
                                             "qs qs",
                                             "?",
                                             "last",
                                             "table",
                                             "score"};
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    if (typed < 14) return nonsense[static_cast<std::size_t>(typed++)];
    if (shown.find("Your cards\n") == std::string::npos && !shown.ends_with("yes or undo> ")) return "hand";
    return plain_answer(shown);
  });
  const GameResult result = play_with(terminal, "black-lady@4+pass.cycle=0", 1);
  CHECK(typed == 14);
  CHECK(result.tries.empty());
  CHECK(result.faults.empty());
  CHECK(terminal.all.find('\033') == std::string::npos);
}

TEST_CASE("the end of the input ends the game, as does quitting once it is confirmed") {
  ScriptedTerminal ended([](const std::string&) { return std::nullopt; });
  CHECK_THROWS_AS(play_with(ended, "black-lady@4", 1), PlayerLeft);
  int typed = 0;
  ScriptedTerminal quitting([&](const std::string&) -> std::optional<std::string> {
    static constexpr const char* kTyped[] = {"quit", "no", "quit", "yes"};
    return kTyped[typed++];
  });
  CHECK_THROWS_AS(play_with(quitting, "black-lady@4", 1), PlayerLeft);
  CHECK(typed == 4);
}

}  // namespace terminal_player_test
