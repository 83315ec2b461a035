#include "arena/admission/submit/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <ctime>
#include <set>
#include <stdexcept>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/json_spans.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_name.h"
#include "arena/league/plan/league_file.h"
#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kHashDigits = 16;  ///< of the hash in a folder's name

constexpr int kLedgerVersion = 1;  ///< of both formats
constexpr std::size_t kLedgerBytesMax = 64 << 20;
constexpr const char* kBotsKey = "bots";
constexpr const char* kRefusedKey = "refused";

/// Reads one of the two files, each of which is an object with the version of its format and a list.
template <class Read>
auto read_kept(const fs::path& file, const char* key, Read read) {
  const bool is_there = is_present(file);
  const json::value value = is_there ? read_json_file(file, kLedgerBytesMax) : json::value();
  return read_at(file.string(), "it is not a list of submissions", [&] {
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

/// Whether this is a name, or was one while names could begin and end with dots. Such bots are kept, but not played.
bool was_bot_name(std::string_view name) {
  if (name.empty()) return false;
  while (name.starts_with('.')) name.remove_prefix(1);
  while (name.ends_with('.')) name.remove_suffix(1);
  return name.empty() || is_bot_name(name);
}

SubmittedBot read_bot(const json::object& object) {
  SubmittedBot bot = {text_of(object, "name"), text_of(object, "author"), text_of(object, "token"),
                      read_list(member(object, "versions"), read_version)};
  if (!was_bot_name(bot.name)) throw std::runtime_error("a bot in it has a name that is not allowed");
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

std::filesystem::path refusals_file(const Ledger& ledger) { return ledger.folder() / "refused.json"; }

/// Locks an open file or folder. Returns false with errno if that fails.
bool lock_fd(const OwnedFd& fd, int how) {
  while (::flock(fd.get(), how) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

OwnedFd open_folder(const fs::path& path) {
  return OwnedFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

fs::path work_folder(const Ledger& ledger) { return ledger.folder() / "work"; }

/// Returns the entries of a folder, or none if the folder does not exist.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) found.push_back(*at);
  return found;
}

/// Returns the part of an entrant that names its bot: all of it, or its member "bot".
std::optional<JsonSpan> word_of(std::string_view text, JsonSpan entrant) {
  if (entrant.of(text).starts_with('"')) return entrant;
  return json_member(text, entrant, "bot");
}

}  // namespace

std::string entrant_word(const SubmittedBot& bot, const SubmittedVersion& version) {
  return "submissions/bots/" + bot.name + "/" + std::to_string(version.number) + "-" +
         version.hash.substr(0, kHashDigits);
}

std::string_view state_name(SubmissionState state) {
  constexpr std::string_view kNames[] = {"entered", "replaced", "taken_out", "refused", "withdrawn", "disqualified"};
  return kNames[static_cast<std::size_t>(state)];
}

Ledger::Ledger(fs::path league) : league_(std::move(league)) {
  std::error_code ignored;
  if (league_.filename() == kLeagueFile && is_present(league_) && !fs::is_directory(league_, ignored)) {
    league_ = league_.parent_path();
    if (league_.empty()) league_ = ".";
  }
  if (is_present(league_file())) return;  // what is wrong with it is reported when it is read
  if (fs::is_regular_file(league_, ignored)) {
    throw InputError(
        fmt::format("{} must be called {}, because a league that accepts submissions has a folder of its "
                    "own; rename it: mv {} {}",
                    league_.string(), kLeagueFile, shell_quoted(league_.string()),
                    shell_quoted((league_.parent_path() / kLeagueFile).string())));
  }
  throw InputError(fmt::format("{} has no {}; to begin a league there: arena init --league {}", league_.string(),
                               kLeagueFile, shell_quoted(league_.string())));
}

fs::path Ledger::folder() const { return ledger_file().parent_path(); }

fs::path Ledger::ledger_file() const { return league_ / kLedgerFile; }

std::vector<SubmittedBot> Ledger::read() const { return read_kept(ledger_file(), kBotsKey, read_bot); }

void Ledger::write(const std::vector<SubmittedBot>& bots, const Lock&) const {
  write_kept(ledger_file(), kBotsKey, list_json(bots, submitted_json));
}

std::vector<RefusedBot> Ledger::read_refusals() const {
  return read_kept(refusals_file(*this), kRefusedKey, read_refused_bot);
}

void Ledger::keep_refusal(RefusedBot refused, const Lock&) const {
  // An error may quote a long text. The cut is at the start of a character.
  if (refused.why.size() > kWhyBytesMax) {
    std::size_t end = kWhyBytesMax - 3;
    while (end > 0 && (refused.why[end] & 0xC0) == 0x80) --end;
    refused.why = refused.why.substr(0, end) + "...";
  }
  std::vector<RefusedBot> kept = read_refusals();
  kept.push_back(std::move(refused));
  if (kept.size() > kRefusalsMax) kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(kRefusalsMax));
  write_kept(refusals_file(*this), kRefusedKey, list_json(kept, refused_bot_json));
}

std::vector<std::string> Ledger::words_in_league() const {
  std::vector<std::string> words;
  for (const League::Entrant& entrant : read_league(league_file(), 0).entrants) words.push_back(entrant.bot);
  return words;
}

std::vector<SubmissionEntry> Ledger::entries() const {
  const std::vector<SubmittedBot> bots = read();
  const std::vector<std::string> words = words_in_league();
  const BotStatuses statuses = current_statuses(read_status_changes());
  std::vector<SubmissionEntry> entries;
  for (const SubmittedBot& bot : bots) {
    const auto status = statuses.find(bot.name);
    for (const SubmittedVersion& version : bot.versions) {
      if (version.is_entering) continue;
      SubmissionEntry entry = {{bot.name, bot.author, {}, {version}}, SubmissionState::entered};
      if (std::ranges::find(words, entrant_word(bot, version)) == words.end())
        entry.state =
            version.number < bot.versions.back().number ? SubmissionState::replaced : SubmissionState::taken_out;
      else if (status != statuses.end())
        entry.state =
            status->second.state == BotState::withdrawn ? SubmissionState::withdrawn : SubmissionState::disqualified;
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

std::vector<StatusChange> Ledger::read_status_changes() const {
  return arena::read_status_changes(folder() / kStatusFile);
}

void Ledger::write_status_changes(const std::vector<StatusChange>& changes, const Lock&) const {
  arena::write_status_changes(folder() / kStatusFile, changes);
}

Ledger::Lock::Lock(const Ledger& ledger) {
  // None of them may be a link: recover() removes what it finds there.
  for (const fs::path& folder : {ledger.folder(), work_folder(ledger), ledger.folder() / "bots"})
    make_folder(folder, 0755);
  const fs::path file = ledger.folder() / "lock";
  fd_ = OwnedFd(open_to_append(file, 0600));
  if (!lock_fd(fd_, LOCK_EX)) throw_errno(file.string());
  ledger.recover(*this);
}

/// Removes what killed submissions have left.
void Ledger::recover(const Lock& lock) const {
  std::vector<SubmittedBot> bots = read();
  const auto is_entering = [](const SubmittedVersion& version) { return version.is_entering; };
  const bool was_killed =
      std::ranges::any_of(bots, [&](const auto& bot) { return std::ranges::any_of(bot.versions, is_entering); });
  const std::vector<std::string> words = words_in_league();
  if (was_killed) {
    for (SubmittedBot& bot : bots) {
      std::erase_if(bot.versions, [&](const SubmittedVersion& version) {
        return version.is_entering && std::ranges::find(words, entrant_word(bot, version)) == words.end();
      });
      for (SubmittedVersion& version : bot.versions) version.is_entering = false;
    }
    std::erase_if(bots, [](const SubmittedBot& bot) { return bot.versions.empty(); });
    write(bots, lock);
    ::unlink((league_file().string() + ".new").c_str());
  }
  std::set<fs::path> known;
  for (const std::string& word : words) known.insert((league_ / word).lexically_normal());  // whatever the ledger says
  for (const SubmittedBot& bot : bots) {
    for (const SubmittedVersion& version : bot.versions)
      known.insert((league_ / entrant_word(bot, version)).lexically_normal());
  }
  std::error_code ignored;
  for (const fs::path& bot : folders_in(folder() / "bots")) {
    if (known.contains(bot.lexically_normal())) continue;  // a version of a bot named ".", which was possible once
    if (!fs::is_directory(fs::symlink_status(bot, ignored))) continue;
    for (const fs::path& version : folders_in(bot)) {
      if (!known.contains(version.lexically_normal())) fs::remove_all(version);
    }
    ::rmdir(bot.c_str());  // if it is empty
  }
  for (const fs::path& work : folders_in(work_folder(*this))) {
    const OwnedFd held = open_folder(work);
    if (held.get() < 0 || lock_fd(held, LOCK_EX | LOCK_NB)) fs::remove_all(work);
  }
}

Workplace::Workplace(const Ledger& ledger, const Ledger::Lock&) {
  std::string name = (work_folder(ledger) / "XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw_errno(name);
  path_ = name;
  lock_ = open_folder(path_);
  if (lock_.get() < 0 || !lock_fd(lock_, LOCK_EX)) throw_errno(name);
}

Workplace::~Workplace() {
  std::error_code ignored;  // what stays the next submission removes
  fs::remove_all(path_, ignored);
}

fs::path Workplace::make_folder(const std::string& name) const {
  const fs::path folder = path_ / name;
  if (::mkdir(folder.c_str(), 0755) != 0 || ::chmod(folder.c_str(), 0755) != 0) throw_errno(folder.string());
  return folder;
}

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  char text[sizeof "2026-11-27T12:00:00Z"];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

int submissions_under_way(const Ledger& ledger) {
  int count = 0;
  for (const fs::path& work : folders_in(work_folder(ledger))) {
    const OwnedFd fd = open_folder(work);
    if (fd.get() >= 0 && !lock_fd(fd, LOCK_SH | LOCK_NB)) ++count;
  }
  return count;
}

std::string new_token() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot make random numbers");
  Digest token;
  randombytes_buf(token.data(), token.size());
  return hex(token);
}

std::string kept_token(std::string_view token) { return hex(digest_of("hearts-arena token/" + std::string(token))); }

bool is_token(std::string_view token, std::string_view kept) {
  const std::string hash = kept_token(token);
  return hash.size() == kept.size() && sodium_memcmp(hash.data(), kept.data(), hash.size()) == 0;
}

std::string with_entrant(std::string_view name, std::string_view text, std::string_view word,
                         const std::optional<std::string>& old) {
  const auto entrants = json_member(text, json_span(text), "entrants");
  if (!entrants || text[entrants->begin] != '[') throw InputError(std::string(name) + ": \"entrants\" is missing");
  const std::string entrant = json::serialize(json::string(word));
  const std::vector<JsonSpan> items = json_items(text, *entrants);
  std::string changed(text);
  for (const JsonSpan& item : items) {
    const auto named = word_of(text, item);
    if (!old || !named || json::parse(named->of(text)) != json::value(*old)) continue;
    return changed.replace(named->begin, named->end - named->begin, entrant);
  }
  if (items.empty()) return changed.replace(entrants->begin, entrants->end - entrants->begin, "[" + entrant + "]");
  // Separate it from the last entrant as that is separated from what comes before it.
  const std::size_t before = items.size() > 1 ? items[items.size() - 2].end : entrants->begin + 1;
  std::string space(text.substr(before, items.back().begin - before));
  std::erase(space, ',');
  if (space.empty() && items.size() == 1) space = " ";
  return changed.insert(items.back().end, "," + space + entrant);
}

void enter_in_league(const fs::path& file, std::string_view word, const std::optional<std::string>& old) {
  const fs::path true_place = fs::canonical(file);
  const std::string text = read_input(true_place, kJsonBytesMax);
  struct stat info = {};
  const unsigned mode = ::stat(true_place.c_str(), &info) == 0 ? info.st_mode & 0777 : 0644;
  WholeFile changed(true_place, mode);
  changed.write(with_entrant(file.string(), text, word, old));
  changed.sync();
  read_league(changed.beside(), 1);
  changed.move_into_place();
}

}  // namespace arena
