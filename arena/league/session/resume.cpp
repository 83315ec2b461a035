#include "arena/league/session/resume.h"

#include <fmt/format.h>

#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/session/receipt.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena {

namespace {

/// Who has forfeited too often in the last stage, if it has ended.
std::vector<std::string> withdrawn_at_end(const RunRecords& records, const std::filesystem::path& folder) {
  if (records.stages().back().withdraw_after == 0 || !records.has_ended()) return {};
  return read_summary(folder).last().withdrawn;
}

}  // namespace

Resumption resume_run(const SessionOrder& order, RunRecords& records, const std::string& isolation) {
  const std::vector<Manifest>& stages = records.stages();
  const WantedLength& length = order.length;
  Manifest wanted = order.manifest;
  wanted.entropy = order.entropy;
  const int number = std::max(1, static_cast<int>(stages.size()));
  const RunKey key = records.key(order.seed, number);
  commit(wanted, key, isolation);
  if (stages.empty() || (stages.size() == 1 && !records.has_games())) {
    plan_blocks(wanted, length.blocks, length.games);
    return {std::move(wanted), key, {}, {}};
  }

  const Manifest& last = stages.back();
  const std::string where = order.folder.string();
  const std::vector<std::string> withdrawn = withdrawn_at_end(records, order.folder);
  Manifest with_all = wanted;
  take_identities(stages, wanted, withdrawn);
  // The last stage with the bots that were withdrawn at its end, when all was played.
  const auto is_complete = [&] {
    take_identities(stages, with_all);
    return !withdrawn.empty() && last.commitment == with_all.commitment && run_changes(stages, with_all, length).none();
  };
  const auto complete_stage = [&]() -> Resumption {
    take_plan(last, with_all);
    return {std::move(with_all), key, {}, {}};
  };
  if (wanted.bots.size() < 2 && !withdrawn.empty()) {
    if (!records.is_cut() && is_complete()) return complete_stage();
    throw InputError(fmt::format("{}: of its bots {} are withdrawn, and fewer than two are left", where,
                                 hearts::joined(withdrawn, ", ")));
  }
  RunChanges found = run_changes(stages, wanted, length);
  const std::string other = fmt::format("choose another --out; arena rate {} OUT rates both", in_shell(where));
  if (last.commitment != wanted.commitment && found.refusal.empty()) found.refusal = "it was started from another seed";
  if (!found.refusal.empty())
    throw InputError(fmt::format("{} holds another run: {}; {}", where, found.refusal, other));
  if (records.is_cut()) found.changes.push_back("its last stage was ended before its time");
  if (!found.is_stage()) {
    take_plan(last, wanted);
    return {std::move(wanted), key, {}, {}};
  }
  const std::string changes = found.text();
  const RunSummary summary = read_summary_with_digests(order.folder);
  wanted.stage = summary.next;
  wanted.played = summary.played;
  plan_stage(wanted, length);
  if (wanted.blocks == 0) {
    if (is_complete()) return complete_stage();
    throw InputError(fmt::format(
        "{} holds a run that this changes: {}; but nothing is left to play: it has {} of {}; "
        "ask for more",
        where, changes, hearts::counted(wanted.stage.games, "game"), hearts::counted(wanted.stage.blocks, "block")));
  }
  if (!order.extend && withdrawn.empty()) {
    throw InputError(
        fmt::format("{} holds a run that this changes: {}; --extend goes on so, or {}", where, changes, other));
  }
  const RunKey next_key = records.key(order.seed, summary.next.number);
  commit(wanted, next_key, isolation);
  // How much more is said anyhow.
  std::string news =
      fmt::format("stage {}: {}{} ({}) more", summary.next.number, found.changes.empty() ? "" : changes + "; ",
                  hearts::counted(wanted.blocks, "block"), hearts::counted(wanted.games, "game"));
  if (const int lost = summary.games() - summary.next.games; lost > 0) {
    news += fmt::format("; {} of blocks that were not complete {} not count", hearts::counted(lost, "game"),
                        lost == 1 ? "does" : "do");
  }
  return {std::move(wanted), next_key, key, std::move(news)};
}

}  // namespace arena
