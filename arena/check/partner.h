#pragma once

#include <string>

#include "arena/bots/processless_channel.h"
#include "engine/random.h"

namespace arena {

/// A player inside the arena, at the other end of a channel as bots are: ready at once, picks its words at random, the
/// same for the same seed.
class Partner final : public ProcesslessChannel {
 public:
  explicit Partner(const hearts::Seed& seed) : random_(seed) {}

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override { return std::nullopt; }
  std::size_t push(std::string_view text) override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override;
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  TimePoint now() const override { return std::chrono::steady_clock::now(); }

 private:
  hearts::Random random_;
  std::string answer_;  ///< to the last line that asks for one; empty: there is none
  std::string line_;    ///< given out
};

}  // namespace arena
