#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/admission/check/examination.h"
#include "arena/admission/submit/build.h"
#include "arena/admission/submit/handed_in.h"
#include "arena/admission/submit/ledger.h"
#include "arena/admission/submit/refusals.h"
#include "arena/admission/submit/trial.h"
#include "arena/bots/sandbox/machine_fault.h"

namespace arena {

/// What is done with a bot that is handed in, in this order. The names stand in receipts.
enum class SubmitStep { unpack, owner, build, look_up, check, trial, enter };
std::string_view step_name(SubmitStep step);

/// A bot that somebody hands in.
struct SubmitOrder {
  std::filesystem::path given;   ///< a folder or an archive
  std::filesystem::path league;  ///< the folder of the league
  std::string token;             ///< empty: none is given
  bool new_token = false;        ///< the organiser vouches for the owner, who gets a new one
  BuildLimits build;
};

/// What became of it: the receipt.
struct Submission {
  struct RefusedAt {
    SubmitStep step = SubmitStep::unpack;
    std::string why;
    std::string remedy;
  };

  HandedIn handed_in;        ///< what is known of it; without a name: it was refused before that was known
  SubmittedVersion version;  ///< what is known of it
  std::string entrant;       ///< the word in the league file; empty: it is not entered
  std::optional<SubmittedVersion> predecessor;
  std::optional<std::chrono::milliseconds> build_time;  ///< nothing: it was not built
  std::string isolation;
  std::optional<Subject> subject;  ///< of the check
  std::optional<Examination> examination;
  std::optional<LeagueTrial> trial;
  std::optional<RefusedAt> refused;
  bool is_stopped = false;  ///< by a signal
  std::string token;        ///< a new one, for the owner; not in what is kept

  bool is_entered() const { return !entrant.empty(); }
};

/// Hears of a submission while it is under way.
struct SubmitEvents {
  std::function<void(SubmitStep, const Submission&)> begins;
};

/// Takes a bot in, builds, checks and tries it, and enters it in the league. A bot that is refused is listed, see
/// refusals.h; nothing else changes in the league's folder. The receipt of one that is entered is kept there. To be
/// called while this process has one thread. Throws InputError for what the organiser has to mend, MachineFault,
/// std::system_error.
Submission submit_bot(const SubmitOrder& order, const BotSandbox& sandbox, const SubmitEvents& events);

/// The receipt for people, safe on a terminal, and for programs. `with_token`: a new token is told, too.
std::string receipt_text(const Submission& submission, const Page& page, bool with_token);
std::string receipt_json(const Submission& submission, bool with_token);

/// What a bot is that is handed in: a paragraph, safe on a terminal.
std::string introduction(const Submission& submission, const Page& page);

/// What was handed in to a league.
struct SubmissionList {
  std::vector<SubmissionEntry> entries;
  std::vector<RefusedBot> refused;
  int under_way = 0;
};

/// The list for people, as tables, and for programs.
std::string submissions_text(const SubmissionList& list, const Page& page);
std::string submissions_json(const SubmissionList& list);

}  // namespace arena
