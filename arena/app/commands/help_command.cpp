#include <filesystem>
#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/app/terminal/help_text.h"
#include "arena/base/text/whole_file.h"
#include "arena/records/manifest.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

struct HelpOptions {
  std::string command;
  fs::path pages;
};

void write_pages(const CommandTable& table, const fs::path& folder) {
  fs::create_directories(folder);
  write_whole(folder / "arena.1", program_page(table, arena_version()));
  for (const CommandEntry& command : table.commands) {
    write_whole(folder / ("arena-" + command.name + ".1"), command_page(table, command, arena_version()));
  }
}

}  // namespace

void define_help(Command& command, const CommandContext& context) {
  auto options = std::make_shared<HelpOptions>();
  command.value("COMMAND", options->command, "the command to explain. Without it, all commands are listed")
      .suggest(context.line->commands());
  command
      .value("--man-pages", options->pages,
             "write the pages of the manual into this folder: arena.1 and one for each command")
      .value_name("DIR");
  command.writes(Output::long_text);
  command.run([options, context] {
    if (options->pages.empty()) {
      std::cout << context.line->help(options->command, context.screens->out.page());
    } else {
      write_pages(context.line->table(), options->pages);
    }
    return kDone;
  });
}

}  // namespace arena::cli
