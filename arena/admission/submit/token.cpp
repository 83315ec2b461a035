#include "arena/admission/submit/token.h"

#include <sodium.h>

#include <stdexcept>

#include "arena/base/seeds/digest.h"

namespace arena {

std::string new_token() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium gives no random numbers");
  Digest token;
  randombytes_buf(token.data(), token.size());
  return hex(token);
}

std::string kept_token(std::string_view token) { return hex(digest_of("hearts-arena token/" + std::string(token))); }

bool is_token(std::string_view token, std::string_view kept) {
  const std::string hash = kept_token(token);
  return hash.size() == kept.size() && sodium_memcmp(hash.data(), kept.data(), hash.size()) == 0;
}

}  // namespace arena
