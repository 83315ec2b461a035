// The network, and sockets of this machine.

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "arena/doctor/canary/attempt.h"

namespace arena {
namespace {

Tried opens(int family, int type, int protocol) {
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

Tried connect_unix(const std::string& name) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path) return {true, ENAMETOOLONG, ""};
  std::memcpy(address.sun_path, name.data(), name.size());
  return connects(address, offsetof(sockaddr_un, sun_path) + name.size());
}

constexpr auto kSocketAttempts = std::to_array<Attempt>({
    {"connect_tcp", connect_tcp},
    {"udp_socket", [](const Decoys&) { return opens(AF_INET, SOCK_DGRAM, 0); }},
    {"netlink_socket", [](const Decoys&) { return opens(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }},
    {"vsock_socket", [](const Decoys&) { return opens(AF_VSOCK, SOCK_STREAM, 0); }},
    {"packet_socket", [](const Decoys&) { return opens(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)); }},
    {"raw_socket", [](const Decoys&) { return opens(AF_INET, SOCK_RAW, IPPROTO_ICMP); }},
    {"abstract_socket",
     [](const Decoys& decoys) { return connect_unix(std::string(1, '\0') + decoys.abstract_socket); }},
    {"path_socket", [](const Decoys& decoys) { return connect_unix(decoys.path_socket); }},
});

}  // namespace

std::span<const Attempt> socket_attempts() { return kSocketAttempts; }

}  // namespace arena
