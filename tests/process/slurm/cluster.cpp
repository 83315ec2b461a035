#include "tests/process/slurm/cluster.h"

#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "tests/process/process_tree.h"

namespace slurm {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using processes::ChildProcess;
using processes::Process;

namespace {

const std::vector<std::string> kPrograms = {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd",
                                            "/usr/bin/sbatch", "/usr/bin/squeue"};

bool is_free(int port) {
  const int one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool bound = ::bind(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(one);
  return bound;
}

/// Ports that nobody has now. They depend on the process, and are below those that the kernel gives away: clusters that
/// start at the same time, and connections, stay clear of each other.
std::array<int, 3> free_ports() {
  constexpr int kFirst = 10000;
  constexpr int kTriples = 7000;
  for (int tried = 0; tried < kTriples; ++tried) {
    const int port = kFirst + 3 * ((::getpid() + tried) % kTriples);
    if (is_free(port) && is_free(port + 1) && is_free(port + 2)) return {port, port + 1, port + 2};
  }
  throw std::runtime_error("there are no free ports");
}

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return std::string(name.data()).substr(0, std::string_view(name.data()).find('.'));
}

void give(const fs::path& path, const passwd& user) {
  if (::chown(path.c_str(), user.pw_uid, user.pw_gid) != 0) throw std::runtime_error("chown " + path.string());
}

/// The step of a job, or 0: a child of its node's daemon, or an orphan of it.
pid_t step_of(const std::string& job) {
  for (const Process& process : processes::descendants()) {
    const std::string line = arena::test::read_file("/proc/" + std::to_string(process.pid) + "/cmdline");
    if (line.find("slurmstepd: [" + job + ".batch]") == 0) return process.pid;
  }
  return 0;
}

/// It and all below it.
std::vector<Process> family_of(pid_t pid) {
  std::vector<Process> family;
  for (const Process& process : processes::descendants()) {
    const bool below = std::ranges::find(family, process.parent, &Process::pid) != family.end();
    if (process.pid == pid || below) family.push_back(process);
  }
  return family;
}

}  // namespace

std::string why_no_slurm() {
  for (const std::string& program : kPrograms) {
    if (::access(program.c_str(), X_OK) != 0)
      return "no Slurm on this machine (scripts/setup --with-slurm): " + program;
  }
  return {};
}

bool is_slurm_required() { return std::getenv("HEARTS_REQUIRE_SLURM") != nullptr; }

std::vector<std::string> as_nobody() {
  if (::geteuid() != 0) return {};
  return {"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"};
}

Cluster::Cluster(std::vector<std::string> who) : who_(std::move(who)), shared_(scratch_ / "shared") {
  processes::adopt_orphans();
  const bool is_nobody = !who_.empty();
  const passwd* const user = is_nobody ? ::getpwnam("nobody") : ::getpwuid(::geteuid());
  if (user == nullptr) throw std::runtime_error("this user has no name");
  const std::string name = user->pw_name;
  for (const char* folder : {"shared", "munge", "state", "no_cgroups"}) fs::create_directory(scratch_ / folder);
  fs::permissions(scratch_ / "munge", fs::perms(0700));
  std::string key;
  for (int i = 0; i < 64; ++i) key += std::to_string(::getpid() + i * 7919);
  arena::test::write_file(scratch_ / "munge/key", key);
  fs::permissions(scratch_ / "munge/key", fs::perms(0600));
  configure(name, free_ports());
  if (is_nobody) {
    give(scratch_.path(), *user);
    for (const auto& entry : fs::recursive_directory_iterator(scratch_.path())) give(entry.path(), *user);
  }

  const std::string munge = (scratch_ / "munge").string();
  munge_ = daemon({"/usr/sbin/munged", "--foreground", "--force", "--socket=" + munge + "/socket",
                   "--key-file=" + munge + "/key", "--pid-file=" + munge + "/pid", "--log-file=" + munge + "/log",
                   "--seed-file=" + munge + "/seed"});
  if (!processes::happens_within(5s, [&] { return fs::exists(scratch_ / "munge/socket"); }))
    throw std::runtime_error("munged does not start: " + munge_->err());
  controller_ = daemon({"/usr/sbin/slurmctld", "-D", "-c", "-i"});
  nodes_[0] = daemon({"/usr/sbin/slurmd", "-D", "-N", "n1"});
  nodes_[1] = daemon({"/usr/sbin/slurmd", "-D", "-N", "n2"});
  if (!processes::happens_within(20s, [&] { return is_idle(); }))
    throw std::runtime_error("the nodes do not become idle: " + logs());
}

Cluster::~Cluster() {
  try {
    run({"scancel", "--state=RUNNING"}, 10s);
    run({"scancel", "--state=PENDING"}, 10s);
  } catch (const std::exception&) {
    // Then it ends with its nodes.
  }
  for (auto& node : nodes_) node.reset();
  controller_.reset();
  munge_.reset();
  processes::left_after(5s);
}

void Cluster::configure(const std::string& user, const std::array<int, 3>& ports) const {
  const std::string d = scratch_.path().string();
  const std::string host = host_name();
  std::ostringstream text;
  text << "ClusterName=ci\n"
       << "SlurmctldHost=" << host << "(127.0.0.1)\n"
       << "SlurmctldPort=" << ports[0] << "\n"
       << "SlurmUser=" << user << "\n"
       << "SlurmdUser=" << user << "\n"
       << "AuthType=auth/munge\n"
       << "AuthInfo=socket=" << d << "/munge/socket,cred_expire=5\n"  // a lost job is not started again before
       << "CredType=cred/munge\n"
       << "MpiDefault=none\n"
       << "ProctrackType=proctrack/linuxproc\n"
       << "TaskPlugin=task/none\n"
       << "JobAcctGatherType=jobacct_gather/none\n"
       << "AccountingStorageType=accounting_storage/none\n"
       << "SelectType=select/cons_tres\n"
       << "SelectTypeParameters=CR_Core\n"
       << "SchedulerType=sched/builtin\n"
       << "SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0\n"
       << "ReturnToService=2\n"
       << "SlurmdTimeout=6\n"  // less, and a node that is merely slow is taken for dead
       << "KillWait=3\n"
       << "JobRequeue=1\n"
       << "MailProg=/bin/true\n"
       << "StateSaveLocation=" << d << "/state\n"
       << "SlurmctldPidFile=" << d << "/slurmctld.pid\n"
       << "SlurmctldLogFile=" << d << "/slurmctld.log\n"
       << "SlurmdSpoolDir=" << d << "/spool.%n\n"
       << "SlurmdPidFile=" << d << "/slurmd.%n.pid\n"
       << "SlurmdLogFile=" << d << "/slurmd.%n.log\n";
  for (int node = 1; node <= 2; ++node) {
    text << "NodeName=n" << node << " NodeHostname=" << host
         << " NodeAddr=127.0.0.1 Port=" << ports.at(static_cast<std::size_t>(node)) << " CPUs=1 State=UNKNOWN\n";
  }
  text << "PartitionName=all Nodes=ALL Default=YES State=UP\n";
  arena::test::write_file(scratch_ / "slurm.conf", text.str());
  // Nothing is found out about the machine's own groups, which may be of both kinds.
  arena::test::write_file(scratch_ / "cgroup.conf", "CgroupPlugin=cgroup/v1\nCgroupMountpoint=" + d + "/no_cgroups\n");
}

std::vector<std::string> Cluster::words(const std::vector<std::string>& command) const {
  std::vector<std::string> all = who_;
  all.insert(all.end(), {"env", "SLURM_CONF=" + (scratch_ / "slurm.conf").string()});
  all.insert(all.end(), command.begin(), command.end());
  return all;
}

std::unique_ptr<ChildProcess> Cluster::daemon(const std::vector<std::string>& command) const {
  return std::make_unique<ChildProcess>(words(command));
}

processes::Finished Cluster::run(const std::vector<std::string>& command, std::chrono::milliseconds bound) const {
  return processes::run(words(command), bound);
}

bool Cluster::is_idle() const { return run({"sinfo", "-h", "-o", "%t %D"}, 10s).out == "idle 2\n"; }

std::vector<std::string> Cluster::queue(const std::string& format) const {
  std::istringstream out(run({"squeue", "-h", "-o", format}, 10s).out);
  std::vector<std::string> lines;
  for (std::string line; std::getline(out, line);) lines.push_back(line);
  return lines;
}

bool Cluster::finishes_within(std::chrono::milliseconds bound) const {
  return processes::happens_within(bound, [&] {
    ::poll(nullptr, 0, 100);  // each question is a process
    return queue("%i").empty();
  });
}

void Cluster::kill_daemon(int node) {
  nodes_.at(static_cast<std::size_t>(node))->signal(SIGKILL);
  nodes_.at(static_cast<std::size_t>(node))->wait(5s);
}

pid_t Cluster::arena_of_job(const std::string& job) const {
  const pid_t step = step_of(job);
  if (step == 0) return 0;
  for (const Process& process : family_of(step)) {
    if (process.name == "arena") return process.pid;
  }
  return 0;
}

void Cluster::kill_job(const std::string& job) const {
  const pid_t step = step_of(job);
  if (step == 0) throw std::runtime_error("job " + job + " does not run");
  for (const Process& process : family_of(step)) ::kill(process.pid, SIGKILL);
}

std::string Cluster::logs() const {
  std::string text;
  for (const char* log : {"slurmctld.log", "slurmd.n1.log", "slurmd.n2.log"}) {
    const std::string whole = arena::test::read_file(scratch_ / log);
    text += std::string(log) + ":\n" + whole.substr(whole.size() - std::min<std::size_t>(whole.size(), 2000)) + "\n";
  }
  for (const auto& entry : fs::recursive_directory_iterator(shared_)) {
    if (entry.path().extension() == ".log")
      text += entry.path().string() + ":\n" + arena::test::read_file(entry.path()) + "\n";
  }
  return text;
}

}  // namespace slurm
