#include "arena/admission/check/find_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "arena/admission/check/error_words.h"
#include "arena/admission/check/program_flaw.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_copy.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWordsMax = 4096;  ///< bytes of the last words that are looked through
constexpr std::size_t kLineMax = 300;
constexpr std::size_t kShownLinesMax = 15;  ///< of stderr that are shown

/// What a program lacks.
enum class Lack {
  python_module,
  node_module,
  perl_module,
  lua_module,
  ruby_module,
  java_class,
  library,
  newer_system,
  newer_java
};

/// How languages say what they lack: it stands between these texts.
struct Saying {
  std::string_view before;
  std::string_view after;
  Lack lack;
};
constexpr auto kSayings = std::to_array<Saying>({
    {"No module named '", "'", Lack::python_module},
    {"Cannot find module '", "'", Lack::node_module},
    {"Cannot find package '", "'", Lack::node_module},
    {"Can't locate ", " in @INC", Lack::perl_module},
    {": module '", "' not found", Lack::lua_module},
    {"cannot load such file -- ", " ", Lack::ruby_module},
    {"Could not find or load main class ", " ", Lack::java_class},
    {"NoClassDefFoundError: ", " ", Lack::java_class},
    {"class file version ", ")", Lack::newer_java},
    {"error while loading shared libraries: ", ":", Lack::library},
    {"ImportError: ", ": cannot open shared object file", Lack::library},
    {"version `", "' not found", Lack::newer_system},
});

constexpr auto kReadOnly = std::to_array<std::string_view>({"Read-only file system", "EROFS", "[Errno 30]"});
constexpr auto kNetwork = std::to_array<std::string_view>(
    {"Network is unreachable", "ENETUNREACH", "Temporary failure in name resolution", "Name or service not known",
     "EAI_AGAIN", "gaierror", "getaddrinfo", "Could not resolve host", "UnknownHostException"});
constexpr auto kNoThread = std::to_array<std::string_view>({"can't start new thread", "unable to create native thread",
                                                            "failed to spawn thread", "pthread_create", "newosproc"});
constexpr auto kTryAgain = std::to_array<std::string_view>({"Resource temporarily unavailable", "EAGAIN"});
constexpr auto kThreadsOrForks = std::to_array<std::string_view>({"thread", "system_error", "fork", "spawn", "clone"});
/// V8 prints this when RLIMIT_DATA is too low for a Worker: node 24 reserves 512 MiB of code for each.
constexpr auto kNoCodeRange = std::to_array<std::string_view>({"Failed to reserve virtual memory for CodeRange"});
constexpr auto kNoDescriptor =
    std::to_array<std::string_view>({"Too many open files", "too many open files", "EMFILE"});
constexpr auto kNoSpace =
    std::to_array<std::string_view>({"No space left on device", "no space left on device", "ENOSPC"});
constexpr auto kSharedMemory = std::to_array<std::string_view>({"SemLock", "/dev/shm", "shm_open"});
constexpr auto kLocale = std::to_array<std::string_view>(
    {"unsupported locale setting", "_S_create_c_locale", "locale::facet", "cannot change locale"});
constexpr auto kNotFound = std::to_array<std::string_view>(
    {"No such file", "no such file", "ENOENT", "not found", "FileNotFound", "NoSuchFile", "ModuleNotFoundError"});
constexpr auto kShells = std::to_array<std::string_view>({"sh", "bash", "dash"});

constexpr auto kStarts =
    std::to_array<std::string_view>({"fork", "spawn", "subprocess", "Cannot run program", "popen", "two way pipe"});
constexpr auto kDenied =
    std::to_array<std::string_view>({"Permission denied", "Operation not permitted", "EPERM", "EACCES"});
constexpr auto kTerminal = std::to_array<std::string_view>({"setRawMode", "/dev/tty"});
/// These may be mere warnings, or stale: Perl's $! keeps what the last look for a terminal has found.
constexpr auto kMaybeTerminal =
    std::to_array<std::string_view>({"Inappropriate ioctl for device", "inappropriate ioctl for device", "not a tty"});

