#pragma once

#include <boost/json/fwd.hpp>
#include <memory>
#include <optional>
#include <string>

#include "arena/bots/protocol/limits.h"
#include "engine/game_rules.h"

namespace arena {

/// Returns the hex BLAKE2b-256 of rules_text(). Games with the same hash have the same rules.
std::string rules_hash(const hearts::Rules& rules);

/// How many hands a game has: exactly `hands_max` if `fixed` is set. Otherwise the totals end it, after at most
/// `hands_max` hands.
struct GameLength {
  int hands_max = 50;
  bool fixed = false;

  bool operator==(const GameLength&) const = default;
};

/// Returns the length that the rules set.
GameLength length_of(const hearts::Rules& rules);

/// The most blocks of a run.
inline constexpr int kBlocksMax = 1'000'000;

/// A variant that a run plays.
struct ManifestVariant {
  /// Canonical id. It begins with the name of a rule system, or of a variant that a file describes.
  std::string id;
  std::string rules_hash;  ///< of the rules that the id names, before the league chooses another number of hands
  int seats = 0;
  int weight = 1;
  GameLength length;
  /// With the length above. Null after read_manifest(); resolve_rules() sets it.
  std::shared_ptr<const hearts::GameRules> rules;
  /// In a later stage, and in a full round-robin without a chosen length: how many of the stage's blocks are of this
  /// variant. Otherwise 0, and the weights decide.
  int blocks = 0;
  /// Only for a variant that a file describes: the canonical id of its rules in terms of the rule systems, and what the
  /// file calls it and says about it. Records need no file for this.
  std::string means{};
  std::string title{};
  std::string about{};
  /// The limits of games of this variant, if they differ from the run's. Those that concern a bot's process
  /// (LimitKey::of_process) are always the run's.
  std::optional<Limits> limits{};
};

/// Returns the rules that the id names, with the length of the variant. Throws InputError if they are not those of this
/// arena, and hearts::RulesError if this arena has no such variant.
hearts::Rules resolved_rules(const ManifestVariant& variant);

/// Writes a variant as an object of a manifest. `limits` are those of the run.
boost::json::object manifest_variant_json(const ManifestVariant& variant, const Limits& limits);

/// Reads such an object; the rules are not resolved. Throws std::runtime_error for a value that is impossible.
ManifestVariant read_manifest_variant(const boost::json::object& object, const Limits& limits);

}  // namespace arena
