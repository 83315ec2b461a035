#pragma once

#include <cstdlib>

namespace hearts::test {

/// HEARTS_TEST_ALL is set in the environment: minutes may pass, so play everything.
inline bool test_all() { return std::getenv("HEARTS_TEST_ALL") != nullptr; }

}  // namespace hearts::test
