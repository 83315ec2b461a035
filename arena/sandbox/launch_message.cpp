#include "arena/sandbox/launch_message.h"

#include <algorithm>
#include <stdexcept>

#include "arena/sandbox/landlock.h"
#include "arena/sandbox/launch_order.h"
#include "arena/sandbox/syscall_filter.h"
#include "arena/sandbox/task_room.h"

namespace arena {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;

/// The processes of the box that are not the bot's: the launcher.
constexpr int kOwnTasks = 1;

void add_rule(std::string& rules, PathRule rule, std::string_view path) {
  rules += static_cast<char>(rule);
  rules += path;
  rules += '\0';
}

/// What is there at all in the box is read-only already, but for /tmp and the devices.
std::string rules_in_box() {
  std::string rules;
  add_rule(rules, kReadPath, "/");
  add_rule(rules, kWritePath, "/tmp");
  add_rule(rules, kDevicePath, "/dev/null");
  add_rule(rules, kDevicePath, "/dev/full");
  return rules;
}

std::string rules_without_namespaces(const BotCommand& bot) {
  std::string rules;
  for (const std::string& entry : system_entries()) add_rule(rules, kReadPath, entry);
  add_rule(rules, kReadPath, bot.folder.native());
  // Opened by the bot's own process: /proc/self is its own, and no other's.
  for (const char* entry :
       {"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/sys/vm/overcommit_memory",
        "/sys/devices/system/cpu", "/dev/random", "/dev/urandom"}) {
    add_rule(rules, kReadPath, entry);
  }
  add_rule(rules, kDevicePath, "/dev/null");
  add_rule(rules, kDevicePath, "/dev/full");
  return rules;
}

template <class T>
void append_bytes(std::string& message, const T* values, std::size_t count) {
  message.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

}  // namespace

std::string launch_message(const Box& box, const BotCommand& bot) {
  const Resources& may = bot.resources;
  const bool namespaces = box.isolation >= Isolation::user;
  LaunchOrder order;
  // The cgroup counts what is used. A limit of what is asked for would come first and hide the true cause.
  order.data_bytes = box.isolation == Isolation::full ? 0 : static_cast<std::uint64_t>(may.memory_mb) * kMegabyte;
  // A full /tmp is told by ENOSPC; the signal of a file that is too large would come first.
  order.file_bytes = static_cast<std::uint64_t>(may.tmp_mb + 1) * kMegabyte;
  order.files = static_cast<std::uint32_t>(may.files);
  // Outside a user namespace all processes of the user count.
  order.tasks = namespaces ? static_cast<std::uint32_t>(may.threads + may.processes - 1 + kOwnTasks) : task_room();
  order.confined = box.isolation >= Isolation::confined ? 1 : 0;
  std::string rules;
  const std::vector<sock_filter>* filter = nullptr;
  if (order.confined != 0) {
    rules = namespaces ? rules_in_box() : rules_without_namespaces(bot);
    // The launcher can be seen, and Landlock does not keep signals from it everywhere.
    const bool own_others = may.processes > 1 && (namespaces || landlock_version() >= kLandlockScopes);
    filter = &syscall_filter({.processes = may.processes > 1, .signal_others = own_others, .change_files = namespaces});
    order.path_bytes = static_cast<std::uint32_t>(rules.size());
    order.filter_length = static_cast<std::uint32_t>(filter->size());
  }
  std::string message;
  append_bytes(message, &order, 1);
  if (filter != nullptr) append_bytes(message, filter->data(), filter->size());
  message += rules;
  if (message.size() - sizeof order > kOrderBytesMax) throw std::runtime_error("the launcher's order is too long");
  return message;
}

}  // namespace arena
