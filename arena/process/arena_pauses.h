#pragma once

#include <boost/asio/execution_context.hpp>

#include "arena/bots/bot_channel.h"
#include "arena/sandbox/owned_fd.h"

namespace arena {

/// When the arena could not run although it had to: its thread waited for a processor, or the whole arena was stopped
/// (Ctrl-Z) and continued. No bot pays for that. One for each io_context: use_service<ArenaPauses>(context), first on
/// the thread that runs the context.
class ArenaPauses final : public boost::asio::execution_context::service {
 public:
  using key_type = ArenaPauses;
  static inline boost::asio::execution_context::id id;

  /// From the first one on the process notices SIGCONT.
  explicit ArenaPauses(boost::asio::execution_context& context);

  /// How long this thread has waited for a processor, since it began.
  std::chrono::nanoseconds run_delay() const;
  /// A question is written now. Reads the delay if that was not done in the last ten milliseconds.
  void mark(TimePoint now);
  /// How long this thread has waited for a processor since mark(), or up to ten milliseconds longer.
  Duration starved() const { return run_delay() - marked_delay_; }
  /// When the arena was last continued after it had been stopped; the clock's epoch if never.
  static TimePoint continued_at();

 private:
  void shutdown() override {}

  OwnedFd schedstat_;
  TimePoint marked_at_;
  std::chrono::nanoseconds marked_delay_{};
};

}  // namespace arena
