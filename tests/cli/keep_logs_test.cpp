// --keep-logs of `arena run` and `arena check`. tests/unit/bots/process/bot_log_test.cpp tests what is copied, and how.

#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace keep_logs_test {

using namespace cli_test;

namespace {

/// A bot that writes more to stderr than records keep, and leaves files and worse in its /tmp, if that is its own.
FirstWordsBot talkative(arena::Isolation isolation) {
  FirstWordsBot bot;
  bot.at_start = {"print('x' * 100000, file=sys.stderr, flush=True)"};
  if (isolation >= arena::Isolation::user) {
    bot.at_start = bot.at_start + Words{"import os",
                                        "open('/tmp/search.log', 'w').write('depth 3')",
                                        "os.symlink('/etc/passwd', '/tmp/link')",
                                        "os.mkdir('/tmp/closed')",
                                        "open('/tmp/closed/file', 'w').write('mine')",
                                        "os.chmod('/tmp/closed', 0)",
                                        "os.chmod('/tmp', 0)"};
  }
  bot.at_end = {"print('the end', file=sys.stderr, flush=True)"};
  return bot;
}

int count_files(const fs::path& folder, const std::string& ending) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    files += entry.path().filename().string().ends_with(ending) ? 1 : 0;
  return files;
}

void check_kept(const fs::path& folder, const std::string& name, arena::Isolation isolation) {
  const std::string errors = read_file(folder / (name + ".stderr"));
  CHECK(errors.starts_with(std::string(100'000, 'x') + "\n"));
  const bool has_tmp = isolation >= arena::Isolation::user;
  CHECK(fs::exists(folder / (name + ".tmp")) == has_tmp);
  if (!has_tmp) return;
  CHECK(read_file(folder / (name + ".tmp/search.log")) == "depth 3");
  CHECK(read_file(folder / (name + ".tmp/closed/file")) == "mine");
  CHECK_FALSE(fs::exists(fs::symlink_status(folder / (name + ".tmp/link"))));
  CHECK_THAT(read_file(folder / "left_out.txt"),
             ContainsSubstring(name + ": left out of /tmp: 1 special file (links, devices, pipes, sockets)"));
}

}  // namespace

TEST_EVERY_LEVEL("a run keeps the whole stderr of each bot and the files of its /tmp") {
  const ScratchFolder folder;
  write_program(folder / "talker.py", talkative(isolation).text());
  const std::string level(arena::isolation_name(isolation));
  const Outcome outcome =
      run_arena(folder.path(), {"run", "./talker.py", sample_bot("random_c"), "--blocks", "1", "--hands", "1",
                                "--concurrency", "1", "--keep-logs", "--isolation", level, "--out", "run"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const fs::path logs = folder / "run/logs/talker";
  check_kept(logs, "0.1", isolation);
  CHECK(read_file(logs / "0.1.stderr").ends_with("the end\n"));
  CHECK(fs::is_empty(folder / "run/logs/random_c"));
  CHECK((fs::status(logs).permissions() & fs::perms::all) == fs::perms::owner_all);
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
}

TEST_CASE("a run without --keep-logs keeps no logs") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), {"run", sample_bot("random_c"), sample_bot("rules_cpp"), "--blocks", "1", "--hands",
                                    "1", "--out", "run"})
              .code == 0);
  CHECK_FALSE(fs::exists(folder / "run/logs"));
}

TEST_EVERY_LEVEL("a check keeps what each process of the bot leaves") {
  const ScratchFolder folder;
  write_program(folder / "talker.py", talkative(isolation).text());
  const std::string level(arena::isolation_name(isolation));
  for (const int processes : {1, 2}) {
    run_arena(folder.path(), {"check", "./talker.py", "--step", "start", "--keep-logs", "kept", "--isolation", level});
    CHECK(count_files(folder / "kept", ".stderr") == processes);
  }
  check_kept(folder / "kept", "001", isolation);
  check_kept(folder / "kept", "002", isolation);
}

TEST_CASE("a stderr that cannot be kept ends the check with an error that names the file") {
  const ScratchFolder folder;
  write_program(folder / "talker.py", talkative(arena::Isolation::none).text());
  fs::create_directory(folder / "kept");
  fs::create_symlink("nowhere", folder / "kept/001.stderr");
  const Outcome outcome = run_arena(
      folder.path(), {"check", "./talker.py", "--step", "start", "--keep-logs", "kept", "--isolation", "none"});
  INFO(outcome.err);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("error: kept/001.stderr: a link; the arena writes only to a file"));
}

}  // namespace keep_logs_test
