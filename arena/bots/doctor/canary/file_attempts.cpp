// Files outside the sandbox, and inside; the network, and sockets of this machine.

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>

#include "arena/bots/doctor/canary/attempt.h"

namespace arena::attempts {

constexpr off_t kMegabyte = 1 << 20;

/// Opens and closes again. `flags` as for open(2).
static Tried opens(const std::string& path, int flags) {
  return by_descriptor(::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0600));
}

static Tried lists(const std::string& path) {
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) return denied_by_errno();
  const bool any = ::readdir(folder) != nullptr;
  ::closedir(folder);
  return any ? allowed() : denied("empty");
}

static std::string new_file_in(const std::string& folder) {
  return folder + "/.arena-canary-" + std::to_string(::getpid());
}

/// Makes a file and removes it.
static Tried writes_in(const std::string& folder) {
  const std::string path = new_file_in(folder);
  const Tried tried = opens(path, O_WRONLY | O_CREAT | O_EXCL);
  if (tried.allowed) ::unlink(path.c_str());
  return tried;
}

/// Makes a file in /tmp, removes its name, and gives `use` its descriptor.
template <class Use>
Tried with_new_file(Use use) {
  const std::string path = new_file_in("/tmp");
  const OwnedFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.get() < 0) return denied_by_errno();
  ::unlink(path.c_str());
  return use(file.get());
}

Tried change_attributes(const Decoys& decoys) {
  constexpr char kName[] = "user.arena_canary";
  if (::setxattr(decoys.records.c_str(), kName, "", 0, 0) != 0) return denied_by_errno();
  ::removexattr(decoys.records.c_str(), kName);
  return allowed();
}

Tried see_outside(const Decoys& decoys) {
  struct stat seen = {};
  return by_result(::stat(decoys.secret.c_str(), &seen));
}

Tried fill_tmp(const Decoys& decoys) {
  return with_new_file([&](int fd) {
    const off_t bound = decoys.resources.tmp_mb * kMegabyte;
    struct statvfs space = {};
    if (::fstatvfs(fd, &space) != 0) return denied_by_errno();
    // Filling it would take long. A limit on the size of a file says nothing: there may be many.
    if (static_cast<off_t>(space.f_blocks * space.f_frsize) <= bound) return denied("bounded");
    return by_result(::fallocate(fd, 0, 0, bound + kMegabyte));
  });
}

// A megabyte is left for /tmp to be full before a file is too large.
Tried large_file(const Decoys& decoys) {
  return with_new_file(
      [&](int fd) { return by_result(::ftruncate(fd, (decoys.resources.tmp_mb + off_t{2}) * kMegabyte)); });
}

static Tried opens(int family, int type, int protocol) {
  return by_descriptor(::socket(family, type | SOCK_CLOEXEC, protocol));
}

template <class Address>
Tried connects(const Address& address, std::size_t size) {
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  const OwnedFd socket(::socket(general->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) return denied_by_errno();
  return by_result(::connect(socket.get(), general, static_cast<socklen_t>(size)));
}

Tried connect_tcp(const Decoys& decoys) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(decoys.port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connects(address, sizeof address);
}

static Tried connect_unix(const std::string& name) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path) return {true, ENAMETOOLONG, ""};
  std::memcpy(address.sun_path, name.data(), name.size());
  return connects(address, offsetof(sockaddr_un, sun_path) + name.size());
}

/// Whoever sees them could read a message in them.
Tried touch_devices(const Decoys&) {
  for (const char* device : {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}) {
    if (::utimensat(AT_FDCWD, device, nullptr, 0) == 0) return allowed();
  }
  return denied_by_errno();
}

Tried read_secret(const Decoys& decoys) { return opens(decoys.secret, O_RDONLY); }
Tried write_records(const Decoys& decoys) { return opens(decoys.records, O_WRONLY | O_APPEND); }
// By its path: Landlock knows this act since its third version, the next three not at all. All leave it as it is.
Tried truncate_records(const Decoys& decoys) { return by_result(::truncate(decoys.records.c_str(), 0)); }
Tried change_mode(const Decoys& decoys) { return by_result(::chmod(decoys.records.c_str(), 0666)); }
Tried change_times(const Decoys& decoys) {
  return by_result(::utimensat(AT_FDCWD, decoys.records.c_str(), nullptr, 0));
}
Tried list_other_bot(const Decoys& decoys) { return lists(decoys.other_bot); }
Tried read_other_bot(const Decoys& decoys) { return opens(decoys.other_bot + "/bot.json", O_RDONLY); }
Tried read_passwd(const Decoys&) { return opens("/etc/passwd", O_RDONLY); }
Tried write_own_folder(const Decoys&) { return writes_in("."); }
Tried write_usr(const Decoys&) { return writes_in("/usr"); }
Tried write_etc(const Decoys&) { return writes_in("/etc"); }
Tried write_var_tmp(const Decoys&) { return writes_in("/var/tmp"); }
Tried write_dev_shm(const Decoys&) { return writes_in("/dev/shm"); }
Tried write_host_tmp(const Decoys& decoys) { return writes_in(decoys.host_tmp); }
Tried machine_settings(const Decoys&) { return opens("/proc/sys/kernel/core_pattern", O_WRONLY); }
Tried oom_score(const Decoys&) { return opens("/proc/self/oom_score_adj", O_WRONLY); }
Tried open_terminal(const Decoys&) { return opens("/dev/tty", O_RDWR); }
Tried udp_socket(const Decoys&) { return opens(AF_INET, SOCK_DGRAM, 0); }
Tried netlink_socket(const Decoys&) { return opens(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
Tried vsock_socket(const Decoys&) { return opens(AF_VSOCK, SOCK_STREAM, 0); }
Tried packet_socket(const Decoys&) { return opens(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)); }
Tried raw_socket(const Decoys&) { return opens(AF_INET, SOCK_RAW, IPPROTO_ICMP); }
Tried abstract_socket(const Decoys& decoys) { return connect_unix(std::string(1, '\0') + decoys.abstract_socket); }
Tried path_socket(const Decoys& decoys) { return connect_unix(decoys.path_socket); }

}  // namespace arena::attempts
