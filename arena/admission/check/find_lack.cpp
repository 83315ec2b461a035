#include "arena/admission/check/find_lack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "arena/base/text/printable.h"
#include "arena/bots/package/bot_copy.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// A kind of thing that a program may lack.
struct Kind {
  std::string_view name;
  std::string_view remedy;     ///< {0} stands for the name of the thing, up to its first dot
  bool is_looked_for = false;  ///< this machine may have it where bots cannot see it
};
constexpr Kind kPythonModule = {"module",
                                "Put it into the bot's folder (as a file beside the program, or with pip install "
                                "--target FOLDER {0}), or install it "
                                "for all users (apt-get install python3-{0}).",
                                true};
constexpr Kind kNodeModule = {"module", "Install it in the bot's own folder: run npm install there.", true};
constexpr Kind kModule = {"module", "Put it into the bot's folder, or install it for all users of this machine.", true};
constexpr Kind kJavaClass = {
    "class", "Give the class path in the command, relative to the bot's folder: java -cp bot.jar Main."};
constexpr std::string_view kBuildHere =
    "Build it on this machine, link it statically, or put the library into the bot's folder (-Wl,-rpath,'$ORIGIN').";
constexpr Kind kLibrary = {"shared library", kBuildHere};
constexpr Kind kNewerSystem = {"newer C library version", kBuildHere};
constexpr Kind kNewerJava = {"newer Java that reads class file version",
                             "Compile it for the Java that bots have: javac --release VERSION. Its stderr and 'arena "
                             "doctor --runtimes' name that version."};

/// How languages report what they lack: the name is between these texts.
struct ErrorPattern {
  std::string_view before;
  std::string_view after;
  const Kind* kind = nullptr;
};
constexpr auto kErrorPatterns = std::to_array<ErrorPattern>({
    {"No module named '", "'", &kPythonModule},
    {"Cannot find module '", "'", &kNodeModule},
    {"Cannot find package '", "'", &kNodeModule},
    {"Can't locate ", " in @INC", &kModule},
    {": module '", "' not found", &kModule},
    {"cannot load such file -- ", " ", &kModule},
    {"Could not load file or assembly '", ",", &kModule},
    {"Could not find or load main class ", " ", &kJavaClass},
    {"NoClassDefFoundError: ", " ", &kJavaClass},
    {"class file version ", ")", &kNewerJava},
    {"error while loading shared libraries: ", ":", &kLibrary},
    {"ImportError: ", ": cannot open shared object file", &kLibrary},
    {"version `", "' not found", &kNewerSystem},
});

/// The same for a missing file.
constexpr auto kNoFile = std::to_array<ErrorPattern>({{"No such file or directory: '", "'"},
                                                      {"no such file or directory, open '", "'"},
                                                      {"cannot open file '", "'"},
                                                      {"can't open file '", "'"},
                                                      {"Cannot open assembly '", "'"},
                                                      {"Could not find file \"", "\""},
                                                      {"No such file or directory @ rb_sysopen - ", " "},
                                                      {"Could not open input file: ", " "},
                                                      {"Failed opening required '", "'"},
                                                      {"Can't open perl script \"", "\""},
                                                      {"Unable to access jarfile ", " "},
                                                      {"Can't open '", "'"},
                                                      {"open ", ": no such file or directory"},
                                                      {"NoSuchFileException: ", " "},
                                                      {"FileNotFoundException: ", " ("}});

constexpr std::string_view kBringAlong =
    "Put the file into the bot's folder, which is its working directory, and open it from there.";

/// The name of the copy of the bot's folder in stderr.
constexpr std::string_view kCopy = "/bot/";

/// Returns the text between the last `before` and the next `after` in the same line. If `after` is a space, the end of
/// the line counts, too. Returns nothing if either is missing.
std::optional<std::string> between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t start = text.rfind(before);
  if (start == std::string_view::npos) return std::nullopt;
  text.remove_prefix(start + before.size());
  text = text.substr(0, text.find('\n'));
  const std::size_t end = text.find(after);
  if (end == std::string_view::npos && after != " ") return std::nullopt;
  return std::string(text.substr(0, end));
}

