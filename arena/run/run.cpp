#include "arena/run/run.h"

#include "arena/schedule/seating.h"
#include "arena/table/table.h"

namespace arena {
namespace {

namespace asio = boost::asio;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Plays the games of one run in order on one thread.
class Worker {
 public:
  Worker(asio::io_context& context, const RunPlan& plan, RunRecords& records, const RunEvents& events)
      : plan_(plan),
        manifest_(*plan.manifest),
        rules_(*plan.rules),
        records_(records),
        events_(events),
        circle_(circle_of(static_cast<int>(manifest_.bots.size()), rules_.seats())),
        pool_(context, manifest_, plan.start) {}

  asio::awaitable<bool> run() {
    const int per_block = games_of_block(circle_);
    if (!co_await try_bots() && !plan_.keep_going) {
      co_await pool_.dismiss();
      co_return false;
    }
    for (int number = 0; number < manifest_.games; ++number) {
      const int block = number / per_block;
      const int game = number % per_block;
      if (!records_.has(game_id(block, game))) co_await play(block, game);
    }
    co_await pool_.dismiss();
    co_return true;
  }

 private:
  asio::awaitable<bool> try_bots() {
    bool all = true;
    for (int bot = 0; bot < static_cast<int>(manifest_.bots.size()); ++bot) {
      FaultEvent fault;
      const BotSeat* seat = co_await pool_.take({bot, 0, 0}, fault);
      if (seat->alive()) continue;
      if (blame_of(fault.fault) != Blame::bot) throw MachineFault("a bot could not be boxed: " + fault.detail);
      events_.bot_failed_to_start(manifest_.bots[at(bot)], fault);
      all = false;
    }
    co_return all;
  }

  asio::awaitable<void> play(int block, int game) {
    const std::vector<int> seats = seating(circle_, game);
    GameRecord record;
    record.id = game_id(block, game);
    record.variant = manifest_.variant;
    record.rules_hash = manifest_.rules_hash;
    record.block = block;
    record.game = game;
    const BlockSeed seed = plan_.key.block_seed(manifest_.variant, block);
    record.seed = seed.to_hex();

    std::vector<BotSeat*> players;
    std::vector<FaultEvent> absences(seats.size());
    std::vector<int> copies(manifest_.bots.size(), 0);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      const int bot = seats[seat];
      record.bots.push_back(manifest_.bots[at(bot)].name);
      players.push_back(co_await pool_.take({bot, game, copies[at(bot)]++}, absences[seat]));
    }
    record.result = co_await play_game(setup(record, seed), players, absences);
    for (const FaultEvent& event : record.result.faults) {
      if (blame_of(event.fault) == Blame::bot) continue;
      records_.add_fault(record, event);
      throw MachineFault("game " + record.id + ": " + event.detail);
    }
    records_.add(record, rules_);
    events_.game_over(record, records_.games());
  }

  GameSetup setup(const GameRecord& record, const BlockSeed& seed) const {
    GameSetup setup;
    setup.id = record.id;
    setup.rules = &rules_;
    setup.length = manifest_.length;
    setup.first_dealer = seed.first_dealer(rules_.seats());
    setup.deal_seed = [seed](int hand) { return seed.deal_seed(hand); };
    setup.limits = manifest_.limits;
    for (int seat = 0; seat < rules_.seats(); ++seat) {
      setup.tokens.push_back(seed.token(record.game, seat));
      setup.bot_seeds.push_back(seed.bot_seed(record.game, seat));
    }
    if (manifest_.reveal_names) setup.names = record.bots;
    return setup;
  }

  const RunPlan& plan_;
  const Manifest& manifest_;
  const hearts::GameRules& rules_;
  RunRecords& records_;
  const RunEvents& events_;
  Circle circle_;
  BotPool pool_;
};

}  // namespace

asio::awaitable<bool> play_run(asio::io_context& context, const RunPlan& plan, RunRecords& records,
                               const RunEvents& events) {
  Worker worker(context, plan, records, events);
  co_return co_await worker.run();
}

}  // namespace arena
