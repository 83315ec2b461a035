#include "arena/admission/submit/unpacking.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <vector>

#include "arena/base/text/printable.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/new_folder.h"
#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/stop_signals.h"
#include "arena/bots/sandbox/syscall_filter.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEARTS_SANITIZED_MEMORY 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEARTS_SANITIZED_MEMORY 1
#endif

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t kMemoryMax = std::uint64_t{1} << 30;  ///< a list of contents may be long
constexpr rlim_t kProcessorSecondsMax = 120;
constexpr std::size_t kReportBytesMax = 4096;

/// First words of a report.
constexpr std::string_view kUnpacked = "done";
constexpr std::string_view kRefused = "refused";
constexpr std::string_view kFailed = "failed";

/// In the process that unpacks: it has two descriptors and one folder, little memory and no way out.
void confine_self(const fs::path& folder, bool confined) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
#ifndef HEARTS_SANITIZED_MEMORY
  const rlimit memory = {kMemoryMax, kMemoryMax};
  ::setrlimit(RLIMIT_DATA, &memory);
#endif
  const rlimit time = {kProcessorSecondsMax, kProcessorSecondsMax};
  ::setrlimit(RLIMIT_CPU, &time);
  const rlimit size = {kUnpackedBytesMax + 1, kUnpackedBytesMax + 1};
  ::setrlimit(RLIMIT_FSIZE, &size);
  if (!confined) return;
  std::string rules = kWritePath + folder.native();
  rules += '\0';
  std::vector<sock_filter> filter = syscall_filter({.change_files = true});
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw_errno("no_new_privs");
  const char* failed = impose_landlock(rules.data(), static_cast<std::uint32_t>(rules.size()));
  if (failed == nullptr) failed = impose_filter(filter.data(), static_cast<std::uint32_t>(filter.size()));
  if (failed != nullptr) throw_errno(failed);
}

std::string unpack(int archive_fd, const fs::path& folder, ArchiveKind kind, bool confined) {
  try {
    const NewFolder to(folder, true);
    confine_self(folder, confined);
    unpack_archive(archive_fd, to, kind);
    return std::string(kUnpacked) + "\n";
  } catch (const Refusal& refusal) {
    return fmt::format("{}\n{}\n{}\n", kRefused, refusal.what(), refusal.remedy);
  } catch (const std::system_error& error) {
    // Names in the archive may be as long as they like; the system's word is enough.
    return fmt::format("{}\n{}\n", kFailed, error.code().value());
  } catch (const std::bad_alloc&) {
    return fmt::format("{}\nits list of contents is too long for {} MiB of memory\nPack fewer files.\n", kRefused,
                       kMemoryMax >> 20);
  } catch (const std::exception& error) {
    return fmt::format("{}\n{}\nPack it again.\n", kRefused, printable(error.what()));
  }
}

[[noreturn]] void unpack_and_end(OwnedFd archive_fd, OwnedFd report, const fs::path& folder, ArchiveKind kind,
                                 bool confined) {
  // Nobody's descriptors but its own: whoever waits for the end of a pipe must not wait for this process.
  const int there = ::fcntl(archive_fd.get(), F_DUPFD, 5);
  const int here = ::fcntl(report.get(), F_DUPFD, 5);
  ::dup2(there, 3);
  ::dup2(here, 4);
  ::close_range(5, ~0U, 0);
  archive_fd.release();
  report.release();
  for (const int number : kStopSignals) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  const bool told = write_all(4, unpack(3, folder, kind, confined));
  ::_exit(told ? 0 : 1);
}

}  // namespace

Unpacking::Unpacking(OwnedFd archive, const fs::path& folder, ArchiveKind kind, bool confined) {
  auto [our_end, its_end] = make_pipe();
  if (confined) syscall_filter({.change_files = true});  // made here: in the child there is little memory
  pid_ = ::fork();
  if (pid_ < 0) throw_errno("fork");
  if (pid_ == 0) unpack_and_end(std::move(archive), std::move(its_end), folder, kind, confined);
  report_ = std::move(our_end);
}

Unpacking::~Unpacking() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Unpacking::finish() {
  std::string report;
  std::array<char, 1024> bytes;
  while (report.size() < kReportBytesMax) {
    const ssize_t count = ::read(report_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    report.append(bytes.data(), static_cast<std::size_t>(count));
  }
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  std::string_view text = report;
  const std::string_view kind = cut_line(text);
  // Who unpacks a hostile archive may have been taken over by it.
  if (kind == kUnpacked) return;
  if (kind == kRefused) {
    const std::string why = printable(cut_line(text), kReportBytesMax);
    throw Refusal(why, printable(cut_line(text), kReportBytesMax));
  }
  if (kind == kFailed) throw_errno("the folder of the submission", static_cast<int>(leading_number(cut_line(text))));
  const bool by_time = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  throw Refusal(by_time ? fmt::format("to unpack the archive takes more than {} s of processor time or too much memory",
                                      kProcessorSecondsMax)
                        : "the program that unpacks it fails on the archive",
                kPackAgain);
}

}  // namespace arena
