#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/admission/check/examination.h"
#include "arena/admission/submit/build.h"
#include "arena/admission/submit/handed_in.h"
#include "arena/admission/submit/ledger.h"
#include "arena/admission/submit/trial.h"
#include "arena/base/text/text_layout.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {

/// What is done with a bot that is handed in, in this order. The names stand in receipts.
enum class SubmitStep { unpack, owner, build, look_up, check, trial, enter };
std::string_view step_name(SubmitStep step);

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
  std::string token;  ///< a new one, for the owner; not in what is kept

  bool is_entered() const { return !entrant.empty(); }
  /// By a signal.
  bool is_stopped() const { return trial && trial->is_stopped; }
};

/// What was handed in to a league.
struct SubmissionList {
  std::vector<SubmissionEntry> entries;
  std::vector<RefusedBot> refused;
  int under_way = 0;
};

/// Formats the receipt of a submission for people, safe on a terminal. `with_token`: a new token is shown, too.
std::string receipt_text(const Submission& submission, const Page& page, bool with_token);

/// What a bot is that is handed in: a paragraph, safe on a terminal.
std::string introduction(const Submission& submission, const Page& page);

/// Formats what was handed in to a league as tables.
std::string submissions_text(const SubmissionList& list, const Page& page);

/// Writes the receipt of a submission as JSON. `with_token`: with a new token; what is kept has none.
std::string receipt_json(const Submission& submission, bool with_token);

/// Writes what was handed in to a league as JSON.
std::string submissions_json(const SubmissionList& list);

}  // namespace arena
