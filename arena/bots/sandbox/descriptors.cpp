#include "arena/bots/sandbox/descriptors.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace arena {

namespace {

/// A message with room for so many descriptors.
struct DescriptorMessage {
  DescriptorMessage(char* bytes, std::size_t size, std::size_t descriptor_bytes) : part{bytes, size} {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = static_cast<decltype(message.msg_controllen)>(CMSG_SPACE(descriptor_bytes));
  }
  iovec part;
  alignas(cmsghdr) char space[CMSG_SPACE(kDescriptorsMax * sizeof(int))] = {};
  msghdr message = {};
};

}  // namespace

ssize_t send_with_descriptors(int socket, std::string_view bytes, std::span<const int> descriptors) {
  // The bytes are only read.
  DescriptorMessage sent(const_cast<char*>(bytes.data()), bytes.size(), descriptors.size_bytes());
  cmsghdr* header = CMSG_FIRSTHDR(&sent.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = static_cast<decltype(header->cmsg_len)>(CMSG_LEN(descriptors.size_bytes()));
  std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
  return ::sendmsg(socket, &sent.message, MSG_NOSIGNAL);
}

ssize_t receive_with_descriptors(int socket, std::span<char> bytes, std::span<int> descriptors, int flags) {
  std::fill(descriptors.begin(), descriptors.end(), -1);
  DescriptorMessage received(bytes.data(), bytes.size(), descriptors.size_bytes());
  const ssize_t count = ::recvmsg(socket, &received.message, flags | MSG_CMSG_CLOEXEC);
  const cmsghdr* header = count > 0 ? CMSG_FIRSTHDR(&received.message) : nullptr;
  if (header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(descriptors.size_bytes())) {
    std::memcpy(descriptors.data(), CMSG_DATA(header), descriptors.size_bytes());
  }
  return count;
}

// By number: the header of glibc 2.36 cannot be used from C++ (its bug 29526).
int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

void signal_pidfd(int pidfd, int signal) { ::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0); }

bool wait_pidfd(int pidfd, int milliseconds) {
  pollfd ended = {pidfd, POLLIN, 0};
  while (::poll(&ended, 1, milliseconds) < 0 && errno == EINTR) continue;
  return ended.revents != 0;
}

void reap_pidfd(int pidfd, int milliseconds) {
  if (!wait_pidfd(pidfd, milliseconds)) {
    signal_pidfd(pidfd, SIGKILL);
    wait_pidfd(pidfd, milliseconds);
  }
  siginfo_t info = {};
  ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG);
}

}  // namespace arena
