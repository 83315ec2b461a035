// Holds nothing: its target precompiles the headers that the test programs share, and needs a source that uses them.
#include "tests/catch.h"
