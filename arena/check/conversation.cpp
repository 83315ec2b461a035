#include "arena/check/conversation.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "arena/process/bot_channel.h"
#include "arena/process/bot_process.h"
#include "arena/protocol/decode.h"
#include "arena/seeds/digest.h"
#include "arena/table/table.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace asio = boost::asio;

class Partner final : public ProcesslessChannel {
 public:
  explicit Partner(const hearts::Seed& seed) : random_(seed) {}

  asio::awaitable<Sent> send(std::string_view text, TimePoint) override {
    push(text);
    co_return Sent{Sent::Kind::done, now(), text.size()};
  }

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    line_ = std::exchange(answer_, {});
    if (line_.empty()) co_return Incoming{Incoming::Kind::timeout, {}, deadline};
    co_return Incoming{Incoming::Kind::line, line_, now()};
  }

  /// Whatever asks for an answer stands in the last line.
  std::size_t push(std::string_view text) override {
    if (text.starts_with("hello ")) answer_ = "ready";
    if (auto ask = decode_ask(text)) answer_ = pick_words(std::move(*ask));
    return text.size();
  }

 private:
  /// "ID WORD..."
  std::string pick_words(AskLine ask) {
    std::string answer = std::to_string(ask.id);
    auto& words = ask.words;
    for (std::size_t picked = 0; picked < std::min(ask.count, words.size()); ++picked) {
      std::swap(words[picked], words[picked + random_.below(static_cast<std::uint32_t>(words.size() - picked))]);
      answer.append(" ").append(words[picked]);
    }
    return answer;
  }

  hearts::Random random_;
  std::string answer_;  ///< to the last line that asks for one; empty: there is none
  std::string line_;    ///< given out
};

/// No run has it.
const std::string kReceipt = hex(digest_of("arena check"));

Limits strict_limits(Limits limits, bool one_is_late) {
  limits.tries = 1;
  limits.faults = one_is_late ? 2 : 1;
  return limits;
}

/// A sandbox that fails is nobody's mistake, and nothing can be said of the bot.
void check_box(const FaultEvent& event) {
  if (blame_of(event.fault) != Blame::bot) throw std::runtime_error("the bot could not be sandboxed: " + event.detail);
}

GameSetup setup_of(const TrialTable& table, const hearts::GameRules& rules, const BlockSeed& seed,
                   const Limits& limits) {
  GameSetup setup;
  setup.id = table.variant + "/" + std::to_string(table.number);
  setup.rules = &rules;
  setup.length = {table.hands, true};
  setup.first_dealer = seed.first_dealer(rules.seats());
  setup.deal = shuffled(rules, [&table, seed](int hand) {
    const auto index = static_cast<std::size_t>(hand - 1);
    return index < table.deals.size() ? table.deals[index] : seed.deal_seed(hand);
  });
  setup.limits = limits;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    setup.tokens.push_back(seed.token(0, seat));
    setup.bot_seeds.push_back(seed.bot_seed(0, seat));
    setup.first_questions.push_back(seed.first_question(0, seat));
  }
  return setup;
}

}  // namespace

Conversation::Conversation(asio::io_context& context, const Subject& subject, Alteration alteration)
    : subject_(subject),
      limits_(strict_limits(subject.limits, alteration.late_once)),
      started_(make_altered_channel(start_bot(context, subject.sandbox, subject.command), std::move(alteration),
                                    overheard_)),
      seat_(limits_, false, kReceipt) {}

asio::awaitable<std::optional<FaultEvent>> Conversation::greet() {
  std::optional<FaultEvent> fault = co_await seat_.greet(std::move(started_));
  if (fault) check_box(*fault);
  co_return fault;
}

asio::awaitable<Trial> Conversation::play(const TrialTable& table) {
  const hearts::GameRules rules(hearts::resolve_variant(table.variant));
  const BlockSeed seed = subject_.key.block_seed(table.variant, table.number);
  std::vector<std::unique_ptr<BotSeat>> partners;
  std::vector<BotSeat*> seats;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    if (seat == table.seat) {
      seats.push_back(&seat_);
      continue;
    }
    partners.push_back(std::make_unique<BotSeat>(limits_));
    // What they pick has nothing to do with the deals.
    co_await partners.back()->greet(make_partner(seed.deal_seed(-1 - seat)));
    seats.push_back(partners.back().get());
  }
  const std::vector<FaultEvent> absences(seats.size());
  const GameSetup setup = setup_of(table, rules, seed, limits_);
  Trial trial;
  trial.table = table;
  trial.result = co_await play_game(setup, seats, absences);
  trial.answers = overheard_.answers;
  for (const FaultEvent& event : trial.result.faults) {
    if (event.seat != table.seat) continue;
    check_box(event);
    trial.faults.push_back(event);
  }
  co_return trial;
}

std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed) { return std::make_unique<Partner>(seed); }

}  // namespace arena
