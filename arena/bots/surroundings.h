#pragma once

#include <filesystem>
#include <vector>

#include "arena/sandbox/bubblewrap.h"
#include "arena/doctor/canary/decoys.h"
#include "arena/sandbox/owned_fd.h"
#include "arena/sandbox/staging.h"

namespace arena {

class Caretaker;

/// A small world for the canary: a folder of its own with the program in it, and around it what it must not get at. All of
/// it stands in a staging folder and goes with this object.
class Surroundings {
 public:
  /// `canary`: the program. `resources`: what it may use. `caretaker`: removes all of it when this process is killed. Throws std::system_error naming what could not be made,
  /// std::runtime_error when no temporary folder serves.
  Surroundings(const std::filesystem::path& canary, const Resources& resources, const Caretaker* caretaker = nullptr);

  const Bait& bait() const { return bait_; }
  /// The canary as a bot, with these arguments.
  BotCommand canary(std::vector<std::string> arguments) const;

 private:
  void make_files(const std::filesystem::path& canary);
  void make_sockets();

  Staging staging_;
  std::filesystem::path folder_;
  Bait bait_;
  std::vector<OwnedFd> listening_;
};

}  // namespace arena
