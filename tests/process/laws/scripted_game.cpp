#include "tests/process/laws/scripted_game.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "arena/base/seeds/run_key.h"
#include "arena/base/text/words.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/table/offer.h"
#include "engine/laws/act.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace laws_process_test {

namespace {

using namespace arena;
using hearts::Act;
using hearts::at;

constexpr auto kBound = std::chrono::seconds(60);

constexpr const char* kBot = R"(import sys
import time

seat = 0
asked = 0
for line in sys.stdin:
    word = line.split() or [""]
    if word[0] == "hello":
        print("ready", flush=True)
    elif word[0] == "game":
        seat = int([one for one in word if one.startswith("you=")][0][4:])
        script = open("script%d" % seat).read().splitlines()
        asked = 0
    elif word[0] == "ask":
        offered = word[word.index(":") + 1:]
        words = script[asked] if asked < len(script) else ""
        asked += 1
        if words == "!exit":
            sys.exit(3)
        if words != "!silent":
            print(word[1], words or " ".join(offered[:int(word[3])]), flush=True)
    elif word[0] == "quit":
        break
)";

hearts::GameRules rules_called(const std::string& variant) {
  return hearts::GameRules(hearts::resolve_variant(variant + "+table_laws"));
}

/// The act is the answer to that question of a law.
bool answers(const Act& act, const Decision& asked) {
  switch (asked.kind) {
    case Decision::Kind::misdeal:
      return act.kind == Act::Kind::call_misdeal && act.seat == asked.seat;
    case Decision::Kind::demand:
      return act.kind == Act::Kind::demand && act.seat == asked.seat;
    case Decision::Kind::correct:
      return act.kind == Act::Kind::correct;
    default:
      return (act.kind == Act::Kind::claim_revoke || act.kind == Act::Kind::claim_hand) && act.seat == asked.seat;
  }
}

hearts::Move move_of(const Act& act, const Decision& asked) {
  switch (act.kind) {
    case Act::Kind::call_misdeal:
      return hearts::Move::call_misdeal();
    case Act::Kind::demand:
      return hearts::Move::demand(asked.owner);
    case Act::Kind::correct:
      return hearts::Move::correct(*act.card);
    case Act::Kind::claim_revoke:
      return hearts::Move::claim_revoke(act.owner, act.trick);
    default:
      return hearts::Move::claim_hand(act.owner);
  }
}

/// A seed by which that seat deals first.
std::string seed_for(int dealer, const std::string& variant) {
  for (int number = 1;; ++number) {
    const std::string seed = std::to_string(number);
    if (RunKey::from_seed(seed).block_seed(variant, 0).first_dealer(4) == dealer) return seed;
  }
}

}  // namespace

std::array<Script, 4> scripts_of(const hearts::GameRules& rules, const DealtHand& dealt, int dealer,
                                 const std::string& acts) {
  std::vector<Act> due;
  for (const std::string_view word : words_of(acts)) {
    due.push_back(std::get<Act>(hearts::parse_act(rules.deck(), word)));
    if (due.back().kind == Act::Kind::agree) due.pop_back();  // it follows
  }
  std::ranges::reverse(due);
  TableHand hand(rules, {.dealer = static_cast<hearts::Seat>(dealer), .deal = dealt.deal}, dealt.slip);
  std::array<Script, 4> scripts;
  while (hand.next() && !due.empty()) {
    const Decision asked = *hand.next();
    Offer offer;
    offer.make(hand);
    std::optional<hearts::Move> move;
    std::optional<hearts::Card> then;
    if (asked.kind == Decision::Kind::play) {
      if (!due.back().is_play_in_turn()) throw std::runtime_error("nobody is asked for that act");
      move = hearts::Move::play(*due.back().card);
      due.pop_back();
      if (!due.empty() && due.back().out_of_turn) {
        then = due.back().card;
        due.pop_back();
      }
    } else if (answers(due.back(), asked)) {
      move = move_of(due.back(), asked);
      due.pop_back();
    }
    std::string words = offer.words_of(move).front();
    if (then) words += " then " + rules.deck().name(*then);
    scripts[at(asked.seat)].push_back(words);
    if (const auto refusal = hand.answer(move, then)) throw std::runtime_error(std::string(describe(refusal->breach)));
  }
  if (!due.empty()) throw std::runtime_error("nobody is asked for the last acts");
  return scripts;
}

