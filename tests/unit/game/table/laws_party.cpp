#include "tests/unit/game/table/laws_party.h"

#include <stdexcept>
#include <utility>

#include "arena/admission/check/altered_channel.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/game/trial/trial_game.h"
#include "engine/variants/registry.h"

namespace arena::test {

LawsParty::LawsParty(const std::string& variant, std::vector<DealtHand> dealt, const std::vector<Answers>& answers)
    : rules_(hearts::resolve_variant(variant)), dealt_(std::move(dealt)), talk_(answers.size()) {
  setup_.rules = &rules_;
  setup_.limits.all.laws = std::chrono::milliseconds(3000);
  setup_.deal = [this, next = std::size_t{0}](int, bool, hearts::Seat) mutable {
    const DealtHand& hand = dealt_[std::min(next, dealt_.size() - 1)];
    ++next;
    return hand;
  };
  bots_.resize(answers.size());
  for (std::size_t seat = 0; seat < answers.size(); ++seat) {
    scripts_.push_back(listed(static_cast<int>(seat), answers[seat]));
    setup_.tokens.push_back("token" + std::to_string(seat));
    setup_.bot_seeds.push_back(static_cast<std::uint32_t>(seat));
  }
}

FakeScript LawsParty::listed(int seat, Answers answers) {
  std::string& talk = talk_[static_cast<std::size_t>(seat)];
  const bool& wants_all = wanting_[static_cast<std::size_t>(seat)];
  return [&talk, &wants_all, answers = std::move(answers), asked = std::size_t{0}](FakeBot& bot,
                                                                                   std::string_view line) mutable {
    talk.append("A ").append(line).append("\n");
    if (line.starts_with("hello ")) bot.say(wants_all ? "ready laws=all" : "ready");
    const auto ask = parse_ask(line);
    if (!ask) return;
    const std::string words = asked < answers.size() ? answers[asked] : "";
    ++asked;
    const std::string answer = words.empty() ? first_words(*ask) : std::to_string(ask->id) + " " + words;
    talk.append("B ").append(answer).append("\n");
    const bool of_law = ask->kind != "pass" && ask->kind != "play" && ask->kind != "choose";
    bot.say(answer, std::chrono::milliseconds(of_law ? 1 : 0));
  };
}

GameResult LawsParty::play(int hands) {
  rules_ = hearts::GameRules(with_hands(rules_.rules(), hands));
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  for (std::size_t seat = 0; seat < bots_.size(); ++seat) {
    seats.push_back(std::make_unique<BotSeat>(setup_.limits.all));
    const auto fault = run(seats.back()->greet(std::make_unique<FakeChannel>(clock_, bots_[seat], scripts_[seat])));
    if (fault) throw std::runtime_error(fault->detail);
    players.push_back(seats.back().get());
  }
  const std::vector<FaultEvent> absences(bots_.size());
  return run(play_game(setup_, players, absences));
}

IrregularGame play_irregular(const hearts::GameRules& rules, std::uint64_t number) {
  hearts::Random random({number, 2, 3, 4});
  GameSetup setup;
  setup.rules = &rules;
  setup.limits.all.laws = std::chrono::hours(1);
  setup.deal = [&](int, bool again, hearts::Seat dealer) {
    DealtHand dealt{hearts::deal_cards(rules, dealer, random), {}};
    if (!again && random.below(4) > 0) make_faulty(dealt, rules, random);
    return dealt;
  };
  IrregularGame game;
  game.sent.resize(hearts::at(rules.seats()));
  std::deque<Overheard> overheard;
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    const auto listen = [&sent = game.sent[hearts::at(seat)]](std::string_view lines) {
      sent += lines;
      return std::string(lines);
    };
    seats.push_back(std::make_unique<BotSeat>(setup.limits.all));
    (void)run(seats.back()->greet(make_altered_channel(
        make_partner({number, 5, 6, static_cast<std::uint64_t>(seat)}, (number + hearts::at(seat)) % 3 > 0),
        {listen, false}, overheard.emplace_back())));
    players.push_back(seats.back().get());
    setup.tokens.push_back("t" + std::to_string(seat));
    setup.bot_seeds.push_back(1);
  }
  const std::vector<FaultEvent> absences(players.size());
  game.result = run(play_game(setup, players, absences));
  return game;
}

DealtHand dealt(const hearts::GameRules& rules, const std::vector<std::string>& hands, const DealSlip& slip) {
  DealtHand made;
  made.slip = slip;
  made.deal.point_lane = rules.fixed_point_lane();
  for (std::size_t seat = 0; seat < hands.size(); ++seat) {
    const auto cards = hearts::parse_cards(rules.deck(), hands[seat]);
    if (!cards) throw std::runtime_error("no cards: " + hands[seat]);
    made.deal.hands[0][seat] = *cards;
  }
  return made;
}

}  // namespace arena::test
