#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/sandbox/resources.h"

namespace arena {

class JsonValue;

/// The resources that a league gives its bots.
struct ResourcePolicy {
  Resources each;                    ///< for a bot that asks for nothing else
  Resources most = kResourceBounds;  ///< the most that bot.json may ask for; `each` if that is more
};

/// A resource with its value, as a member of an object of resources.
using ResourceValue = std::pair<const ResourceKey*, int>;

/// Reads an object such as {"memory_mb": 512}. Throws InputError if it is not a valid one.
std::vector<ResourceValue> read_resources(const JsonValue& object);

/// Writes all resources in the form that read_resources() reads.
boost::json::object resources_json(const Resources& resources);

/// Throws InputError if there are more processes than threads: each process is at least one thread.
void check_resources(const Resources& resources, const std::string& place);

/// Returns the resources of a bot that asks for these. Throws InputError that names the place, the key, the value and
/// the bound if it asks for too much.
Resources granted(const ResourcePolicy& policy, const std::vector<ResourceValue>& asked, const std::string& place);

}  // namespace arena
