#include "arena/app/play/terminal_player.h"

#include <fmt/format.h>

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
using Catch::Matchers::ContainsSubstring;

namespace {

int text_count(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// The words with a space between them, whatever the width of the terminal.
std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// The word behind the last place of that text.
std::string word_after(const std::string& shown, const std::string& text) {
  std::istringstream words(shown.substr(shown.rfind(text) + text.size()));
  std::string word;
  words >> word;
  return word;
}

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

/// The cards of the last hand that was shown; those that cannot be played only if `all`.
std::vector<std::string> cards_shown(const std::string& shown, bool all) {
  std::istringstream lines(shown.substr(shown.rfind("Your cards\n") + 11));
  std::vector<std::string> cards;
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
    std::istringstream words(line);
    std::string suit;
    words >> suit;
    for (std::string rank; words >> rank;) {
      if (all || rank.size() == 1) cards.push_back(rank[rank.size() == 1 ? 0 : 1] + suit);
    }
  }
  return cards;
}

std::string a_card(const std::string& shown) { return cards_shown(shown, false).back(); }

/// A person in seat 0 among bots that play the first words; each hand one of a fresh deal.
GameResult play_with(ScriptedTerminal& terminal, const std::string& variant, int hands,
                     const PersonSettings& settings = {}) {
  const hearts::GameRules rules(with_hands(hearts::resolve_variant(variant), hands));
  FakeClock clock;
  std::deque<FakeBot> bots(static_cast<std::size_t>(rules.seats()));
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  GameSetup setup;
  setup.rules = &rules;
  setup.deal = shuffled(rules, [](int hand) { return hearts::Seed{static_cast<std::uint64_t>(hand), 5, 6, 7}; });
  setup.limits.all.live_events = true;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    seats.push_back(std::make_unique<BotSeat>(setup.limits.all));
    std::unique_ptr<BotChannel> channel;
    if (i == 0) {
      channel = make_terminal_player(terminal, settings);
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
        const std::vector<std::string> cards = cards_shown(shown, true);
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
    const std::vector<std::string> cards = cards_shown(seen, true);
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

TEST_CASE("a wrong card of a pass keeps the others, and only the missing one is asked for") {
  std::vector<std::string> cards;
  std::vector<std::string> prompts;
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    prompts.push_back(shown.substr(shown.rfind('\n') + 1));
    if (prompts.size() == 1) cards = cards_shown(shown, true);
    if (prompts.size() == 1) return cards[0] + " zz " + cards[1];
    if (prompts.size() == 2) return cards[2];
    return std::nullopt;
  });
  CHECK_THROWS_AS(play_with(terminal, "black-lady@4", 1), PlayerLeft);
  const std::string kept = cards.at(0) + " " + cards.at(1);
  CHECK(prompts == std::vector<std::string>{"pass 3> ", "pass 3 [" + kept + "], 1 more> ",
                                            "pass 3 [" + kept + " " + cards.at(2) + "]: yes or undo> "});
  CHECK(text_count(terminal.all, ": not a card of this pack") == 1);
  CHECK_THAT(terminal.all, ContainsSubstring("> ZZ: not a card of this pack"));
}

TEST_CASE("cards to pass and 'yes' may be in one line; a wrong card there is not confirmed") {
  std::vector<std::string> cards;
  std::vector<std::string> prompts;
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    prompts.push_back(shown.substr(shown.rfind('\n') + 1));
    if (prompts.size() == 1) cards = cards_shown(shown, true);
    if (prompts.size() == 1) return cards[0] + " zz yes";
    if (prompts.size() == 2) return cards[1] + " yes";
    if (prompts.size() == 3) return cards[2] + " Y";
    return std::nullopt;
  });
  CHECK_THROWS_AS(play_with(terminal, "black-lady@4", 1), PlayerLeft);
  CHECK(prompts.size() == 4);
  CHECK(prompts.back() == "play> ");
  CHECK(terminal.all.find("YES:") == std::string::npos);
}

TEST_CASE("? explains what may be chosen, what may not, and the rules of the question") {
  std::string explained;
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    if (text_count(shown, "such as '") + text_count(shown, "Type one of: ") > 0) {
      explained += shown;
    } else if (!shown.ends_with("yes or undo> ")) {
      return "?";
    }
    if (shown.ends_with("pass 3> ")) return "2c 3c 4c 5c 6c 7c 8c 9c tc jc qc kc ac 2d 3d 4d 5d 6d 7d";
    if (shown.ends_with("yes or undo> ")) return "yes";
    return text_count(explained, "Not ") > 0 ? std::nullopt : std::optional(word_after(shown, "Type one of: "));
  });
  CHECK_THROWS_AS(play_with(terminal, "black-lady@4", 1), PlayerLeft);
  explained = in_one_line(explained);
  CHECK_THAT(explained, ContainsSubstring("Type 3 cards to pass to bot1, such as '") &&
                            ContainsSubstring("'; then 'yes'. You get as many from bot3. Passing Each player passes 3 "
                                              "cards before play [R002-10]"));
  CHECK_THAT(explained, ContainsSubstring("Type one of: ") &&
                            ContainsSubstring(": a card of the suit led must be played (R002-17) Values Each heart "
                                              "costs 1 point [R002-26] QS costs 13 points [R002-26]") &&
                            !ContainsSubstring("Moon"));
}

