#pragma once

#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/records/manifest.h"

namespace arena {

// Names under which the bots and variants of several runs are shown. One name may stand for several of them. Patterns
// select variants by their names.

/// Names with the hashes of what they name.
using HashedNames = std::vector<std::pair<std::string, std::string>>;

/// The names as they are shown: a name that several bots have gets the start of each bot's hash.
std::vector<std::string> shown_bots(const HashedNames& bots);

/// What games of several runs must have in common to be of one variant. Matches that end by their rules are sorted
/// before matches of fixed length.
struct PlayedVariant {
  std::string id;  ///< the first, in alphabetical order, of the ids with these rules in any run
  std::string rules_hash;
  bool fixed = false;
  int hands_max = 0;

  friend auto operator<=>(const PlayedVariant&, const PlayedVariant&) = default;
};

/// The ids as they are shown: an id with several rules gets the start of their hash, one with several lengths the
/// length.
std::vector<std::string> shown_variants(const std::vector<PlayedVariant>& variants);

/// By rules hash: the first, in alphabetical order, of the ids with these rules in any run.
using LeastIds = std::map<std::string, std::string>;
LeastIds least_ids(const std::map<std::string, const Manifest*>& runs);

/// The variant of a run, under the least id of its rules.
PlayedVariant played(const ManifestVariant& variant, const LeastIds& ids);

/// Whether one of the patterns selects the variant (selects_variant()), or there are no patterns.
bool is_meant(const ManifestVariant& variant, const std::vector<std::string>& patterns);

/// Throws InputError for a pattern that selects no variant of the runs.
void check_patterns(const std::map<std::string, const Manifest*>& runs, const std::vector<std::string>& patterns);

}  // namespace arena
