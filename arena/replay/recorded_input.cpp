#include "arena/replay/recorded_input.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <limits>
#include <memory>

#include "arena/records/game_setup.h"
#include "arena/replay/recorded_channel.h"
#include "arena/seeds/crc32c.h"
#include "arena/table/table.h"
#include "arena/text/input_error.h"

namespace arena {
namespace {

namespace asio = boost::asio;

asio::awaitable<GameResult> sit_down_and_play(const GameSetup& setup, const std::vector<SeatScript>& scripts,
                                              std::vector<RecordedSeat>& heard) {
  // Bots are lost where the script says so, and for nothing else.
  Limits limits = setup.limits;
  limits.faults = std::numeric_limits<int>::max();
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<BotSeat*> players;
  for (std::size_t seat = 0; seat < scripts.size(); ++seat) {
    seats.push_back(std::make_unique<BotSeat>(limits));
    players.push_back(seats.back().get());
    if (scripts[seat].absent) continue;
    seats.back()->refuse_in_words(scripts[seat].input.bad);
    co_await seats.back()->greet(make_recorded_channel(scripts[seat], heard[seat]));
  }
  const std::vector<FaultEvent> absences(scripts.size());
  co_return co_await play_game(setup, players, absences);
}

bool same_hands(const std::vector<HandResult>& played, const std::vector<HandResult>& recorded) {
  return std::equal(played.begin(), played.end(), recorded.begin(), recorded.end(),
                    [](const HandResult& a, const HandResult& b) { return a.deal == b.deal && a.plays == b.plays; });
}

RecordedSeat::Proof prove(const std::string& bytes, const SeatScript& script) {
  if (!script.has_input) return RecordedSeat::Proof::none;
  const bool same = script.input.bytes <= bytes.size() &&
                    crc32c(std::string_view(bytes).substr(0, script.input.bytes)) == script.input.crc;
  return same ? RecordedSeat::Proof::exact : RecordedSeat::Proof::differs;
}

}  // namespace

std::vector<RecordedSeat> hear_again(const GameRecord& record, const hearts::GameRules& rules, const Manifest& manifest,
                                     const TimingRecord* timing) {
  const auto seed = BlockSeed::from_hex(record.seed);
  if (!seed) throw InputError("game " + record.id + ": its seed is not 64 hexadecimal digits");
  const ManifestVariant& variant = *manifest.find_variant(record.variant);
  const std::vector<SeatScript> scripts = seat_scripts(record, rules, variant.length, timing);
  const GameSetup setup = setup_of(record, manifest, variant, *seed);

  asio::io_context context(1);
  std::vector<RecordedSeat> heard(scripts.size());
  std::exception_ptr failure;
  GameResult result;
  asio::co_spawn(context, sit_down_and_play(setup, scripts, heard), [&](std::exception_ptr error, GameResult played) {
    failure = error;
    result = std::move(played);
  });
  context.run();
  if (failure) std::rethrow_exception(failure);
  if (!same_hands(result.hands, record.result.hands)) {
    throw InputError("game " + record.id +
                     ": its deals do not follow from its seed, or its clocks are of another game");
  }

  for (std::size_t seat = 0; seat < heard.size(); ++seat) heard[seat].proof = prove(heard[seat].bytes, scripts[seat]);
  return heard;
}

}  // namespace arena
