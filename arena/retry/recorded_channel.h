#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/bots/processless_channel.h"
#include "arena/replay/recorded_seat.h"

namespace arena {

/// A bot that does in a game what its script says, when it says, by a clock of its own; keeps what it hears.
class RecordedChannel final : public ProcesslessChannel {
 public:
  /// Both must outlast it. The proof is left to others.
  RecordedChannel(const SeatScript& script, HeardSeat& heard) : script_(script), heard_(heard) {}

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override;
  std::size_t push(std::string_view text) override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override;
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  void begin_game(std::string_view) override { heard_ = {}; }
  void mark(int question) override { question_ = question; }
  TimePoint now() const override { return now_; }

 private:
  Incoming say(std::string line);
  Incoming go_away();
  bool next_late(int ask, bool open);

  const SeatScript& script_;
  HeardSeat& heard_;
  std::string line_;
  TimePoint now_{std::chrono::hours(1)};
  std::size_t late_told_ = 0;
  int question_ = 0;
  bool greeted_ = false;
  bool answered_ = false;  // the ask under way
  bool gone_ = false;
};

}  // namespace arena
