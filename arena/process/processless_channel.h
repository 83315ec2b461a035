#pragma once

#include "arena/process/bot_channel.h"

namespace arena {

/// A player without a process of its own: nothing can be measured, stopped or starved.
class ProcesslessChannel : public BotChannel, public WaitClock {
 public:
  std::optional<Incoming> poll() override { return std::nullopt; }
  boost::asio::awaitable<ProcessEnd> ended(Duration) override { co_return ProcessEnd{}; }
  boost::asio::awaitable<ProcessEnd> stop(std::string_view, Duration) override { co_return ProcessEnd{}; }
  bool input_closed() const override { return false; }
  void freeze() override {}
  void begin_game(std::string_view) override {}
  void mark(int) override {}
  ProcessMeters& meters() override { return meters_; }
  WaitClock& clock() override { return *this; }

 private:
  ProcessMeters meters_;
};

}  // namespace arena
