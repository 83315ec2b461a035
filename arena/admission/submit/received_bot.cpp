#include "arena/admission/submit/received_bot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "arena/bots/package/bot_files.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLineBytesMax = 100;  ///< of author and version
constexpr std::size_t kErrorBytesMax = 1000;

/// Hashes a submitted file, which is open. Throws Refusal if it is too large, and std::system_error that names its
/// path.
std::string hash_of_archive(const OwnedFd& file, const fs::path& path) {
  Hasher hasher;
  std::uintmax_t bytes = 0;
  std::vector<char> piece(1 << 16);
  ssize_t count = 0;
  while ((count = ::read(file.get(), piece.data(), piece.size())) > 0) {
    bytes += static_cast<std::uintmax_t>(count);
    if (bytes > kArchiveBytesMax) {
      throw Refusal(fmt::format("the archive is larger than {} MiB", kArchiveBytesMax >> 20), kLeaveOut);
    }
    hasher.feed({piece.data(), static_cast<std::size_t>(count)});
  }
  if (count < 0 || ::lseek(file.get(), 0, SEEK_SET) != 0) throw_errno(path.string());
  return hex(hasher.finish());
}

/// Finds the bot's folder, which has the only bot.json. It is the given folder, or the only folder in it.
fs::path find_root(const fs::path& folder, ReceivedBot& counted) {
  std::vector<fs::path> manifests;
  for (const BotFile& file : BotFolder(folder).files({}, BotFiles::whole_folder)) {
    ++counted.files;
    counted.bytes += fs::file_size(folder / file.name);
    if (file.name.filename() == kBotManifest) manifests.push_back(file.name);
  }
  if (manifests.empty()) {
    throw Refusal(
        "there is no bot.json",
        "Write one with \"name\", \"command\" and, if the bot must be built, \"build\". protocol.md describes "
        "them.");
  }
  if (manifests.size() > 1) {
    throw Refusal(fmt::format("there are {} files named bot.json, among them {} and {}", manifests.size(),
                              quoted_name(manifests[0].native()), quoted_name(manifests[1].native())),
                  "Submit one bot at a time, with one bot.json.");
  }
  const fs::path top = manifests.front().parent_path();
  const auto depth = std::distance(top.begin(), top.end());
  std::error_code ignored;
  const auto entries = std::distance(fs::directory_iterator(folder, ignored), {});
  if (depth == 0 || (depth == 1 && entries == 1)) return folder / top;
  throw Refusal("bot.json is not at the top, but in the folder " + quoted_name(top.native()),
                "Put it at the top of the archive, or pack only that folder.");
}

OwnedFd open_archive(const fs::path& given) {
  OwnedFd file(::open(given.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info = {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0)
    throw InputError(given.string() + " cannot be read: " + std::strerror(errno));
  if (!S_ISREG(info.st_mode)) throw InputError(given.string() + " is neither a folder nor an archive");
  return file;
}

/// Removes the path of that folder from the text of an error.
std::string without_path(std::string text, const fs::path& folder) {
  for (std::string path : {fs::weakly_canonical(folder).string(), folder.string()}) {
    if (path.ends_with('/')) path.pop_back();
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
      const bool with_slash = text.compare(at + path.size(), 1, "/") == 0;
      text.replace(at, path.size() + (with_slash ? 1 : 0), with_slash ? "" : "the bot's folder");
    }
  }
  return text;
}

}  // namespace

Refusal refusal_of(const InputError& error, const fs::path& folder, std::string remedy) {
  return Refusal(legible(without_path(error.what(), folder), {}, kErrorBytesMax), std::move(remedy));
}

BotManifest manifest_in(const fs::path& folder) {
  BotManifest manifest;
  try {
    manifest = read_bot_manifest(folder);
  } catch (const InputError& error) {
    throw refusal_of(error, folder, "Correct bot.json; protocol.md describes its keys.");
  }
  for (const auto& [key, line] : {std::pair("author", &manifest.author), std::pair("version", &manifest.version)}) {
    if (const auto flaw = line_flaw(*line, kLineBytesMax))
      throw Refusal(fmt::format("bot.json: \"{}\" {}", key, *flaw), "Change it in bot.json.");
  }
  return manifest;
}

void copy_in(const fs::path& folder, const fs::path& to, const std::string& what) {
  const NewFolder copy(to, true);
  Intake intake(what, {});
  try {
    BotFolder from(folder);
    const auto refuse_special = [&](const fs::path& name) { intake.refuse_special(name.native()); };
    for (const BotFile& file : from.files({}, BotFiles::whole_folder, refuse_special)) {
      intake.add_entry();
      intake.check_path(file.name.native());
      if (file.is_link) intake.refuse_link(file.name.native());
      copy.add_file(file.name, file.executable, [&](const NewFolder::WritePiece& write_piece) {
        from.read(file, [&](std::string_view piece) {
          intake.add_bytes(piece.size());
          write_piece(piece);
        });
      });
    }
  } catch (const InputError& error) {
    throw refusal_of(error, folder, "Correct the bot's folder, then submit it again.");
  }
}

void receive_bot(const fs::path& given, const Workplace& place, bool confined, ReceivedBot& received) {
  const fs::path folder = place.make_folder("handed_in");
  std::error_code ignored;
  if (fs::is_directory(given, ignored)) {
    copy_in(given, folder, "the folder");
  } else {
    OwnedFd file = open_archive(given);
    received.archive = hash_of_archive(file, given);
    Unpacking(std::move(file), folder, ArchiveKind::submitted, confined).finish();
  }
  received.folder = find_root(folder, received);
  received.manifest = manifest_in(received.folder);
}

}  // namespace arena
