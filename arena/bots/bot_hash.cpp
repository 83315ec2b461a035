#include "arena/bots/bot_hash.h"

#include <cstdint>

#include "arena/seeds/digest.h"

namespace arena {
namespace {

/// Each part with its length before it, so that no two bots feed the same bytes.
void feed(Hasher& hasher, std::string_view kind, const std::string& text) {
  hasher.feed(std::string(kind) + " " + std::to_string(text.size()) + " " + text + "\n");
}

}  // namespace

std::string hash_bot(const BotCommand& command, BotFiles files) {
  Hasher hasher;
  for (const std::string& word : command.words) feed(hasher, "word", word);
  BotFolder folder(command.folder);
  for (const BotFile& file : folder.files(command.words, files)) {
    feed(hasher, file.is_link ? "link" : "file", file.name.string());
    if (file.is_link) {
      feed(hasher, "to", file.target);
      continue;
    }
    std::uintmax_t size = 0;
    folder.read(file, [&](std::string_view bytes) {
      hasher.feed(bytes);
      size += bytes.size();
    });
    hasher.feed("\nsize " + std::to_string(size) + "\n");
  }
  return hex(hasher.finish());
}

}  // namespace arena
