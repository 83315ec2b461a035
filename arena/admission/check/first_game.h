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

/// The start of a bot and its first game, by which the first steps are judged. Each of them gives what was found, in
/// their order.
class FirstGame {
 public:
  /// All must outlast it.
  FirstGame(boost::asio::io_context& context, const Subject& subject, const Telling& telling, Figures& figures)
      : context_(context), subject_(subject), telling_(telling), figures_(figures) {}
  /// The game, of one hand or more. Before all else.
  void sit_at(TrialTable table) { table_ = std::move(table); }

  /// Starts a process and waits for its `ready`.
  boost::asio::awaitable<Finding> start();
  /// Plays the game: StepId::flush.
  boost::asio::awaitable<Finding> play();
  /// It has answered in time, and would so in a game of many hands.
  boost::asio::awaitable<Finding> time();
  /// A game ends with its first mistake: one of the steps fails at most.
  boost::asio::awaitable<Finding> judged(StepId id) const;

 private:
  /// Comes to an end only when it is known why the bot does not say `ready`: `began` is when it was started.
  boost::asio::awaitable<Finding> why_silent(TimePoint began);
  /// What brings the answer that came when the input was closed.
  boost::asio::awaitable<Came> why_held_back();
  /// The bot is told that its bank is nearly used up, and is no quicker then, where it takes so long that a game as long as
  /// most would use it up. Nothing: its bank lasts, or it shares it out.
  boost::asio::awaitable<std::optional<Finding>> find_spent_bank();
  /// A bot of one process that has ended, for a cause that is not known, goes on where it may have more. Then the finding
  /// says that it starts another program.
  boost::asio::awaitable<Finding> with_processes_tried(Finding finding, const FaultEvent& event);
  /// It answers more of the game when it is started or told otherwise.
  boost::asio::awaitable<bool> answers_more(const Subject& subject, Alteration alteration);

  boost::asio::io_context& context_;
  const Subject& subject_;
  const Telling& telling_;
  Figures& figures_;
  TrialTable table_;
  std::unique_ptr<Conversation> conversation_;  ///< from the start to the end of the game
  std::optional<StepId> failed_;                ///< the step that fails in the game, or by what brings `ready`
  Finding finding_;                             ///< of that step
  bool is_just_slow_ = false;                   ///< no experiment brings the `ready` that is waited for
  std::size_t questions_ = 0;
  std::chrono::microseconds mean_{};  ///< of an answer
};

}  // namespace arena
