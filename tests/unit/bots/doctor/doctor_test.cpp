#include "arena/bots/doctor/doctor.h"

#include <algorithm>
#include <boost/json/object.hpp>

#include "tests/catch.h"

namespace doctor_test {

using arena::acts;
using arena::Advice;
using arena::Diagnosis;
using arena::Isolation;
using arena::LevelProbe;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Every act denied but these.
LevelProbe made_probe(Isolation isolation, const std::vector<std::string>& allowed = {}) {
  LevelProbe probe;
  probe.isolation = isolation;
  for (const arena::Act& act : acts()) {
    const bool may = std::find(allowed.begin(), allowed.end(), act.name) != allowed.end();
    probe.acts.push_back({&act, may, may ? "" : "EPERM"});
  }
  return probe;
}

LevelProbe missed(Isolation isolation, const std::string& why) {
  LevelProbe probe;
  probe.isolation = isolation;
  probe.failure = why;
  return probe;
}

/// A machine with everything that reaches this level, and what is above it missed.
Diagnosis made_diagnosis(Isolation best) {
  Diagnosis diagnosis;
  diagnosis.offers = {"Linux 6.1", 1000, 2, true, 15000, false, false, false, true, 2, ""};
  diagnosis.probe.best = made_probe(best);
  for (const Isolation stronger : {Isolation::full, Isolation::user, Isolation::confined}) {
    if (stronger > best) diagnosis.probe.missed.push_back(missed(stronger, "does not work"));
  }
  return diagnosis;
}

bool advises(const Diagnosis& diagnosis, const std::string& command) {
  const std::vector<Advice> advice = advice_of(diagnosis);
  return std::any_of(advice.begin(), advice.end(),
                     [&](const Advice& one) { return one.command.find(command) != std::string::npos; });
}

}  // namespace

TEST_CASE("where the full isolation is had there is nothing to advise") {
  CHECK(advice_of(made_diagnosis(Isolation::full)).empty());
}

TEST_CASE("a machine is good when its isolation is what is required, or better") {
  for (const Isolation best : {Isolation::none, Isolation::confined, Isolation::user, Isolation::full}) {
    for (const Isolation required : {Isolation::none, Isolation::confined, Isolation::user, Isolation::full}) {
      Diagnosis diagnosis = made_diagnosis(best);
      diagnosis.required = required;
      CHECK(diagnosis.is_good() == (best >= required));
    }
  }
}

TEST_CASE("a machine on which bots do not start at all is good for nothing") {
  Diagnosis diagnosis = made_diagnosis(Isolation::none);
  diagnosis.required = Isolation::none;
  diagnosis.probe.best.failure = "the sandbox did not start";
  CHECK_FALSE(diagnosis.is_good());
  const std::string text = doctor_text(diagnosis);
  CHECK_THAT(text, ContainsSubstring("bots cannot be started: the sandbox did not start"));
  CHECK_THAT(text, ContainsSubstring("\nNo bot can be started on this machine.\n"));
}

TEST_CASE("root that cannot start bots as another user is told why") {
  Diagnosis diagnosis = made_diagnosis(Isolation::none);
  diagnosis.probe.best.failure = "the sandbox did not start";
  CHECK_FALSE(advises(diagnosis, "uid_map"));
  diagnosis.offers.user = 0;
  CHECK(advises(diagnosis, "uid_map"));
}

TEST_CASE("each setting that refuses namespaces is named with the command that fixes it") {
  Diagnosis diagnosis = made_diagnosis(Isolation::confined);
  CHECK_FALSE(advises(diagnosis, "apt-get"));
  CHECK_FALSE(advises(diagnosis, "sysctl"));
  CHECK_FALSE(advises(diagnosis, "docker"));

  diagnosis.offers.namespaces_max = 0;
  CHECK(advises(diagnosis, "sysctl -w user.max_user_namespaces="));
  diagnosis.offers.namespaces_for_root = true;
  CHECK(advises(diagnosis, "sysctl -w kernel.unprivileged_userns_clone=1"));
  diagnosis.offers.namespaces_by_profile = true;
  CHECK(advises(diagnosis, "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"));
  diagnosis.offers.container = true;
  CHECK(advises(diagnosis, "docker run --security-opt seccomp=unconfined"));
}

TEST_CASE("what refuses namespaces is no matter where the sandbox of a user works") {
  Diagnosis diagnosis = made_diagnosis(Isolation::user);
  diagnosis.offers.namespaces_by_profile = true;
  diagnosis.offers.container = true;
  CHECK(advice_of(diagnosis).empty());
}

TEST_CASE("a container is known by the control groups of its first process") {
  CHECK(arena::are_groups_of_container("12:pids:/docker/0123abcd\n11:memory:/docker/0123abcd\n"));
  CHECK(arena::are_groups_of_container("0::/machine.slice/libpod-0123.scope/container\n"));
  CHECK(arena::are_groups_of_container("1:name=systemd:/kubepods/besteffort/pod1\n"));
  CHECK(arena::are_groups_of_container("3:cpu:/lxc/web\n"));
  CHECK_FALSE(arena::are_groups_of_container("0::/init.scope\n"));
  CHECK_FALSE(arena::are_groups_of_container("9:name=systemd:/\n8:pids:/\n"));
  CHECK_FALSE(arena::are_groups_of_container(""));
}

