#include "tests/process/live_bot.h"

#include <poll.h>

#include <boost/asio/co_spawn.hpp>
#include <exception>
#include <map>
#include <optional>

#include "arena/bots/sandbox/fork_server.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"

namespace processes {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr fs::perms kForAll = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                              fs::perms::others_read | fs::perms::others_exec;

bool one_user_id = false;

}  // namespace

OneUserId::OneUserId() { one_user_id = true; }
OneUserId::~OneUserId() { one_user_id = false; }

arena::Sandbox box_at(arena::Isolation isolation) {
  static std::string reason;
  static const std::unique_ptr<arena::CgroupParent> cgroups = arena::CgroupParent::open(reason);
  static const std::unique_ptr<arena::UserIds> users = arena::UserIds::open(reason);
  static std::map<arena::Isolation, std::unique_ptr<arena::ForkServer>> servers;
  arena::Sandbox sandbox{isolation, sandbox_programs()};
  if (!one_user_id) sandbox.users = users.get();
  if (isolation == arena::Isolation::full) sandbox.cgroups = cgroups.get();
  std::unique_ptr<arena::ForkServer>& server = servers[isolation];
  if (!server) {
    server = arena::start_fork_server(sandbox.programs, isolation, users.get());
    expect_running(server->pid());
  }
  sandbox.server = server.get();
  return sandbox;
}

OneProcessor::OneProcessor() {
  ::sched_getaffinity(0, sizeof before_, &before_);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int core = CPU_SETSIZE - 1; core >= 0 && CPU_COUNT(&one) == 0; --core) {
    if (CPU_ISSET(core, &before_)) CPU_SET(core, &one);
  }
  ::sched_setaffinity(0, sizeof one, &one);
}

OneProcessor::~OneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }

LiveBot::LiveBot(arena::Isolation isolation, std::vector<std::string> words,
                 const std::vector<std::pair<std::string, std::string>>& files, std::unique_ptr<arena::WireLog> log,
                 const arena::Resources& resources)
    : folder_(std::make_unique<arena::test::ScratchFolder>()), context_(std::make_unique<asio::io_context>(1)) {
  for (const auto& [name, text] : files) {
    arena::test::write_file(*folder_ / name, text);
    fs::permissions(*folder_ / name, kForAll);
  }
  // When root plays, bots are not root.
  fs::permissions(folder_->path(), kForAll);
  process_ =
      arena::start_bot(*context_, box_at(isolation), {folder_->path(), std::move(words), resources}, std::move(log));
}

LiveBot LiveBot::python(arena::Isolation isolation, const std::string& program, std::unique_ptr<arena::WireLog> log,
                        const arena::Resources& resources) {
  return LiveBot(isolation, {"python3", "-c", program}, {}, std::move(log), resources);
}

LiveBot LiveBot::shell(arena::Isolation isolation, const std::string& program) {
  return LiveBot(isolation, {"sh", "-c", program});
}

template <class T>
T LiveBot::run(asio::awaitable<T> work) {
  std::optional<T> result;
  std::exception_ptr failure;
  asio::co_spawn(*context_, std::move(work), [&](std::exception_ptr error, T value) {
    failure = error;
    result = std::move(value);
  });
  while (!result) {
    context_->restart();
    context_->run_one();
  }
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

arena::Sent LiveBot::send(std::string_view text, std::chrono::milliseconds wait) {
  return run(process_->send(text, process_->clock().now() + wait));
}

Line LiveBot::ask_and_block(std::string_view text, std::chrono::milliseconds block) {
  const auto work = [](arena::BotChannel& process, std::string_view what, int ms) -> asio::awaitable<Line> {
    co_await process.send(what, process.clock().now() + std::chrono::seconds(10));
    ::poll(nullptr, 0, ms);
    const arena::Incoming incoming =
        co_await process.receive(process.clock().now() + std::chrono::seconds(10) * kPatience);
    co_return Line{incoming.kind, std::string(incoming.text), incoming.at};
  };
  return run(work(*process_, text, static_cast<int>(block.count())));
}

Line LiveBot::receive() { return receive_until(process_->clock().now() + std::chrono::seconds(10) * kPatience); }

Line LiveBot::receive_until(arena::TimePoint deadline) {
  const arena::Incoming incoming = run(process_->receive(deadline));
  return {incoming.kind, std::string(incoming.text), incoming.at};
}

arena::ProcessEnd LiveBot::ended(std::chrono::milliseconds wait) { return run(process_->ended(wait)); }

arena::ProcessEnd LiveBot::stop(std::chrono::milliseconds grace, std::string_view farewell) {
  return run(process_->stop(farewell, grace));
}

std::string LiveBot::read_all() {
  std::string text;
  for (Line line = receive(); line.kind == arena::Incoming::Kind::line; line = receive()) text += line.text + "\n";
  return text;
}

bool LiveBot::happens(std::chrono::milliseconds bound, const std::function<bool()>& condition) {
  return happens_within(bound, [&] {
    context_->restart();
    context_->poll();
    return condition();
  });
}

}  // namespace processes
