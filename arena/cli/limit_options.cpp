#include "arena/cli/limit_options.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

namespace arena::cli {
namespace {

CLI::Option* add_time(CLI::App* command, const std::string& name, std::chrono::milliseconds& value, int min,
                      const std::string& text) {
  return command
      ->add_option_function<int>(
          name, [&value](int ms) { value = std::chrono::milliseconds(ms); }, text)
      ->type_name("MS")
      ->check(CLI::Range(min, 86'400'000))
      ->default_str(std::to_string(value.count()));
}

CLI::Option* add_resource(CLI::App* command, const std::string& name, const std::string& unit, int& value, int least,
                          int most, const std::string& text) {
  return command->add_option(name, value, text)->type_name(unit)->check(CLI::Range(least, most))->capture_default_str();
}

}  // namespace

std::vector<CLI::Option*> add_limit_options(CLI::App* command, Limits& limits, Resources& resources) {
  const ResourceKey& memory = *find_resource("memory_mb");
  return {add_time(command, "--startup", limits.startup, 1, "from the start of a bot to its 'ready'"),
          add_time(command, "--move", limits.move, 1, "for one answer"),
          add_time(command, "--bank", limits.bank, 1, "for all answers of a game"),
          add_time(command, "--increment", limits.increment, 0, "added to the bank after each answer"),
          add_time(command, "--grace", limits.grace, 0, "before lateness is a fault"),
          add_resource(command, "--memory", "MB", resources.memory_mb, memory.least, memory.most,
                       "what a bot may use, unless its bot.json asks for something else"),
          add_resource(command, "--processes", "N", resources.processes, 1, Resources{}.threads,
                       "of a bot at once, unless its bot.json asks for something else; 1: no second one, but threads")};
}

}  // namespace arena::cli
