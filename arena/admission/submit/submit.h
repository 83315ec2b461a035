#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "arena/admission/submit/submission.h"
#include "arena/bots/doctor/bot_sandbox.h"

namespace arena {

/// A bot that somebody hands in.
struct SubmitOrder {
  std::filesystem::path given;   ///< a folder or an archive
  std::filesystem::path league;  ///< the folder of the league
  std::string token;             ///< empty: none is given
  bool new_token = false;        ///< the organiser vouches for the owner, who gets a new one
  BuildLimits build;
};

/// Hears of each step of a submission as it begins. May be empty.
using SubmitEvents = std::function<void(SubmitStep, const Submission&)>;

/// Takes a bot in, builds, checks and tries it, and enters it in the league. A bot that is refused is listed, see
/// Ledger::read_refusals(); nothing else changes in the league's folder. The receipt of one that is entered is kept
/// there. To be
/// called while this process has one thread. Throws InputError for what the organiser has to mend, MachineFault,
/// std::system_error.
Submission submit_bot(const SubmitOrder& order, const BotSandbox& sandbox, const SubmitEvents& events);

}  // namespace arena
