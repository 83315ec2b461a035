#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "arena/admission/check/conversation.h"
#include "arena/admission/check/finding.h"
#include "arena/admission/check/step.h"

namespace arena {

/// The start of a bot and its first game. Together they decide the first steps, from `start` to `words`. The functions
/// are called in the order in which they are declared.
class FirstGame {
 public:
  /// All arguments must outlast this object.
  FirstGame(boost::asio::io_context& context, const Subject& subject, const CheckEvents& events, Figures& figures)
      : context_(context), subject_(subject), events_(events), figures_(figures) {}
  /// Sets the table of the first game, which has one hand or more. To be called first.
  void set_table(TrialTable table) { table_ = std::move(table); }

  /// Starts a process and waits for its `ready`.
  boost::asio::awaitable<Finding> start();
  /// Plays the game. Decides StepId::flush.
  boost::asio::awaitable<Finding> play();
  /// Decides StepId::time: the bot has answered in time, and would do so in a game of many hands, too.
  boost::asio::awaitable<Finding> time();
  /// Returns the finding of the other steps. The game ends with the bot's first mistake, so at most one of them fails.
  boost::asio::awaitable<Finding> finding_for(StepId id) const;

 private:
  /// Returns only once it is known why the bot does not say `ready`. `began` is when the bot was started.
  boost::asio::awaitable<Finding> why_silent(TimePoint began);
  /// Finds out what else brings the answer that came when the input was closed.
  boost::asio::awaitable<Arrival> why_held_back();
  /// Returns a failure if the bot's answers would use up its bank in a game as long as most, and if it is no quicker
  /// when the question says that little of the bank is left. Returns nothing if its bank lasts, or if it budgets its
  /// time.
  boost::asio::awaitable<std::optional<Finding>> find_spent_bank();
  /// Runs a bot of one process that has ended for an unknown cause again, with more processes allowed. If it then keeps
  /// running, the finding says that it starts another program.
  boost::asio::awaitable<Finding> with_processes_tried(Finding finding, const FaultEvent& event);
  /// Whether the bot answers more of the game if it is started differently or its input is altered.
  boost::asio::awaitable<bool> answers_more(const Subject& subject, Alteration alteration);

  boost::asio::io_context& context_;
  const Subject& subject_;
  const CheckEvents& events_;
  Figures& figures_;
  TrialTable table_;
  std::unique_ptr<Conversation> conversation_;  ///< from the start to the end of the game
  std::optional<StepId> failed_;                ///< the step that the start or the game has failed
  Finding finding_;                             ///< of that step
  bool is_just_slow_ = false;                   ///< no experiment brings the `ready` that is waited for
  std::size_t questions_ = 0;
  std::chrono::microseconds mean_{};  ///< mean time of an answer
};

}  // namespace arena
