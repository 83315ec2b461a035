#include "arena/sandbox/descriptor_message.h"

#include <sys/socket.h>

#include <cstring>

namespace arena {

ssize_t send_with_descriptors(int socket, std::string_view bytes, std::span<const int> descriptors) {
  iovec part = {const_cast<char*>(bytes.data()), bytes.size()};  // only read
  alignas(cmsghdr) char space[CMSG_SPACE(kDescriptorsMax * sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
  return ::sendmsg(socket, &message, MSG_NOSIGNAL);
}

}  // namespace arena
