#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "arena/base/seeds/run_key.h"
#include "arena/records/manifest.h"

namespace arena {

/// The file of a run's folder that says what to publish, and when.
inline constexpr std::string_view kReceiptFile = "receipt.txt";

/// Fills in what the run commits to: its key, this arena's version, the level of its sandbox.
void commit(Manifest& manifest, const RunKey& key, std::string_view isolation);

/// What the receipt file of a run's folder says.
struct KeptReceipt {
  std::string receipt;        ///< empty if there is none
  bool is_committed = false;  ///< it was made before the run, for the run: there must be no other
};
KeptReceipt read_receipt(const std::filesystem::path& folder);

/// Writes that file: the receipt, and the digest of the games that are recorded, if there are any. Throws
/// std::system_error.
void write_receipt(const std::filesystem::path& folder, const Manifest& manifest, int games, std::string_view digest,
                   bool is_committed = false);

}  // namespace arena
