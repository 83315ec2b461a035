#include "arena/bots/doctor/doctor.h"

#include <fmt/format.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "arena/bots/sandbox/cgroup.h"
#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/user_ids.h"

namespace arena {
namespace {

namespace json = boost::json;

std::string level(Isolation isolation) { return "'" + std::string(isolation_name(isolation)) + "'"; }

double milliseconds(std::chrono::microseconds time) { return static_cast<double>(time.count()) / 1000; }

std::string namespaces_of(const MachineOffers& offers) {
  if (offers.namespaces_max == 0 || offers.namespaces_for_root) return "refused by a setting";
  if (offers.namespaces_by_profile) return "only with an AppArmor profile";
  return offers.namespaces_max < 0 ? "none in this kernel" : fmt::format("at most {}", offers.namespaces_max);
}

std::string cgroups_of(const MachineOffers& offers) {
  if (offers.cgroups == 0) return "none: " + offers.no_cgroups;
  return fmt::format("version {}, writable{}", offers.cgroups,
                     offers.weights ? "" : "; cannot share processors by weight");
}

std::string user_of(const MachineOffers& offers) {
  if (!offers.user_ids.empty()) return fmt::format("root; each bot gets a user id of its own, of {}", offers.user_ids);
  if (offers.user == 0)
    return fmt::format("root; all bots run with the id {}: {}", kUnprivilegedId, offers.no_user_ids);
  return fmt::format("id {}; bots run with the same id", offers.user);
}

std::string machine_text(const MachineOffers& offers, const Page& page) {
  CellTable table;
  table.heads = {{"this machine", true}, {"", true, 0, Narrowing::wraps}};
  table.rows = {{"kernel", offers.kernel},
                {"arena runs as", user_of(offers)},
                {"user namespaces", namespaces_of(offers)},
                {"Landlock", offers.landlock == 0 ? "none" : fmt::format("version {}", offers.landlock)},
                {"system-call filters", offers.filters ? "yes" : "none"},
                {"control groups", cgroups_of(offers)}};
  if (offers.container)
    table.rows.push_back({"container", "yes; the sandbox can use only what the container's settings allow"});
  return fitted(std::move(table), page.table_columns);
}

std::string levels_text(const IsolationProbe& probe, const Page& page) {
  CellTable table;
  table.heads = {{"isolation", true}, {"", true, 0, Narrowing::wraps}};
  for (const LevelProbe& missed : probe.missed) {
    table.rows.push_back({std::string(isolation_name(missed.isolation)), "no: " + missed.failure});
  }
  const bool works = probe.best.failure.empty();
  table.rows.push_back({std::string(isolation_name(probe.best.isolation)),
                        works ? "yes" : "bots cannot be started: " + probe.best.failure});
  return fitted(std::move(table), page.table_columns);
}

std::string remark_on(const TriedAct& tried, Isolation isolation) {
  if (!tried.allowed) return tried.why;
  if (must_be_denied(*tried.act, isolation)) return "MUST BE DENIED";
  if (isolation == Isolation::full && tried.act->counted_at_full) return "limited by its control group";
  return "denied at " + level(tried.act->denied_from) + " and above";
}

std::string acts_text(const LevelProbe& probe, const Page& page) {
  CellTable table;
  table.heads = {{"act", true},
                 {"at " + level(probe.isolation), true},
                 {"why", true, 1, Narrowing::shortens},
                 {"what the bot does", true, 2, Narrowing::wraps}};
  for (const TriedAct& tried : probe.acts) {
    table.rows.push_back({std::string(tried.act->name), tried.allowed ? "allowed" : "denied",
                          remark_on(tried, probe.isolation), std::string(tried.act->meaning)});
  }
  return fitted(std::move(table), page.table_columns, "--json has them");
}

std::string advice_text(const std::vector<Advice>& advice, const Page& page) {
  std::string text = "To reach a stronger level\n";
  for (const Advice& one : advice) {
    text += wrapped(one.what, page.columns);
    if (!one.command.empty()) text += shown_command("", one.command, 4, page.table_columns);
  }
  return text;
}

/// Returns a setting below /proc/sys, or `none` if there is no such setting.
long setting(const char* name, long none) {
  std::ifstream file("/proc/sys/" + std::string(name));
  long value = none;
  return file >> value ? value : none;
}

std::string kernel() {
  utsname names = {};
  if (::uname(&names) != 0) return {};
  return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

bool has_filters() {
  std::uint32_t action = SECCOMP_RET_ERRNO;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

std::string text_of_file(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool exists(const char* path) { return ::access(path, F_OK) == 0; }

json::object machine_json(const MachineOffers& offers) {
  return {{"kernel", offers.kernel},
          {"user", offers.user},
          {"landlock", offers.landlock},
          {"filters", offers.filters},
          {"max_user_namespaces", offers.namespaces_max},
          {"namespaces_for_root", offers.namespaces_for_root},
          {"namespaces_by_profile", offers.namespaces_by_profile},
          {"container", offers.container},
          {"systemd", offers.systemd},
          {"cgroups", offers.cgroups},
          {"no_cgroups", offers.no_cgroups},
          {"weights", offers.weights},
          {"user_ids", offers.user_ids},
          {"no_user_ids", offers.no_user_ids}};
}

json::object level_json(const LevelProbe& probe) {
  json::object level = {{"isolation", isolation_name(probe.isolation)}, {"failure", probe.failure}};
  json::array& list = level["acts"].emplace_array();
  for (const TriedAct& tried : probe.acts) {
    list.push_back(json::object{{"name", tried.act->name},
                                {"meaning", tried.act->meaning},
                                {"denied_from", isolation_name(tried.act->denied_from)},
                                {"must_be_denied", must_be_denied(*tried.act, probe.isolation)},
                                {"allowed", tried.allowed},
                                {"why", tried.why}});
  }
  return level;
}

}  // namespace

bool are_groups_of_container(std::string_view groups) {
  static constexpr auto kRuntimes =
      std::to_array<std::string_view>({"docker", "libpod", "kubepods", "containerd", "/lxc"});
  return std::ranges::any_of(kRuntimes, [&](std::string_view runtime) { return groups.find(runtime) != groups.npos; });
}

MachineOffers find_offers(const Reaper* reaper) {
  MachineOffers offers;
  offers.kernel = kernel();
  offers.user = ::geteuid();
  offers.landlock = landlock_version();
  offers.filters = has_filters();
  offers.namespaces_max = setting("user/max_user_namespaces", -1);
  offers.namespaces_for_root = setting("kernel/unprivileged_userns_clone", 1) == 0;
  offers.namespaces_by_profile = setting("kernel/apparmor_restrict_unprivileged_userns", 0) == 1;
  offers.container = exists("/.dockerenv") || exists("/run/.containerenv") || std::getenv("container") != nullptr ||
                     are_groups_of_container(text_of_file("/proc/1/cgroup"));
  offers.systemd = exists("/run/systemd/system");
  if (const auto parent = CgroupParent::open(offers.no_cgroups, reaper)) {
    offers.cgroups = parent->version2() ? 2 : 1;
    offers.weights = parent->has_weights();
  }
  if (const auto users = UserIds::open(offers.no_user_ids)) offers.user_ids = text_of(users->range());
  return offers;
}

std::vector<Advice> advice_of(const Diagnosis& diagnosis) {
  const MachineOffers& offers = diagnosis.offers;
  const IsolationProbe& probe = diagnosis.probe;
  const bool root = offers.user == 0;
  std::vector<Advice> advice;
  const auto add = [&](bool applies, std::string what, std::string command) {
    if (applies) advice.push_back({std::move(what), std::move(command)});
  };

  // In a user namespace with a single id, root cannot become another user.
  add(root && !probe.best.failure.empty(),
      fmt::format("No bot can be started. When root runs the arena, bots run with other ids, at least with {}, which a "
                  "container with one id does not have. Start the arena as an ordinary user of the machine, or start "
                  "the container with more ids.",
                  kUnprivilegedId),
      "cat /proc/self/uid_map");

  // The sandbox was made but let something through: no setting can correct that. Without Landlock the level 'confined'
  // does not protect files, which is advised on below.
  const auto leaky = std::ranges::find_if(probe.missed, [&](const LevelProbe& one) {
    return !holes(one).empty() && (one.isolation != Isolation::confined || offers.landlock > 0);
  });
  if (leaky != probe.missed.end()) {
    add(true,
        fmt::format("The level {} has a hole on this machine: {}. Please report it, with the output of 'arena doctor "
                    "--json'.",
                    level(leaky->isolation), leaky->failure),
        {});
  }

  const bool no_namespaces = find_missed(probe, Isolation::user) != nullptr;
  add(no_namespaces && offers.namespaces_max == 0, "The machine allows no user namespaces.",
      "sysctl -w user.max_user_namespaces=15000");
  add(no_namespaces && offers.namespaces_for_root,
      "Only root may make user namespaces on this machine, and bots never run as root.",
      "sysctl -w kernel.unprivileged_userns_clone=1");
  add(no_namespaces && offers.namespaces_by_profile,
      "AppArmor refuses user namespaces to programs without a profile, as on Ubuntu 24.04. Give arena-launcher a "
      "profile, or turn this restriction off. When root runs the arena, the launcher is a copy: "
      "/tmp/.hearts-arena-staging-*/*/arena-launcher.",
      "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0");
  add(no_namespaces && offers.container,
      "This is a container, and most containers refuse namespaces. The level above is enough to check your own bots. "
      "To play bots of strangers, start the container with more rights. (With Podman, write unmask=ALL instead of "
      "systempaths=unconfined.)",
      "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt "
      "systempaths=unconfined ...");

  const bool unconfined = find_missed(probe, Isolation::confined) != nullptr;
  add(unconfined && !offers.filters, "The kernel has no system-call filters (CONFIG_SECCOMP_FILTER).", {});
  add(unconfined && offers.landlock == 0,
      "The kernel has no Landlock, or Landlock is not enabled. It needs Linux 5.13 or newer, built with "
      "CONFIG_SECURITY_LANDLOCK. If there is a boot option lsm=, it must contain landlock. The settings of an old "
      "container runtime may refuse Landlock, too.",
      "cat /sys/kernel/security/lsm");

  const bool no_cgroups = find_missed(probe, Isolation::full) != nullptr && offers.cgroups == 0;
  add(no_cgroups && !root && offers.systemd, "An ordinary user can get control groups from systemd.",
      "systemd-run --user --scope -p Delegate=yes arena ...");
  add(no_cgroups && !root && !offers.systemd,
      "Without systemd, only root can make control groups. Run the arena as root; bots never run as root.", {});
  add(no_cgroups && root && offers.container, "The arena cannot write to the container's control groups.",
      "docker run --cgroupns host -v /sys/fs/cgroup:/sys/fs/cgroup:rw ...");
  add(no_cgroups && root && !offers.container,
      "Control groups for memory and pids are not mounted, or the arena cannot write to them.",
      "mount -t cgroup2 none /sys/fs/cgroup");
  return advice;
}

std::string doctor_text(const Diagnosis& diagnosis, const Page& page) {
  const LevelProbe& best = diagnosis.probe.best;
  std::string text = machine_text(diagnosis.offers, page) + "\n" + levels_text(diagnosis.probe, page) + "\n" +
                     acts_text(best, page) + "\n";
  if (const std::vector<Advice> advice = advice_of(diagnosis); !advice.empty())
    text += advice_text(advice, page) + "\n";
  if (diagnosis.starts > 0) {
    text += fmt::format("A bot starts in {:.1f} ms", milliseconds(diagnosis.start));
    if (best.isolation != Isolation::none)
      text += fmt::format(", or {:.1f} ms without isolation", milliseconds(diagnosis.bare_start));
    text += fmt::format(" (median of {} starts).\n", diagnosis.starts);
  }
  if (!best.failure.empty()) return text + "No bot can be started on this machine.\n";
  text += fmt::format("Bots are isolated at the level {}", level(best.isolation));
  if (!diagnosis.is_good()) text += fmt::format(", but {} is required", level(diagnosis.required));
  return text + ".\n";
}

json::object doctor_json(const Diagnosis& diagnosis) {
  json::object object = {{"doctor", 2},
                         {"isolation", isolation_name(diagnosis.probe.best.isolation)},
                         {"required", isolation_name(diagnosis.required)},
                         {"good", diagnosis.is_good()},
                         {"machine", machine_json(diagnosis.offers)}};
  json::array& levels = object["levels"].emplace_array();
  for (const LevelProbe& missed : diagnosis.probe.missed) levels.push_back(level_json(missed));
  levels.push_back(level_json(diagnosis.probe.best));
  json::array& advice = object["advice"].emplace_array();
  for (const Advice& one : advice_of(diagnosis)) {
    advice.push_back(json::object{{"what", one.what}, {"command", one.command}});
  }
  object["starts"] = {{"measured", diagnosis.starts},
                      {"us", diagnosis.start.count()},
                      {"us_without_isolation", diagnosis.bare_start.count()}};
  if (diagnosis.runtimes.empty()) return object;
  json::array& runtimes = object["runtimes"].emplace_array();
  for (const Runtime& one : diagnosis.runtimes) {
    runtimes.push_back(json::object{{"program", one.program},
                                    {"language", one.language},
                                    {"version", one.version},
                                    {"failure", one.failure},
                                    {"outside", one.outside.value_or("").string()}});
  }
  return object;
}

}  // namespace arena
