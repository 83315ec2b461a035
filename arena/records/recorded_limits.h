#pragma once

#include <boost/json/fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "arena/bots/protocol/limit_keys.h"

namespace arena {

/// Writes limits as an object of records, as in {"move_ms": 500}.
boost::json::object limits_json(std::span<const LimitValue> values);
/// Writes all limits of a run.
boost::json::object limits_json(const Limits& limits);

/// Reads the limits of a run. Throws std::runtime_error if one is missing or impossible.
Limits read_limits(const boost::json::object& object);

/// Reads the limits that a variant or a bot has of its own; `may_have` says which these can be. `owner` is "variant" or
/// "bot", for errors. Throws std::runtime_error if one is impossible.
std::vector<LimitValue> read_own_limits(const boost::json::object& object, std::string_view owner,
                                        bool (LimitKey::*may_have)() const);

}  // namespace arena
