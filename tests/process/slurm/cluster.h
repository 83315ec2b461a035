#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/process/child_process.h"
#include "tests/scratch_folder.h"

namespace slurm {

/// Why there can be no cluster on this machine; empty where there can.
std::string why_no_slurm();
/// The environment says, in HEARTS_REQUIRE_SLURM, that a test which misses Slurm fails.
bool is_slurm_required();

/// The words that run what follows as an ordinary user, where this process is root.
std::vector<std::string> as_nobody();

/// A cluster of two nodes, both on this machine, with a controller of its own: all in one folder, at free ports. `who`:
/// the words before each command, as as_nobody() gives them. All of it is gone with this.
class Cluster {
 public:
  /// Returns once both nodes are idle. Throws std::runtime_error with the daemons' logs when they are not in time.
  explicit Cluster(std::vector<std::string> who = {});
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// A folder that all nodes have.
  const std::filesystem::path& folder() const { return shared_; }
  /// A command of Slurm, or one that calls Slurm, to its end.
  processes::Finished run(const std::vector<std::string>& words, std::chrono::milliseconds bound) const;
  /// Lines of squeue, each as this format says.
  std::vector<std::string> queue(const std::string& format) const;
  /// False when there still is a job at the bound.
  bool finishes_within(std::chrono::milliseconds bound) const;

  /// kill -9 of a node's daemon; what it has started lives on.
  void kill_daemon(int node);
  /// The arena that the job of this number runs; 0 if there is none.
  pid_t arena_of_job(const std::string& job) const;
  /// kill -9 of all that runs the job: its step, its script, the arena, the bots.
  void kill_job(const std::string& job) const;

  /// For a test that fails.
  std::string logs() const;

 private:
  std::vector<std::string> words(const std::vector<std::string>& command) const;
  std::unique_ptr<processes::ChildProcess> daemon(const std::vector<std::string>& command) const;
  void configure(const std::string& user, const std::array<int, 3>& ports) const;
  bool is_idle() const;

  std::vector<std::string> who_;
  arena::test::ScratchFolder scratch_;
  std::filesystem::path shared_;
  std::unique_ptr<processes::ChildProcess> munge_;
  std::unique_ptr<processes::ChildProcess> controller_;
  std::array<std::unique_ptr<processes::ChildProcess>, 2> nodes_;
};

}  // namespace slurm

/// Skips the test case where this machine has no Slurm, with the reason; fails it where Slurm is required.
#define NEEDS_SLURM()                                                        \
  do {                                                                       \
    const std::string hearts_why = slurm::why_no_slurm();                    \
    if (!hearts_why.empty() && slurm::is_slurm_required()) FAIL(hearts_why); \
    if (!hearts_why.empty()) SKIP(hearts_why);                               \
  } while (false)
