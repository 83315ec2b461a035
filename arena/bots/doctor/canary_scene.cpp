#include "arena/bots/doctor/canary_scene.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "arena/base/text/system_failure.h"
#include "arena/bots/sandbox/reaper.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBotFolder = "bot";
constexpr const char* kProgram = "arena-canary";
constexpr mode_t kAllMayEnter = 0755;
constexpr mode_t kAllMayWrite = 0777;

/// The address of a Unix socket holds 107 characters; what comes below needs 60 of them.
constexpr std::size_t kTemporaryPathMax = 47;

std::vector<fs::path> short_temporary_folders() {
  std::vector<fs::path> folders = temporary_folders();
  std::erase_if(folders, [](const fs::path& folder) { return folder.native().size() > kTemporaryPathMax; });
  return folders;
}

/// The modes are set by name: what the sandbox denies, plain Unix must not deny already.
void set_mode(const fs::path& path, mode_t mode) {
  if (::chmod(path.c_str(), mode) != 0) throw_errno(path.string());
}

void make_folder(const fs::path& path, mode_t mode) {
  fs::create_directory(path);
  set_mode(path, mode);
}

void make_file(const fs::path& path, const char* text, mode_t mode) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw_errno(path.string());
  set_mode(path, mode);
}

template <class Address>
OwnedFd listen_at(const Address& address, std::size_t size) {
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  OwnedFd socket(::socket(general->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0 || ::bind(socket.get(), general, static_cast<socklen_t>(size)) != 0 ||
      ::listen(socket.get(), 8) != 0) {
    throw_errno("a socket for the canary");
  }
  return socket;
}

OwnedFd listen_unix(const std::string& name) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), std::min(name.size(), sizeof address.sun_path));
  return listen_at(address, offsetof(sockaddr_un, sun_path) + name.size());
}

}  // namespace

CanaryScene::CanaryScene(const fs::path& canary, const Resources& resources, const Reaper* reaper)
    : staging_(short_temporary_folders(), ::geteuid() == 0), folder_(staging_.make_folder()) {
  if (reaper != nullptr) reaper->watch_folder(staging_.path());
  decoys_.arena_pid = ::getpid();
  decoys_.resources = resources;
  utsname names = {};
  struct stat space = {};
  if (::uname(&names) == 0) decoys_.machine = names.nodename;
  if (::stat("/proc/self/ns/uts", &space) == 0) decoys_.names_space = space.st_ino;
  make_files(canary);
  make_sockets();
}

void CanaryScene::make_files(const fs::path& canary) {
  set_mode(folder_, kAllMayEnter);
  make_folder(folder_ / kBotFolder, kAllMayWrite);
  fs::copy_file(canary, folder_ / kBotFolder / kProgram);
  set_mode(folder_ / kBotFolder / kProgram, kAllMayEnter);
  decoys_.secret = folder_ / "key";
  make_file(decoys_.secret, "secret\n", 0644);
  decoys_.records = folder_ / "games.jsonl";
  make_file(decoys_.records, "", 0666);
  decoys_.other_bot = folder_ / "other_bot";
  make_folder(decoys_.other_bot, kAllMayEnter);
  make_file(fs::path(decoys_.other_bot) / "bot.json", "{}\n", 0644);
  decoys_.host_tmp = folder_ / "tmp";
  make_folder(decoys_.host_tmp, kAllMayWrite);
}

void CanaryScene::make_sockets() {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listening_.push_back(listen_at(address, sizeof address));
  socklen_t size = sizeof address;
  if (::getsockname(listening_.back().get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw_errno("getsockname");
  decoys_.port = ntohs(address.sin_port);

  decoys_.abstract_socket = folder_.filename();
  listening_.push_back(listen_unix(std::string(1, '\0') + decoys_.abstract_socket));
  decoys_.path_socket = folder_ / "socket";
  listening_.push_back(listen_unix(decoys_.path_socket));
  set_mode(decoys_.path_socket, kAllMayWrite);
}

BotCommand CanaryScene::canary(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), std::string("./") + kProgram);
  return {folder_ / kBotFolder, std::move(arguments), decoys_.resources};
}

}  // namespace arena
