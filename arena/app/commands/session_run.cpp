#include "arena/app/commands/session_run.h"

#include <sys/prctl.h>

#include <csignal>

#include "arena/app/commands/session_printer.h"
#include "arena/league/session/session.h"

namespace arena::cli {

void prepare_to_play() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  ::prctl(PR_SET_DUMPABLE, 0);
}

int run_session(SessionOptions options, const CommandContext& context) {
  prepare_to_play();
  order_session(options);
  SessionPrinter printer(options, context);
  Session session(options.order, printer.events());
  return printer.finish(session.play());
}

}  // namespace arena::cli
