#include "arena/game/trial/trial_game.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/table/table.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// Puts a card of another hand into the hand of `seat`, except in a hand that is dealt in place of one thrown in.
Dealing with_wrong_hands(Dealing dealing, hearts::Seat seat) {
  return [dealing = std::move(dealing), seat](int hand, bool again, hearts::Seat dealer) {
    DealtHand dealt = dealing(hand, again, dealer);
    if (again) return dealt;
    const hearts::Seat giver = seat == 0 ? 1 : 0;
    misplace(dealt.deal, dealt.deal.hands[0][giver].first(), giver, seat);
    return dealt;
  };
}

GameSetup setup_of(const TrialTable& table, const hearts::GameRules& rules, const BlockSeed& seed,
                   const Limits& limits) {
  GameSetup setup;
  setup.id = table.variant + "/" + std::to_string(table.number);
  setup.rules = &rules;
  setup.first_dealer = seed.first_dealer(rules.seats());
  setup.deal = shuffled(rules, [&table, seed](int hand) {
    const auto index = static_cast<std::size_t>(hand - 1);
    return index < table.deals.size() ? table.deals[index] : seed.deal_seed(hand);
  });
  setup.limits = limits;
  if (rules.rules().has_table_laws()) {
    if (limits.laws.count() == 0) setup.limits.all.laws = kLawTime;
    if (table.faulty_deals) setup.deal = with_wrong_hands(std::move(setup.deal), table.seat);
  }
  for (int seat = 0; seat < rules.seats(); ++seat) {
    setup.tokens.push_back(seed.token(0, seat));
    setup.bot_seeds.push_back(seed.bot_seed(0, seat));
    setup.first_questions.push_back(seed.first_question(0, seat));
  }
  return setup;
}

/// A partner that is asked whether it plays out of turn waits, except for one time in so many.
constexpr std::uint32_t kEarly = 4;

class Partner final : public ProcesslessChannel {
 public:
  Partner(const hearts::Seed& seed, bool wants_all_laws) : random_(seed), wants_all_laws_(wants_all_laws) {}

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    line_ = std::exchange(answer_, {});
    if (line_.empty()) co_return Incoming{Incoming::Kind::timeout, {}, deadline};
    co_return Incoming{Incoming::Kind::line, line_, now()};
  }

  /// Reads all lines. Only the last one can ask for an answer.
  std::size_t push(std::string_view text) override {
    if (text.starts_with("hello ")) answer_ = wants_all_laws_ ? "ready laws=all" : "ready";
    for (std::string_view rest = text; !rest.empty();) read_line(cut_line(rest));
    if (auto ask = decode_ask(text)) answer_ = answer_to(std::move(*ask));
    return text.size();
  }

 private:
  /// Remembers what it needs to know to make a mistake that is not refused.
  void read_line(std::string_view line) {
    const std::string_view verb = cut_word(line);
    if (verb == "game") me_ = field_of(line, "you").value_or("");
    if (verb == "points") {
      costly_suits_.clear();
      for (const std::string_view word : words_of(line)) costly_suits_.insert(word[1]);
    } else if (verb == "deal") {
      hand_.clear();
      for (const std::string_view card : words_of(line)) hand_.emplace(card);
    } else if (verb == "got") {
      for (const std::string_view card : words_of(line)) hand_.emplace(card);
    } else if (verb == "trick") {
      first_trick_ = cut_word(line) == "1";
      led_ = 0;
    } else if (verb == "play") {
      const bool mine = cut_word(line) == me_;
      const std::string card(cut_word(line));
      if (led_ == 0) led_ = card[1];
      if (mine) hand_.erase(card);
    } else if (verb == "back" && cut_word(line) == me_) {
      hand_.emplace(cut_word(line));
    }
  }

  std::uint32_t below(std::size_t bound) { return random_.below(static_cast<std::uint32_t>(bound)); }

  std::string answer_to(AskLine ask) {
    if (ask.kind == "early" && below(kEarly) > 0) return std::to_string(ask.id) + " " + std::string(ask.words.front());
    const bool makes_mistake = ask.kind == "play" && ask.may("revoke") && below(2) == 0;
    if (!makes_mistake) {
      const std::string answer = pick_words(ask);
      if (ask.kind != "pass") return answer;
      // The arena does not repeat which cards were passed.
      for (const std::string_view word : words_of(answer)) hand_.erase(std::string(word));
      return answer;
    }
    // A card of another suit never wins, so another seat leads next.
    std::vector<std::string> others;
    std::vector<std::string> cheap;
    for (const std::string& card : hand_) {
      const bool is_costly = costly_suits_.contains(card[1]);
      if (card[1] != led_ && !(first_trick_ && is_costly)) others.push_back(card);
      if (!is_costly) cheap.push_back(card);
    }
    if (others.empty()) return pick_words(ask);
    const std::string card = others[below(others.size())];
    std::erase(cheap, card);
    const bool leads = ask.may("then") && hand_.size() > 3 && !cheap.empty();
    const std::string then = leads ? " then " + cheap[below(cheap.size())] : "";
    return std::to_string(ask.id) + " " + card + then;
  }

  /// "ID WORD..."
  std::string pick_words(AskLine& ask) {
    std::string answer = std::to_string(ask.id);
    auto& words = ask.words;
    for (std::size_t picked = 0; picked < std::min(ask.count, words.size()); ++picked) {
      std::swap(words[picked], words[picked + below(words.size() - picked)]);
      answer.append(" ").append(words[picked]);
    }
    return answer;
  }

  hearts::Random random_;
  bool wants_all_laws_;
  std::string me_;  ///< its seat
  std::set<std::string> hand_;
  std::set<char> costly_suits_;  ///< of cards that count
  char led_ = 0;                 ///< the suit of the trick in progress; 0 if no card is on the table
  bool first_trick_ = false;
  std::string answer_;  ///< the answer to the last line that asks for one; empty if there is none
  std::string line_;    ///< the answer that receive() returned last
};

}  // namespace

std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed, bool wants_all_laws) {
  return std::make_unique<Partner>(seed, wants_all_laws);
}

Limits strict_limits(Limits limits) {
  limits.tries = 1;
  limits.faults = 1;
  return limits;
}

asio::awaitable<GameResult> play_trial_game(const TrialTable& table, BotSeat& bot, const RunKey& key,
                                            const Limits& limits) {
  const hearts::GameRules rules(with_hands(hearts::resolve_variant(table.variant), table.hands));
  const BlockSeed seed = key.block_seed(table.variant, table.number);
  std::vector<std::unique_ptr<BotSeat>> partners;
  std::vector<BotSeat*> seats;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    if (seat == table.seat) {
      seats.push_back(&bot);
      continue;
    }
    partners.push_back(std::make_unique<BotSeat>(limits));
    // What partners pick does not depend on the deals. Under the laws, some lead out of turn by `then`.
    co_await partners.back()->greet(make_partner(seed.deal_seed(-1 - seat), (table.number + seat) % 3 > 0));
    seats.push_back(partners.back().get());
  }
  const std::vector<FaultEvent> absences(seats.size());
  const GameSetup setup = setup_of(table, rules, seed, limits);
  co_return co_await play_game(setup, seats, absences);
}

}  // namespace arena
