#pragma once

#include <boost/json.hpp>

#include "tests/browser/browser.h"

namespace browser {

/// Walks from the beginning of a game to its end by the right arrow. Checks that every card of every hand comes to the
/// table just once. `replay`: the game as the page has it.
void walk(Browser& page, const boost::json::object& replay);

}  // namespace browser
