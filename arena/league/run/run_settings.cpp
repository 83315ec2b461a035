#include "arena/league/run/run_settings.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <string>
#include <utility>

#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/process/wire_log.h"

namespace arena {

ChannelSource process_channels(Sandbox sandbox, const std::vector<BotCommand>& commands, const Manifest& manifest,
                               std::filesystem::path wire_folder) {
  std::vector<std::string> names;
  for (const BotEntry& bot : manifest.bots) names.push_back(bot.name);
  return [sandbox = std::move(sandbox), &commands, names = std::move(names), wire_folder = std::move(wire_folder)](
             boost::asio::io_context& context, const BotProcessId& process) -> std::unique_ptr<BotChannel> {
    const auto bot = static_cast<std::size_t>(process.bot);
    std::unique_ptr<WireLog> log;
    if (!wire_folder.empty()) {
      log =
          std::make_unique<WireLog>(wire_folder, fmt::format("{}.{}.{}", names.at(bot), process.worker, process.start));
    }
    return start_bot(context, sandbox, commands.at(bot), std::move(log));
  };
}

}  // namespace arena
