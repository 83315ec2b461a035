#include "arena/bots/process/wire_log.h"

#include <fmt/format.h>

#include <string>

#include "arena/base/text/system_failure.h"

namespace arena {

WireLog::WireLog(const std::filesystem::path& folder, std::string_view name)
    : to_(open(folder / (std::string(name) + ".to_bot"))),
      from_(open(folder / (std::string(name) + ".from_bot"))),
      index_(open(folder / (std::string(name) + ".index"))) {
  to_bytes_ = static_cast<std::size_t>(std::ftell(to_.get()));
  from_bytes_ = static_cast<std::size_t>(std::ftell(from_.get()));
}

WireLog::File WireLog::open(const std::filesystem::path& path) {
  File file(std::fopen(path.c_str(), "abe"));
  if (!file) throw_errno(path.string());
  std::fseek(file.get(), 0, SEEK_END);
  return file;
}

std::size_t WireLog::write(std::FILE* file, std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fflush(file) != 0)
    throw_errno("the log of a bot's bytes");
  return bytes.size();
}

void WireLog::question(std::string_view game, int number) {
  write(index_.get(), fmt::format("{} {} {} {}\n", game, number, to_bytes_, from_bytes_));
}

}  // namespace arena
