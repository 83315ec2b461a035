#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "arena/admission/submit/submission.h"
#include "arena/bots/doctor/bot_sandbox.h"

namespace arena {

/// A bot that somebody submits.
struct SubmitOrder {
  std::filesystem::path given;   ///< a folder or an archive
  std::filesystem::path league;  ///< the folder of the league
  std::string token;             ///< empty if none was given
  bool new_token = false;        ///< the organiser vouches for the owner, who gets a new token
  BuildLimits build;
};

/// Called at the start of each step of a submission. May be empty.
using SubmitEvents = std::function<void(SubmitStep, const Submission&)>;

/// Accepts a submitted bot: unpacks, builds, checks and tries it, and enters it in the league.
///
/// The receipt of a bot that was entered is kept in the league's folder. A bot that was refused is only added to the
/// list of refused bots, see Ledger::read_refusals(). To be called while this process has one thread. Throws InputError
/// for mistakes of the organiser, MachineFault, and std::system_error.
Submission submit_bot(const SubmitOrder& order, const BotSandbox& sandbox, const SubmitEvents& events);

}  // namespace arena
