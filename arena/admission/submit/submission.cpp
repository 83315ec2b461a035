#include "arena/admission/submit/submission.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>

#include "arena/admission/check/check_report.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/resource_policy.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr int kReceiptVersion = 1;

constexpr std::size_t kLabel = 14;

std::string shown(const std::string& word) { return printable(shell_quoted(word), 200); }

std::string words_shown(const std::vector<std::string>& words) { return hearts::joined(words, " ", shown); }

/// Returns a title such as "duck 1.2 by Ada". Author and version are safe on a terminal, see manifest_in().
std::string title(const BotManifest& manifest) {
  std::string text = manifest.name.empty() ? "the bot" : manifest.name;
  if (!manifest.version.empty()) text += " " + manifest.version;
  if (!manifest.author.empty()) text += " by " + manifest.author;
  return text;
}

std::string entries_text(const std::vector<SubmissionEntry>& entries, const Page& page) {
  CellTable table;
  table.heads = {{"bot", true},
                 {"#"},
                 {"version", true, 1, Narrowing::shortens},
                 {"author", true, 2, Narrowing::shortens},
                 {"state", true},
                 {"time", true, 3},
                 {"hash", true, 4}};
  for (const SubmissionEntry& entry : entries) {
    const SubmittedVersion& version = entry.version();
    std::string state(state_name(entry.state));
    if (entry.state == SubmissionState::taken_out) state = "taken out";
    table.rows.push_back({entry.bot.name, std::to_string(version.number), legible(version.version),
                          legible(entry.bot.author), state, version.time, version.hash.substr(0, 16)});
  }
  return fitted(std::move(table), page.table_columns, "--json has them");
}

std::string refused_text(const std::vector<RefusedBot>& refused, const Page& page) {
  CellTable table;
  table.heads = {{"refused", true},
                 {"version", true, 2, Narrowing::shortens},
                 {"author", true, 3, Narrowing::shortens},
                 {"time", true, 1},
                 {"step", true},
                 {"why", true, 0, Narrowing::wraps}};
  for (const RefusedBot& bot : refused)
    table.rows.push_back(
        {bot.name.empty() ? "?" : bot.name, legible(bot.version), legible(bot.author), bot.time, bot.step, bot.why});
  return fitted(std::move(table), page.columns, "--json has them");
}

std::string changes_text(const std::vector<StatusChange>& changes, const Page& page) {
  CellTable table;
  table.heads = {
      {"decision", true}, {"bot", true}, {"time", true, 1}, {"user", true, 2}, {"reason", true, 0, Narrowing::wraps}};
  for (const StatusChange& change : changes)
    table.rows.push_back({std::string(state_name(change.status.state)), legible(change.bot),
                          legible(change.status.time), legible(change.user), legible(change.status.reason)});
  return fitted(std::move(table), page.columns, "--json has them");
}

json::value text_or_null(const std::string& text) { return text.empty() ? json::value(nullptr) : json::value(text); }

json::object bot_json(const BotManifest& manifest) {
  json::object asked;
  for (const auto& [key, value] : manifest.resources) asked[key->name] = value;
  return {{"name", text_or_null(manifest.name)},
          {"author", manifest.author},
          {"version", manifest.version},
          {"command", json::value_from(manifest.command)},
          {"build", json::value_from(manifest.build)},
          {"plays", json::value_from(manifest.plays)},
          {"resources", std::move(asked)}};
}

json::value check_summary(const Submission& submission) {
  if (!submission.examination) return nullptr;
  const auto steps_with = [&](StepOutcome outcome) {
    json::array list;
    for (const StepResult& step : submission.examination->steps) {
      if (step.outcome != outcome) continue;
      list.push_back(json::object{{"step", step.step->name},
                                  {"title", step.step->title},
                                  {"detail", step.detail},
                                  {"hint", step.hint},
                                  {"stderr", json::value_from(step.stderr_lines)},
                                  {"stdout", json::value_from(step.stdout_lines)}});
    }
    return list;
  };
  return json::object{{"deterministic", submission.subject->deterministic},
                      {"passed", submission.examination->count(StepOutcome::passed)},
                      {"skipped", submission.examination->count(StepOutcome::skipped)},
                      {"remarks", steps_with(StepOutcome::remark)},
                      {"failed", steps_with(StepOutcome::failed)}};
}

