#pragma once

#include <optional>
#include <string>

namespace arena {

struct BotEntry;
struct Manifest;
struct ManifestVariant;

/// Says in one sentence why a run of one cannot go on as the other; nothing when it can, wherever the bots' files lie.
std::optional<std::string> manifest_difference(const Manifest& recorded, const Manifest& wanted);

/// Parts of that. What differs between two variants of one id, but for the weight, in runs with the limits of `manifest`.
std::optional<std::string> variant_difference(const Manifest& manifest, const ManifestVariant& recorded,
                                              const ManifestVariant& wanted);
/// What differs between two bots of one name and hash.
std::optional<std::string> bot_difference(const BotEntry& recorded, const BotEntry& wanted);
/// What differs in all that holds for all bots and variants alike.
std::optional<std::string> settings_difference(const Manifest& recorded, const Manifest& wanted);

}  // namespace arena
