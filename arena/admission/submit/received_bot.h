#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/admission/submit/intake.h"
#include "arena/admission/submit/ledger.h"
#include "arena/base/text/input_error.h"
#include "arena/bots/package/bot_manifest.h"

namespace arena {

/// A submitted bot: its files, copied into a folder of the league, and what its bot.json says.
struct ReceivedBot {
  std::filesystem::path folder;  ///< the one with bot.json
  BotManifest manifest;
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::string archive;  ///< hex BLAKE2b-256 of the file, as `b2sum -l 256` prints it; empty if a folder was submitted
};

/// Copies a submitted folder or unpacks a submitted archive (.tar.gz, .tar, .zip) into a new folder of the workplace.
/// `confined` is as for Unpacking. Throws Refusal that says what is wrong with it; `received` then holds what is known
/// so far. Throws InputError if there is no such file or folder, and std::system_error.
void receive_bot(const std::filesystem::path& given, const Workplace& place, bool confined, ReceivedBot& received);

/// Copies a bot's folder into an empty one: regular files and folders only, within the bounds of intake.h. A file with
/// several names (hard links) becomes a file for each. `what` is the name of the folder in a refusal. Throws Refusal,
/// std::system_error.
void copy_in(const std::filesystem::path& folder, const std::filesystem::path& to, const std::string& what);

/// Reads the bot.json of a folder. Accepts only what a league accepts from strangers: author and version must each be a
/// line without a flaw (line_flaw()). Throws Refusal.
BotManifest manifest_in(const std::filesystem::path& folder);

/// Turns an error about a bot in that folder into a refusal. It leaves out the folder's path, which is the organiser's.
Refusal refusal_of(const InputError& error, const std::filesystem::path& folder, std::string remedy);

}  // namespace arena
