#pragma once

#include <optional>
#include <string>

namespace arena {

struct BotEntry;
struct Manifest;
struct ManifestVariant;

/// Compares a recorded run with the one that is wanted. Returns one sentence on the first difference that keeps the run
/// from being resumed as the wanted one, or nothing if it can be. Where the bots' files are makes no difference.
std::optional<std::string> manifest_difference(const Manifest& recorded, const Manifest& wanted);

/// Parts of this comparison. The first compares two variants with the same id, except for their weights. `manifest` has
/// the limits that apply to a variant without its own.
std::optional<std::string> variant_difference(const Manifest& manifest, const ManifestVariant& recorded,
                                              const ManifestVariant& wanted);
/// Compares two bots with the same name and hash.
std::optional<std::string> bot_difference(const BotEntry& recorded, const BotEntry& wanted);
/// Compares the settings that apply to all bots and variants.
std::optional<std::string> settings_difference(const Manifest& recorded, const Manifest& wanted);

/// Whether the runs have different limits, or a bot or variant that is in both has.
bool differ_in_limits(const Manifest& a, const Manifest& b);

}  // namespace arena