/// The folders in `folder` whose names begin so.
std::vector<fs::path> folders_in(const fs::path& folder, std::string_view begin = {}) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end && found.size() < 1000; at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && at->path().filename().string().starts_with(begin)) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Where Python modules lie in an environment of its own.
void add_site_packages(std::vector<fs::path>& places, const fs::path& environment) {
  for (const fs::path& version : folders_in(environment / "lib", "python3"))
    places.push_back(version / "site-packages");
}

/// Where people keep modules that bots do not see.
std::vector<fs::path> usual_places(Lack lack, const fs::path& bot) {
  const fs::path above = bot.parent_path();
  std::vector<fs::path> places;
  if (lack == Lack::node_module) {
    for (fs::path at = above; at.has_relative_path(); at = at.parent_path()) places.push_back(at / "node_modules");
    places.push_back(fs::path(own_home()) / "node_modules");
    return places;
  }
  places = {above, above.parent_path()};
  if (lack != Lack::python_module) return places;
  add_site_packages(places, fs::path(own_home()) / ".local");
  if (const char* environment = std::getenv("VIRTUAL_ENV")) add_site_packages(places, environment);
  for (const fs::path& folder : {bot, above}) {
    for (const fs::path& environment : folders_in(folder)) add_site_packages(places, environment);
  }
  for (const fs::path& version : folders_in(fs::path(own_home()) / ".pyenv/versions"))
    add_site_packages(places, version);
  return places;
}

/// The first of these places that has the module or library; empty: none.
fs::path find_module(Lack lack, std::string_view name, const std::vector<fs::path>& places) {
  static constexpr auto kEnds = std::to_array<const char*>({"", ".py", ".js", ".mjs", ".so", ".lua", ".pm", ".rb"});
  if (name.starts_with("./")) name.remove_prefix(2);
  const std::string top(name.substr(0, name.find(lack == Lack::python_module ? '.' : '/')));
  if (top.empty() || top.find_first_of("./") == 0) return {};
  std::error_code ignored;
  for (const fs::path& place : places) {
    for (const char* end : kEnds) {
      if (const fs::path path = place / (top + end); fs::exists(path, ignored)) return path;
    }
  }
  return {};
}

std::string remedy_of(Lack lack, const std::string& name) {
  switch (lack) {
    case Lack::python_module:
      return fmt::format(
          "Put it into the bot's folder (a module beside the program, or pip install --target FOLDER {0}), or have it "
          "installed for all users (apt-get install python3-{0}). A virtual environment must lie in the bot's folder, "
          "and its interpreter be the machine's (/usr/bin/python3 -m venv).",
          name);
    case Lack::node_module:
      return "Install it in the bot's own folder: npm install, there.";
    case Lack::library:
    case Lack::newer_system:
      return "Build it on this machine, link it statically, or put the library into the bot's folder "
             "(-Wl,-rpath,'$ORIGIN').";
    case Lack::java_class:
      return "Name the class path in the command, within the bot's folder: java -cp bot.jar Main.";
    case Lack::newer_java:
      return "Build it for the Java that bots have, which its stderr and 'arena doctor --runtimes' name: javac "
             "--release VERSION.";
    default:
      return "Put it into the bot's folder, or have it installed for all users of this machine.";
  }
}

/// A class whose source lies in the bot's folder, or a source that was meant by its file's name.
std::optional<Cause> lacks_class(const std::string& name, const BotEntry& bot) {
  std::error_code ignored;
  if (name.ends_with(".java")) return lacks_file(bot, name);
  const std::string source = name + ".java";
  if (name.find('/') != std::string::npos || !fs::exists(bot.command.folder / source, ignored)) return std::nullopt;
  return Cause{fmt::format("it lacks the class '{}': {} lies there, and is not built", printable(name, 80),
                           printable(source, 80)),
               fmt::format("Build it, javac {0}; or let Java build it at each start, which takes a while: java {0}.",
                           printable(source, 80))};
}

