#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/admission/check/examination.h"
#include "arena/admission/submit/build.h"
#include "arena/admission/submit/ledger.h"
#include "arena/admission/submit/owner.h"
#include "arena/admission/submit/received_bot.h"
#include "arena/admission/submit/trial.h"
#include "arena/base/text/text_layout.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {

/// The steps of a submission, in order. Receipts contain their names.
enum class SubmitStep { unpack, owner, build, look_up, check, trial, enter };
std::string_view step_name(SubmitStep step);

/// The result of a submission. The receipt is made of it.
struct Submission {
  struct RefusedAt {
    SubmitStep step = SubmitStep::unpack;
    std::string why;
    std::string remedy;
  };

  ReceivedBot received;      ///< as far as it is known; it has no name if it was refused before the name was known
  SubmittedVersion version;  ///< as far as it is known
  std::string entrant;       ///< its name in the league file, see entrant_word(); empty if it was not entered
  std::optional<SubmittedVersion> predecessor;          ///< the version that it has replaced
  std::optional<std::chrono::milliseconds> build_time;  ///< nothing if it was not built
  std::string isolation;
  std::optional<Subject> subject;  ///< of the conformance check
  std::optional<Examination> examination;
  std::optional<LeagueTrial> trial;
  std::optional<RefusedAt> refused;
  std::optional<BotStatus> kept_out;  ///< set if it was entered although the organiser keeps the bot out
  std::string unkept_receipt;         ///< why the receipt could not be kept; empty if it was, or if nothing was entered
  std::string token;                  ///< a new token for the owner; never kept. Empty if there is no new one

  bool is_entered() const { return !entrant.empty(); }
  /// Whether a signal stopped it.
  bool is_stopped() const { return trial && trial->is_stopped; }
};

/// All submissions to a league.
struct SubmissionList {
  std::vector<SubmissionEntry> entries;
  std::vector<RefusedBot> refused;
  std::vector<SharedAuthor> shared_authors{};
  int under_way = 0;
  std::vector<StatusChange> changes{};  ///< what the organiser has decided about bots, oldest first
};

/// Formats the receipt of a submission for people, safe on a terminal. `with_token` adds a new token, if there is one.
std::string receipt_text(const Submission& submission, const Page& page, bool with_token);

/// Formats what bot.json says about a submitted bot, safe on a terminal.
std::string introduction(const Submission& submission, const Page& page);

/// Formats all submissions to a league as tables.
std::string submissions_text(const SubmissionList& list, const Page& page);

/// Writes the receipt of a submission as JSON. `with_token` adds a new token, if there is one; kept receipts have none.
std::string receipt_json(const Submission& submission, bool with_token);

/// Writes all submissions to a league as JSON.
std::string submissions_json(const SubmissionList& list);

}  // namespace arena
