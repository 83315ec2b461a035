#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/sandbox/isolation.h"

namespace check_test {

/// How `arena check` ended. Of one that was ended from outside the code is minus the signal.
struct Checked {
  int code = 0;
  std::string out;
  std::string err;
};

/// Examines a bot with these options beside it: at most two minutes, after which nothing may be left of it. Fails the
/// test case otherwise.
Checked check_bot(const std::string& bot, const std::vector<std::string>& options = {},
                  arena::Isolation isolation = arena::Isolation::none);

/// What --json says; it must be whole, and agree with itself and with the exit code.
boost::json::object json_of(const Checked& checked);

/// The step of that name.
const boost::json::object& step_in(const boost::json::object& report, std::string_view name);

/// A bot of tests/process/check/bots, by its file's name without .py.
std::string broken_bot(const std::string& name);

}  // namespace check_test
