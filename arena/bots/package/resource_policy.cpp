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
    if (const auto value = keys.find(key.name)) values.emplace_back(&key, value->whole(key.least, key.most));
  }
  keys.refuse_others();
  return values;
}

json::object resources_json(const Resources& resources) {
  json::object object;
  for (const ResourceKey& key : resource_keys()) object[key.name] = resources.*key.value;
  return object;
}

void check_resources(const Resources& resources, const std::string& place) {
  if (resources.processes <= resources.threads) return;
  throw InputError(fmt::format("{}: {} with {} cannot be; each process is at least one thread", place,
                               hearts::counted(resources.processes, "process", "processes"),
                               hearts::counted(resources.threads, "thread")));
}

Resources granted(const ResourcePolicy& policy, const std::vector<ResourceValue>& asked, const std::string& place) {
  Resources resources = policy.each;
  for (const auto& [key, value] : asked) {
    const int each = policy.each.*key->value;
    const int most = policy.most.*key->value;
    const int bound = key->is_more(each, most) ? each : most;
    if (key->is_more(value, bound)) {
      const bool unbounded = key->zero_is_unbounded && value == 0;
      throw InputError(fmt::format("{}: asks for {} {}{}, but the most that the league allows is {}{}", place,
                                   key->name, value, unbounded ? " (not bounded)" : "", bound,
                                   key->value == &Resources::processes ? "; --processes gives more" : ""));
    }
    resources.*key->value = value;
  }
  check_resources(resources, place);
  return resources;
}

}  // namespace arena
