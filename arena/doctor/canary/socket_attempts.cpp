// The network, and sockets of this machine.

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "arena/doctor/canary/attempt.h"

namespace arena {
namespace {

Tried opens(int family, int type, int protocol) {
  const int fd = ::socket(family, type | SOCK_CLOEXEC, protocol);
  if (fd < 0) return denied_by_errno();
  ::close(fd);
  return allowed();
}

template <class Address>
Tried connects(const Address& address, std::size_t size) {
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  const int fd = ::socket(general->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return denied_by_errno();
  const Tried tried = by_result(::connect(fd, general, static_cast<socklen_t>(size)));
  ::close(fd);
  return tried;
}

Tried connect_tcp(const Decoys& decoys) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(decoys.port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connects(address, sizeof address);
}

Tried connect_unix(const std::string& name) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path) return {true, ENAMETOOLONG, ""};
  std::memcpy(address.sun_path, name.data(), name.size());
  return connects(address, offsetof(sockaddr_un, sun_path) + name.size());
}

Tried udp_socket(const Decoys&) { return opens(AF_INET, SOCK_DGRAM, 0); }
Tried netlink_socket(const Decoys&) { return opens(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
Tried vsock_socket(const Decoys&) { return opens(AF_VSOCK, SOCK_STREAM, 0); }
Tried packet_socket(const Decoys&) { return opens(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)); }
Tried raw_socket(const Decoys&) { return opens(AF_INET, SOCK_RAW, IPPROTO_ICMP); }
Tried abstract_socket(const Decoys& decoys) { return connect_unix(std::string(1, '\0') + decoys.abstract_socket); }
Tried path_socket(const Decoys& decoys) { return connect_unix(decoys.path_socket); }

constexpr auto kSocketAttempts = std::to_array<Attempt>({
    {"connect_tcp", connect_tcp},
    {"udp_socket", udp_socket},
    {"netlink_socket", netlink_socket},
    {"vsock_socket", vsock_socket},
    {"packet_socket", packet_socket},
    {"raw_socket", raw_socket},
    {"abstract_socket", abstract_socket},
    {"path_socket", path_socket},
});

}  // namespace

std::span<const Attempt> socket_attempts() { return kSocketAttempts; }

}  // namespace arena
