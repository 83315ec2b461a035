#pragma once

#include <boost/asio/io_context.hpp>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/game/table/fault.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest.h"
#include "engine/random.h"
#include "tests/simulation/bug.h"
#include "tests/unit/game/table/fake_channel.h"

namespace simulation {

/// What a bot does at a question, or the machine does to it.
enum class Act {
  answer,         ///< answers immediately
  thinks,         ///< answers within its time
  remarks,        ///< says something first
  paused,         ///< the arena is stopped or gets no processor while the bot answers in time
  tries_again,    ///< is refused once, then answers
  late,           ///< answers when its time is over
  silent,         ///< never answers
  garbage,        ///< writes no valid answer, each time it is asked
  illegal,        ///< names what is not offered, each time it is asked
  twice,          ///< answers a second time, unasked
  long_line,      ///< its line does not end
  many_lines,     ///< remarks without end
  exits,          ///< with a code
  dies,           ///< of a signal
  out_of_memory,  ///< is killed for it
  closes_output,  ///< and runs on
  closes_input,   ///< and says no more
  is_stopped,     ///< by a signal, and never answers
  sandbox_fails,  ///< the sandbox went away
  machine_full,   ///< killed since the machine had no memory left
};

/// How likely acts are, and whom they befall.
struct BotPlan {
  std::string seed;
  bool machine_fails = false;     ///< sandbox_fails and machine_full occur
  double mischief = 0.01;         ///< chance of an act other than `answer`, a question
  std::optional<int> broken_bot;  ///< index of one that cannot be started
  bool live_events = false;       ///< bots ask for live events
  Bug bug = Bug::none;            ///< one of a channel, or none of these
};

/// A fault that an act must cause, or may, at a seat of a game.
struct ExpectedFault {
  int seat = 0;
  arena::Fault fault{};
  bool certain = true;  ///< else: only if the bot is asked once more in the game
};

/// Scripted bots. What one does at a question follows from the seed, the game, its name and the question's number: it
/// is the same after a resume, at any concurrency, in any process. From any thread.
class Bots {
 public:
  Bots(const arena::Manifest& manifest, BotPlan plan);
  ~Bots();

  arena::ChannelSource source();
  /// The arena starts: a game that was not recorded may be another now, since blocks that are played again are numbered
  /// as they become void.
  void begin_start();
  /// SIGINT came in this start.
  bool was_interrupted() const;
  /// The start after so many throws, as a fork that fails.
  void fail_start(int after);
  /// SIGINT for this process after so many questions.
  void interrupt(int after);

  /// What the acts of a game have caused when it was played last.
  std::vector<ExpectedFault> expected(const std::string& game) const;
  /// A fault of the machine befell it when it was played last.
  bool machine_failed(const std::string& game) const;

 private:
  friend class SimulatedBot;

  struct GameLog {
    std::map<int, std::vector<ExpectedFault>> faults;  ///< by seat
    bool machine_failed = false;
  };

  /// Drawn from the plan's seed and the words.
  hearts::Random random(std::initializer_list<std::string_view> words) const;
  void begin_game(const std::string& game, int seat);
  void expect(const std::string& game, ExpectedFault fault);
  void note_machine_failed(const std::string& game);
  /// That of a worker's context; it becomes the calling thread's.
  arena::test::FakeClock& clock_of(const boost::asio::io_context& context);
  void count_question();
  void count_wait();

  const arena::Manifest& manifest_;
  const BotPlan plan_;
  mutable std::mutex mutex_;
  std::map<const boost::asio::io_context*, arena::test::FakeClock> clocks_;  // of workers
  std::map<std::string, GameLog> games_;
  long starts_ = 0;
  long questions_ = 0;
  long waits_ = 0;
  long failing_start_ = -1;
  long interrupted_at_ = -1;
  bool was_interrupted_ = false;
};

}  // namespace simulation