TEST_CASE("? explains a choice of hands by the deal, and a question of a law by the laws") {
  const auto explained = [](const std::string& variant, const std::string& question) {
    std::string text;
    ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
      if (shown.find("Type one of: ") != std::string::npos) {
        text = shown;
        return std::nullopt;
      }
      return shown.find(question) != std::string::npos ? "?" : plain_answer(shown);
    });
    CHECK_THROWS_AS(play_with(terminal, variant, 50), PlayerLeft);
    return text;
  };
  CHECK_THAT(explained("royal-classic@2", "Choose: first second"), ContainsSubstring("Pack and deal\n"));
  CHECK_THAT(explained("tournament-laws@4+table_laws+laws.revoke_discovery=by_claim", "What do you claim?"),
             ContainsSubstring("All cards are played. What do you claim? Type one of: ") &&
                 ContainsSubstring("Irregularities\n"));
}

TEST_CASE("one part of the rules can be read") {
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    if (shown.find("Moon") != std::string::npos) return std::nullopt;
    return "rules moon";
  });
  CHECK_THROWS_AS(play_with(terminal, "black-lady@4", 1), PlayerLeft);
  CHECK_THAT(terminal.all,
             ContainsSubstring("> Moon\n  A player shoots the moon by taking every heart and QS [R002-28]\n"));
  CHECK_THAT(terminal.all, !ContainsSubstring("Values\n"));
}

TEST_CASE("each question to play shows the points of the hand so far and the totals") {
  ScriptedTerminal terminal(plain_answer);
  const GameResult result = play_with(terminal, "black-lady@4+pass.cycle=0", 2);
  CHECK(text_count(terminal.all, "Points of this hand (total before it): you ") == 2 * 13);
  CHECK_THAT(terminal.all,
             ContainsSubstring("Points of this hand (total before it): you 0 (0), bot1 0 (0), bot2 0 (0), "
                               "bot3 0\n  (0)\n"));
  const hearts::PerSeat<int> before = result.hands.at(0).points;
  CHECK_THAT(terminal.all, ContainsSubstring(fmt::format("it): you 0 ({}), bot1 0 ({})", before[0], before[1])));
}

TEST_CASE("a card that is the only choice is played without asking, if that is wanted") {
  int asked = 0;
  const auto counting = [&](const std::string& shown) {
    ++asked;
    return plain_answer(shown);
  };
  ScriptedTerminal terminal(counting);
  const GameResult result = play_with(terminal, "black-lady@4+pass.cycle=0", 1, {.auto_forced = true});
  const int forced = text_count(terminal.all, "You have no other choice: ");
  CHECK(forced > 0);
  CHECK(asked + forced == 13);
  const std::string last = word_after(terminal.all, "You have no other choice: ");
  CHECK_THAT(terminal.all, ContainsSubstring("You have no other choice: " + last + "\n  you   " + last + "\n"));
  asked = 0;
  ScriptedTerminal other(counting);
  const GameResult same = play_with(other, "black-lady@4+pass.cycle=0", 1);
  CHECK(asked == 13);
  CHECK(same.totals == result.totals);
}

TEST_CASE("a card is not forced where the laws of the table allow another one") {
  int asked_with_one_offered = 0;
  ScriptedTerminal terminal([&](const std::string& shown) {
    if (shown.ends_with("play> ") && cards_shown(shown, false).size() == 1 && cards_shown(shown, true).size() > 1)
      ++asked_with_one_offered;
    return plain_answer(shown);
  });
  (void)play_with(terminal, "tournament-laws@4+table_laws", 2, {.auto_forced = true});
  CHECK(asked_with_one_offered > 0);
  CHECK(text_count(terminal.all, "You have no other choice: ") >= 2);  // the last card of each hand
}

TEST_CASE("hint asks the adviser, who reads only what the seat has received, and the game continues") {
  FakeClock clock;
  std::deque<FakeBot> bots;
  int hints = 0;
  PersonSettings settings;
  settings.adviser = {.name = "sage",
                      .open =
                          [&](boost::asio::io_context&) {
                            FakeScript script = honest_script();
                            return std::make_unique<FakeChannel>(clock, bots.emplace_back(),
                                                                 [script](FakeBot& bot, std::string_view line) {
                                                                   if (line.starts_with("ask "))
                                                                     bot.say("info QS is out");
                                                                   script(bot, line);
                                                                 });
                          },
                      .missing = {}};
  ScriptedTerminal terminal([&](const std::string& shown) -> std::optional<std::string> {
    if (shown.ends_with("play> ") && shown.find("Hint: ") == std::string::npos) return ++hints, "hint";
    if (shown.find("Your cards\n") != std::string::npos || shown.ends_with("yes or undo> ")) {
      if (!shown.ends_with("pass 3> ")) return plain_answer(shown);
      const std::vector<std::string> cards = cards_shown(shown, false);
      return cards[0] + " " + cards[1] + " " + cards[2];
    }
    return word_after(shown, "sage would choose ");
  });
  const GameResult result = play_with(terminal, "black-lady@4", 1, settings);
  CHECK(result.faults.empty());
  CHECK(hints == 13);
  REQUIRE(bots.size() == 13);
  CHECK(text_count(terminal.all, "\n  QS is out\nplay> ") == 13);
  const std::string& read = bots.back().sent();
  CHECK(read.starts_with("hello arena 1"));
  CHECK(read.ends_with("\nquit\n"));
  CHECK(text_count(read, "\ngame ") == 1);
  CHECK(text_count(read, "\ndeal ") == 1);
  CHECK(text_count(read, "\nask ") == 1);
  CHECK(text_count(read, "\nauto ") == 13);  // the pass and 12 cards, as the person chose them
  CHECK(text_count(read, "\nplay ") == 4 * 12 + text_count(read.substr(read.rfind("\ntrick ")), "\nplay "));
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
