#include "arena/results/ratings/shown_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::counted;

/// The start of a hash, which is enough to distinguish two things with the same name.
std::string hash_suffix(const std::string& hash) { return "~" + hash.substr(0, 6); }

std::string length_text(const PlayedVariant& variant, bool is_only_open_length) {
  const std::string hands = counted(variant.hands_max, "hand");
  if (variant.fixed) return " (" + hands + ")";
  return is_only_open_length ? "" : " (at most " + hands + ")";
}

}  // namespace

std::vector<std::string> shown_bots(const HashedNames& bots) {
  std::map<std::string, int> times;
  for (const auto& [name, hash] : bots) ++times[name];
  std::vector<std::string> shown;
  for (const auto& [name, hash] : bots) shown.push_back(times[name] == 1 ? name : name + hash_suffix(hash));
  return shown;
}

std::vector<std::string> shown_variants(const std::vector<PlayedVariant>& variants) {
  std::vector<std::string> shown;
  for (const PlayedVariant& variant : variants) {
    std::set<std::string> rules;
    std::set<std::pair<bool, int>> lengths;
    for (const PlayedVariant& other : variants) {
      if (other.id != variant.id) continue;
      rules.insert(other.rules_hash);
      lengths.emplace(other.fixed, other.hands_max);
    }
    const auto open_lengths = std::count_if(lengths.begin(), lengths.end(), [](const auto& one) { return !one.first; });
    shown.push_back(variant.id + (rules.size() > 1 ? hash_suffix(variant.rules_hash) : "") +
                    (lengths.size() > 1 ? length_text(variant, open_lengths == 1) : ""));
  }
  return shown;
}

LeastIds least_ids(const std::map<std::string, const Manifest*>& runs) {
  LeastIds ids;
  for (const auto& [id, manifest] : runs) {
    for (const ManifestVariant& variant : manifest->variants) {
      std::string& least = ids.emplace(variant.rules_hash, variant.id).first->second;
      least = std::min(least, variant.id);
    }
  }
  return ids;
}

PlayedVariant played(const ManifestVariant& variant, const LeastIds& ids) {
  return {ids.at(variant.rules_hash), variant.rules_hash, variant.length.fixed, variant.length.hands_max};
}

bool is_meant(const ManifestVariant& variant, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return selects_variant(pattern, variant.id);
         });
}

void check_patterns(const std::map<std::string, const Manifest*>& runs, const std::vector<std::string>& patterns) {
  std::set<std::string> ids;
  for (const auto& [id, manifest] : runs) {
    for (const ManifestVariant& variant : manifest->variants) ids.insert(variant.id);
  }
  for (const std::string& pattern : patterns) {
    if (std::ranges::any_of(ids, [&](const std::string& id) { return selects_variant(pattern, id); })) continue;
    throw InputError(fmt::format("these runs have no variant '{}'; their variants are: {}", printable(pattern, 60),
                                 fmt::join(ids, ", ")));
  }
}

}  // namespace arena
