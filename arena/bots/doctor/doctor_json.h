#pragma once

#include <boost/json/fwd.hpp>

namespace arena {

struct Diagnosis;

/// What `arena doctor` found, for programs. FORMAT.md documents it.
boost::json::object doctor_json(const Diagnosis& diagnosis);

}  // namespace arena
