#pragma once

#include <filesystem>
#include <vector>

#include "arena/bots/spawn.h"
#include "arena/sandbox/canary/bait.h"

namespace arena {

/// A small world for the canary: a folder of its own with the program in it, and around it what it must not get at. All of
/// it stands in a fresh folder below the machine's temporary one and goes with this object.
class Surroundings {
 public:
  /// `canary`: the program. `resources`: what it may use. Throws std::system_error naming what could not be made.
  Surroundings(const std::filesystem::path& canary, const Resources& resources);
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  const Bait& bait() const { return bait_; }
  /// The canary as a bot, with these arguments.
  BotCommand canary(std::vector<std::string> arguments) const;

 private:
  void make_files(const std::filesystem::path& canary);
  void make_sockets();

  std::filesystem::path folder_;
  Bait bait_;
  std::vector<OwnedFd> listening_;
};

}  // namespace arena