/// Returns the word before the last occurrence of `said`, or an empty text if there is none. A word begins after a
/// space, a quote or a parenthesis.
std::string word_before(std::string_view words, std::string_view said) {
  const std::size_t place = words.rfind(said);
  if (place == std::string_view::npos) return {};
  const std::string_view before = words.substr(0, place);
  return std::string(before.substr(before.find_last_of("\n (\"") + 1));
}

/// Returns HOME of the user who runs the arena, or an empty path if that is unknown.
fs::path own_home() {
  const char* folder = std::getenv("HOME");
  return folder == nullptr ? "" : folder;
}

/// Returns the folders in `folder` whose names begin with `begin`.
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

/// Returns the places where people keep modules that bots cannot see.
std::vector<fs::path> usual_places(const Kind& kind, const fs::path& bot) {
  const fs::path above = bot.parent_path();
  std::vector<fs::path> places;
  if (&kind == &kNodeModule) {
    for (fs::path at = above; at.has_relative_path(); at = at.parent_path()) places.push_back(at / "node_modules");
    places.push_back(own_home() / "node_modules");
    return places;
  }
  places = {above, above.parent_path()};
  if (&kind != &kPythonModule) return places;
  // Python's own environments.
  std::vector<fs::path> environments = {own_home() / ".local"};
  if (const char* environment = std::getenv("VIRTUAL_ENV")) environments.emplace_back(environment);
  for (const fs::path& folder : {bot, above, own_home() / ".pyenv/versions"})
    std::ranges::copy(folders_in(folder), std::back_inserter(environments));
  for (const fs::path& environment : environments) {
    for (const fs::path& version : folders_in(environment / "lib", "python3"))
      places.push_back(version / "site-packages");
  }
  return places;
}

/// Returns the path of the module or library in the first of these places that has it, or an empty path.
fs::path find_module(const Kind& kind, std::string_view name, const std::vector<fs::path>& places) {
  static constexpr auto kEnds = std::to_array<const char*>({"", ".py", ".js", ".mjs", ".so", ".lua", ".pm", ".rb"});
  if (name.starts_with("./")) name.remove_prefix(2);
  const std::string top(name.substr(0, name.find(&kind == &kPythonModule ? '.' : '/')));
  if (top.empty() || top.find_first_of("./") == 0) return {};
  for (const fs::path& place : places) {
    for (const char* end : kEnds) {
      if (const fs::path path = place / (top + end); is_there(path)) return path;
    }
  }
  return {};
}

/// The cause for a bot without bot.json that lacks a file which is beside its program. `note` says what was copied, see
/// copied_note().
Cause describe_file_beside(const std::string& what, const std::string& note) {
  return {what + ", which is beside its program but was not copied", "Here " + note + "."};
}

/// The cause for a bot that lacks this file, with the place where the file is.
Cause lacks_file_of(const BotEntry& bot, const std::string& path) {
  const std::string name = path.starts_with(kCopy) ? path.substr(kCopy.size()) : path;
  const std::string what = fmt::format("it lacks the file '{}'", printable(name, 120));
  if (fs::path(name).is_relative()) {
    const std::string note = copied_note(bot);
    const bool is_in_folder = is_there(bot.command.folder / name);
    if (is_in_folder && !note.empty()) return describe_file_beside(what, note);
    if (is_in_folder && name == path) {
      return {what + ", which is in its folder: it has changed its working directory",
              "Do not change the working directory, or open the file relative to the program: "
              "os.path.dirname(os.path.abspath(__file__)), __dirname, $(dirname \"$0\")."};
    }
    return {what, std::string(kBringAlong) + (note.empty() ? "" : " Here " + note + ".")};
  }
  const std::string folder = bot.command.folder.string() + "/";
  if (name.starts_with(folder)) {
    return {what + ": a bot runs in a copy of its folder, which is elsewhere",
            fmt::format("Use a path relative to the bot's folder, which is its working directory: '{}'.",
                        printable(name.substr(folder.size()), 120))};
  }
  constexpr std::string_view kBotHome = "/tmp/";
  const bool is_of_home = name.starts_with(kBotHome) && !own_home().empty() &&
                          (name.starts_with("/tmp/.") || is_there(own_home() / name.substr(kBotHome.size())));
  const std::string_view where = is_of_home       ? ": a bot's HOME is /tmp, which is empty at the start"
                                 : is_there(name) ? ", which is on this machine, but where bots cannot see it"
                                                  : "";
  return {what + std::string(where), std::string(kBringAlong)};
}

