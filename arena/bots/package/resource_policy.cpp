#include "arena/bots/package/resource_policy.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>

#include "arena/base/text/input_error.h"
#include "arena/base/text/json_value.h"
#include "engine/typed_text.h"

namespace arena {

namespace json = boost::json;

std::vector<ResourceValue> read_resources(const JsonValue& object) {
  JsonKeys keys(object);
  std::vector<ResourceValue> values;
  for (const ResourceKey& key : resource_keys()) {
    keys.read(key.name, [&](const JsonValue& value) { values.emplace_back(&key, value.whole(key.least, key.most)); });
  }
  keys.report_others();
  return values;
}

json::object resources_json(const Resources& resources) {
  json::object object;
  for (const ResourceKey& key : resource_keys()) object[key.name] = resources.*key.value;
  return object;
}

void check_resources(const Resources& resources, const std::string& place) {
  if (resources.processes <= resources.threads) return;
  throw InputError(fmt::format("{}: {} need at least as many threads, but {} allowed", place,
                               hearts::counted(resources.processes, "process", "processes"),
                               resources.threads == 1 ? "1 is" : fmt::format("{} are", resources.threads)));
}

Resources granted(const ResourcePolicy& policy, const std::vector<ResourceValue>& asked, const std::string& place) {
  Resources resources = policy.each;
  for (const auto& [key, value] : asked) {
    const int each = policy.each.*key->value;
    const int most = policy.most.*key->value;
    const int bound = key->is_more(each, most) ? each : most;
    if (key->is_more(value, bound)) {
      const bool unbounded = key->zero_is_unbounded && value == 0;
      throw InputError(fmt::format("{}: asks for {} {}{}, but the league allows {} at most{}", place, key->name, value,
                                   unbounded ? " (no limit)" : "", bound,
                                   key->value == &Resources::processes ? "; --processes allows more" : ""));
    }
    resources.*key->value = value;
  }
  check_resources(resources, place);
  return resources;
}

}  // namespace arena
