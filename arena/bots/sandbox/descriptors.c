#define _GNU_SOURCE
#include "arena/bots/sandbox/descriptors.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// A message with room for descriptors.
struct DescriptorMessage {
  struct iovec part;
  struct msghdr header;
  _Alignas(struct cmsghdr) char space[CMSG_SPACE(kDescriptorsMax * sizeof(int))];
};

static void make_room(struct DescriptorMessage* message, void* bytes, size_t size, size_t count) {
  *message = (struct DescriptorMessage){.part = {bytes, size}};
  message->header.msg_iov = &message->part;
  message->header.msg_iovlen = 1;
  message->header.msg_control = message->space;
  message->header.msg_controllen = (socklen_t)CMSG_SPACE(count * sizeof(int));
}

ssize_t send_with_descriptors(int socket, const void* bytes, size_t size, const int* descriptors, size_t count) {
  struct DescriptorMessage sent;
  make_room(&sent, (void*)bytes, size, count);  // the bytes are only read
  struct cmsghdr* header = CMSG_FIRSTHDR(&sent.header);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = (socklen_t)CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  return sendmsg(socket, &sent.header, MSG_NOSIGNAL);
}

ssize_t receive_with_descriptors(int socket, void* bytes, size_t size, int* descriptors, size_t count, int flags) {
  for (size_t i = 0; i < count; ++i) descriptors[i] = -1;
  struct DescriptorMessage received;
  make_room(&received, bytes, size, count);
  const ssize_t got = recvmsg(socket, &received.header, flags | MSG_CMSG_CLOEXEC);
  const bool is_truncated = got > 0 && (received.header.msg_flags & MSG_CTRUNC) != 0;
  const struct cmsghdr* header = got > 0 ? CMSG_FIRSTHDR(&received.header) : NULL;
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len <= CMSG_LEN(count * sizeof(int)))
    memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  if (!is_truncated) return got;
  for (size_t i = 0; i < count; ++i) {
    if (descriptors[i] >= 0) close(descriptors[i]);
    descriptors[i] = -1;
  }
  errno = EMFILE;
  return -1;
}

// By number: musl has no <sys/pidfd.h>.
int open_pidfd(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

void signal_pidfd(int pidfd, int signal) { syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0); }

/// PIDFD_SIGNAL_PROCESS_GROUP (pidfd_send_signal(2), Linux 6.9). Older kernels refuse any flag with EINVAL.
enum { kWholeGroup = 1 << 2 };

void signal_group(int pidfd, int signal) {
  if (syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, kWholeGroup) != 0 && errno == EINVAL)
    signal_pidfd(pidfd, signal);
}

bool can_signal_groups(void) {
  const int self = open_pidfd(getpid());
  // Signal 0 is only checked. The caller need not lead a group.
  const bool reaches = self >= 0 && (syscall(SYS_pidfd_send_signal, self, 0, NULL, kWholeGroup) == 0 || errno == ESRCH);
  if (self >= 0) close(self);
  return reaches;
}

bool wait_pidfd(int pidfd, int milliseconds) {
  struct pollfd ended = {pidfd, POLLIN, 0};
  while (poll(&ended, 1, milliseconds) < 0 && errno == EINTR) continue;
  return ended.revents != 0;
}

void end_pidfd(int pidfd, int milliseconds) {
  if (wait_pidfd(pidfd, milliseconds)) return;
  signal_pidfd(pidfd, SIGKILL);
  wait_pidfd(pidfd, milliseconds);
}

void reap_pidfd(int pidfd, int milliseconds) {
  end_pidfd(pidfd, milliseconds);
  siginfo_t info;
  waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG);
}
