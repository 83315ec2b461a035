#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/bot_channel.h"

namespace arena {

/// What is done to the conversation with a bot.
struct Alteration {
  /// Changes whole lines on their way to the bot. Empty: nothing is changed.
  std::function<std::string(std::string_view)> text;
  /// The answer to the first question to play that leaves a choice is kept until its time is over.
  bool late_once = false;
};

/// What a channel saw that its seat does not tell.
struct Overheard {
  /// Of the game under way: the number, then the words in the order of the alphabet. At most kAnswersKept.
  std::vector<std::string> answers;
  /// The answer that was to be late had come in time, and was kept.
  bool kept_one = false;
  /// `ready` or an answer came when its time was over, and the input was still open.
  bool came_late = false;
  /// `ready` or an answer came only when the input had been closed.
  bool came_at_close = false;
  /// Most memory the process ever had, in KiB; 0: not known.
  long peak_kb = 0;
};

inline constexpr std::size_t kAnswersKept = 1000;

/// A channel to a bot that is examined: alters what is sent, listens, and gives a silent bot the time to show whether it
/// is slow or does not flush.
class AlteredChannel final : public BotChannel {
 public:
  /// `overheard` must outlast the channel.
  AlteredChannel(std::unique_ptr<BotChannel> inner, Alteration alteration, Overheard& overheard);

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override;
  std::size_t push(std::string_view text) override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override { return inner_->ended(wait); }
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  bool input_closed() const override { return inner_->input_closed(); }
  void begin_game(std::string_view id) override;
  void mark(int question) override { inner_->mark(question); }
  std::vector<StderrChunk> stderr_tail() const override { return inner_->stderr_tail(); }
  const Resources& resources() const override { return inner_->resources(); }
  std::chrono::nanoseconds cpu_time() override { return inner_->cpu_time(); }
  std::chrono::nanoseconds run_delay() override { return inner_->run_delay(); }
  bool wants_processor() override { return inner_->wants_processor(); }
  long peak_kb() override { return inner_->peak_kb(); }
  void freeze() override { inner_->freeze(); }
  TimePoint now() const override { return inner_->now(); }
  TimePoint continued_at() const override { return inner_->continued_at(); }
  void begin_wait(TimePoint at) override { inner_->begin_wait(at); }
  Duration starved() override { return inner_->starved(); }

 private:
  void hear(const Incoming& incoming);

  std::unique_ptr<BotChannel> inner_;
  Alteration alteration_;
  Overheard& overheard_;
  std::string unsent_;  ///< altered, and not yet taken by the pipe
  std::string late_;    ///< the answer that is kept
  bool keeps_ = false;
  bool asked_choice_ = false;  ///< the question under way is the one to be answered late
  bool silent_ = false;        ///< the last wait for a line was in vain
};

}  // namespace arena
