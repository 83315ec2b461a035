#include "tests/process/check/written_bot.h"

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/check/checked.h"
#include "tests/scratch_folder.h"

namespace check_test {

namespace fs = std::filesystem;
namespace json = boost::json;

const std::string kPython = "#!/usr/bin/env python3\nimport sys, time\n";

const std::string kPlays = R"(
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["ask"]: print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
    if word[:1] == ["quit"]: break
)";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size()))
    text.replace(at, old.size(), by);
  return text;
}

void check_written(const WrittenBot& bot, const fs::path& folder, arena::Isolation isolation) {
  CAPTURE(bot.name);
  write_program(folder / bot.name, bot.program);
  std::vector<std::string> options = {"--json"};
  options.insert(options.end(), bot.options.begin(), bot.options.end());
  const json::object report = json_of(check_bot((folder / bot.name).string(), options, isolation));
  const json::object& step = step_in(report, bot.step);
  INFO(step);
  CHECK(step.at("outcome") == "failed");
  CHECK(report.at("failed") == 1);
  CHECK_THAT(std::string(step.at("detail").as_string()), Catch::Matchers::ContainsSubstring(bot.detail));
  CHECK_THAT(std::string(step.at("hint").as_string()), Catch::Matchers::ContainsSubstring(bot.hint));
}

void check_rows(const std::vector<WrittenBot>& bots, arena::Isolation isolation) {
  const arena::test::ScratchFolder folder;
  for (const WrittenBot& bot : bots) check_written(bot, folder.path(), isolation);
}

void check_passes(const std::string& program, const std::vector<std::string>& options) {
  const arena::test::ScratchFolder folder;
  write_program(folder / "bot", program);
  const Checked checked = check_bot((folder / "bot").string(), options);
  INFO(checked.out << checked.err);
  CHECK(checked.code == 0);
}

}  // namespace check_test
