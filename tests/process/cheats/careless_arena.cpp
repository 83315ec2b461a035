#include "tests/process/cheats/careless_arena.h"
#include "tests/process/arena_program.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/game/table/table.h"
#include "engine/variants/registry.h"
#include "tests/process/cheats/careless_chance.h"

namespace cheats {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// Nobody loses by the clock here.
arena::Limits patient_limits() {
  arena::Limits limits;
  limits.startup = 60s;
  limits.move = 60s;
  limits.bank = 600s;
  return limits;
}

class CarelessArena {
 public:
  CarelessArena(asio::io_context& context, Flaw flaw, std::string_view mode, std::string_view seed)
      : context_(context), flaw_(flaw), mode_(mode), key_(arena::RunKey::from_seed(seed)) {}

  asio::awaitable<std::vector<CheatGame>> play(int blocks) {
    std::vector<CheatGame> games;
    for (int block = 0; block < blocks; ++block) {
      for (int game = 0; game < kGamesOfBlock; ++game) games.push_back(co_await play_game(block, game));
    }
    for (auto& [process, seat] : processes_) co_await seat->dismiss();
    co_return games;
  }

 private:
  asio::awaitable<CheatGame> play_game(int block, int game) {
    const arena::GameSetup setup = setup_of(block, game);
    CheatGame seen;
    seen.id = setup.id;
    seen.bot = mode_;
    std::vector<arena::BotSeat*> players;
    for (int seat = 0; seat < kSeats; ++seat) {
      const int bot = (seat + game) % kSeats;
      if (bot == 0) seen.seat = seat;
      players.push_back(co_await process_of(bot, flaw_ == Flaw::one_process ? 0 : game));
    }
    const std::vector<arena::FaultEvent> absences(kSeats);
    const arena::GameResult result = co_await arena::play_game(setup, players, absences);
    if (!result.faults.empty()) throw std::runtime_error("a bot is at fault: " + result.faults.front().detail);
    seen.scores.assign(result.scores.begin(), result.scores.begin() + kSeats);
    for (const arena::Note& note : result.notes) {
      if (note.seat == seen.seat) seen.notes.push_back(note.text);
    }
    co_return seen;
  }

  arena::GameSetup setup_of(int block, int game) const {
    const arena::BlockSeed proper = key_.block_seed(rules_.rules().id, block);
    arena::GameSetup setup;
    setup.id = std::to_string(block) + "." + std::to_string(game);
    setup.rules = &rules_;
    setup.first_dealer = proper.first_dealer(kSeats);
    setup.limits = patient_limits();
    hearts::Seed deal = proper.deal_seed(1);
    std::uint32_t number = static_cast<std::uint32_t>(deal[0]) & kMask31;
    if (flaw_ == Flaw::few_deals) number %= kFewDeals;
    if (flaw_ != Flaw::one_process) deal = seed_of_number(number);
    setup.deal = arena::shuffled(*setup.rules, [deal](int) { return deal; });
    for (int seat = 0; seat < kSeats; ++seat) {
      setup.tokens.push_back(proper.token(game, seat));
      setup.bot_seeds.push_back(flaw_ == Flaw::invertible_bot_seed ? bot_seed_of(number, seat)
                                                                   : proper.bot_seed(game, seat));
    }
    return setup;
  }

  asio::awaitable<arena::BotSeat*> process_of(int bot, int instance) {
    std::unique_ptr<arena::BotSeat>& seat = processes_[{bot, instance}];
    if (!seat) {
      seat = std::make_unique<arena::BotSeat>(patient_limits());
      const arena::BotCommand command = {"/", {CHEAT_BOT, bot == 0 ? mode_ : "honest"}};
      const auto fault = co_await seat->greet(arena::start_bot(context_, box_, command));
      if (fault) throw std::runtime_error("a bot does not start: " + fault->detail);
    }
    co_return seat.get();
  }

  asio::io_context& context_;
  Flaw flaw_;
  std::string mode_;
  arena::RunKey key_;
  std::unique_ptr<arena::ForkServer> server_ =
      arena::start_fork_server(processes::sandbox_programs(), arena::Isolation::none, nullptr);
  arena::Sandbox box_{arena::Isolation::none, processes::sandbox_programs(), nullptr, nullptr, server_.get()};
  hearts::GameRules rules_{with_hands(hearts::resolve_variant(kVariant), 1)};
  std::map<std::pair<int, int>, std::unique_ptr<arena::BotSeat>> processes_;
};

}  // namespace

std::vector<CheatGame> play_careless(Flaw flaw, std::string_view mode, std::string_view seed, int blocks) {
  asio::io_context context(1);
  CarelessArena arena(context, flaw, mode, seed);
  std::vector<CheatGame> games;
  std::exception_ptr failure;
  asio::co_spawn(context, arena.play(blocks), [&](std::exception_ptr error, std::vector<CheatGame> played) {
    failure = error;
    games = std::move(played);
  });
  context.run();
  if (failure) std::rethrow_exception(failure);
  return games;
}

}  // namespace cheats
