#pragma once

#include <chrono>
#include <filesystem>

#include "arena/admission/submit/ledger.h"
#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

/// What a build may take. It has no network and sees the machine's compilers in /usr.
struct BuildLimits {
  std::chrono::milliseconds time{300'000};
  Resources resources{2048, 128, 512, 1024, 1024, 64, 0};
};

/// How a build went.
struct Built {
  std::filesystem::path folder;
  std::chrono::milliseconds time{};
};

/// Builds a bot by the `build` of its bot.json, in the sandbox, in a copy of its folder, and takes what comes of it into
/// a new folder of the workplace, as untrusted as what was handed in. Where the sandbox has a /tmp of its own the copy
/// is in it; else it is in `staging`, and what it takes of the disk is watched from outside. Throws Refusal with the
/// end of what the build wrote; std::runtime_error when the sandbox fails; std::system_error.
Built build_bot(const std::filesystem::path& folder, const BotManifest& manifest, const BuildLimits& limits,
                const Sandbox& sandbox, const Staging& staging, const Workplace& place);

/// The program of its command, if it is a file of its own, becomes executable: archives of other systems lose that.
void make_executable(const std::filesystem::path& folder, const BotManifest& manifest);

}  // namespace arena
