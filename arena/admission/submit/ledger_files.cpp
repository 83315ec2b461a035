#include "arena/admission/submit/ledger_files.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <stdexcept>
#include <utility>

#include "arena/base/text/json_file.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_name.h"
#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr int kLedgerVersion = 1;  ///< of both formats
constexpr std::size_t kLedgerBytesMax = 64 << 20;
constexpr const char* kBotsKey = "bots";
constexpr const char* kRefusedKey = "refused";

/// Each file is one object with the version of its format and a list.
template <class Read>
auto read_kept(const fs::path& file, const char* key, Read read) {
  std::error_code ignored;
  const bool is_there = fs::exists(file, ignored);
  const json::value value = is_there ? read_json_file(file, kLedgerBytesMax) : json::value();
  return read_at(file.string(), "it is no list of submissions", [&] {
    if (!is_there) return decltype(read_list(value, read))();
    const int version = int_of(value.as_object(), "submissions");
    if (version != kLedgerVersion)
      throw std::runtime_error("its version is " + std::to_string(version) + ", not " + std::to_string(kLedgerVersion));
    return read_list(member(value.as_object(), key), read);
  });
}

void write_kept(const fs::path& file, const char* key, json::array list) {
  const json::object kept = {{"submissions", kLedgerVersion}, {key, std::move(list)}};
  write_whole(file, json::serialize(kept) + "\n", 0600);
}

json::object version_json(const SubmittedVersion& version) {
  json::object object = {{"number", version.number},   {"version", version.version}, {"hash", version.hash},
                         {"archive", version.archive}, {"time", version.time},       {"isolation", version.isolation}};
  if (version.is_entering) object["entering"] = true;
  return object;
}

SubmittedVersion read_version(const json::object& object) {
  return {int_of(object, "number"),   text_of(object, "version"), text_of(object, "hash"),
          text_of(object, "archive"), text_of(object, "time"),    text_of(object, "isolation"),
          object.contains("entering")};
}

json::object submitted_json(const SubmittedBot& bot) {
  return {{"name", bot.name},
          {"author", bot.author},
          {"token", bot.token},
          {"versions", list_json(bot.versions, version_json)}};
}

SubmittedBot read_bot(const json::object& object) {
  SubmittedBot bot = {text_of(object, "name"), text_of(object, "author"), text_of(object, "token"),
                      read_list(member(object, "versions"), read_version)};
  if (!is_bot_name(bot.name)) throw std::runtime_error("there is a bot with a name that no bot may have");
  if (bot.versions.empty()) throw std::runtime_error(bot.name + " has no version");
  return bot;
}

json::object refused_bot_json(const RefusedBot& bot) {
  return {{"time", bot.time},       {"name", bot.name}, {"author", bot.author}, {"version", bot.version},
          {"archive", bot.archive}, {"step", bot.step}, {"why", bot.why}};
}

RefusedBot read_refused_bot(const json::object& object) {
  return {text_of(object, "time"),    text_of(object, "name"), text_of(object, "author"), text_of(object, "version"),
          text_of(object, "archive"), text_of(object, "step"), text_of(object, "why")};
}

}  // namespace

std::vector<SubmittedBot> read_submitted(const fs::path& file) { return read_kept(file, kBotsKey, read_bot); }

void write_submitted(const fs::path& file, const std::vector<SubmittedBot>& bots) {
  write_kept(file, kBotsKey, list_json(bots, submitted_json));
}

std::vector<RefusedBot> read_refused(const fs::path& file) { return read_kept(file, kRefusedKey, read_refused_bot); }

void write_refused(const fs::path& file, const std::vector<RefusedBot>& bots) {
  write_kept(file, kRefusedKey, list_json(bots, refused_bot_json));
}

}  // namespace arena