ScriptedGame::ScriptedGame(const std::string& variant, const std::string& deal, int dealer, const std::string& acts)
    : rules_(rules_called(variant)) {
  play(variant, dealer, scripts_for(variant, deal, dealer, acts));
}

ScriptedGame::ScriptedGame(const std::string& variant, const std::string& deal, int dealer, const std::string& acts,
                           int seat, const std::string& words)
    : rules_(rules_called(variant)) {
  std::array<Script, 4> scripts = scripts_for(variant, deal, dealer, acts);
  scripts.at(at(seat)).push_back(words);
  play(variant, dealer, scripts);
}

/// Writes the deal down, too.
std::array<Script, 4> ScriptedGame::scripts_for(const std::string& variant, const std::string& deal, int dealer,
                                                const std::string& acts) {
  const auto file = folder_ / "deals.jsonl";
  arena::test::write_file(file, R"({"variant":")" + variant + R"(",)" + deal + "}\n");
  const GivenDeals deals(file, [&](std::string_view) { return &rules_; });
  return scripts_of(rules_, deals.of(rules_.rules().id).front(), dealer, acts);
}

void ScriptedGame::play(const std::string& variant, int dealer, const std::array<Script, 4>& scripts) {
  std::filesystem::create_directory(folder_ / "scripted");
  arena::test::write_file(folder_ / "scripted/bot.json", R"({"name": "scripted", "command": ["python3", "bot.py"]})");
  arena::test::write_file(folder_ / "scripted/bot.py", kBot);
  for (std::size_t seat = 0; seat < scripts.size(); ++seat) {
    std::string text;
    for (const std::string& words : scripts[seat]) text += words + "\n";
    arena::test::write_file(folder_ / ("scripted/script" + std::to_string(seat)), text);
  }
  const std::string run = (folder_ / "run").string();
  const processes::Finished ended = processes::run(processes::arena_words({"run",
                                                                           (folder_ / "scripted").string(),
                                                                           "--variant",
                                                                           variant,
                                                                           "--laws",
                                                                           "--deals",
                                                                           (folder_ / "deals.jsonl").string(),
                                                                           "--rate-any-deals",
                                                                           "--concurrency",
                                                                           "1",
                                                                           "--hands",
                                                                           "1",
                                                                           "--blocks",
                                                                           "1",
                                                                           "--move",
                                                                           "200",
                                                                           "--bank",
                                                                           "500",
                                                                           "--law-time",
                                                                           "300",
                                                                           "--seed",
                                                                           seed_for(dealer, rules_.rules().id),
                                                                           "--out",
                                                                           run,
                                                                           "--keep-bytes",
                                                                           "--isolation",
                                                                           "none"}),
                                                   kBound);
  INFO(ended.err);
  REQUIRE(ended.end.exited);
  REQUIRE(ended.end.number == 0);
  const std::vector<GameRecord> games = processes::games_of(run);
  REQUIRE(games.size() == 1);
  record_ = games.front();
  run_command("verify");
}

std::string ScriptedGame::acts(std::size_t hand) const {
  std::string text;
  for (const Act& act : record_.result.hands.at(hand).plays) {
    if (!text.empty()) text += ' ';
    hearts::append_act(text, rules_.deck(), act);
  }
  return text;
}

std::string ScriptedGame::sent_to(int seat) const {
  // The process that was tried first sits in seat 0, those that are started for the game beside it.
  return arena::test::read_file(folder_ / ("run/wire/scripted.0." + std::to_string(seat + 1) + ".to_bot"));
}

std::string ScriptedGame::run_command(const std::string& command, const std::vector<std::string>& words) const {
  std::vector<std::string> all = {command, (folder_ / "run").string()};
  all.insert(all.end(), words.begin(), words.end());
  const processes::Finished ended = processes::run(processes::arena_words(all), kBound);
  INFO(ended.err);
  REQUIRE(ended.end.exited);
  REQUIRE(ended.end.number == 0);
  return ended.out;
}

}  // namespace laws_process_test