TEST_CASE("a level that lets files through because there is no Landlock is no hole to report") {
  Diagnosis diagnosis = made_diagnosis(Isolation::none);
  diagnosis.probe.missed.back() = made_probe(Isolation::confined, {"read_secret"});
  diagnosis.probe.missed.back().failure = "it did not deny read_secret";
  const auto reports = [&] { return doctor_text(diagnosis).find("Please report it") != std::string::npos; };
  CHECK(reports());
  diagnosis.offers.landlock = 0;
  CHECK_FALSE(reports());
  CHECK(advises(diagnosis, "/sys/kernel/security/lsm"));
}

TEST_CASE("a user without control groups is told how to get them, by systemd, as root, or from the container") {
  Diagnosis diagnosis = made_diagnosis(Isolation::user);
  diagnosis.offers.cgroups = 0;
  CHECK(advises(diagnosis, "systemd-run --user --scope -p Delegate=yes arena ..."));
  diagnosis.offers.systemd = false;
  REQUIRE(advice_of(diagnosis).size() == 1);
  CHECK_THAT(advice_of(diagnosis).front().what, ContainsSubstring("as root"));
  diagnosis.offers.user = 0;
  CHECK(advises(diagnosis, "mount -t cgroup2"));
  diagnosis.offers.container = true;
  CHECK(advises(diagnosis, "docker run --cgroupns host"));
}

TEST_CASE("a kernel without Landlock or filters is named") {
  Diagnosis diagnosis = made_diagnosis(Isolation::none);
  CHECK_FALSE(advises(diagnosis, "/sys/kernel/security/lsm"));
  diagnosis.offers.landlock = 0;
  CHECK(advises(diagnosis, "/sys/kernel/security/lsm"));
  const std::size_t before = advice_of(diagnosis).size();
  diagnosis.offers.filters = false;
  CHECK(advice_of(diagnosis).size() == before + 1);
}

TEST_CASE("a sandbox that lets something through is to be reported, not fixed by a setting") {
  Diagnosis diagnosis = made_diagnosis(Isolation::none);
  LevelProbe leaky = made_probe(Isolation::user, {"read_secret"});
  leaky.failure = "it did not deny read_secret";
  diagnosis.probe.missed[1] = leaky;
  CHECK_THAT(advice_of(diagnosis).front().what, ContainsSubstring("read_secret. Please report it"));
}

TEST_CASE("the text remarks on each act that is allowed") {
  Diagnosis diagnosis = made_diagnosis(Isolation::full);
  diagnosis.probe.best = made_probe(Isolation::full, {"private_memory"});
  CHECK_THAT(doctor_text(diagnosis), ContainsSubstring("allowed    limited by its control group"));
  diagnosis = made_diagnosis(Isolation::confined);
  diagnosis.probe.best = made_probe(Isolation::confined, {"machine_name"});
  CHECK_THAT(doctor_text(diagnosis), ContainsSubstring("allowed        denied at 'user' and above"));
}

TEST_CASE("the text gives the reason for each level that was missed, and the advice") {
  const Diagnosis diagnosis = [] {
    Diagnosis made = made_diagnosis(Isolation::confined);
    made.offers.namespaces_max = 0;
    return made;
  }();
  const std::string text = doctor_text(diagnosis);
  CHECK_THAT(text, ContainsSubstring("\nfull       no: does not work\nuser       no: does not work\nconfined   yes\n"));
  CHECK_THAT(text, ContainsSubstring(
                       "The machine allows no user namespaces.\n    sysctl -w user.max_user_namespaces=15000\n"));
  CHECK_THAT(text, ContainsSubstring("\nBots are isolated at the level 'confined', but 'user' is required.\n"));
}

TEST_CASE("what a start costs is reported beside a start without isolation") {
  Diagnosis diagnosis = made_diagnosis(Isolation::user);
  CHECK(doctor_text(diagnosis).find("A bot starts") == std::string::npos);
  diagnosis.starts = 20;
  diagnosis.start = std::chrono::microseconds(4440);
  diagnosis.bare_start = std::chrono::microseconds(960);
  CHECK_THAT(doctor_text(diagnosis),
             ContainsSubstring("\nA bot starts in 4.4 ms, or 1.0 ms without isolation (median of 20 starts).\n"));
  diagnosis.probe.best = made_probe(Isolation::none);
  CHECK_THAT(doctor_text(diagnosis), ContainsSubstring("\nA bot starts in 4.4 ms (median of 20 starts).\n"));
}

TEST_CASE("the JSON has what the text has") {
  Diagnosis diagnosis = made_diagnosis(Isolation::user);
  diagnosis.offers.cgroups = 0;
  const boost::json::object object = doctor_json(diagnosis);
  CHECK(object.at("doctor") == 2);
  CHECK(object.at("isolation") == "user");
  CHECK(object.at("good") == true);
  CHECK(object.at("machine").at("landlock") == 2);
  REQUIRE(object.at("levels").as_array().size() == 2);
  CHECK(object.at("levels").at(0).at("failure") == "does not work");
  const boost::json::value& act = object.at("levels").at(1).at("acts").at(0);
  CHECK(std::string_view(act.at("name").as_string()) == acts().front().name);
  CHECK(act.at("allowed") == false);
  CHECK(act.at("must_be_denied") == true);
  CHECK(act.at("why") == "EPERM");
  CHECK(act.at("denied_from") == "confined");
  CHECK(object.at("advice").at(0).at("command") == "systemd-run --user --scope -p Delegate=yes arena ...");
}

}  // namespace doctor_test
