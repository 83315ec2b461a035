#pragma once

#include <string>
#include <string_view>

namespace arena {

// An owner's token: who has it may hand in the next version of a bot. It is told once; what is kept is its hash.

/// A new one of 256 bits of chance, 64 hexadecimal digits.
std::string new_token();

/// What is kept of it: hex BLAKE2b-256 of "hearts-arena token/" and the token. A search through 2^256 needs no slower
/// hash.
std::string kept_token(std::string_view token);

/// Whether it is the token of which that is kept; how long that takes tells nothing.
bool is_token(std::string_view token, std::string_view kept);

}  // namespace arena
