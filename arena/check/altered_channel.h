#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/check/trial.h"
#include "arena/process/bot_channel.h"

namespace arena {

/// What is done to the conversation with a bot.
struct Alteration {
  /// Changes whole lines on their way to the bot. Empty: nothing is changed.
  std::function<std::string(std::string_view)> text;
  /// The answer to the first question to play that leaves a choice is kept until its time is over.
  bool late_once = false;
};

/// A channel to a bot that is examined: alters what is sent, listens, and gives a silent bot the time to show whether
/// it is slow or does not flush.
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
  void freeze() override { inner_->freeze(); }
  ProcessMeters& meters() override { return inner_->meters(); }
  WaitClock& clock() override { return inner_->clock(); }

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
