#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <csignal>
#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/bots/doctor/doctor.h"
#include "arena/bots/sandbox/reaper.h"
#include "arena/bots/sandbox/staging.h"

namespace arena::cli {
namespace {

constexpr int kStarts = 20;

struct DoctorOptions {
  std::string required = "user";
  bool runtimes = false;
  bool json = false;
};

int diagnose(const DoctorOptions& options, const Page& page) {
  ::signal(SIGPIPE, SIG_IGN);
  require_limits({}, Isolation::full);
  const Reaper reaper;
  const Staging staging(temporary_folders(), ::geteuid() == 0,
                        [&](const std::filesystem::path& made) { reaper.watch_folder(made); });
  const SandboxPrograms programs = find_sandbox_programs(staging);
  Diagnosis diagnosis;
  diagnosis.required = find_isolation(options.required).value();
  diagnosis.offers = find_offers(&reaper);
  diagnosis.probe = probe_isolation(programs, Isolation::full, &reaper);
  const LevelProbe& best = diagnosis.probe.best;
  const bool works = best.failure.empty();
  if (works && options.runtimes) {
    diagnosis.runtimes = find_runtimes(programs, best.isolation, &reaper);
  } else if (works) {
    diagnosis.starts = kStarts;
    diagnosis.bare_start = start_cost(programs, Isolation::none, kStarts, &reaper);
    const bool bare = best.isolation == Isolation::none;
    diagnosis.start = bare ? diagnosis.bare_start : start_cost(programs, best.isolation, kStarts, &reaper);
  }
  if (options.json) {
    std::cout << boost::json::serialize(doctor_json(diagnosis)) << "\n";
  } else if (!diagnosis.runtimes.empty()) {
    std::cout << runtimes_text(diagnosis.runtimes, best.isolation, page);
  } else {
    std::cout << doctor_text(diagnosis, page);
  }
  return diagnosis.is_good() ? kDone : kFailed;
}

}  // namespace

void define_doctor(Command& command, const CommandContext& context) {
  auto options = std::make_shared<DoctorOptions>();
  command.value("--require-isolation", options->required, "the weakest level that is good enough")
      .value_name("LEVEL")
      .one_of({"full", "user", "confined", "none"})
      .show_default();
  command.flag("--runtimes", options->runtimes,
               "list the interpreters that bots find and their versions, in place of the report");
  command.writes(Output::long_text, {command.flag("--json", options->json, "print everything as one JSON object")});
  command.footer(
      "doctor starts a small program, the canary, in the same way as bots are started. The canary tries everything "
      "that a bot must not do, first at the strongest level of isolation, then at weaker ones, until a level denies "
      "everything that it promises to deny. doctor then reports what was denied, what to install or switch on for a "
      "stronger level, and how long a bot takes to start. 'arena run' runs the canary before every run.\n"
      "\n"
      "The levels of isolation:\n"
      "  full      namespaces, Landlock, a system-call filter, and control groups that limit memory and processes\n"
      "  user      the same without control groups\n"
      "  confined  Landlock and the system-call filter, for machines that refuse namespaces\n"
      "  none      no isolation: bots see what their user sees\n"
      "Exit codes: 0 good enough, 1 not good enough, 2 bad input.");
  command.run([options, context] { return diagnose(*options, context.screens->out.page()); });
}

}  // namespace arena::cli
