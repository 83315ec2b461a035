#include "arena/records/bot_status.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <stdexcept>

#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/package/bot_name.h"
#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr int kStatusVersion = 1;
constexpr std::size_t kStatusBytesMax = 16 << 20;
constexpr std::size_t kTimeBytes = std::string_view("2031-05-17T07:30:00Z").size();
constexpr std::string_view kStateNames[] = {"reinstated", "withdrawn", "disqualified", "replaced"};
constexpr std::ptrdiff_t kDecisions = 3;  // the states from the first on that are decisions

json::object change_json(const StatusChange& change) {
  json::object object = {{"bot", change.bot},
                         {"state", state_name(change.status.state)},
                         {"time", change.status.time},
                         {"reason", change.status.reason}};
  if (!change.user.empty()) object["user"] = change.user;
  return object;
}

StatusChange read_change(const json::object& object) {
  const std::string state = text_of(object, "state");
  const auto* const found = std::ranges::find(kStateNames, state);
  if (found - kStateNames >= kDecisions) throw std::runtime_error("there is no state '" + printable(state, 40) + "'");
  BotStatus status = {static_cast<BotState>(found - kStateNames), text_of(object, "time"), text_of(object, "reason")};
  if (status.time.size() != kTimeBytes) throw std::runtime_error("\"time\" must be as 2031-05-17T07:30:00Z");
  if (status.reason.size() > kReasonBytesMax)
    throw std::runtime_error("a reason has more than " + std::to_string(kReasonBytesMax) + " bytes");
  return {text_of(object, "bot"), std::move(status), object.contains("user") ? text_of(object, "user") : ""};
}

}  // namespace

std::string_view state_name(BotState state) { return kStateNames[static_cast<std::size_t>(state)]; }

std::vector<StatusChange> read_status_changes(const std::filesystem::path& file) {
  if (!is_present(file)) return {};
  const json::value value = read_json_file(file, kStatusBytesMax);
  return read_at(file.string(), "it is not a list of decisions about bots", [&] {
    const int version = int_of(value.as_object(), "statuses");
    if (version != kStatusVersion) throw std::runtime_error("its version is " + std::to_string(version) + ", not 1");
    return read_list(member(value.as_object(), "changes"), read_change);
  });
}

void write_status_changes(const std::filesystem::path& file, const std::vector<StatusChange>& changes) {
  const json::object kept = {{"statuses", kStatusVersion}, {"changes", list_json(changes, change_json)}};
  write_whole(file, json::serialize(kept) + "\n");
}

BotStatuses current_statuses(const std::vector<StatusChange>& changes) {
  BotStatuses statuses;
  for (const StatusChange& change : changes) {
    if (change.status.state == BotState::reinstated) {
      statuses.erase(change.bot);
    } else {
      statuses[change.bot] = change.status;
    }
  }
  return statuses;
}

const BotStatus* find_status(const BotStatuses& statuses, std::string_view recorded_name) {
  const auto found = statuses.find(unversioned(recorded_name));
  return found == statuses.end() ? nullptr : &found->second;
}

void copy_statuses(const BotStatuses& statuses, const std::filesystem::path& run_folder) {
  const std::filesystem::path file = run_folder / kStatusFile;
  if (current_statuses(read_status_changes(file)) == statuses) return;
  std::vector<StatusChange> changes;
  for (const auto& [bot, status] : statuses) changes.push_back({bot, status});
  write_status_changes(file, changes);
}

std::string status_text(const BotStatus& status) {
  constexpr std::size_t kDateBytes = 10;
  return std::string(state_name(status.state)) + " (" +
         (status.time.empty() ? "" : legible(status.time.substr(0, kDateBytes)) + ": ") +
         legible(status.reason, {}, kReasonBytesMax) + ")";
}

}  // namespace arena
