#include "arena/admission/check/bank.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/admission/check/alterations.h"
#include "arena/admission/check/conversation.h"
#include "arena/admission/check/mistake_hints.h"

namespace arena {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Hands of a game that is as long as most, or longer.
constexpr int kHands = 10;
/// A bot that shares out what it has is quicker than this part of its mean when it is told that so much is left.
constexpr int kNearlySpent = 2;

/// Questions after which a bank is used up by answers that take so long; 0: it never is.
long questions_until_spent(const Limits& limits, microseconds mean) {
  const microseconds lost = mean - limits.increment;
  return lost <= microseconds::zero() ? 0 : microseconds(limits.bank) / lost;
}

}  // namespace

boost::asio::awaitable<std::optional<Finding>> find_spent_bank(boost::asio::io_context& context, const Subject& subject,
                                                               const TrialTable& table, microseconds mean,
                                                               int questions) {
  const long spent = questions_until_spent(subject.limits, mean);
  if (spent == 0 || spent >= long{kHands} * questions) co_return std::nullopt;
  Alteration poor;
  Limits told = subject.limits;
  told.bank = std::max(to_ms(mean / kNearlySpent), milliseconds(1));
  poor.text = [told](std::string_view lines) { return alter::stop_clocks(lines, told); };
  const auto trial = co_await play_alone(context, subject, table, std::move(poor));
  if (!trial || !trial->faults.empty()) co_return std::nullopt;  // other steps judge that
  const SeatTiming& timing = trial->result.timing[table.seat];
  if (timing.questions == 0) co_return std::nullopt;
  const microseconds poor_mean = timing.total / timing.questions;
  if (poor_mean <= told.bank) co_return std::nullopt;
  Finding finding = Finding::failed(fmt::format(
      "an answer takes {} ms on the average, and {} ms when BANK says {}. A game of {} questions or more would use up "
      "its bank of {} ms: from then on each answer is late",
      to_ms(mean).count(), to_ms(poor_mean).count(), told.bank.count(), spent + 1, subject.limits.bank.count()));
  finding.hint = hint_of(Mistake::spends_bank);
  co_return finding;
}

}  // namespace arena
