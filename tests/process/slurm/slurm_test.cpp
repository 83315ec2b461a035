// Leagues on a cluster: a real controller of Slurm and two of its nodes, which live and die here.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/league_folder.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/process/slurm/cluster.h"

namespace slurm_test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using arena::test::entrant;
using arena::test::league_text;
using processes::arena_words;
using processes::sorted_lines;
using slurm::Cluster;

namespace {

/// A league of four bots; one takes a moment at the beginning of each epoch, so that a shard is not over immediately.
fs::path write_league(const fs::path& folder, int blocks) {
  const fs::path bot = folder / "a bot";
  fs::create_directory(bot);
  fs::copy_file(HEARTS_RANDOM_BOT, bot / "random");
  arena::test::write_file(bot / "slow.py", "import os, time\ntime.sleep(0.3)\nos.execv('./random', ['random'])\n");
  arena::test::write_file(bot / "bot.json", R"({"name": "slow", "command": ["python3", "slow.py"]})");
  const fs::path league = folder / "the league.json";
  const std::string random = "a bot/random";
  arena::test::write_file(
      league, league_text({entrant("a bot"), entrant(random, "b"), entrant(random, "c"), entrant(random, "d")},
                          R"("variants": [{"variant": "black-lady@4", "hands": 1}], "concurrency": 1,
    "limits": {"startup_ms": 60000, "move_ms": 60000, "bank_ms": 3600000}, "blocks": )" +
                              std::to_string(blocks)));
  return league;
}

std::vector<std::string> slurm_words(const fs::path& league, int shards, const fs::path& out) {
  return arena_words({"slurm", league.string(), "--shards", std::to_string(shards), "--out", out.string(), "--seed",
                      "cluster", "--submit"});
}

/// The run has ended, with the games that it has when one machine plays it, and passes its audit.
void check_played(const Cluster& cluster, const fs::path& league, const fs::path& out) {
  INFO(cluster.logs());
  const fs::path whole = cluster.folder() / "whole";
  const auto played =
      cluster.run(arena_words({"run", league.string(), "--seed", "cluster", "--out", whole.string()}), 60s);
  INFO(played.err);
  REQUIRE(played.end.number == 0);
  CHECK(sorted_lines(out / arena::kGamesFile) == sorted_lines(whole / arena::kGamesFile));
  CHECK(arena::test::read_file(out / "ratings.json") == arena::test::read_file(whole / "ratings.json"));
  const auto verified = cluster.run(arena_words({"verify", out.string()}), 60s);
  INFO(verified.out << verified.err);
  CHECK(verified.end.number == 0);
  CHECK_FALSE(fs::exists(out / arena::kKeyFile));
}

void check_plain(std::vector<std::string> who) {
  const Cluster cluster(std::move(who));
  const fs::path league = write_league(cluster.folder(), 7);
  const fs::path out = cluster.folder() / "a run";
  const auto submitted = cluster.run(slurm_words(league, 3, out), 20s);
  INFO(submitted.out << submitted.err << cluster.logs());
  REQUIRE(submitted.end.number == 0);
  CHECK(submitted.out.find("shards: job 1, array 0-2\nmerge: job 2, after all shards are played\n") !=
        std::string::npos);
  REQUIRE(cluster.finishes_within(60s));
  check_played(cluster, league, out);
  // What a job that comes too late finds: nothing to do.
  CHECK(cluster.run(arena_words({"run", league.string(), "--out", out.string(), "--shard", "1/3"}), 20s).end.number ==
        0);
}

/// Names of the folders of parts, complete or not.
std::vector<std::string> attempts_of(const fs::path& out) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(out / "shards", ignored))
    names.push_back(entry.path().filename().string());
  return names;
}

/// The number of the job that the second node plays, once its attempt has recorded a game and is not complete.
std::string job_in_mid_run(const Cluster& cluster, const fs::path& out) {
  std::string job;
  const bool found = processes::happens_within(30s, [&] {
    for (const std::string& line : cluster.queue("%N %A %K")) {
      std::istringstream words(line);
      std::string node;
      std::string index;
      words >> node >> job >> index;
      if (node != "n2") continue;
      for (const std::string& name : attempts_of(out)) {
        if (!name.starts_with(index + "-of-") || !name.ends_with(".part")) continue;
        if (sorted_lines(out / "shards" / name / arena::kGamesFile).size() > 1) return true;
      }
    }
    return false;
  });
  INFO(cluster.logs());
  REQUIRE(found);
  return job;
}

}  // namespace

TEST_CASE("Slurm plays a league in shards and merges them") {
  NEEDS_SLURM();
  check_plain({});
}

TEST_CASE("an ordinary user plays a league by Slurm") {
  NEEDS_SLURM();
  const std::vector<std::string> who = slurm::as_nobody();
  if (who.empty()) SKIP("this is an ordinary user: the test above is the same");
  std::vector<std::string> looks = who;
  looks.insert(looks.end(), {"test", "-x", arena_words({}).front()});
  if (processes::run(looks, 5s).end.number != 0) SKIP("an ordinary user cannot reach " << arena_words({}).front());
  check_plain(who);
}

TEST_CASE("a shard whose node is lost is played on another node") {
  NEEDS_SLURM();
  Cluster cluster;
  const fs::path league = write_league(cluster.folder(), 8);
  const fs::path out = cluster.folder() / "run";
  REQUIRE(cluster.run(slurm_words(league, 2, out), 20s).end.number == 0);
  const std::string job = job_in_mid_run(cluster, out);
  cluster.kill_daemon(1);
  cluster.kill_job(job);
  const bool finished = cluster.finishes_within(90s);
  INFO(cluster.logs());
  REQUIRE(finished);
  check_played(cluster, league, out);
}

TEST_CASE("two copies of a shard do not spoil each other where a node's daemon dies and its job lives on") {
  NEEDS_SLURM();
  Cluster cluster;
  const fs::path league = write_league(cluster.folder(), 8);
  const fs::path out = cluster.folder() / "run";
  REQUIRE(cluster.run(slurm_words(league, 2, out), 20s).end.number == 0);
  const std::string job = job_in_mid_run(cluster, out);
  const pid_t first = cluster.arena_of_job(job);
  REQUIRE(first != 0);
  // Slurm gives the node up after a while, and starts the job again on the other one; till then this copy waits.
  ::kill(first, SIGSTOP);
  cluster.kill_daemon(1);
  const bool finished = cluster.finishes_within(90s);
  INFO(cluster.logs());
  REQUIRE(finished);
  check_played(cluster, league, out);

  ::kill(first, SIGCONT);
  const auto repeated = [&] {
    return std::ranges::any_of(attempts_of(out), [](const std::string& name) { return name.ends_with("-of-2.2"); });
  };
  REQUIRE(processes::happens_within(30s, repeated));
  const auto merged = cluster.run(arena_words({"merge", out.string()}), 20s);
  INFO(merged.err);
  CHECK(merged.end.number == 0);
  CHECK(merged.err.find("-of-2.2 has exactly the same games as another part") != std::string::npos);
}

}  // namespace slurm_test
