#pragma once

#include <sched.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/bots/process/bot_process.h"
#include "tests/scratch_folder.h"

namespace processes {

/// A sandbox of this level, for which the machine must have what it needs.
arena::Sandbox box_at(arena::Isolation isolation);

/// While it lives, all bots of box_at() have one user id, as they have where root does not start the arena.
class OneUserId {
 public:
  OneUserId();
  ~OneUserId();
  OneUserId(const OneUserId&) = delete;
  OneUserId& operator=(const OneUserId&) = delete;
};

/// Binds this thread, and all that it starts, to one processor.
class OneProcessor {
 public:
  OneProcessor();
  ~OneProcessor();
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_ = {};
};

/// A line as received, with its bytes kept.
struct Line {
  arena::Incoming::Kind kind = arena::Incoming::Kind::line;
  std::string text;
  arena::TimePoint at;
};

/// A real bot process, driven by plain calls that run its event loop until they are answered. Its folder is its own.
class LiveBot {
 public:
  /// The command runs in a folder with these files: {name, text}, executable.
  LiveBot(arena::Isolation isolation, std::vector<std::string> words,
          const std::vector<std::pair<std::string, std::string>>& files = {},
          std::unique_ptr<arena::WireLog> log = nullptr, const arena::Resources& resources = {});
  /// A Python program given as text.
  static LiveBot python(arena::Isolation isolation, const std::string& program,
                        std::unique_ptr<arena::WireLog> log = nullptr, const arena::Resources& resources = {});
  static LiveBot shell(arena::Isolation isolation, const std::string& program);

  arena::Sent send(std::string_view text, std::chrono::milliseconds wait);
  /// Sends, blocks the event loop while the bot answers, and only then looks for the answer.
  Line ask_and_block(std::string_view text, std::chrono::milliseconds block);
  /// Waits up to ten seconds, times kPatience.
  Line receive();
  Line receive_until(arena::TimePoint deadline);
  arena::ProcessEnd ended(std::chrono::milliseconds wait);
  arena::ProcessEnd stop(std::chrono::milliseconds grace = std::chrono::milliseconds(0),
                         std::string_view farewell = {});
  /// Everything the bot prints up to the end of its output, lines joined by '\n'.
  std::string read_all();
  /// Lets the event loop run until it is so; false at the bound.
  bool happens(std::chrono::milliseconds bound, const std::function<bool()>& condition);

  arena::BotChannel& process() { return *process_; }
  /// Ends the bot as the destructor of its process does.
  void drop() { process_.reset(); }
  const std::filesystem::path& folder() const { return folder_->path(); }

 private:
  template <class T>
  T run(boost::asio::awaitable<T> work);

  std::unique_ptr<arena::test::ScratchFolder> folder_;
  std::unique_ptr<boost::asio::io_context> context_;
  std::unique_ptr<arena::BotChannel> process_;
};

}  // namespace processes
