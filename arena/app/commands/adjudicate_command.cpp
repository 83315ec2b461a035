#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/base/text/system_failure.h"
#include "arena/results/adjudicate/adjudicator.h"

namespace arena::cli {
namespace {

/// Reads from standard input and waits as long as that takes. Returns the number of bytes, 0 at the end of the input.
std::size_t read_some(std::span<char> space) {
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, space.data(), space.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN) {
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      ::poll(&input, 1, -1);
    } else if (errno != EINTR) {
      throw_errno("standard input cannot be read");
    }
  }
}

int adjudicate(bool with_legal) {
  Adjudicator adjudicator(with_legal);
  LineCutter lines;
  std::string answers;
  bool more = true;
  while (more) {
    const std::size_t count = read_some(lines.space());
    lines.commit(count);
    more = count > 0;
    if (!more) lines.finish();
    while (const auto line = lines.next()) adjudicator.answer(*line, answers);
    // Flushed for callers that wait for each answer before they write the next line. main reports a failed write.
    if (!std::cout.write(answers.data(), static_cast<std::streamsize>(answers.size())).flush()) return kFailed;
    answers.clear();
  }
  return kDone;
}

}  // namespace

void define_adjudicate(Command& command, const CommandContext&) {
  auto with_legal = std::make_shared<bool>(false);
  command.flag("--legal", *with_legal, "add the legal cards before each play");
  command.writes(Output::as_is);
  command.footer(
      "adjudicate reads hands from standard input, one JSON object a line, and answers each of them with a line. The "
      "answer says who won which trick, the points, the totals and whether the match is over. If something is wrong, "
      "it says what comes first, where it is and which rule it breaks. A bad line does not affect the others. A hand "
      "that was played in part is judged as far as it goes.\n"
      "\n"
      "If laws.illegal_action is table_laws, as in tournament-laws, hands may have revokes, plays out of turn, "
      "demands, corrections, misdeals and claims. The answer then says what the laws found and charged. "
      "arena/results/adjudicate/FORMAT.md explains both lines.\n"
      "Example:\n"
      "  arena adjudicate --legal < hands.jsonl\n"
      "Exit codes: 0 all lines are answered (an error is an answer), 1 reading or writing failed.");
  command.run([with_legal] { return adjudicate(*with_legal); });
}

}  // namespace arena::cli
