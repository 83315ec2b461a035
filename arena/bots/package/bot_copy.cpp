#include "arena/bots/package/bot_copy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_change(const BotEntry& bot) {
  throw InputError("its files in " + bot.command.folder.string() + " changed while they were copied");
}

fs::path copy_bot(const BotEntry& bot, const Staging& staging) {
  const NewFolder copy(staging.make_folder(), staging.for_others());
  BotFolder folder(bot.command.folder);
  // The list of files comes from a folder that may change: what is a link now may have been a folder a moment ago.
  try {
    for (const BotFile& file : folder.files(bot.command.words, bot.files)) {
      if (file.is_link) {
        copy.add_link(file.name, file.target);
      } else {
        copy.add_file(file.name, file.executable,
                      [&](const NewFolder::WritePiece& write_piece) { folder.read(file, write_piece); });
      }
    }
  } catch (const std::system_error& error) {
    if (is_name_taken(error)) refuse_change(bot);  // names that exclude each other were not there at the same time
    throw;
  }
  BotCommand copied = bot.command;
  copied.folder = copy.path();
  if (hash_bot(copied, bot.files) != bot.hash) refuse_change(bot);
  return copy.path();
}

}  // namespace

BotCopies::BotCopies(const std::vector<BotEntry>& bots, const Staging& staging) : staging_(staging), bots_(bots) {
  std::map<std::string, fs::path> copies;
  for (BotEntry& bot : bots_) {
    fs::path& copy = copies[bot.hash];
    try {
      if (copy.empty()) copy = copy_bot(bot, staging);
    } catch (const InputError& error) {
      throw InputError(bot.name + ": " + error.what());
    }
    bot.command.folder = copy;
    commands_.push_back(bot.command);
  }
}

void BotCopies::renew() {
  std::map<fs::path, fs::path> copies;
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    const fs::path& original = bots_[i].command.folder;
    fs::path& copy = copies[original];
    if (copy.empty()) {
      copy = copy_bot(bots_[i], staging_);
      if (commands_[i].folder != original) fs::remove_all(commands_[i].folder);
    }
    commands_[i].folder = copy;
  }
}

std::string copied_note(const BotEntry& bot) {
  if (bot.files == BotFiles::whole_folder) return {};
  std::vector<std::string> names;
  try {
    for (const BotFile& file : BotFolder(bot.command.folder).files(bot.command.words, bot.files)) {
      names.push_back(printable(file.name.string(), 80));
    }
  } catch (const InputError&) {
    // The files have become unreadable, so they cannot be named.
  }
  const std::string copied =
      names.empty() ? "none of its files was"
                    : fmt::format("only {} {}", fmt::join(names, ", "), names.size() == 1 ? "was" : "were");
  return copied + " copied; a bot with several files must be a folder with a bot.json";
}

}  // namespace arena
