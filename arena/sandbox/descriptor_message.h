#pragma once

#include <sys/types.h>

#include <span>
#include <string_view>

namespace arena {

/// Most descriptors that one message carries.
inline constexpr std::size_t kDescriptorsMax = 2;

/// Sends the bytes and, with their first, these descriptors through a Unix socket: 1 to kDescriptorsMax (unix(7),
/// SCM_RIGHTS). Returns how many bytes were taken; -1 with errno.
ssize_t send_with_descriptors(int socket, std::string_view bytes, std::span<const int> descriptors);

}  // namespace arena
