#include "arena/admission/submit/build_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "arena/admission/check/find_cause.h"
#include "arena/admission/submit/intake.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_files.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCommandBytesShown = 300;
constexpr std::size_t kFilesShown = 10;

constexpr auto kShells = std::to_array<std::string_view>({"sh", "bash", "dash", "zsh", "ksh"});
/// Words that only a shell understands if they stand alone.
constexpr auto kOperators =
    std::to_array<std::string_view>({"&&", "||", "|", ";", "&", ">", ">>", "<", "2>", "2>&1", "&>"});

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// Whether the word begins with a variable or a substitution of a shell.
bool is_expanded_by_shell(std::string_view word) {
  if (word.starts_with('`') || word.starts_with("$(") || word.starts_with("${")) return true;
  return word.size() > 1 && word.front() == '$' && ((word[1] >= 'A' && word[1] <= 'Z') || word[1] == '_');
}

/// Returns the first of the words that looks as if it were meant for a shell, or an empty text.
std::string_view shell_word(const std::vector<std::string>& build) {
  if (is_one_of(fs::path(build.front()).filename().native(), kShells)) return {};
  if (build.size() == 1 && build.front().find(' ') != std::string::npos) return build.front();
  for (const std::string_view word : build) {
    if (is_one_of(word, kOperators) || is_expanded_by_shell(word)) return word;
  }
  return {};
}

/// Returns the first file that the build names and that has lines which end in CR LF, or an empty text.
std::string file_with_crlf(const fs::path& folder, std::vector<std::string> words) {
  if (words.front() == "make") words.insert(words.end(), {"Makefile", "makefile", "GNUmakefile"});
  for (const std::string& word : words) {
    if (path_flaw(word)) continue;
    if (head_of(folder / word).find("\r\n") != std::string::npos) return fs::path(word).lexically_normal();
  }
  return {};
}

}  // namespace

std::string shell_advice(const std::vector<std::string>& build) {
  if (build.empty()) return {};
  const std::string_view word = shell_word(build);
  if (word.empty()) return {};
  const boost::json::array command = {"sh", "-c", hearts::joined(build, " ")};
  return fmt::format(
      "No shell reads \"build\", which is one program and its arguments, so {} has no meaning. Write: "
      "\"build\": {}",
      quoted_name(word), printable(boost::json::serialize(command), kCommandBytesShown));
}

std::string advise_on_build(const fs::path& folder, const BotManifest& manifest, std::string_view output) {
  std::string advice;
  if (const std::string file = file_with_crlf(folder, manifest.build); !file.empty()) {
    advice += fmt::format(
        "{} has lines that end in CR LF, and programs read the CR as part of the line. Save it with "
        "LF at the end of each line: sed -i 's/\\r$//' {}\n",
        quoted_name(file), printable(shell_quoted(file), kCommandBytesShown));
  }
  if (reports_no_network(output)) {
    advice +=
        "It uses the network, but builds have none. Pack what it would download: 'pip install --target FOLDER NAME', "
        "'npm install' or 'cargo vendor', before you submit the bot.\n";
  }
  if (const std::string shell = shell_advice(manifest.build); !shell.empty()) advice += shell + "\n";
  return advice;
}

std::string describe_built_files(const fs::path& before, const fs::path& after) {
  const auto names_in = [](const fs::path& folder) {
    std::vector<fs::path> names;
    for (const BotFile& file : BotFolder(folder).files({}, BotFiles::whole_folder)) names.push_back(file.name);
    return names;  // sorted
  };
  const std::vector<fs::path> given = names_in(before);
  std::vector<fs::path> made;
  std::ranges::set_difference(names_in(after), given, std::back_inserter(made));
  if (made.empty()) return "The build has made no file.";
  const std::size_t shown = std::min(made.size(), kFilesShown);
  std::string text = "The build has made ";
  for (std::size_t i = 0; i < shown; ++i) text += (i > 0 ? ", " : "") + quoted_name(made[i].native());
  if (made.size() > shown) text += " and " + hearts::counted(made.size() - shown, "other file");
  return text + ".";
}

}  // namespace arena
