#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/base/text/system_failure.h"
#include "arena/game/variants/variant_file.h"
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

struct AdjudicateOptions {
  bool with_legal = false;
  std::vector<std::string> variant_files;
};

int adjudicate(const AdjudicateOptions& options) {
  Adjudicator adjudicator(options.with_legal, read_variants(options.variant_files));
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
  auto options = std::make_shared<AdjudicateOptions>();
  command.flag("--legal", options->with_legal, "add the legal cards before each play");
  command
      .repeated("--variants", options->variant_files,
                "hands may be of the variants in this file, or in all files *.json in this folder")
      .value_name("FILE");
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
  command.run([options] { return adjudicate(*options); });
}

}  // namespace arena::cli
