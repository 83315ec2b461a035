// A run that is played in shards, on one machine or many: planned, played, merged, audited and rated as one.

#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace shards_test {

using namespace cli_test;

namespace {

/// A league file and its bots.
class League : public ArenaFolder {
 public:
  explicit League(int blocks = 20) : blocks_(blocks) {
    for (const std::string name : {"ann", "bob", "cyd"}) add(name);
  }
  void add(const std::string& name) {
    add_bot(name);
    bots_.push_back(entrant(name));
    write();
  }
  void write_blocks(int blocks) {
    blocks_ = blocks;
    write();
  }

  /// It must succeed. Returns all that it says.
  std::string does(const Words& words) const {
    const Outcome outcome = arena(words);
    INFO(words.front() << ": " << outcome.err);
    REQUIRE(outcome.code == 0);
    return outcome.err + outcome.out;
  }
  std::string refused(const Words& words, int code = 2) const {
    const Outcome outcome = arena(words);
    CHECK(outcome.code == code);
    const std::size_t at = outcome.err.find("error: ");
    INFO(outcome.err);
    REQUIRE(at != std::string::npos);
    return outcome.err.substr(at + 7);
  }
  static Words plan(const std::string& out, int shards) {
    return {"plan",   "league.json", "--commit",    out,   "--shards", std::to_string(shards),
            "--seed", "7",           "--isolation", "none"};
  }
  static Words shard(const std::string& out, const std::string& shard) {
    return {"run", "league.json", "--out", out, "--shard", shard};
  }
  static Words whole(const std::string& out) {
    return {"run", "league.json", "--out", out, "--seed", "7", "--isolation", "none"};
  }
  Words sorted_games(const std::string& run) const { return processes::sorted_lines(path() / run / "games.jsonl"); }
  void check_same(const std::string& one, const std::string& other) const {
    CHECK(sorted_games(one) == sorted_games(other));
    for (const char* file : {"ratings.json", "standings.md"})
      CHECK(read_file(path() / one / file) == read_file(path() / other / file));
  }

 private:
  void write() const {
    write_league(bots_,
                 R"("variants": [{"variant": "black-lady@3", "hands": 1}, {"variant": "royal-classic@2", "hands": 1}],
                     "concurrency": 2, "blocks": )" +
                     std::to_string(blocks_));
  }

  Words bots_;
  int blocks_;
};

}  // namespace

TEST_CASE("seven shards merged are the whole run, and so are its ratings, to the byte") {
  const League league;
  league.does(League::whole("whole"));
  const Outcome planned = league.arena(League::plan("run", 7));
  CHECK(planned.code == 0);
  CHECK_THAT(planned.out, ContainsSubstring("a shard    1 of 7: 8 games in 3 blocks; "));
  const std::string key = read_file(league.path() / "run/key");
  for (const char* one : {"4/7", "0/7", "6/7", "2/7", "1/7", "5/7", "3/7"}) {
    CHECK_THAT(league.does(League::shard("run", one)), ContainsSubstring(" is complete: run/shards/"));
    CHECK_THAT(league.does(League::shard("run", one)), ContainsSubstring(" is complete: run/shards/"));
  }
  for (const auto& [file, bytes] : files_of(league.path() / "run/shards")) {
    INFO(file);
    CHECK(bytes.find(key.substr(0, 64)) == std::string::npos);
  }
  const Outcome merged = league.arena({"merge", "run"});
  INFO(merged.err);
  CHECK(merged.code == 0);
  CHECK_THAT(merged.err, ContainsSubstring("info: 50 games of 7 shards merged\n"));
  CHECK_THAT(merged.out, ContainsSubstring("Overall"));
  league.check_same("run", "whole");
  CHECK_FALSE(fs::exists(league.path() / "run/key"));

  const Outcome verified = league.arena({"verify", "run"});
  INFO(verified.err);
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, ContainsSubstring("the arena was started 7 times\n"));
  CHECK_THAT(verified.out, ContainsSubstring("the ratings follow from the games\n"));

  const auto before = files_of(league.path() / "run");
  CHECK_THAT(league.does({"merge", "run"}),
             ContainsSubstring("info: run has already ended and has all of these games\n"));
  CHECK_THAT(league.does(League::shard("run", "3/7")), ContainsSubstring("run has ended: nothing is left to play\n"));
  CHECK(files_of(league.path() / "run") == before);
}

