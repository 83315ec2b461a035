#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace arena {

/// Why a bot is not taken, and what its author can change. Both are sentences, safe on a terminal, without paths of
/// this machine.
struct Refusal : std::runtime_error {
  /// `why` has no point at its end.
  explicit Refusal(const std::string& why, std::string what_to_do)
      : std::runtime_error(why), remedy(std::move(what_to_do)) {}

  std::string remedy;
};

/// What to do where there is too much of something.
inline constexpr const char* kLeaveOut = "Leave out what the bot does not need when it plays.";

}  // namespace arena