Cause lacks(Lack lack, const std::string& name, const BotEntry& bot) {
  static constexpr auto kKinds =
      std::to_array<std::string_view>({"module", "module", "module", "module", "module", "class", "shared library",
                                       "newer C library, version", "newer Java, that reads class files of version"});
  Cause cause{fmt::format("it lacks the {} '{}'", kKinds[static_cast<std::size_t>(lack)], printable(name, 80)),
              remedy_of(lack, printable(name.substr(0, name.find('.')), 40))};
  if (lack == Lack::java_class) return lacks_class(name, bot).value_or(std::move(cause));
  const std::string note = copied_note(bot);
  const std::vector<fs::path> beside = {bot.command.folder, bot.command.folder / "node_modules"};
  if (!note.empty() && !find_module(lack, name, beside).empty()) return lies_beside(cause.what, note);
  if (lack > Lack::java_class) return cause;
  if (!note.empty()) cause.remedy += " Here " + note + ".";
  const fs::path place = find_module(lack, name, usual_places(lack, bot.command.folder));
  cause.what += place.empty()
                    ? ", which this machine has in none of the usual places"
                    : fmt::format(", which this machine has at {}, where no bot sees it", printable(place.string()));
  return cause;
}

std::string all_of(const std::vector<StderrChunk>& chunks) {
  std::string text;
  for (const StderrChunk& chunk : chunks) text += chunk.text;
  return text.size() > kWordsMax ? text.substr(text.size() - kWordsMax) : text;
}

/// A variable of the environment that is not there.
std::optional<Cause> lacks_variable(std::string_view words) {
  std::string name;
  for (const std::string_view said : {": unbound variable", ": parameter not set"}) {
    if (const auto word = word_before(words, said)) name = *word;
  }
  if (words.find("environ") != std::string_view::npos) name = between(words, "KeyError: '", "'").value_or(name);
  if (name.empty()) return std::nullopt;
  return Cause{fmt::format("it lacks the variable '{}'", printable(name, 80)),
               "The environment of a bot has only PATH, HOME, TMPDIR and LANG: give what else it needs a default, or "
               "bring it along in a file of its folder."};
}

/// It has run into one of its limits.
std::optional<Cause> limit_in_words(const Resources& may, std::string_view words) {
  static constexpr std::string_view kAsk = "Or ask for more in bot.json: \"resources\": {{\"{}\": ...}}.";
  if (has_any(words, kNoThread) || (has_any(words, kTryAgain) && has_any(words, kThreadsOrForks))) {
    return Cause{"it could not start another thread",
                 fmt::format("It may have {} threads: end those that are done, or start fewer. ", may.threads) +
                     fmt::format(kAsk, "threads"),
                 fmt::format("{} threads", may.threads)};
  }
  if (has_any(words, kNoCodeRange)) {
    return Cause{"its memory was too small for another thread of JavaScript",
                 "node sets 512 MiB apart for the code of each Worker: start it with resourceLimits: {codeRangeSizeMb: "
                 "64}. " +
                     fmt::format(kAsk, "memory_mb"),
                 fmt::format("{} MB of memory", may.memory_mb)};
  }
  if (has_any(words, kNoDescriptor)) {
    return Cause{
        "it could not open another file",
        fmt::format("It may have {} open files: close what you have read. ", may.files) + fmt::format(kAsk, "files"),
        fmt::format("{} open files", may.files)};
  }
  if (has_any(words, kNoSpace)) {
    return Cause{
        "/tmp is full",
        fmt::format("/tmp holds {} MiB, for all games of a process: remove what is read, or write less. ", may.tmp_mb) +
            fmt::format(kAsk, "tmp_mb"),
        fmt::format("/tmp of {} MiB", may.tmp_mb)};
  }
  return std::nullopt;
}