TEST_CASE("a stage of a run that has grown is played in shards, too") {
  League league;
  League other;
  for (League* one : {&league, &other}) {
    one->does(League::whole("run"));
    one->add("dan");
  }
  Words extend = League::whole("run");
  extend.push_back("--extend");
  other.does(extend);

  CHECK_THAT(league.refused(League::plan("run", 3)), ContainsSubstring("run already has records"));
  Words plan = League::plan("run", 3);
  plan.push_back("--extend");
  CHECK_THAT(league.does(plan), ContainsSubstring("info: stage 2: dan is new; "));
  for (const char* one : {"2/3", "1/3", "0/3"}) league.does(League::shard("run", one));
  league.does({"merge", "run"});
  CHECK(league.sorted_games("run").size() == other.sorted_games("run").size());
  CHECK(read_file(league.path() / "run/ratings.json") == read_file(other.path() / "run/ratings.json"));
  const Outcome verified = league.arena({"verify", "run"});
  INFO(verified.err);
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, ContainsSubstring("played again, of 2 stages: every seat,"));
  CHECK(fs::exists(league.path() / "run/shards/stage-2/0-of-3"));

  // Behind it comes another one.
  league.write_blocks(60);
  league.does(extend);
  CHECK(league.arena({"verify", "run"}).code == 0);
}

TEST_CASE("a shard that is played elsewhere, in a copy of the plan, is merged by its path") {
  const League league;
  league.does(League::whole("whole"));
  league.does(League::plan("run", 2));
  fs::copy(league.path() / "run", league.path() / "elsewhere", fs::copy_options::recursive);
  league.does(League::shard("run", "0/2"));
  league.does(League::shard("elsewhere", "1/2"));
  league.does({"merge", "run", "elsewhere/shards/1-of-2", "run/shards/0-of-2"});
  league.check_same("run", "whole");
}

TEST_CASE("of two copies of a shard the complete one is merged, and the other one's games are named", "[memory]") {
  const League league;
  league.does(League::whole("whole"));
  league.does(League::plan("run", 2));
  for (const char* one : {"0/2", "1/2"}) league.does(League::shard("run", one));
  fs::copy(league.path() / "run/shards/0-of-2", league.path() / "cut", fs::copy_options::recursive);
  const std::string games = read_file(league.path() / "cut/games.jsonl");
  write_file(league.path() / "cut/games.jsonl", games.substr(0, games.rfind('\n', games.size() - 2) + 1));
  const std::string said = league.does({"merge", "run", "run/shards/1-of-2", "cut", "run/shards/0-of-2"});
  CHECK_THAT(said, ContainsSubstring("warning: cut is incomplete: shard 0/2 lacks b"));
  CHECK_THAT(said, ContainsSubstring("; another part has them and is used\n"));
  league.check_same("run", "whole");
}

TEST_CASE("a shard that is killed can be resumed, and its run is the same", "[memory]") {
  const League league(30);
  league.does(League::whole("whole"));
  league.does(League::plan("run", 2));
  for (const std::string shard : {"0/2", "1/2"}) {
    CHECK(run_arena_with_kills(league.path(), League::shard("run", shard)) > 0);
  }
  // One attempt each: what was left was taken over.
  CHECK(std::distance(fs::directory_iterator(league.path() / "run/shards"), fs::directory_iterator()) == 2);
  league.does({"merge", "run"});
  league.check_same("run", "whole");
  CHECK(league.arena({"verify", "run"}).code == 0);
}

