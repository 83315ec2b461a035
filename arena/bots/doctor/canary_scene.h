#pragma once

#include <filesystem>
#include <vector>

#include "arena/bots/doctor/canary/decoys.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

class Reaper;

/// A small world for the canary: a folder of its own with the program in it, and around it what it must not get at. All
/// of it stands in a staging folder and goes with this object.
class CanaryScene {
 public:
  /// `canary`: the program. `resources`: what it may use. `reaper`: removes all of it when this process is killed.
  /// Throws std::system_error naming what could not be made, std::runtime_error when no temporary folder serves.
  CanaryScene(const std::filesystem::path& canary, const Resources& resources, const Reaper* reaper = nullptr);

  const Decoys& decoys() const { return decoys_; }
  /// The canary as a bot, with these arguments.
  BotCommand canary(std::vector<std::string> arguments) const;

 private:
  void make_files(const std::filesystem::path& canary);
  void make_sockets();

  Staging staging_;
  std::filesystem::path folder_;
  Decoys decoys_;
  std::vector<OwnedFd> listening_;
};

}  // namespace arena
