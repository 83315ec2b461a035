#include "arena/cli/limit_options.h"

#include "arena/protocol/limit_keys.h"

namespace arena::cli {

std::vector<Argument> add_time_options(Command& command, Limits& limits) {
  std::vector<Argument> arguments;
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Time* time = key.time(); time != nullptr && !key.option.empty()) {
      arguments.push_back(command.milliseconds(std::string(key.option), limits.**time, std::string(key.help))
                              .within(key.least, key.most));
    }
  }
  return arguments;
}

std::vector<Argument> add_limit_flags(Command& command, Limits& limits) {
  std::vector<Argument> arguments;
  for (const LimitKey& key : limit_keys()) {
    if (const LimitKey::Flag* flag = key.flag())
      arguments.push_back(command.flag(std::string(key.option), limits.**flag, std::string(key.help)));
  }
  return arguments;
}

std::vector<Argument> add_resource_options(Command& command, Resources& resources) {
  const ResourceKey& memory = *find_resource("memory_mb");
  return {
      command.number("--memory", resources.memory_mb, "what a bot may use, unless its bot.json asks for something else")
          .value_name("MB")
          .within(memory.least, memory.most)
          .show_default(),
      command
          .number("--processes", resources.processes,
                  "of a bot at once, unless its bot.json asks for something else; 1: no second one, but threads")
          .value_name("N")
          .within(1, Resources{}.threads)
          .show_default()};
}

}  // namespace arena::cli
