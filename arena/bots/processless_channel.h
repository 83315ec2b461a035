#pragma once

#include "arena/bots/bot_channel.h"

namespace arena {

/// A player without a process of its own: nothing can be measured, stopped or starved.
class ProcesslessChannel : public BotChannel {
 public:
  bool input_closed() const override { return false; }
  void begin_game(std::string_view) override {}
  void mark(int) override {}
  std::vector<StderrChunk> stderr_tail() const override { return {}; }
  const Resources& resources() const override { return resources_; }
  std::chrono::nanoseconds cpu_time() override { return {}; }
  std::chrono::nanoseconds run_delay() override { return {}; }
  bool wants_processor() override { return false; }
  long peak_kb() override { return 0; }
  void freeze() override {}
  TimePoint continued_at() const override { return {}; }
  void begin_wait(TimePoint) override {}
  Duration starved() override { return {}; }

 private:
  Resources resources_;
};

}  // namespace arena