/// The cause for a missing class whose source is in the bot's folder, or for a missing source file.
std::optional<Cause> lacks_class(const std::string& name, const BotEntry& bot) {
  if (name.ends_with(".java")) return lacks_file_of(bot, name);
  const std::string source = name + ".java";
  if (name.find('/') != std::string::npos || !is_there(bot.command.folder / source)) return std::nullopt;
  return Cause{
      fmt::format("it lacks the class '{}': {} is there, but is not compiled", printable(name, 80),
                  printable(source, 80)),
      fmt::format("Compile it: javac {0}. Or let Java compile it at each start, which takes a while: java {0}.",
                  printable(source, 80))};
}

Cause lacks(const Kind& kind, const std::string& name, const BotEntry& bot) {
  const std::string top = printable(name.substr(0, name.find('.')), 40);
  Cause cause{fmt::format("it lacks the {} '{}'", kind.name, printable(name, 80)),
              &kind == &kPythonModule ? fmt::format(fmt::runtime(kind.remedy), top) : std::string(kind.remedy)};
  if (&kind == &kJavaClass) return lacks_class(name, bot).value_or(std::move(cause));
  const std::string note = copied_note(bot);
  const std::vector<fs::path> beside = {bot.command.folder, bot.command.folder / "node_modules"};
  if (!note.empty() && !find_module(kind, name, beside).empty()) return describe_file_beside(cause.what, note);
  if (!kind.is_looked_for) return cause;
  if (!note.empty()) cause.remedy += " Here " + note + ".";
  const fs::path place = find_module(kind, name, usual_places(kind, bot.command.folder));
  cause.what += place.empty() ? ", which is in none of the usual places of this machine"
                              : fmt::format(", which is at {}, where bots cannot see it", printable(place.string()));
  return cause;
}

}  // namespace

std::optional<Cause> lacks_module(const BotEntry& bot, std::string_view words) {
  for (const ErrorPattern& pattern : kErrorPatterns) {
    const auto name = between(words, pattern.before, pattern.after);
    if (!name || name->empty()) continue;
    // A script that the command names is not a module.
    if (pattern.kind == &kNodeModule && name->starts_with("/")) return lacks_file_of(bot, *name);
    return lacks(*pattern.kind, *name, bot);
  }
  return std::nullopt;
}

std::optional<Cause> lacks_variable(std::string_view words) {
  std::string name = word_before(words, ": parameter not set");
  if (name.empty()) name = word_before(words, ": unbound variable");
  if (words.find("environ") != std::string_view::npos) name = between(words, "KeyError: '", "'").value_or(name);
  if (name.empty()) return std::nullopt;
  return Cause{
      fmt::format("it lacks the variable '{}'", printable(name, 80)),
      "A bot's environment has only PATH, HOME, TMPDIR and LANG. Give other variables a default, or read their "
      "values from a file in the bot's folder."};
}

std::optional<Cause> lacks_file(const BotEntry& bot, std::string_view words) {
  for (const ErrorPattern& pattern : kNoFile) {
    if (const auto path = between(words, pattern.before, pattern.after); path && !path->empty())
      return lacks_file_of(bot, *path);
  }
  // The form of perror() and of the shell: "weights.json: No such file or directory". The others are Haskell's and
  // PHP's.
  for (const std::string_view said : {": No such file or directory", ": openFile: does not exist",
                                      ": withFile: does not exist", "): Failed to open stream: No such file"}) {
    const std::string path = word_before(words, said);
    if (path.find_first_of("./") != std::string::npos) return lacks_file_of(bot, path);
  }
  return std::nullopt;
}

}  // namespace arena
