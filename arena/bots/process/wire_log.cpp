#include "arena/bots/process/wire_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"

namespace arena {

WireLog::WireLog(const std::filesystem::path& folder, std::string_view name)
    : path_(folder / name),
      to_(open(folder / (std::string(name) + ".to_bot"))),
      from_(open(folder / (std::string(name) + ".from_bot"))),
      index_(open(folder / (std::string(name) + ".index"))) {
  to_bytes_ = static_cast<std::size_t>(::lseek(to_.get(), 0, SEEK_END));
  from_bytes_ = static_cast<std::size_t>(::lseek(from_.get(), 0, SEEK_END));
}

OwnedFd WireLog::open(const std::filesystem::path& path) { return OwnedFd(open_to_append(path, 0666)); }

std::size_t WireLog::write(const OwnedFd& file, std::string_view bytes) const {
  if (!write_all(file.get(), bytes)) throw_errno(path_.string() + ": the log of a bot's bytes");
  return bytes.size();
}

void WireLog::question(std::string_view game, int number) {
  write(index_, fmt::format("{} {} {} {}\n", game, number, to_bytes_, from_bytes_));
}

}  // namespace arena
