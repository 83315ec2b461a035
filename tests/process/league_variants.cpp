#include "tests/process/league_variants.h"

#include <set>

#include "arena/records/manifest.h"
#include "engine/variants/registry.h"

namespace processes {
namespace {

/// Ids as they are asked for, by the id they are played as; each set of rules once.
class Ids {
 public:
  void add(const std::string& id) {
    try {
      const hearts::Rules rules = hearts::resolve_variant(id);
      if (hashes_.insert(arena::rules_hash(rules)).second) ids_.push_back(id);
    } catch (const hearts::RulesError&) {
      // An option that is not for this size.
    }
  }
  const std::vector<std::string>& ids() const { return ids_; }

 private:
  std::vector<std::string> ids_;
  std::set<std::string> hashes_;
};

}  // namespace

std::vector<std::string> league_variants() {
  Ids ids;
  for (const hearts::Variant* variant : hearts::variants()) {
    const auto at = [&](int seats) { return std::string(variant->id) + "@" + std::to_string(seats); };
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) ids.add(at(seats));
    for (const hearts::VariantOption& option : variant->options) {
      // With the laws refused in any case the first is there already, and the second contradicts that.
      if (option.name == "reject_illegal" || option.name == "all_penalty_cards") continue;
      const std::string name = "+" + std::string(option.name) + (option.takes_value() ? "=HD" : "");
      const bool kitty = option.name.starts_with("kitty");
      for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
        if (kitty || seats == variant->seats_default) ids.add(at(seats) + name);
      }
    }
  }
  ids.add("green-queen-jokers@4+moon.leftover=exempt+leftover.visibility=public");
  ids.add("omnibus@5+kitty_last+leftover.visibility=taker");
  ids.add("royal@2+queens=CD+pass.count=2");
  return ids.ids();
}

}  // namespace processes
