#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/admission/submit/intake.h"
#include "arena/admission/submit/ledger.h"
#include "arena/base/text/input_error.h"
#include "arena/bots/package/bot_manifest.h"

namespace arena {

/// The files of a bot that was handed in, in a folder of ours, and what its bot.json says.
struct HandedIn {
  std::filesystem::path folder;
  BotManifest manifest;
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::string archive;  ///< hex BLAKE2b-256 of the file, as `b2sum -l 256` prints it; empty: a folder was handed in
};

/// Takes a folder or an archive (.tar.gz, .tar, .zip) into a new folder of the workplace. `confined`: see Unpacking.
/// Throws Refusal that says what is wrong with it, with `taken` as far as it is known then; InputError when it is not
/// there; std::system_error.
void take_in(const std::filesystem::path& given, const Workplace& place, bool confined, HandedIn& taken);

/// Copies a bot's folder into an empty one: regular files and folders, within the bounds of intake.h. `what`: how a
/// refusal calls it. Throws Refusal, std::system_error.
void copy_in(const std::filesystem::path& folder, const std::filesystem::path& to, const std::string& what);

/// Reads bot.json as a league takes it from a stranger: one, at the top; texts of one line. Throws Refusal.
BotManifest manifest_in(const std::filesystem::path& folder);

/// What an error says of a bot in that folder, as a refusal: without the path, which is nobody's business.
Refusal refusal_of(const InputError& error, const std::filesystem::path& folder, std::string remedy);

}  // namespace arena
