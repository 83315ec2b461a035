#include "arena/admission/submit/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "arena/admission/submit/build_advice.h"
#include "arena/admission/submit/received_bot.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/path_search.h"
#include "arena/bots/package/starter_list.h"
#include "arena/bots/process/batch_process.h"
#include "arena/bots/sandbox/isolation.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLinesShown = 15;
constexpr std::size_t kLineBytesShown = 200;
constexpr const char* kScratch = ".arena-build";  ///< for HOME and TMPDIR where there is no /tmp

/// For a sandbox with a /tmp: runs the command "$@". Its output goes to stderr; then its folder goes to stdout as tar.
constexpr const char* kInTmp =
    "mkdir /tmp/bot && cp -R /bot/. /tmp/bot && cd /tmp/bot && \"$@\" >&2 </dev/null && "
    "exec tar -cf - .";
/// For a folder that the build may write to: runs the command "$@" with HOME in the folder "$0".
constexpr const char* kInPlace = "export HOME=\"$PWD/$0\" TMPDIR=\"$PWD/$0\" && exec \"$@\" >&2 </dev/null";

/// Formats the end of a build's output for people.
std::string last_words(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.push_back(printable(cut_line(text), kLineBytesShown, "\t"));
  if (lines.size() > kLinesShown) lines.erase(lines.begin(), lines.end() - kLinesShown);
  return lines.empty() ? "The build wrote nothing." : "The end of its output:\n" + hearts::joined(lines, "\n");
}

[[noreturn]] void refuse_build(const std::string& why, const std::string& remedy) {
  throw Refusal("the build " + why, remedy);
}

/// Throws unless the build succeeded. `folder` is that of the bot before the build.
void check_end(const BatchEnd& end, const fs::path& folder, const BotManifest& manifest, const BuildLimits& limits) {
  const ProcessEnd& how = end.end;
  if (!end.objection && !end.out_of_time && how.kind == ProcessEnd::Kind::exited && how.number == 0) return;
  const std::string remedy = advise_on_build(folder, manifest, end.stderr_tail) + last_words(end.stderr_tail);
  if (end.objection) refuse_build(*end.objection, remedy);
  if (end.out_of_time)
    refuse_build(fmt::format("takes more than {} s", std::chrono::ceil<std::chrono::seconds>(limits.time).count()),
                 remedy);
  switch (how.kind) {
    case ProcessEnd::Kind::exited:
      if (how.number == 127) {
        const std::string install = install_command(manifest.build.front());
        refuse_build(
            "cannot be run: there is no program '" + printable(manifest.build.front()) +
                "' in the sandbox, or it cannot be executed",
            (install.empty() ? "" : "If this machine has no such program, install it: " + install + "\n") + remedy);
      }
      refuse_build(fmt::format("failed with exit code {}", how.number), remedy);
    case ProcessEnd::Kind::signaled:
      refuse_build(fmt::format("was killed by signal {} ({})", how.number, ::strsignal(how.number)), remedy);
    case ProcessEnd::Kind::out_of_memory:
      refuse_build(fmt::format("needs more than {} MiB of memory, files in /tmp included", limits.resources.memory_mb),
                   remedy);
    case ProcessEnd::Kind::not_started:
      throw Refusal(std::string("the build cannot be started: ") + std::strerror(how.number),
                    "Shorten \"build\" in bot.json.");
    default:
      throw std::runtime_error("the build could not be sandboxed: " + printable(last_line(end.stderr_tail)));
  }
}

/// Gives a folder to the user nobody if this process is root: bots then run as nobody, and the build must write to it.
void give_to_bots(const fs::path& folder) {
  if (::geteuid() != 0) return;
  const auto give = [](const fs::path& path) {
    if (::lchown(path.c_str(), kUnprivilegedId, kUnprivilegedId) != 0) throw_errno(path.string());
  };
  give(folder);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) give(entry.path());
}

/// Returns why a build that writes to the disk must be stopped, or nothing if it may continue.
std::optional<std::string> disk_objection(const fs::path& folder, std::uintmax_t bytes_max) {
  std::uintmax_t bytes = 0;
  std::size_t entries = 0;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, error), end; !error && at != end; at.increment(error)) {
    struct stat info = {};
    if (::lstat(at->path().c_str(), &info) == 0) bytes += static_cast<std::uintmax_t>(info.st_blocks) * 512;
    if (++entries > 2 * kUnpackedEntriesMax) return fmt::format("makes more than {} files", 2 * kUnpackedEntriesMax);
  }
  if (bytes <= bytes_max) return std::nullopt;
  return fmt::format("writes more than {} MiB", bytes_max >> 20);
}

BotCommand command_of(const fs::path& folder, const char* script, const char* name, const BotManifest& manifest,
                      const BuildLimits& limits) {
  BotCommand command = {folder, {"/bin/sh", "-c", script, name}, limits.resources};
  command.words.insert(command.words.end(), manifest.build.begin(), manifest.build.end());
  command.is_build = true;
  return command;
}

}  // namespace

Built build_bot(const fs::path& folder, const BotManifest& manifest, const BuildLimits& limits, const Sandbox& sandbox,
                const Staging& staging, const Workplace& place) {
  // The build gets a copy, since the user of the bots may not be allowed into the folder.
  const fs::path copy = staging.make_folder();
  copy_in(folder, copy, "the bot");
  const fs::path result = place.make_folder("built");
  const TimePoint deadline = std::chrono::steady_clock::now() + limits.time;
  BatchEnd end;
  if (sandbox.isolation >= Isolation::user) {
    BatchProcess process(sandbox, command_of(copy, kInTmp, "build", manifest, limits));
    Unpacking unpacking(process.release_output(), result, ArchiveKind::built, true);
    end = process.finish(deadline);
    // A build that failed leaves no archive. One that writes too much is stopped by SIGPIPE in the middle of its
    // archive.
    if (end.end.kind == ProcessEnd::Kind::exited && end.end.number == 0) unpacking.finish();
    if (end.end.kind == ProcessEnd::Kind::signaled && end.end.number == SIGPIPE) unpacking.finish();
    check_end(end, folder, manifest, limits);
  } else {
    fs::create_directory(copy / kScratch);
    give_to_bots(copy);
    BatchProcess process(sandbox, command_of(copy, kInPlace, kScratch, manifest, limits));
    const std::uintmax_t bytes_max = static_cast<std::uintmax_t>(limits.resources.tmp_mb) << 20;
    end = process.finish(deadline, [&] { return disk_objection(copy, bytes_max); });
    if (!end.objection) end.objection = disk_objection(copy, bytes_max);
    check_end(end, folder, manifest, limits);
    fs::remove_all(copy / kScratch);
    copy_in(copy, result, "what was built");
  }
  std::error_code ignored;  // it goes with the staging folder
  fs::remove_all(copy, ignored);
  return {result, end.time};
}

void make_executable(const fs::path& folder, const BotManifest& manifest) {
  if (!has_own_program(manifest)) return;
  const fs::path program = (folder / manifest.command.front()).lexically_normal();
  if (!is_within(folder, program)) return;  // the step look_up refuses it
  const OwnedFd file(::open(program.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info = {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return;  // look_up refuses it, too
  if (::fchmod(file.get(), 0755) != 0) throw_errno("the bot's program");
}

}  // namespace arena
