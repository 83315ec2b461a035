#include "tests/cli/arena_command.h"

#include <sstream>

#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"

namespace cli_test {

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

int count(const std::string& text, const std::string& part) {
  int times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

Outcome run_in(const fs::path& folder, const Words& words) {
  const processes::Finished finished = processes::run_in(folder, words, std::chrono::minutes(1) * processes::kPatience);
  return {finished.end.exited ? finished.end.number : -finished.end.number, finished.out, finished.err};
}

Outcome run_arena(const fs::path& folder, const Words& arguments) {
  return run_in(folder, Words{HEARTS_ARENA_PROGRAM} + arguments);
}

Outcome run_arena_for(double seconds, const std::string& signal, const fs::path& folder, const Words& arguments) {
  const Words timeout = {"timeout", "--preserve-status", "--signal=" + signal, std::to_string(seconds),
                         HEARTS_ARENA_PROGRAM};
  return run_in(folder, timeout + arguments);
}

Outcome kill_arena_after(double seconds, const fs::path& folder, const Words& arguments) {
  processes::adopt_orphans();
  Outcome outcome = run_arena_for(seconds, "KILL", folder, arguments);
  // A process that the arena was about to start holds the arena's locks until it ends.
  CHECK(processes::left_after(processes::kPatience * std::chrono::seconds(10)) == "");
  return outcome;
}

int run_arena_with_kills(const fs::path& folder, const Words& arguments) {
  int kills = 0;
  double seconds = 0.03;
  for (; kill_arena_after(seconds, folder, arguments).code != 0; ++kills) {
    REQUIRE(seconds < 60);
    seconds *= 1.15;
  }
  return kills;
}

std::string sample_bot(const std::string& name) { return HEARTS_BINARY_DIR "/sample_bots/" + name; }

std::string FirstWordsBot::text() const {
  const auto block = [](const char* word, const Words& statements) {
    std::string lines = statements.empty() ? "" : std::string("    if word[0] == '") + word + "':\n";
    for (const std::string& statement : statements) lines += "        " + statement + "\n";
    return lines;
  };
  std::string start;
  for (const std::string& statement : at_start) start += statement + "\n";
  return "#!/usr/bin/python3\nimport sys\n" + start +
         "for line in sys.stdin:\n"
         "    word = line.split()\n"
         "    if not word: continue\n"
         "    if word[0] == 'hello': print('ready', flush=True)\n" +
         block("game", at_game) + block("ask", at_ask) +
         "    if word[0] == 'ask': print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n" +
         block("end", at_end) + "    if word[0] == 'quit': break\n";
}

void copy_bot(const fs::path& folder, const std::string& command) {
  fs::copy(sample_bot("random_c"), folder, fs::copy_options::recursive);
  write_file(folder / "bot.json", R"({"name": ")" + folder.filename().string() + R"(", "command": )" + command + "}");
}

std::string ArenaFolder::does(const Words& arguments) const {
  const Outcome outcome = arena(arguments);
  INFO(arguments.front() << ": " << outcome.err);
  REQUIRE(outcome.code == 0);
  return outcome.out;
}

std::string one_error(const Outcome& outcome) {
  const std::string& text = outcome.err;
  INFO("stdout: " << outcome.out << "\nstderr: " << text);
  REQUIRE(text.starts_with("error: "));
  REQUIRE(text.find('\n') == text.size() - 1);
  CHECK(outcome.out.empty());
  return text.substr(7, text.size() - 8);
}

}  // namespace cli_test
