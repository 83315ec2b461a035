#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "arena/records/manifest.h"
#include "arena/seeds/run_key.h"

namespace arena {

/// The file of a run's folder that says what to publish, and when.
inline constexpr std::string_view kReceiptFile = "receipt.txt";

/// Fills in what the run commits to: its key, this arena's version, the level of its sandbox.
void commit(Manifest& manifest, const RunKey& key, std::string_view isolation);

/// The receipt in that file; empty if there is none.
std::string read_receipt(const std::filesystem::path& folder);

/// Writes that file: the receipt, and the digest of the games that are recorded, if there are any. Throws
/// std::system_error.
void write_receipt(const std::filesystem::path& folder, const Manifest& manifest, int games, std::string_view digest);

}  // namespace arena
