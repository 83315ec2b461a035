#include "arena/check/conversation.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "arena/check/partner.h"
#include "arena/process/bot_channel.h"
#include "arena/process/bot_process.h"
#include "arena/seeds/digest.h"
#include "arena/table/table.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds kLawTime{3000};
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

/// One card of the next seat's hand lies in that of `seat`; but not in a hand that is dealt in place of one thrown in.
Dealing with_wrong_hands(Dealing dealing, hearts::Seat seat) {
  return [dealing = std::move(dealing), seat](int hand, bool again, hearts::Seat dealer) {
    DealtHand dealt = dealing(hand, again, dealer);
    if (again) return dealt;
    const hearts::Seat giver = seat == 0 ? 1 : 0;
    misplace(dealt.deal, dealt.deal.hands[0][giver].first(), giver, seat);
    return dealt;
  };
}

/// A bot that is silent where a law asks is not at fault in a game. Here it is told.
std::optional<FaultEvent> law_silence(const TrialTable& table, const GameResult& result) {
  for (const Interference& one : result.automatic) {
    if (one.seat != table.seat || one.why != Fault::timeout) continue;
    FaultEvent event;
    event.fault = Fault::timeout;
    event.seat = one.seat;
    event.hand = one.hand;
    event.question = one.question;
    event.detail = "no answer in time to a question of the laws of the table";
    return event;
  }
  return std::nullopt;
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
  if (rules.rules().has_table_laws()) {
    if (limits.laws.count() == 0) setup.limits.laws = kLawTime;
    if (table.faulty_deals) setup.deal = with_wrong_hands(std::move(setup.deal), table.seat);
  }
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
  const auto silence = law_silence(table, trial.result);
  if (silence && trial.faults.empty() && rules.rules().has_table_laws()) trial.faults.push_back(*silence);
  co_return trial;
}

}  // namespace arena
