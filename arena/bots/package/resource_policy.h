#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/sandbox/resources.h"

namespace arena {

class JsonValue;

/// What a league lets its bots use.
struct ResourcePolicy {
  Resources each;                    ///< a bot that asks for nothing else
  Resources most = kResourceBounds;  ///< what bot.json may ask for; where `each` is more, as much as that
};

/// One value of an object of resources.
using ResourceValue = std::pair<const ResourceKey*, int>;

/// The values of {"memory_mb": 512, ...}. Throws InputError for what is no such object.
std::vector<ResourceValue> read_resources(const JsonValue& object);

/// All of them, as read_resources() reads them.
boost::json::object resources_json(const Resources& resources);

/// Throws InputError when they contradict each other: a process is at least one thread.
void check_resources(const Resources& resources, const std::string& place);

/// What a bot gets that asks for these. Throws InputError with the place, the key, what is asked and the bound.
Resources granted(const ResourcePolicy& policy, const std::vector<ResourceValue>& asked, const std::string& place);

}  // namespace arena
