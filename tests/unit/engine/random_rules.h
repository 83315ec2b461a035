#pragma once

#include "engine/random.h"
#include "engine/rules.h"

namespace hearts::test {

/// Rules that no variant has, put together at random from the whole domain of the keys so that they fit together, but
/// for rare accidents: a suit that leads or counts may have lost all its cards.
Rules random_rules(Random& random);

}  // namespace hearts::test
