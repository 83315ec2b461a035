#pragma once

#include <string>

#include "arena/check/examination.h"

namespace arena {

/// `arena check` for people, in three pieces: who is examined and how; a step when it is over; figures and the end. All
/// are safe on a terminal, whatever the bot wrote.
std::string check_head(const Subject& subject, const std::string& seed);
std::string step_text(const StepResult& result);
std::string check_end(const Subject& subject, const Examination& examination);

/// The same for programs, all at once. FORMAT.md documents it.
std::string check_json(const Subject& subject, const std::string& seed, const Examination& examination);

/// The steps there are: number, name, what they ask.
std::string step_list();

}  // namespace arena
