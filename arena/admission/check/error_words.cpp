#include "arena/admission/check/error_words.h"

#include <fmt/format.h>

#include <cstdlib>

#include "arena/admission/check/program_flaw.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_copy.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// What stands in a file's place where it was not found, as languages write it.
constexpr auto kNoFile =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"No such file or directory: '", "'"},
                                                                  {"no such file or directory, open '", "'"},
                                                                  {"cannot open file '", "'"},
                                                                  {"can't open file '", "'"},
                                                                  {"Can't open perl script \"", "\""},
                                                                  {"Unable to access jarfile ", " "},
                                                                  {"Can't open '", "'"},
                                                                  {"open ", ": no such file or directory"},
                                                                  {"NoSuchFileException: ", " "},
                                                                  {"FileNotFoundException: ", " ("}});

constexpr std::string_view kBringAlong =
    "Bring the file along in the bot's folder, which is its working directory, and open it from there.";

/// What stderr calls the copy of the bot's folder.
constexpr std::string_view kCopy = "/bot/";

constexpr auto kUnreadable = std::to_array<std::string_view>(
    {"SyntaxError", "IndentationError", "TabError", "syntax error", "' expected near ", "unexpected symbol near "});
/// What dash says of words that bash alone knows.
constexpr auto kBashOnly = std::to_array<std::string_view>(
    {"Illegal option", "[[: not found", "Bad substitution", "\"(\" unexpected", "bad variable name"});

}  // namespace

std::optional<std::string> between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t start = text.rfind(before);
  if (start == std::string_view::npos) return std::nullopt;
  text.remove_prefix(start + before.size());
  text = text.substr(0, text.find('\n'));
  const std::size_t end = text.find(after);
  if (end == std::string_view::npos && after != " ") return std::nullopt;
  return std::string(text.substr(0, end));
}

std::optional<std::string> word_before(std::string_view words, std::string_view said) {
  const std::size_t place = words.rfind(said);
  if (place == std::string_view::npos) return std::nullopt;
  const std::string_view before = words.substr(0, place);
  return std::string(before.substr(before.find_last_of("\n ") + 1));
}

std::string own_home() {
  const char* folder = std::getenv("HOME");
  return folder == nullptr ? "" : folder;
}

std::string missing_path(std::string_view words) {
  for (const auto& [before, after] : kNoFile) {
    if (const auto path = between(words, before, after); path && !path->empty()) return *path;
  }
  // As perror() and the shell do: "weights.json: No such file or directory".
  const std::string path = word_before(words, ": No such file or directory").value_or("");
  return path.find_first_of("./") == std::string::npos ? std::string() : path;
}

Cause lies_beside(const std::string& what, const std::string& note) {
  return {what + ", which lies beside its program and was not copied", "Here " + note + "."};
}

Cause lacks_file(const BotEntry& bot, const std::string& path) {
  const std::string name = path.starts_with(kCopy) ? path.substr(kCopy.size()) : path;
  const std::string what = fmt::format("it lacks the file '{}'", printable(name, 120));
  std::error_code ignored;
  if (fs::path(name).is_relative()) {
    const std::string note = copied_note(bot);
    const bool is_there = fs::exists(bot.command.folder / name, ignored);
    if (is_there && !note.empty()) return lies_beside(what, note);
    if (is_there && name == path) {
      return {what + ", which lies in its folder: it has changed its working directory",
              "Do not change the working directory, or open the file by the program's own place, as in "
              "os.path.dirname(os.path.abspath(__file__)), __dirname, $(dirname \"$0\")."};
    }
    return {what, std::string(kBringAlong) + (note.empty() ? "" : " Here " + note + ".")};
  }
  const std::string folder = bot.command.folder.string() + "/";
  if (name.starts_with(folder)) {
    return {what + ": of its own folder a bot sees a copy, elsewhere",
            fmt::format("Name it from the bot's folder, which is its working directory: '{}'.",
                        printable(name.substr(folder.size()), 120))};
  }
  constexpr std::string_view kBotHome = "/tmp/";
  if (name.starts_with(kBotHome) && !own_home().empty() &&
      (fs::exists(fs::path(own_home()) / name.substr(kBotHome.size()), ignored) || name.starts_with("/tmp/."))) {
    return {what + ": a bot's HOME is /tmp, and empty at first", std::string(kBringAlong)};
  }
  if (fs::exists(name, ignored))
    return {what + ", which this machine has, where no bot sees it", std::string(kBringAlong)};
  return {what, std::string(kBringAlong)};
}

std::optional<Cause> unreadable_source(const BotCommand& command, std::string_view words) {
  if (has_any(words, kBashOnly) && is_script_of(command, "sh") && !is_script_of(command, "bash")) {
    return Cause{"it is written for bash, and its first line asks for sh, which knows less",
                 "Write '#!/bin/bash' as the first line."};
  }
  // What it reads itself, as JSON, may have such errors, too.
  if (!has_any(words, kUnreadable) || words.find("JSON") != std::string_view::npos) return std::nullopt;
  return Cause{
      "the language does not read its program: an error of syntax, or words that this version does not know",
      "Mend the line that its stderr names. 'arena doctor --runtimes' tells the versions of the languages as bots "
      "find them: what a newer one reads, or an older one, these may refuse."};
}

}  // namespace arena
