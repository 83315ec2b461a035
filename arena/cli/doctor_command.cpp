#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <boost/json/serialize.hpp>
#include <csignal>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/doctor/doctor.h"
#include "arena/sandbox/reaper.h"
#include "arena/sandbox/staging.h"

namespace arena::cli {
namespace {

constexpr int kStarts = 20;

struct Options {
  std::string required = "user";
  bool json = false;
};

int examine(const Options& options) {
  ::signal(SIGPIPE, SIG_IGN);
  const Caretaker caretaker;
  const bool root = ::geteuid() == 0;  // bots then run as another user
  const Staging staging(temporary_folders(), root);
  caretaker.watch_folder(staging.path());
  BoxPrograms programs = find_box_programs();
  if (root) programs.launcher = staging.add_program(programs.launcher);
  Diagnosis diagnosis;
  diagnosis.required = find_isolation(options.required).value();
  diagnosis.offers = find_offers(programs, &caretaker);
  diagnosis.probe = probe_isolation(programs, Isolation::full, &caretaker);
  const LevelProbe& best = diagnosis.probe.best;
  if (best.failure.empty()) {
    diagnosis.starts = kStarts;
    diagnosis.bare_start = start_cost(programs, Isolation::none, kStarts, &caretaker);
    const bool bare = best.isolation == Isolation::none;
    diagnosis.start = bare ? diagnosis.bare_start : start_cost(programs, best.isolation, kStarts, &caretaker);
  }
  if (options.json) {
    std::cout << boost::json::serialize(doctor_json(diagnosis)) << "\n";
  } else {
    std::cout << doctor_text(diagnosis);
  }
  return diagnosis.is_good() ? kDone : kFailed;
}

}  // namespace

Command add_doctor(CLI::App& app, const Surroundings&) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("doctor", "Say how well this machine can shut bots in; play nothing");
  command->add_option("--require-isolation", options->required, "the weakest isolation that is good enough")
      ->check(CLI::IsMember({"full", "user", "confined", "none"}))
      ->capture_default_str();
  command->add_flag("--json", options->json, "everything as one JSON object");
  command->footer(
      "Starts a canary as bots are started. It tries whatever no bot may do, at the strongest isolation first, until "
      "one\n"
      "denies all that it promises to. Says what was denied, what to install or switch on for more, and what a bot "
      "costs\n"
      "to start. 'arena run' does the same before every run.\n"
      "  full      namespaces, Landlock, system-call filter, and control groups that bound memory and processes\n"
      "  user      the same without control groups\n"
      "  confined  Landlock and system-call filter, where a machine refuses namespaces\n"
      "  none      bots see what their user sees\n"
      "Exit codes: 0 good enough, 1 not, 2 bad input.");
  return {command, [options] { return examine(*options); }};
}

}  // namespace arena::cli
