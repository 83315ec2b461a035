#include "tests/cli/arena_command.h"

namespace completion_test {

using namespace cli_test;

namespace {

/// What bash completes the last of these words to.
std::string completed_in_bash(const std::string& words) {
  const ScratchFolder folder;
  write_file(folder.path() / "script", run_arena(folder.path(), {"completion", "bash"}).out);
  // compopt works within a completion only.
  const std::string ask = "source ./script; compopt() { COMPREPLY+=(FILES); }; COMP_WORDS=(" + words +
                          "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _arena; echo \"${COMPREPLY[*]}\"";
  const Outcome outcome = run_in(folder.path(), {"bash", "-euc", ask});
  CHECK(outcome.err.empty());
  return outcome.out.substr(0, outcome.out.find('\n'));
}

bool has_program(const std::string& name) {
  return run_in(fs::temp_directory_path(), {"sh", "-c", "command -v " + name}).code == 0;
}

}  // namespace

TEST_CASE("bash completes commands, options and their values", "[memory]") {
  CHECK(completed_in_bash("arena r") == "run replay retry reinstate rate report");
  CHECK(completed_in_bash("arena --lo") == "--log-level");
  CHECK(completed_in_bash("arena run --iso") == "--isolation");
  CHECK(completed_in_bash("arena run --isolation ''") == "auto full user confined none");
  CHECK(completed_in_bash("arena run --isolation '=' f") == "full");
  CHECK(completed_in_bash("arena --log-level debug run --log-level w") == "warning");
  CHECK(completed_in_bash("arena run --variant bl") == "black-lady");
  CHECK(completed_in_bash("arena run --games ''").empty());
  CHECK(completed_in_bash("arena run --out ''") == "FILES");
  CHECK(completed_in_bash("arena run ''") == "FILES");
  CHECK(completed_in_bash("arena help comp") == "compare completion");
  CHECK(completed_in_bash("arena init py") == "python python-client FILES");  // for DIR, where no language fits
  CHECK(completed_in_bash("arena completion ''") == "bash zsh fish");
}

TEST_CASE("fish completes them, too") {
  if (!has_program("fish")) return;
  const ScratchFolder folder;
  write_file(folder.path() / "script", run_arena(folder.path(), {"completion", "fish"}).out);
  const auto completed = [&](const std::string& line) {
    return run_in(folder.path(), {"env", "HOME=" + folder.path().string(), "fish", "-c",
                                  "source ./script; complete -C '" + line + "' | cut -f1 | string join ' '"})
        .out;
  };
  CHECK(completed("arena re") == "replay report retry\n");
  CHECK(completed("arena run --iso") == "--isolation\n");
  CHECK(completed("arena run --isolation f") == "full\n");
}

TEST_CASE("the scripts are words that their shells understand") {
  const ScratchFolder folder;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    INFO(shell);
    const Outcome script = run_arena(folder.path(), {"completion", shell});
    CHECK(script.code == 0);
    CHECK_THAT(script.out, ContainsSubstring("reveal-names") && ContainsSubstring("adjudicate"));
    if (shell != "bash") CHECK_THAT(script.out, ContainsSubstring("how strongly bots are isolated"));
    write_file(folder.path() / shell, script.out);
    if (has_program(shell)) CHECK(run_in(folder.path(), {shell, "-n", shell}).code == 0);
  }
  CHECK_THAT(one_error(run_arena(folder.path(), {"completion", "tcsh"})),
             ContainsSubstring("'tcsh' is not one of bash, zsh, fish"));
}

TEST_CASE("the manual has a page for each command, and each names all that its help does") {
  const ScratchFolder folder;
  const Outcome written = run_arena(folder.path(), {"help", "--man-pages", "man"});
  CHECK(written.code == 0);
  CHECK(written.out.empty());
  const auto pages = files_of(folder.path() / "man");
  const std::string program = read_file(folder.path() / "man/arena.1");
  CHECK_THAT(program, StartsWith(".TH ARENA 1 ") && ContainsSubstring("\\fBadjudicate\\fR\n"));
  CHECK(pages.size() == 28);
  for (const auto& [name, page] : pages) {
    if (name.find('-') == std::string::npos) continue;
    const std::string command = name.substr(name.find('-') + 1, name.rfind('.') - name.find('-') - 1);
    INFO(command);
    CHECK_THAT(program, ContainsSubstring("\\fBarena\\-" + command + "\\fR(1)"));
    for (const std::string& line : lines_of(run_arena(folder.path(), {"help", command}).out)) {
      const std::size_t start = line.find("--");
      if (!line.starts_with("  ") || start > 5) continue;
      std::string option = line.substr(start, line.find_first_of(" :=", start) - start);
      for (std::size_t at = 0; (at = option.find('-', at)) != std::string::npos; at += 2) option.insert(at, "\\");
      CHECK_THAT(page, ContainsSubstring("\\fB" + option + "\\fR"));
    }
    CHECK(page.find("\n.") != std::string::npos);
    CHECK_THAT(page, ContainsSubstring(".SH SYNOPSIS\n\\fBarena " + command));
  }
}

}  // namespace completion_test
