#include "arena/bots/package/resource_policy.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "engine/typed_text.h"

namespace arena {

namespace json = boost::json;

std::vector<ResourceValue> read_resources(const json::value& value, const std::string& place) {
  const auto shown = [](const json::value& any) { return printable(json::serialize(any), 60); };
  if (!value.is_object()) throw InputError(place + " must be an object in braces, not " + shown(value));
  std::vector<ResourceValue> values;
  for (const auto& [name, field] : value.get_object()) {
    const ResourceKey* key = find_resource({name.data(), name.size()});
    if (key == nullptr) {
      throw InputError(fmt::format("{} has an unknown key \"{}\"; known: {}", place,
                                   printable({name.data(), name.size()}, 40),
                                   hearts::joined(resource_keys(), ", ", &ResourceKey::name)));
    }
    if (!field.is_int64() || field.get_int64() < key->least || field.get_int64() > key->most) {
      throw InputError(fmt::format("{}.{} must be a whole number from {} to {}, not {}", place, key->name, key->least,
                                   key->most, shown(field)));
    }
    values.emplace_back(key, static_cast<int>(field.get_int64()));
  }
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
