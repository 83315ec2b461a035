#include "arena/bots/doctor/runtimes.h"

#include <array>
#include <cerrno>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/package/path_search.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr std::size_t kLinesRead = 200;  // more than any of them prints
constexpr std::size_t kVersionColumnsMax = 80;

struct Known {
  std::string_view program;
  std::string_view language;
  std::string_view asked = "--version";
};

constexpr auto kKnown = std::to_array<Known>({
    {"bash", "Bash"},
    {"bun", "JavaScript"},
    {"deno", "JavaScript"},
    {"dotnet", "C#"},
    {"escript", "Erlang", "-version"},
    {"gawk", "awk"},
    {"guile", "Scheme"},
    {"java", "Java"},
    {"julia", "Julia"},
    {"lua", "Lua", "-v"},
    {"lua5.4", "Lua", "-v"},
    {"luajit", "Lua", "-v"},
    {"mono", "C#"},
    {"node", "JavaScript"},
    {"ocaml", "OCaml", "-version"},
    {"octave-cli", "Octave"},
    {"perl", "Perl"},
    {"php", "PHP"},
    {"pypy3", "Python"},
    {"python3", "Python"},
    {"Rscript", "R"},
    {"ruby", "Ruby"},
    {"sbcl", "Common Lisp"},
    {"swipl", "Prolog"},
});

/// Returns the first line that is not blank, from its output or else from stderr.
std::string first_line(const ProbeOutput& output) {
  const std::string all = hearts::joined(output.lines, "\n") + "\n" + output.err;
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::string_view line = cut_line(rest);
    if (!words_of(line).empty()) return cut_to_columns(printable(line), kVersionColumnsMax);
  }
  return {};
}

Runtime ask(const ProbeSandbox& sandbox, BotCommand command, const Known& known) {
  command.words = {std::string(known.program), std::string(known.asked)};
  const ProbeOutput output = sandbox.run_and_read(command, kLinesRead);
  Runtime runtime{known.program, known.language, {}, {}, {}};
  const bool runs = output.in_time && output.end.kind == ProcessEnd::Kind::exited && output.end.number == 0;
  if (output.end.kind == ProcessEnd::Kind::not_started && output.end.number == ENOENT) {
    runtime.outside = find_in_path(own_path(), known.program);
  } else if (runs) {
    runtime.version = first_line(output);
  } else {
    runtime.failure = describe_end(output);
    if (const std::string said = first_line(output); !said.empty()) runtime.failure += ": " + said;
  }
  return runtime;
}

}  // namespace

std::vector<Runtime> find_runtimes(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper) {
  const ProbeSandbox sandbox(programs, isolation, reaper);
  const CanaryScene scene(programs.canary, Resources{}, reaper);
  std::vector<Runtime> runtimes;
  for (const Known& known : kKnown) runtimes.push_back(ask(sandbox, scene.canary({}), known));
  return runtimes;
}

std::string runtimes_text(const std::vector<Runtime>& runtimes, Isolation isolation, const Page& page) {
  CellTable found;
  found.heads = {{"program", true}, {"language", true, 1}, {"version that it prints", true, 0, Narrowing::wraps}};
  std::string others;
  std::vector<std::string_view> missing;
  for (const Runtime& runtime : runtimes) {
    const std::string program(runtime.program);
    if (!runtime.version.empty()) {
      found.rows.push_back({program, std::string(runtime.language), runtime.version});
    } else if (!runtime.failure.empty()) {
      others += wrapped("Bots find " + program + ", but it does not run: " + runtime.failure + ".", page.columns);
    } else if (runtime.outside) {
      others +=
          wrapped("Bots do not see " + runtime.outside->string() + ": their PATH is " + kBotPath + ".", page.columns);
    } else {
      missing.push_back(runtime.program);
    }
  }
  std::string text = fitted(std::move(found), page.table_columns) + "\n" + others;
  if (!missing.empty()) text += wrapped("Not on this machine: " + hearts::joined(missing, ", ") + ".", page.columns);
  return text +
         wrapped("This is what bots find at the level '" + std::string(isolation_name(isolation)) + "'.", page.columns);
}

}  // namespace arena