json::object entry_json(const SubmissionEntry& entry) {
  const SubmittedVersion& version = entry.version();
  return {{"name", entry.bot.name},
          {"author", entry.bot.author},
          {"number", version.number},
          {"version", version.version},
          {"state", state_name(entry.state)},
          {"entrant", entrant_word(entry.bot, version)},
          {"hash", version.hash},
          {"archive", text_or_null(version.archive)},
          {"time", version.time},
          {"isolation", version.isolation}};
}

json::object refused_json(const RefusedBot& bot) {
  return {{"name", text_or_null(bot.name)},
          {"author", bot.author},
          {"version", bot.version},
          {"state", state_name(SubmissionState::refused)},
          {"archive", text_or_null(bot.archive)},
          {"time", bot.time},
          {"step", bot.step},
          {"why", bot.why}};
}

json::object change_json(const StatusChange& change) {
  return {{"bot", legible(change.bot)},
          {"state", state_name(change.status.state)},
          {"time", legible(change.status.time)},
          {"reason", legible(change.status.reason)},
          {"user", legible(change.user)}};
}

json::object shared_json(const SharedAuthor& shared) {
  return {{"author", shared.author}, {"bots", json::value_from(shared.bots)}};
}

std::string line_of(std::string_view label, const std::string& value, const Page& page) {
  return value.empty() ? "" : labelled(fmt::format("  {}", label), kLabel, value, page.columns);
}

}  // namespace

std::string_view step_name(SubmitStep step) {
  constexpr std::string_view kNames[] = {"unpack", "owner", "build", "look_up", "check", "trial", "enter"};
  return kNames[static_cast<std::size_t>(step)];
}

std::string introduction(const Submission& submission, const Page& page) {
  const BotManifest& manifest = submission.received.manifest;
  std::string text = title(manifest) + "\n";
  const auto line = [&](std::string_view label, const std::string& value) { text += line_of(label, value, page); };
  line("size", fmt::format("{}, {:.1f} KiB", hearts::counted(submission.received.files, "file"),
                           static_cast<double>(submission.received.bytes) / 1024));
  line("build", words_shown(manifest.build));
  line("command", words_shown(manifest.command));
  const bool plays_all = manifest.plays.empty() || std::ranges::find(manifest.plays, "*") != manifest.plays.end();
  line("plays", plays_all ? "all" : hearts::joined(manifest.plays, ", ", [](const std::string& pattern) {
         return printable(pattern, 200);
       }));
  std::vector<std::string> asked;
  for (const auto& [key, value] : manifest.resources) asked.push_back(fmt::format("{} {}", key->name, value));
  line("asks for", hearts::joined(asked, ", "));
  return text;
}

std::string receipt_text(const Submission& submission, const Page& page, bool with_token) {
  std::string text;
  const auto line = [&](std::string_view label, const std::string& value) { text += line_of(label, value, page); };
  if (const auto& refused = submission.refused) {
    text = wrapped(fmt::format("{} was refused (step {}): {}.", title(submission.received.manifest),
                               step_name(refused->step), refused->why),
                   page.columns);
    for (std::string_view left = refused->remedy; !left.empty();) text += wrapped(cut_line(left), page.columns);
    text += "The league has not changed.\n";
  } else if (!submission.is_entered()) {
    text = "Stopped. The league has not changed.\n";
  } else {
    text =
        fmt::format("{} was entered as version {}.\n", title(submission.received.manifest), submission.version.number);
    if (submission.predecessor)
      line("replaces", fmt::format("version {}, whose files are kept", submission.predecessor->number));
    line("entrant", submission.entrant);
    line("hash", submission.version.hash);
    if (submission.kept_out)
      line("state", status_text(*submission.kept_out) + "; it plays no games until the organiser reinstates it");
  }
  line("archive", submission.received.archive);
  if (submission.build_time)
    line("build", fmt::format("{:.1f} s", static_cast<double>(submission.build_time->count()) / 1000));
  if (const auto& steps = submission.examination) {
    const int remarks = steps->count(StepOutcome::remark);
    line("check",
         fmt::format("{} passed, {} failed, {} skipped{}", hearts::counted(steps->count(StepOutcome::passed), "step"),
                     steps->count(StepOutcome::failed), steps->count(StepOutcome::skipped),
                     remarks > 0 ? ", " + hearts::counted(remarks, "remark") : ""));
    if (submission.subject) line("", judgement(submission.subject->deterministic));
  }
  if (const auto& trial = submission.trial; trial && !trial->is_stopped)
    line("trial", fmt::format("{} of {} against {}: no fault", hearts::counted(trial->games, "game"),
                              fmt::join(trial->variants, ", "), fmt::join(trial->opponents, ", ")));
  line("isolation", submission.isolation);
  line("time", submission.version.time);
  if (with_token && !submission.token.empty()) {
    line("token", submission.token);
    const BotManifest& bot = submission.received.manifest;
    text += wrapped(fmt::format("Keep this token: you need it to submit {}. It is shown only once.",
                                bot.author.empty() ? "later versions of " + bot.name
                                                   : "later versions and further bots of " + bot.author),
                    page.columns);
  }
  return text;
}

