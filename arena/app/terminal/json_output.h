#pragma once

#include <boost/json/fwd.hpp>

namespace arena::cli {

/// Prints an object as one line of standard output. The line is written as a whole and immediately, so a reader never
/// waits for the rest of it. If it cannot be written, std::cout has failed from then on, and later calls print nothing.
/// Call it from one thread at a time.
void print_json(const boost::json::object& object);

}  // namespace arena::cli
