#pragma once

#include <chrono>
#include <filesystem>

#include "arena/admission/submit/ledger.h"
#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

/// What a build may use. It has no network, and sees the machine's compilers in /usr.
struct BuildLimits {
  std::chrono::milliseconds time{300'000};
  Resources resources{2048, 128, 512, 1024, 1024, 64, 0};
};

/// The result of a build.
struct Built {
  std::filesystem::path folder;      ///< the built bot
  std::chrono::milliseconds time{};  ///< how long the build took
};

/// Builds a bot in the sandbox with the command `build` of its bot.json.
///
/// The build works in a copy of the bot's folder. If the sandbox has a /tmp of its own, the copy is there; otherwise it
/// is in `staging`, and the arena watches how much of the disk it fills. The result is copied into a new folder of the
/// workplace under the same checks as a submitted folder. Throws Refusal with the end of the build's output if the
/// build fails, std::runtime_error if the sandbox fails, and std::system_error.
Built build_bot(const std::filesystem::path& folder, const BotManifest& manifest, const BuildLimits& limits,
                const Sandbox& sandbox, const Staging& staging, const Workplace& place);

/// Makes the program of the bot's command executable, if it is a file in the bot's folder: archives made on other
/// systems lose that bit.
void make_executable(const std::filesystem::path& folder, const BotManifest& manifest);

}  // namespace arena
