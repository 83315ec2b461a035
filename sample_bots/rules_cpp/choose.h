// The bot's judgement: which of the offered words to answer.
#pragma once

#include "table.h"

// Exactly `count` different words of `offered`. Depends on nothing but its arguments.
Words choose(const Table& table, const std::string& kind, int count, const Words& offered);
