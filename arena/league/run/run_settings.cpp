#include "arena/league/run/run_settings.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <string>
#include <utility>

#include "arena/base/text/whole_file.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/bot_log.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/process/wire_log.h"

namespace arena {

ChannelSource process_channels(Sandbox sandbox, const std::vector<BotCommand>& commands, const Manifest& manifest,
                               std::filesystem::path wire_folder, const std::filesystem::path& log_folder) {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<BotLog>> logs;
  if (!log_folder.empty()) make_folder(log_folder);
  for (const BotEntry& bot : manifest.bots) {
    names.push_back(bot.name);
    if (!log_folder.empty()) make_folder(log_folder / bot.name, 0700);
    logs.push_back(log_folder.empty() ? nullptr : std::make_shared<BotLog>(log_folder / bot.name));
  }
  return [sandbox = std::move(sandbox), &commands, names = std::move(names), logs = std::move(logs),
          wire_folder = std::move(wire_folder)](boost::asio::io_context& context,
                                                const BotProcessId& process) -> std::unique_ptr<BotChannel> {
    const auto bot = static_cast<std::size_t>(process.bot);
    const std::string number = fmt::format("{}.{}", process.worker, process.start);
    std::unique_ptr<WireLog> log;
    if (!wire_folder.empty()) log = std::make_unique<WireLog>(wire_folder, names.at(bot) + "." + number);
    std::unique_ptr<ProcessLog> left;
    if (logs.at(bot) != nullptr) left = std::make_unique<ProcessLog>(logs.at(bot), number);
    return start_bot(context, sandbox, commands.at(bot), std::move(log), std::move(left));
  };
}

}  // namespace arena
