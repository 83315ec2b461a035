#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/check/conversation.h"
#include "arena/check/examination.h"
#include "arena/check/mistake.h"

namespace arena {

/// What a step has found.
struct Finding {
  StepOutcome outcome = StepOutcome::passed;
  std::string detail;
  std::string hint;  ///< of a failure; empty: the step's own

  static Finding passed(std::string detail = {}) { return {StepOutcome::passed, std::move(detail), {}}; }
  static Finding failed(std::string detail) { return {StepOutcome::failed, std::move(detail), {}}; }
  static Finding skipped(std::string why) { return {StepOutcome::skipped, std::move(why), {}}; }
  /// A fault, with the hint of its mistake. `where`: what stands before the story.
  static Finding fault(const FaultEvent& event, const Overheard& overheard, const std::string& where = {});
};

/// Takes one bot through single steps, in their order. Keeps what later steps need of earlier ones.
class Examiner {
 public:
  /// Throws InputError when the bot plays no variant. Context and subject must outlast the examiner.
  Examiner(boost::asio::io_context& context, const Subject& subject);

  /// What a step needs must have passed. Comes to an end whatever the bot does.
  boost::asio::awaitable<Finding> take(StepId id);
  const Figures& figures() const { return figures_; }

 private:
  /// Numbers of the tables that several steps play; fuzzed ones count up from 0.
  enum TableNumber { kFirstGame = 1'000'000, kAltered, kLate, kReference, kOther, kQuiet, kLast };

  // Each takes a step, or throws the Finding of its failure.
  boost::asio::awaitable<Finding> judge(StepId id);
  boost::asio::awaitable<Finding> start();
  boost::asio::awaitable<Finding> first_game();
  Finding judge_first_game(StepId id) const;
  boost::asio::awaitable<Finding> altered(Alteration alteration);
  boost::asio::awaitable<Finding> late();
  boost::asio::awaitable<Finding> play_all(const std::vector<TrialTable>& tables);
  boost::asio::awaitable<Finding> answers_alike(std::optional<TrialTable> before);
  boost::asio::awaitable<Finding> rests();
  boost::asio::awaitable<Finding> quit();
  boost::asio::awaitable<Finding> end_of_input();
  boost::asio::awaitable<Finding> leftovers();
  Finding judge_limits() const;

  /// A fresh process after its greeting. Throws the Finding of a fault, as play() does, which puts `where` before it.
  boost::asio::awaitable<std::unique_ptr<Conversation>> greeted(Alteration alteration = {});
  boost::asio::awaitable<Trial> play(Conversation& conversation, TrialTable table, std::string where = {});
  /// A game with or without a fault.
  boost::asio::awaitable<Trial> try_play(Conversation& conversation, TrialTable table);
  TrialTable usual(TableNumber number, int hands) const;
  boost::asio::awaitable<std::vector<std::string>> reference_answers(std::optional<TrialTable> before);
  boost::asio::awaitable<void> say_quit();

  boost::asio::io_context& context_;
  const Subject& subject_;
  std::vector<TrialTable> tables_;
  std::vector<TrialTable> choices_;
  Figures figures_;

  std::unique_ptr<Conversation> first_;   ///< for the first steps
  std::optional<Mistake> first_mistake_;  ///< in the first game, or at `ready`
  Finding first_finding_;
  std::size_t first_questions_ = 0;
  std::vector<std::string> reference_;  ///< the answers of a fresh process; empty: not known yet
  std::optional<ProcessEnd> quit_end_;  ///< of a process that was told to quit
  bool left_at_quit_ = false;
};

}  // namespace arena
