#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "arena/check/examination.h"

namespace arena {

/// `arena check` for programs. FORMAT.md documents it.
boost::json::object check_json(const Subject& subject, const std::string& seed, const Examination& examination);

}  // namespace arena
