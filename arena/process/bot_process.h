#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "arena/process/bot_channel.h"
#include "arena/process/wire_log.h"
#include "arena/sandbox/bubblewrap.h"

namespace arena {

/// A bot as a process of its own, in its sandbox, behind pipes. Lives on one io_context and its thread, which must
/// outlast it: bubblewrap ends the bot with the thread that started it.
class BotProcess final : public BotChannel {
 public:
  /// Starts the process; whether the bot's program could be run shows in ended(). `log` may be null.
  /// Throws std::system_error when pipes or processes cannot be made: the machine's fault.
  static std::unique_ptr<BotProcess> start(boost::asio::io_context& context, const Sandbox& sandbox,
                                           const BotCommand& bot, std::unique_ptr<WireLog> log = nullptr);
  /// Ends the bot and all its processes, waiting for the end. stop() is the polite way.
  ~BotProcess() override;
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override;
  std::size_t push(std::string_view text) override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override;
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  bool input_closed() const override;
  void freeze() override;
  void begin_game(std::string_view id) override;
  void mark(int question) override;
  ProcessMeters& meters() override;
  WaitClock& clock() override;

 private:
  struct Streams;
  BotProcess(std::shared_ptr<Streams> streams, std::unique_ptr<WireLog> log);
  Incoming take_line(TimePoint at);

  /// Shared with reads under way, which may end after this object.
  std::shared_ptr<Streams> streams_;
  std::unique_ptr<WireLog> log_;
  std::string game_;
};

}  // namespace arena
