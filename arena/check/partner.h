#pragma once

#include <string>

#include "arena/bots/bot_channel.h"
#include "engine/random.h"

namespace arena {

/// A player inside the arena, at the other end of a channel as bots are: ready at once, picks its words at random, the
/// same for the same seed.
class Partner final : public BotChannel {
 public:
  explicit Partner(const hearts::Seed& seed) : random_(seed) {}

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override { return std::nullopt; }
  std::size_t push(std::string_view text) override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override;
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
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
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
  TimePoint continued_at() const override { return {}; }
  void begin_wait(TimePoint) override {}
  Duration starved() override { return {}; }

 private:
  hearts::Random random_;
  Resources resources_;
  std::string answer_;  ///< to the last line that asks for one; empty: there is none
  std::string line_;    ///< given out
};

}  // namespace arena