std::string submissions_text(const SubmissionList& list, const Page& page) {
  std::string text = list.entries.empty() ? "no bot has been entered yet\n" : entries_text(list.entries, page);
  if (!list.changes.empty()) text += "\n" + changes_text(list.changes, page);
  if (!list.refused.empty()) text += "\n" + refused_text(list.refused, page);
  for (const SharedAuthor& shared : list.shared_authors) {
    text +=
        "\n" + wrapped(fmt::format("The bots of the author \"{}\" have several owners, each with a token of its own: "
                                   "{}.",
                                   legible(shared.author), fmt::join(shared.bots, ", ")),
                       page.columns);
  }
  if (list.under_way > 0) text += fmt::format("\n{} in progress\n", hearts::counted(list.under_way, "submission"));
  return text;
}

std::string receipt_json(const Submission& submission, bool with_token) {
  const SubmittedVersion& version = submission.version;
  json::object object = {
      {"submission", kReceiptVersion},
      {"arena", arena_version()},
      {"state", submission.refused        ? state_name(SubmissionState::refused)
                : submission.is_entered() ? state_name(SubmissionState::entered)
                                          : "stopped"},
      {"bot", bot_json(submission.received.manifest)},
      {"files", submission.received.files},
      {"bytes", submission.received.bytes},
      {"archive", text_or_null(submission.received.archive)},
      {"number", submission.is_entered() ? json::value(version.number) : json::value(nullptr)},
      {"hash", text_or_null(version.hash)},
      {"entrant", text_or_null(submission.entrant)},
      {"time", text_or_null(version.time)},
      {"isolation", submission.isolation},
      {"build_ms", submission.build_time ? json::value(submission.build_time->count()) : json::value(nullptr)},
      {"check", check_summary(submission)}};
  json::value& predecessor = object["predecessor"];
  if (const auto& old = submission.predecessor; old && submission.is_entered())
    predecessor = json::object{{"number", old->number}, {"hash", old->hash}};
  json::value& tried = object["trial"];
  if (const auto& trial = submission.trial; trial && !trial->is_stopped)
    tried = json::object{{"games", trial->games},
                         {"variants", json::value_from(trial->variants)},
                         {"opponents", json::value_from(trial->opponents)}};
  json::value& refusal = object["refused"];
  if (const auto& refused = submission.refused)
    refusal = json::object{{"step", step_name(refused->step)}, {"why", refused->why}, {"remedy", refused->remedy}};
  if (submission.kept_out) {
    object["kept_out"] = {{"state", state_name(submission.kept_out->state)},
                          {"time", submission.kept_out->time},
                          {"reason", legible(submission.kept_out->reason)}};
  }
  if (with_token && !submission.token.empty()) object["token"] = submission.token;
  return json::serialize(object);
}

std::string submissions_json(const SubmissionList& list) {
  const json::object object = {{"submissions", kReceiptVersion},
                               {"under_way", list.under_way},
                               {"bots", list_json(list.entries, entry_json)},
                               {"decisions", list_json(list.changes, change_json)},
                               {"refused", list_json(list.refused, refused_json)},
                               {"shared_authors", list_json(list.shared_authors, shared_json)}};
  return json::serialize(object);
}

}  // namespace arena
