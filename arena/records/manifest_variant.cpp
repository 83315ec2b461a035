#include "arena/records/manifest_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/game/schedule/schedule.h"
#include "arena/records/line_fields.h"
#include "arena/records/recorded_limits.h"
#include "engine/rule_keys.h"
#include "engine/variants/named_variant.h"

namespace arena {

namespace json = boost::json;

std::string rules_hash(const hearts::Rules& rules) { return hex(digest_of(hearts::rules_text(rules))); }

GameLength length_of(const hearts::Rules& rules) { return {rules.last_hand(), rules.match_hands.has_value()}; }

hearts::Rules resolved_rules(const ManifestVariant& variant) {
  hearts::Rules rules = hearts::resolve_variant(variant.means.empty() ? variant.id : variant.means);
  rules.id = variant.id;
  if (rules_hash(rules) != variant.rules_hash || rules.seats != variant.seats)
    throw InputError("the rules of " + variant.id + " differ from those of this arena");
  const GameLength& length = variant.length;
  if (rules.match_hands && length_of(rules) != length)
    throw InputError("the games of " + variant.id + " have another number of hands than its rules");
  if (length.fixed) return with_hands(std::move(rules), length.hands_max);
  rules.match_hands_max = length.hands_max;
  return rules;
}

namespace {

std::string read_id(const json::object& object, const char* key) {
  std::string id = text_of(object, key);
  if (id.empty() || !std::ranges::all_of(id, [](char c) { return c > ' ' && c < 127; }))
    throw std::runtime_error("a variant's id has a character that no id may have");
  return id;
}

/// Returns a text that may be missing.
std::string read_text(const json::object& object, const char* key, std::size_t bytes_max) {
  if (!object.contains(key)) return {};
  std::string text = shown_text(member(object, key));
  if (text.size() > bytes_max) throw std::runtime_error(fmt::format("a variant's {} is too long", key));
  return text;
}

}  // namespace

json::object manifest_variant_json(const ManifestVariant& variant, const Limits& limits) {
  json::object object = {
      {"variant", variant.id},    {"rules", variant.rules_hash},           {"seats", variant.seats},
      {"weight", variant.weight}, {"hands_max", variant.length.hands_max}, {"hands_fixed", variant.length.fixed}};
  if (!variant.means.empty()) object["means"] = variant.means;
  if (!variant.title.empty()) object["title"] = variant.title;
  if (!variant.about.empty()) object["about"] = variant.about;
  if (variant.blocks > 0) object["blocks"] = variant.blocks;
  const std::vector<LimitValue> own = differing_limits(variant.limits.value_or(limits), limits);
  if (!own.empty()) object["limits"] = limits_json(own);
  return object;
}

ManifestVariant read_manifest_variant(const json::object& object, const Limits& limits) {
  ManifestVariant variant;
  if (const json::value* own = object.if_contains("limits"))
    variant.limits = with_values(limits, read_own_limits(own->as_object(), "variant", &LimitKey::may_be_of_variant));
  variant.id = read_id(object, "variant");
  if (object.contains("means")) {
    variant.means = read_id(object, "means");
    const std::string_view name = std::string_view(variant.id).substr(0, variant.id.find('@'));
    if (!hearts::is_variant_name(name) || hearts::is_rule_system(name))
      throw std::runtime_error("a variant of a file has the name of a rule system, or none");
  }
  variant.title = read_text(object, "title", hearts::kVariantTitleBytesMax);
  variant.about = read_text(object, "about", hearts::kVariantAboutBytesMax);
  variant.rules_hash = hash_in(object, "rules");
  variant.seats = int_of(object, "seats");
  variant.weight = int_of(object, "weight");
  if (object.contains("blocks")) variant.blocks = int_of(object, "blocks");
  variant.length.hands_max = int_of(object, "hands_max");
  variant.length.fixed = member(object, "hands_fixed").as_bool();
  if (variant.length.hands_max < 1 || variant.length.hands_max > hearts::kMatchHandsMax)
    throw std::runtime_error(fmt::format("a variant must have 1 to {} hands", hearts::kMatchHandsMax));
  if (variant.weight < 1) throw std::runtime_error("a variant's weight must be at least 1");
  if (variant.blocks < 0 || variant.blocks > kBlocksMax)
    throw std::runtime_error("a variant's number of blocks is impossible");
  if (variant.seats < hearts::kSeatsMin || variant.seats > hearts::kSeatsMax)
    throw std::runtime_error("a variant has an impossible number of seats");
  return variant;
}

}  // namespace arena
