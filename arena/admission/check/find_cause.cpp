#include "arena/admission/check/find_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arena/admission/check/find_lack.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_copy.h"
#include "arena/bots/protocol/decode.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWordsMax = 4096;  ///< bytes of the end of stderr that are searched
constexpr std::size_t kLineMax = 300;
constexpr std::size_t kShownLinesMax = 15;  ///< of stderr that are shown

constexpr std::string_view kDenied = "Permission denied|Operation not permitted|EPERM|EACCES";
constexpr std::string_view kNotFound =
    "No such file|no such file|ENOENT|not found|FileNotFound|NoSuchFile|ModuleNotFoundError";

/// Returns whether the text contains one of the words, which are separated by "|".
bool has_any(std::string_view text, std::string_view words) {
  return std::ranges::any_of(hearts::split(words, "|"),
                             [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// What an error message means if it contains one of `any` and, unless `also` is empty, one of `also`.
struct Meaning {
  std::string_view any;
  std::string_view also;
  std::string_view what;
  std::string_view remedy;      ///< {} stands for the limit's value
  std::string_view limit = {};  ///< the resource whose limit was reached
  std::string_view bound = {};  ///< that limit with its value, for people
};

constexpr std::string_view kNoThread = "it could not start another thread";
constexpr std::string_view kFewerThreads = "It may have {} threads. End those that are done, or start fewer.";
constexpr std::string_view kAsksTerminal = "it asks for a terminal, but its input is a pipe";
constexpr std::string_view kReadLines =
    "Read lines from stdin as they arrive. There is no keyboard, no colour, and nobody to answer a prompt.";
constexpr std::string_view kUsesNetwork = "it uses the network, but bots have none";
/// Words of errors of the resolver, of sockets, of TLS (which finds no certificates), and of pip, npm, cargo, Go and
/// Maven.
constexpr std::string_view kNoNetwork =
    "Network is unreachable|ENETUNREACH|Temporary failure in name resolution|Name or service not known|EAI_AGAIN|"
    "gaierror|getaddrinfo|Could not resolve host|Couldn't resolve host|UnknownHostException|CERTIFICATE_VERIFY_FAILED|"
    "unable to get local issuer certificate|TLS CA certificate|SSL CA cert|NewConnectionError|Max retries exceeded|"
    "No matching distribution found|spurious network error|failed to download from|dial tcp|Could not transfer "
    "artifact";
constexpr std::string_view kBringFiles = "Put everything that the bot needs into its folder.";

constexpr auto kMeanings = std::to_array<Meaning>({
    {"SemLock|/dev/shm|shm_open", "", "it uses locks or memory shared between processes, but bots have no /dev/shm",
     "Use threads instead of Python's multiprocessing (Pool, Lock, Queue) and instead of shm_open(). A bot is one "
     "process and may have threads."},
    {"can't start new thread|unable to create native thread|failed to spawn thread|pthread_create|newosproc", "",
     kNoThread, kFewerThreads, "threads", "{} threads"},
    {"Resource temporarily unavailable|EAGAIN", "thread|system_error|fork|spawn|clone", kNoThread, kFewerThreads,
     "threads", "{} threads"},
    // V8 prints this when RLIMIT_DATA is too low for a Worker.
    {"Failed to reserve virtual memory for CodeRange", "", "it had too little memory for another JavaScript thread",
     "node reserves 512 MiB for the code of each Worker. Start it with resourceLimits: {{codeRangeSizeMb: 64}}.",
     "memory_mb", "{} MB of memory"},
    {"Too many open files|too many open files|EMFILE", "", "it could not open another file",
     "It may have {} open files. Close those that you have read.", "files", "{} open files"},
    {"No space left on device|no space left on device|ENOSPC", "", "/tmp is full",
     "/tmp holds {} MiB for all games of a process. Delete files that you no longer need, or write less.", "tmp_mb",
     "/tmp of {} MiB"},
    {"unsupported locale setting|_S_create_c_locale|locale::facet|cannot change locale", "",
     "it asks for a locale that bots do not have",
     "Bots have the locales C and C.UTF-8, and LANG is C.UTF-8. All lines are ASCII, so no other locale is needed."},
    {"setRawMode|/dev/tty", "", kAsksTerminal, kReadLines},
    {"timer_create", kDenied, "its runtime starts a timer that bots may not have",
     "GHC's threaded runtime does without it: ghc -O -threaded bot.hs. Compile the bot; runghc needs the timer."},
});

/// The same for a bot that lacks no file.
constexpr auto kOtherMeanings = std::to_array<Meaning>({
    {"Read-only file system|EROFS|[Errno 30]", "", "it writes to a folder that is read-only",
     "A bot's folder is read-only. Write to /tmp: it is empty at the start, and is removed with the process."},
    {kNoNetwork, "", kUsesNetwork, kBringFiles},
    {"socket", kDenied, kUsesNetwork, kBringFiles},
});

template <std::size_t N>
std::optional<Cause> meaning_of(std::string_view words, const std::array<Meaning, N>& meanings, const Resources& may) {
  const auto found = std::ranges::find_if(meanings, [&](const Meaning& one) {
    return has_any(words, one.any) && (one.also.empty() || has_any(words, one.also));
  });
  if (found == meanings.end()) return std::nullopt;
  Cause cause{std::string(found->what), std::string(found->remedy)};
  if (const ResourceKey* key = find_resource(found->limit)) {
    const int value = may.*key->value;
    cause.remedy = fmt::format(fmt::runtime(found->remedy), value) +
                   fmt::format(" Or ask for more in bot.json: \"resources\": {{\"{}\": ...}}.", key->name);
    cause.limit = fmt::format(fmt::runtime(found->bound), value);
  }
  return cause;
}

/// Ruby 3.1 prints this at each start, since the sandbox refuses it a timer. It plays without one.
constexpr std::string_view kRubyWarning =
    "<main>: warning: timer_create failed: Operation not permitted, signals racy\n";

std::string all_of(const std::vector<StderrChunk>& chunks) {
  std::string text;
  for (const StderrChunk& chunk : chunks) text += chunk.text;
  if (text.starts_with(kRubyWarning)) text.erase(0, kRubyWarning.size());
  return text.size() > kWordsMax ? text.substr(text.size() - kWordsMax) : text;
}

/// Returns what a bot that ended wrote to stdout beside its answers since the last one. Java, for one, reports a crash
/// there, in comments.
std::vector<std::string> reported_on_stdout(const FaultEvent& event) {
  std::vector<std::string> lines;
  if (!event.end || event.end->kind == ProcessEnd::Kind::running) return lines;
  for (const std::string& line : event.received) {
    const BotLine::Kind kind = decode_bot_line(line).kind;
    if (kind != BotLine::Kind::answer && kind != BotLine::Kind::ready && kind != BotLine::Kind::empty)
      lines.emplace_back(first_bytes(line, kLineMax));
  }
  return lines;
}

std::optional<Cause> cause_in_words(const BotEntry& bot, Isolation isolation, std::string_view words) {
  const Resources& may = bot.command.resources;
  if (auto cause = lacks_module(bot, words)) return cause;
  if (auto cause = lacks_variable(words)) return cause;
  if (auto cause = meaning_of(words, kMeanings, may)) return cause;
  if (auto cause = lacks_file(bot, words)) return cause;
  const bool is_denied = has_any(words, kDenied);
  const bool starts =
      has_any(words, "fork|spawn|subprocess|Cannot run program|popen|two way pipe|in ``'|Kernel#`|Diagnostics.Process");
  if (starts && (is_denied || has_any(words, ": not owner|Win32Exception"))) return starts_another(bot.command);
  if (auto cause = meaning_of(words, kOtherMeanings, may)) return cause;
  if (is_denied && isolation >= Isolation::confined) {
    return Cause{
        "the sandbox refused something that it did",
        "A bot can read its own folder and the system's programs and libraries, and can write to /tmp if it has "
        "one."};
  }
  // These may be mere warnings, or out of date: Perl's $! keeps the result of the last look for a terminal.
  if (has_any(words, "Inappropriate ioctl for device|inappropriate ioctl for device|not a tty") &&
      !names_language(bot.command, "perl"))
    return Cause{std::string(kAsksTerminal), std::string(kReadLines)};
  return std::nullopt;
}

/// Whether a shell reads the bot's program: the command or its first line names one, or it is a script without such a
/// line.
bool is_shell_script(const BotCommand& command) {
  const std::string shell = fs::path(command.words.front()).filename();
  if (shell == "sh" || shell == "bash" || shell == "dash") return true;
  if (is_script_of(command, "sh") && !is_script_of(command, "tclsh")) return true;
  return shell.ends_with(".sh") && !head_of(command.folder / command.words.front()).starts_with("#!");
}

/// Returns the cause if the language rejected the program's source: a syntax error, or syntax of another version or
/// shell.
std::optional<Cause> unreadable_source(const BotCommand& command, std::string_view words) {
  // dash prints these errors for syntax that only bash knows.
  if (has_any(words, "Illegal option|[[: not found|Bad substitution|\"(\" unexpected|bad variable name") &&
      is_script_of(command, "sh") && !is_script_of(command, "bash")) {
    return Cause{"it is written for bash, but its first line asks for sh, which lacks some of bash's syntax",
                 "Make '#!/bin/bash' the first line."};
  }
  // What the program reads itself, such as JSON, may have such errors, too.
  if (has_any(words, "JSON") || !has_any(words,
                                         "SyntaxError|IndentationError|TabError|syntax error|' expected near |"
                                         "unexpected symbol near "))
    return std::nullopt;
  return Cause{
      "its program has a syntax error, or uses syntax that this version of the language does not know",
      "Correct the line that its stderr names. 'arena doctor --runtimes' shows which versions of the languages bots "
      "find."};
}

}  // namespace

bool reports_no_network(std::string_view words) { return has_any(words, kNoNetwork); }

Cause starts_another(const BotCommand& command) {
  std::string remedy =
      is_shell_script(command)
          ? "End a wrapper script with 'exec python3 bot.py', so that there is no second process. In a bot written "
            "in bash, use 'read -a', ${x%% *} and [[ ]] instead of $(...), cut and sed."
          : "Use the language's own libraries instead of subprocess, fork and system().";
  return {
      "it starts another program, but may have only one process",
      remedy +
          " Or ask for a second process in bot.json (\"resources\": {\"processes\": 2}), try it with 'arena check BOT "
          "--processes 2', and find a league that allows it."};
}

std::optional<Cause> find_cause(const BotEntry& bot, Isolation isolation, const FaultEvent& event) {
  if (event.fault != Fault::start_failed && event.fault != Fault::exited && event.fault != Fault::killed_by_signal)
    return std::nullopt;
  const std::string words = all_of(event.stderr_tail) + "\n" + hearts::joined(reported_on_stdout(event), "\n");
  const bool at_start = event.fault == Fault::start_failed;
  if (has_any(words, ": Cannot fork")) return starts_another(bot.command);  // as dash says it
  if (at_start) {
    if (auto flaw = flaw_of_program(bot.command, isolation)) return flaw;
    if (auto flaw = unreadable_source(bot.command, words)) return flaw;
  }
  if (auto cause = cause_in_words(bot, isolation, words)) return cause;
  if (!at_start || !(has_any(event.detail, kNotFound) || has_any(words, kNotFound))) return std::nullopt;
  const std::string note = copied_note(bot);
  if (note.empty()) return std::nullopt;
  return Cause{"it did not find something that it needs", "Here " + note + "."};
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

Finding finding_of(const Subject& subject, const Failure& failure, std::string_view where) {
  Finding finding = Finding::failed(fmt::format("{}{}", where, story_of(failure)));
  finding.stderr_lines = last_lines(failure.event.stderr_tail);
  finding.stdout_lines = reported_on_stdout(failure.event);
  if (const std::optional<Cause> cause = find_cause(subject.bot, subject.sandbox.isolation, failure.event)) {
    finding.detail += "; " + cause->what;
    finding.hint = cause->remedy;
    finding.limit = cause->limit;
  } else {
    finding.advise(failure);
  }
  if (!failure.overheard.kept.empty())
    finding.detail += "; the bytes it was sent are in " + failure.overheard.kept.string();
  return finding;
}

}  // namespace arena