TEST_CASE("a shard that is stopped says how to resume it") {
  const League league(20'000);
  league.does(League::plan("run", 2));
  // A slow machine may not have begun by then.
  Outcome stopped;
  for (double seconds = 0.4; seconds < 30 && stopped.code != 130; seconds *= 2)
    stopped = run_arena_for(seconds, "TERM", league.path(), League::shard("run", "1/2"));
  CHECK(stopped.code == 130);
  CHECK_THAT(stopped.err,
             ContainsSubstring(
                 " of shard 1/2 recorded. To resume, repeat the command on this machine; it finds run/shards/1-of-2."));
}

TEST_CASE("what does not go with shards is refused in a sentence") {
  League league(5);
  CHECK_THAT(league.refused({"run", "league.json", "--shard", "0/2"}),
             ContainsSubstring("--shard needs --out, the folder in which 'arena plan --shards' has planned the run"));
  for (const char* shard : {"2/2", "1", "a/b", "-1/2", "0/0"}) {
    CHECK_THAT(league.refused(League::shard("run", shard)),
               ContainsSubstring("--shard: '" + std::string(shard) +
                                 "' is not a shard; the first of 7 shards is 0/7, the last is 6/7, and a run has at "
                                 "most 10000 shards"));
  }
  CHECK_THAT(league.refused(League::shard("run", "0/2")),
             ContainsSubstring("run has no plan; to make one: arena plan LEAGUE --commit run --shards S"));
  CHECK_THAT(league.refused({"run", "league.json", "--out", "run", "--shard", "0/2", "--seed", "7"}),
             ContainsSubstring("--seed cannot be used with --shard"));
  CHECK_THAT(league.refused({"plan", "league.json", "--shards", "2"}), ContainsSubstring("--shards requires --commit"));
  CHECK_THAT(league.refused(League::plan("run", 6)),
             ContainsSubstring(
                 "--shards 6: the run has only 5 blocks, and each shard needs at least one; use --shards 5 or fewer"));
  CHECK_FALSE(fs::exists(league.path() / "run"));

  league.does(League::plan("run", 2));
  CHECK_THAT(league.refused(League::plan("run", 2)),
             ContainsSubstring("run: the run is already planned; its receipt is "));
  CHECK_THAT(league.refused(League::shard("run", "0/6")),
             ContainsSubstring("--shard 0/6: the run has only 5 blocks, and each shard needs at least one"));
  CHECK_THAT(
      league.refused({"merge", "run"}),
      ContainsSubstring(
          "run/shards has no complete shard; to play the first of S shards: arena run LEAGUE --out run --shard 0/S"));
  CHECK_THAT(league.does({"rate", "run"}), ContainsSubstring("no rated games yet"));
  league.does(League::shard("run", "0/2"));
  for (const Words& reads : {Words{"rate", "run"}, Words{"report", "run"}, Words{"compare", "run"},
                             Words{"replay", "run"}, Words{"export", "run", "--csv", "tables"}}) {
    CHECK(league.refused(reads) == "run has no games yet, only shards; to merge them: arena merge run\n");
  }
  CHECK_FALSE(fs::exists(league.path() / "tables"));
  CHECK_THAT(
      league.refused(League::shard("run", "0/3")),
      ContainsSubstring(
          "run/shards/0-of-2 is one of 2 shards, not 3; play the others with --shard s/2, or move that folder away"));
  CHECK_THAT(
      league.refused(League::whole("run")),
      ContainsSubstring("run is being played in shards, as run/shards/0-of-2 shows; play the others with --shard s/2"));
  CHECK_THAT(league.refused({"merge", "run"}),
             ContainsSubstring("shard 1/2 is missing; to play it: arena run LEAGUE --out run --shard 1/2"));
  league.write_blocks(6);
  CHECK_THAT(league.refused(League::shard("run", "1/2")),
             ContainsSubstring("run holds another run: it has 5 blocks, not 6"));
  league.write_blocks(5);
  fs::rename(league.path() / "run/key", league.path() / "elsewhere");
  CHECK_THAT(league.refused(League::shard("run", "1/2")),
             ContainsSubstring("run: the key of the run is missing (run/key), and a shard needs it"));
  CHECK_THAT(league.refused({"merge", "nowhere"}),
             ContainsSubstring("there is no run 'nowhere'; give the folder of a run, or its games.jsonl"));
}

TEST_CASE("a run that was begun as a whole, and a duel, are not played in shards") {
  const League league(5);
  league.does(League::plan("run", 2));
  const std::string key = read_file(league.path() / "run/key");
  league.does(League::whole("run"));
  CHECK_THAT(league.does(League::shard("run", "0/2")), ContainsSubstring("run has ended: nothing is left to play"));
  // As if it had been stopped before its end.
  const std::string games = read_file(league.path() / "run/games.jsonl");
  write_file(league.path() / "run/games.jsonl", games.substr(0, games.rfind('\n', games.size() - 2) + 1));
  write_file(league.path() / "run/key", key);
  CHECK_THAT(league.refused(League::shard("run", "0/2")),
             ContainsSubstring("run was started as a whole run; to resume it, repeat the command without --shard"));
  league.arena({"duel", "ann", "bob", "--blocks", "2", "--hands", "1", "--variant", "black-lady@3", "--isolation",
                "none", "--out", "duel"});
  league.write_league({entrant("ann"), entrant("bob")}, R"("format": "duel", "variants": ["black-lady@3"])",
                      "duel.json");
  CHECK_THAT(league.refused({"plan", "duel.json", "--commit", "other", "--shards", "2"}),
             ContainsSubstring(
                 "--shards: a duel, or a league that withdraws or leaves out bots, cannot be played in shards, because "
                 "any block may be its last"));
  CHECK_THAT(league.refused(League::shard("duel", "0/2")),
             ContainsSubstring(
                 "duel holds a duel, or a league that withdraws or leaves out bots; it cannot be played in shards, "
                 "because any block may be its last"));
  CHECK_THAT(league.refused({"merge", "duel"}),
             ContainsSubstring("duel holds a duel, or a league that withdraws or leaves out bots"));
}

TEST_CASE("the scripts for Slurm quote what they are given") {
  League league(5);
  const std::string out = "a run's $HOME";
  const Words words = {
      "slurm",    "league.json", "--shards", "3", "--out", out, "--sbatch=--time=2:00:00", "--require-isolation",
      "confined", "--keep-going"};
  const Outcome written = league.arena(words);
  INFO(written.err);
  REQUIRE(written.code == 0);
  const std::string folder = fs::canonical(league.path()).string() + "/a run'\\''s $HOME";
  CHECK_THAT(written.out, ContainsSubstring("cd '" + folder +
                                            "/slurm'\njob=$(sbatch --parsable shard.sh)\n"
                                            "sbatch --parsable --dependency=afterok:${job%%;*} "
                                            "--kill-on-invalid-dep=yes merge.sh\n"));
  const std::string shard = read_file(league.path() / out / "slurm/shard.sh");
  CHECK_THAT(shard, ContainsSubstring("#SBATCH --array=0-2\n"));
  CHECK_THAT(shard, ContainsSubstring("#SBATCH --cpus-per-task=2\n"));
  CHECK_THAT(shard, ContainsSubstring("#SBATCH --requeue\n#SBATCH --signal=B:TERM@50\n"));
  CHECK_THAT(shard, ContainsSubstring("#SBATCH --time=2:00:00\n"));
  CHECK_THAT(shard, ContainsSubstring(" --out '" + folder +
                                      "' \\\n  --shard \"$SLURM_ARRAY_TASK_ID/3\" --concurrency 2 "
                                      "--require-isolation confined --keep-going "));
  CHECK_THAT(read_file(league.path() / out / "slurm/merge.sh"), ContainsSubstring(" merge '" + folder + "'\n"));

  // A plan that is there is taken, if it is the same.
  CHECK(league.arena(words).code == 0);
  CHECK_THAT(league.refused(words + Words{"--seed", "7"}),
             ContainsSubstring("was planned with a different key than this --seed gives"));
  CHECK_THAT(league.refused(words + Words{"--entropy", "7"}), ContainsSubstring("was planned with another --entropy"));

  // What a task of the array does.
  for (const char* task : {"0", "1", "2"}) {
    const Outcome played = run_in(league.path(), {"env", std::string("SLURM_ARRAY_TASK_ID=") + task, "bash",
                                                  (league.path() / out / "slurm/shard.sh").string()});
    INFO(played.err);
    CHECK(played.code == 0);
  }
  CHECK(run_in(league.path(), {"bash", (league.path() / out / "slurm/merge.sh").string()}).code == 0);
  CHECK(league.arena({"verify", out}).code == 0);
  CHECK_THAT(league.refused(words), ContainsSubstring("a run's $HOME has ended: its shards are already merged"));

  // The next stage, whose shards are other ones; the same command again resumes it.
  league.write_blocks(9);
  for (int times = 0; times < 2; ++times) CHECK(league.arena(words + Words{"--extend"}).code == 0);
  CHECK_THAT(read_file(league.path() / out / "games.jsonl"), ContainsSubstring(R"("stage":{"number":2,)"));
}

TEST_CASE("what Slurm cannot take is refused in a sentence") {
  const League league(5);
  const auto slurm = [&](const Words& more) {
    Words words = {"slurm", "league.json", "--shards", "3"};
    words = words + more;
    return league.refused(words);
  };
  CHECK_THAT(slurm({}), ContainsSubstring("--out is required"));
  CHECK_THAT(slurm({"--out", "10%"}), ContainsSubstring("Slurm reads % and \\ in paths as patterns; choose another"));
  CHECK_THAT(slurm({"--out", "run", "--sbatch", "long"}),
             ContainsSubstring("--sbatch needs an option of sbatch, such as --sbatch=--partition=long"));
  CHECK_THAT(slurm({"--out", "run", "--sbatch=--array=3"}),
             ContainsSubstring("--sbatch=--array=3: the arena sets --array itself"));
  CHECK_THAT(slurm({"--out", "run", "--sbatch=-a3"}), ContainsSubstring("the arena sets --array itself"));
  CHECK_THAT(slurm({"--out", "run", "--sbatch=--depend=1"}), ContainsSubstring("the arena sets --dependency itself"));
  CHECK_THAT(slurm({"--out", "run", "--sbatch=--time=1\nrm"}), ContainsSubstring("--sbatch needs an option of sbatch"));
  CHECK_THAT(league.refused({"slurm", "ann", "--shards", "3", "--out", "run"}),
             ContainsSubstring("ann is not a league file; slurm needs one, in a folder that all machines can read"));
  CHECK_FALSE(fs::exists(league.path() / "run"));

  // A machine without Slurm, and a cluster that refuses.
  const auto with_path = [&](const std::string& path) {
    return run_in(league.path(), {"env", "PATH=" + path, HEARTS_ARENA_PROGRAM, "slurm", "league.json", "--shards", "3",
                                  "--out", "run", "--isolation", "none", "--submit"});
  };
  fs::create_directory(league.path() / "bin");
  const Outcome none = with_path((league.path() / "bin").string());
  CHECK(none.code == 1);
  CHECK_THAT(none.err, ContainsSubstring("error: cannot start sbatch: No such file or directory\n"));
  write_program(league.path() / "bin/sbatch", "#!/bin/sh\necho no >&2\nexit 1\n");
  const Outcome refused = with_path((league.path() / "bin").string());
  CHECK(refused.code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("no\n"));
  CHECK_THAT(refused.err, ContainsSubstring("slurm/shard.sh\n"));
  write_program(league.path() / "bin/sbatch", "#!/bin/sh\necho \"$@\" >>calls\necho '17;cluster'\n");
  const Outcome taken = with_path((league.path() / "bin").string());
  CHECK(taken.code == 0);
  CHECK_THAT(taken.out, ContainsSubstring("shards: job 17, array 0-2\nmerge: job 17, after all shards are played\n"));
  CHECK(read_file(league.path() / "run/slurm/calls") ==
        "--parsable shard.sh\n--parsable --dependency=afterok:17 --kill-on-invalid-dep=yes merge.sh\n");
}

TEST_CASE("a shard whose records may fill the disk says so before its first game, as a plan does") {
  if (run_in(".", {"unshare", "-Urm", "true"}).code != 0) {
    if (processes::is_required(arena::Isolation::user)) FAIL("no user and mount namespaces here");
    SKIP("no user and mount namespaces here");
  }
  const ScratchFolder folder;
  fs::create_directory(folder / "disk");
  std::string league = " " + sample_bot("random_c") + " " + sample_bot("watch_c");
  league += " --variant royal-classic@2 --hands 1 --blocks 9000 --isolation none";
  const std::string script =
      // Of the machine's temporary folders nobody knows the owner in there.
      "export TMPDIR=\"$0\"; mount -t tmpfs -o size=4m tmpfs disk || exit 99\n"
      "arena() { unshare -U --map-user=1000 --map-group=1000 " HEARTS_ARENA_PROGRAM
      " \"$@\"; }\n"
      "arena plan" +
      league + " --commit disk/run --shards 2 2>&1 >plan || exit 98\n" + "arena run" + league +
      " --out disk/run --shard 0/2 --max-time 1s 2>shard\n" + "exit 0\n";
  const Outcome outcome = run_in(folder.path(), {"unshare", "-Urm", "sh", "-c", script, folder.path().string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(read_file(folder / "plan"), ContainsSubstring("\nthe records of 18000 games need about "));
  CHECK_THAT(read_file(folder / "shard"), ContainsSubstring("warning: the records of 9000 games need about "));
}

}  // namespace shards_test
