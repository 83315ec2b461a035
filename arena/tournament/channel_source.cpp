#include "arena/tournament/channel_source.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "arena/process/bot_process.h"
#include "arena/process/wire_log.h"

namespace arena {

ChannelSource process_channels(Sandbox sandbox, std::vector<BotCommand> commands, const Manifest& manifest,
                               std::filesystem::path wire_folder) {
  std::vector<std::string> names;
  for (const BotEntry& bot : manifest.bots) names.push_back(bot.name);
  return [sandbox = std::move(sandbox), commands = std::move(commands), names = std::move(names),
          wire_folder = std::move(wire_folder)](boost::asio::io_context& context, const Instance& instance,
                                                int worker) -> std::unique_ptr<BotChannel> {
    const auto bot = static_cast<std::size_t>(instance.bot);
    std::unique_ptr<WireLog> log;
    if (!wire_folder.empty()) {
      log = std::make_unique<WireLog>(wire_folder,
                                      fmt::format("{}.{}.{}.{}", names.at(bot), worker, instance.game, instance.copy));
    }
    return start_bot(context, sandbox, commands.at(bot), std::move(log));
  };
}

}  // namespace arena
