#include "arena/admission/submit/submission_json.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>

#include "arena/bots/package/resource_policy.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr int kReceiptVersion = 1;

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
  json::array failed;
  for (const StepResult& step : submission.examination->steps) {
    if (step.outcome != StepOutcome::failed) continue;
    failed.push_back(json::object{{"step", step.step->name},
                                  {"title", step.step->title},
                                  {"detail", step.detail},
                                  {"hint", step.hint},
                                  {"stderr", json::value_from(step.stderr_lines)}});
  }
  return json::object{{"passed", submission.examination->count(StepOutcome::passed)},
                      {"skipped", submission.examination->count(StepOutcome::skipped)},
                      {"failed", std::move(failed)}};
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

}  // namespace

std::string receipt_json(const Submission& submission, bool with_token) {
  const SubmittedVersion& version = submission.version;
  json::object object = {
      {"submission", kReceiptVersion},
      {"arena", arena_version()},
      {"state", submission.refused        ? state_name(SubmissionState::refused)
                : submission.is_entered() ? state_name(SubmissionState::entered)
                                          : "stopped"},
      {"bot", bot_json(submission.handed_in.manifest)},
      {"files", submission.handed_in.files},
      {"bytes", submission.handed_in.bytes},
      {"archive", text_or_null(submission.handed_in.archive)},
      {"number", submission.is_entered() ? json::value(version.number) : json::value(nullptr)},
      {"hash", text_or_null(version.hash)},
      {"entrant", text_or_null(submission.entrant)},
      {"time", text_or_null(version.time)},
      {"isolation", submission.isolation},
      {"build_ms", submission.build_time ? json::value(submission.build_time->count()) : json::value(nullptr)},
      {"check", check_summary(submission)}};
  object["predecessor"] = nullptr;
  if (submission.predecessor && submission.is_entered())
    object["predecessor"] =
        json::object{{"number", submission.predecessor->number}, {"hash", submission.predecessor->hash}};
  object["trial"] = nullptr;
  if (submission.trial && !submission.trial->is_stopped) {
    object["trial"] = json::object{{"games", submission.trial->games},
                                   {"variants", json::value_from(submission.trial->variants)},
                                   {"opponents", json::value_from(submission.trial->opponents)}};
  }
  object["refused"] = nullptr;
  if (const auto& refused = submission.refused)
    object["refused"] =
        json::object{{"step", step_name(refused->step)}, {"why", refused->why}, {"remedy", refused->remedy}};
  if (with_token && !submission.token.empty()) object["token"] = submission.token;
  return json::serialize(object);
}

std::string submissions_json(const SubmissionList& list) {
  const json::object object = {{"submissions", kReceiptVersion},
                               {"under_way", list.under_way},
                               {"bots", list_json(list.entries, entry_json)},
                               {"refused", list_json(list.refused, refused_json)}};
  return json::serialize(object);
}

}  // namespace arena