std::optional<Cause> cause_in_words(const BotEntry& bot, Isolation isolation, std::string_view words) {
  for (const Saying& saying : kSayings) {
    const auto name = between(words, saying.before, saying.after);
    if (!name || name->empty()) continue;
    // A script that the command names is no module.
    if (saying.lack == Lack::node_module && name->starts_with("/")) return lacks_file(bot, *name);
    return lacks(saying.lack, *name, bot);
  }
  if (has_any(words, kSharedMemory)) {
    return Cause{
        "it asks for a lock or memory that processes share, and a bot has no /dev/shm",
        "Do without Pool, Lock and Queue of Python's multiprocessing, and without shm_open(). A bot is one process "
        "and may have threads; where a league allows processes they talk by pipes (multiprocessing.Pipe)."};
  }
  if (auto cause = limit_in_words(bot.command.resources, words)) return cause;
  if (auto cause = lacks_variable(words)) return cause;
  if (has_any(words, kLocale)) {
    return Cause{"it asks for a locale that a bot does not have",
                 "A bot has the locales C and C.UTF-8, and LANG is C.UTF-8. Its lines are ASCII: no locale is needed."};
  }
  const Cause asks_terminal = {"it asks for a terminal, and its input is a pipe",
                               "Read lines from stdin as they come: there are no keys, no colours and nobody to be "
                               "asked."};
  if (has_any(words, kTerminal)) return asks_terminal;
  if (const std::string path = missing_path(words); !path.empty()) return lacks_file(bot, path);
  if (has_any(words, kReadOnly)) {
    return Cause{"it writes where nothing can be written",
                 "A bot's folder is read-only. /tmp is its own to write to, empty at first and gone with the process."};
  }
  const bool is_denied = has_any(words, kDenied);
  if (has_any(words, kStarts) && (is_denied || words.find(": not owner") != std::string_view::npos))
    return starts_another(bot.command);
  const bool socket_denied = words.find("socket") != std::string_view::npos && has_any(words, kDenied);
  if (has_any(words, kNetwork) || socket_denied) {
    return Cause{"it uses the network, which no bot has", "Bring along what the bot needs, as files of its folder."};
  }
  if (has_any(words, kDenied) && isolation >= Isolation::confined) {
    return Cause{"the sandbox refused what it did",
                 "A bot reads its own folder and the system's programs and libraries, and writes to /tmp, where it has "
                 "one."};
  }
  if (has_any(words, kMaybeTerminal) && !speaks(bot.command, "perl")) return asks_terminal;
  return std::nullopt;
}

}  // namespace

Cause starts_another(const BotCommand& command) {
  const std::string shell = fs::path(command.words.front()).filename();
  const bool in_shell = std::ranges::find(kShells, shell) != kShells.end() ||
                        (is_script_of(command, "sh") && !is_script_of(command, "tclsh"));
  std::string remedy =
      in_shell ? "A wrapper ends in 'exec python3 bot.py': then there is no second process. A bot in the shell does "
                 "without others: bash has 'read -a', ${x%% *} and [[ ]] in place of $(...), cut and sed."
               : "Do without: the language's libraries in place of subprocess, fork and system().";
  return {"it starts another program, which a bot of one process may not",
          remedy +
              " Or ask for it in bot.json (\"resources\": {\"processes\": 2}), try it with 'arena check BOT "
              "--processes 2', and find a league that allows it; programs take their time to start."};
}

std::optional<Cause> find_cause(const BotEntry& bot, Isolation isolation, const FaultEvent& event) {
  if (event.fault != Fault::start_failed && event.fault != Fault::exited && event.fault != Fault::killed_by_signal)
    return std::nullopt;
  const std::string words = all_of(event.stderr_tail);
  const bool at_start = event.fault == Fault::start_failed;
  if (at_start) {
    if (auto flaw = flaw_of_program(bot.command, isolation)) return flaw;
    if (auto flaw = unreadable_source(bot.command, words)) return flaw;
  }
  if (auto cause = cause_in_words(bot, isolation, words)) return cause;
  if (!at_start || !(has_any(event.detail, kNotFound) || has_any(words, kNotFound))) return std::nullopt;
  const std::string note = copied_note(bot);
  if (note.empty()) return std::nullopt;
  return Cause{"it did not find something", "Here " + note + "."};
}

std::vector<std::string> last_lines(const std::vector<StderrChunk>& stderr_tail) {
  const std::string text = all_of(stderr_tail);
  std::vector<std::string> lines;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view line = cut_line(rest);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (line.empty()) continue;
    std::string shown(line);
    for (std::size_t tab = shown.find('\t'); tab != std::string::npos; tab = shown.find('\t', tab))
      shown.replace(tab, 1, "    ");
    lines.push_back(printable(shown, kLineMax));
  }
  if (lines.size() > kShownLinesMax)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kShownLinesMax));
  return lines;
}

}  // namespace arena
