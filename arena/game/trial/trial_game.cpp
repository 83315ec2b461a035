#include "arena/game/trial/trial_game.h"

#include <memory>
#include <utility>
#include <vector>

#include "arena/game/table/table.h"
#include "arena/game/trial/partner.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds kLawTime{3000};

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

Limits strict_limits(Limits limits) {
  limits.tries = 1;
  limits.faults = 1;
  return limits;
}

asio::awaitable<GameResult> play_trial_game(const TrialTable& table, BotSeat& bot, const RunKey& key,
                                            const Limits& limits) {
  const hearts::GameRules rules(hearts::resolve_variant(table.variant));
  const BlockSeed seed = key.block_seed(table.variant, table.number);
  std::vector<std::unique_ptr<BotSeat>> partners;
  std::vector<BotSeat*> seats;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    if (seat == table.seat) {
      seats.push_back(&bot);
      continue;
    }
    partners.push_back(std::make_unique<BotSeat>(limits));
    // What they pick has nothing to do with the deals.
    co_await partners.back()->greet(make_partner(seed.deal_seed(-1 - seat)));
    seats.push_back(partners.back().get());
  }
  const std::vector<FaultEvent> absences(seats.size());
  const GameSetup setup = setup_of(table, rules, seed, limits);
  co_return co_await play_game(setup, seats, absences);
}

}  // namespace arena
