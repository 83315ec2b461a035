#include "arena/admission/check/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "arena/admission/check/telling_line.h"
#include "arena/base/text/words.h"

namespace arena {
namespace {

using Seen = const Failure&;

template <Evidence kEvidence>
bool shows(Seen it) {
  return it.event.evidence == kEvidence;
}

template <Fault kFault>
bool is_fault(Seen it) {
  return it.event.fault == kFault;
}

/// The bot was silent until this brought what was waited for.
template <Arrival kArrival>
bool arrived(Seen it) {
  return it.is_silence() && it.overheard.arrival == kArrival;
}

bool tells_error(const Failure& failure) {
  return std::ranges::any_of(failure.event.stderr_tail,
                             [](const StderrChunk& chunk) { return names_error(chunk.text); });
}

/// The bot ended on its own, with an exit code.
bool exits(const Failure& failure) {
  const auto& end = failure.event.end;
  return (failure.is(Fault::exited) || failure.is(Fault::start_failed)) && end && end->kind == ProcessEnd::Kind::exited;
}

/// The same with nothing on stderr. What it wrote there before the game is not kept.
bool exits_silently(const Failure& failure) {
  return exits(failure) && failure.event.stderr_tail.empty() && (failure.game == 1 || failure.event.question > 1);
}

/// The bot ended without an error while it waited, as a program does that no longer waits for its next line.
bool ends_by_time(const Failure& failure) {
  const auto& end = failure.event.end;
  return failure.waited && end && end->left == 0 && end->number == (exits(failure) ? 0 : SIGALRM);
}

/// The bot wrote the word `ready` alone, but in capitals or with other characters around it.
bool misspells_ready(const Failure& failure) {
  if (!failure.is(Fault::garbage) || failure.event.question > 0 || failure.event.received.empty()) return false;
  const std::string& line = failure.event.received.back();
  std::string letters;
  for (const char c : line) {
    if (c >= 'a' && c <= 'z') letters += c;
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
  }
  return letters == "ready" && words_of(line).size() == 1;
}

/// The bot's last line is an error or a warning of PHP: "Warning: Undefined variable $x in /bot/bot.php on line 7".
bool is_php_error(const Failure& failure) {
  if (!failure.is(Fault::garbage) || failure.event.received.empty()) return false;
  const std::string_view line = failure.event.received.back();
  static constexpr auto kKinds =
      std::to_array<std::string_view>({"Warning: ", "Notice: ", "Deprecated: ", "Fatal error: ", "Parse error: "});
  return line.find(".php") != std::string_view::npos &&
         std::ranges::any_of(kKinds, [&](std::string_view kind) { return line.starts_with(kind); });
}

/// The line has the form of an answer to some question, or would have it with a number before it, since it begins with
/// a word of the question.
bool answers_another(const Failure& failure) {
  if (!failure.is(Fault::garbage) || failure.event.received.empty()) return false;
  const std::string& line = failure.event.received.back();
  if (decode_bot_line(line).kind == BotLine::Kind::answer) return true;
  const auto said = words_of(line);
  const auto asked = failure.last_ask();
  return asked && !said.empty() &&
         (said.front() == asked->kind || std::ranges::find(asked->words, said.front()) != asked->words.end());
}

/// Whether a program whose buffer has a common size would cut a line after so many bytes, with a zero behind the text
/// or without.
bool is_end_of_buffer(std::size_t bytes) {
  static constexpr auto kSizes = std::to_array<std::size_t>(
      {32, 50, 64, 80, 81, 82, 100, 120, 128, 132, 150, 200, 250, 255, 256, 300, 500, 512, 1000, 1024, 2000, 2048});
  return std::ranges::any_of(kSizes, [&](std::size_t size) { return bytes == size || bytes + 1 == size; });
}

/// An answer that is not accepted, with its question.
struct WrongAnswer {
  explicit WrongAnswer(const Failure& failure) : line(failure.overheard.asked), ask(decode_ask(line)) {
    if (!ask || failure.event.received.empty()) return;
    words = words_of(failure.event.received.back());
    if (!words.empty()) words.erase(words.begin());
  }
  bool offers(std::string_view word) const { return std::ranges::find(ask->words, word) != ask->words.end(); }

  std::string_view line;
  std::optional<AskLine> ask;
  std::vector<std::string_view> words;  ///< behind its number
};

/// The answer ends in a piece of a word, cut where a buffer is likely to end. Only one word is cut: a bot that writes
/// only ranks has several such words if several are asked for.
bool cuts_lines(const Failure& failure) {
  if (!failure.is(Fault::illegal)) return false;
  const WrongAnswer answer(failure);
  const auto is_offered = [&](std::string_view word) { return answer.offers(word); };
  const auto wrong = std::ranges::find_if_not(answer.words, is_offered);
  if (wrong == answer.words.end() || std::ranges::count_if(answer.words, is_offered) + 1 != std::ssize(answer.words))
    return false;
  return std::ranges::any_of(answer.ask->words, [&](std::string_view word) {
    const std::size_t begin = answer.line.find(" " + std::string(word), answer.line.find(" : ")) + 1;
    return word.starts_with(*wrong) && begin > 0 && is_end_of_buffer(begin + wrong->size());
  });
}

/// The bot writes positions in the list instead of the words.
bool gives_positions(const Failure& failure) {
  if (!failure.is(Fault::illegal)) return false;
  const WrongAnswer answer(failure);
  const auto is_position = [&](std::string_view word) {
    return word.find_first_not_of("0123456789") == std::string_view::npos &&
           leading_number(word) <= std::ssize(answer.ask->words) && !answer.offers(word);
  };
  return !answer.words.empty() && std::ranges::all_of(answer.words, is_position);
}

constexpr auto kHints = std::to_array<Hint>({
    // bytes
    {shows<Evidence::byte_order_mark>,
     "Its output begins with a byte-order mark (EF BB BF). Write plain ASCII, or UTF-8 without that mark.",
     StepId::stdout_only},
    {shows<Evidence::utf16>,
     "Its output is UTF-16. Write ASCII: encoding=\"ascii\" in Python, Encoding.ASCII in C#, US_ASCII in Java.",
     StepId::stdout_only},
    {shows<Evidence::zero_bytes>,
     "It writes bytes of value 0. Write only the text, strlen(text) bytes, not the whole array that holds it.",
     StepId::stdout_only},
    {shows<Evidence::not_ascii>,
     "It writes characters that are not ASCII. Write each word as it is in the 'ask': 7C, not a suit symbol.",
     StepId::words},
    {shows<Evidence::changed_number>,
     "It changes the number of the question. Send back the second word of 'ask' as text; do not convert it to a "
     "number.",
     StepId::number},
    {shows<Evidence::commas>, "It separates words by commas. Separate them by spaces: '17 2C 3C'.", StepId::words},
    {shows<Evidence::no_newline>,
     "It leaves out the newline. End each line with one, as print(...) and puts(...) do, and flush after it."},
    {shows<Evidence::answer_in_remark>,
     "The answer is part of an 'info' line or a comment, which the arena does not read as an answer. End that line "
     "with a newline, and write the answer on the next one: '17 2C'.",
     StepId::words},
    {shows<Evidence::bank_spent>,
     "It used up its bank, which lasts for a whole game. Divide BANK, the sixth word of 'ask', among the questions of "
     "the game.",
     StepId::time},

    // silence that something brought to an end
    {[](Seen it) { return arrived<Arrival::at_close>(it) || arrived<Arrival::unbuffered>(it); },
     "It does not flush: what a program prints to a pipe waits in a buffer. Flush after each line; protocol.md has a "
     "table of languages."},
    {arrived<Arrival::read_to_end>,
     "It reads its input to the end before it answers. Read one line, answer it, flush: in Python 'for line in "
     "sys.stdin', not sys.stdin.read()."},
    {arrived<Arrival::only_at_close>,
     "It answers only when its input ends. Read one line, answer it, and flush; protocol.md has a table of languages."},
    {arrived<Arrival::with_next_line>,
     "It answers a line only after the next one has arrived. Do not read ahead: read one line, answer it, flush."},
    {arrived<Arrival::with_many_lines>,
     "It reads or writes in large blocks, so a line waits until a block is full. Read by lines, not by blocks of "
     "bytes, and flush after each answer."},
    {[](Seen it) { return arrived<Arrival::late>(it) && it.is(Fault::start_timeout); },
     "It starts too slowly. Load less before 'ready', or ask the league for more time to start (--startup)."},
    {[](Seen it) { return arrived<Arrival::late>(it) && it.overheard.waits_on_others; },
     "Its first process waited for programs that it starts. Start them once, before 'ready', and not for each line.",
     StepId::time},
    {arrived<Arrival::late>,
     "It thinks too long. Stop before MOVE and BANK of the 'ask' run out, even if a search is unfinished.",
     StepId::time},

    // silence before `ready`
    {[](Seen it) { return it.is(Fault::start_timeout) && it.is_stuck(); },
     "It neither computes nor reads. Start it by hand, type 'hello arena 1 x', and see where it waits: press "
     "Ctrl-C, or attach a debugger."},
    {[](Seen it) { return it.is(Fault::start_timeout) && it.overheard.computes; },
     "It computes all the time. Start it by hand, type 'hello arena 1 x', and press Ctrl-C after a while: most "
     "languages then show where it was."},
    {[](Seen it) { return it.is(Fault::start_timeout) && it.overheard.unread; },
     "It has not read the first line of its input. Load less before you read it, or ask the league for more time to "
     "start (--startup)."},
    {is_fault<Fault::start_timeout>,
     "It does not answer the greeting. Read the line that begins with 'hello arena 1' from stdin, and print the line "
     "'ready' to stdout."},

    // silence in a game
    {[](Seen it) { return it.is(Fault::timeout) && tells_error(it); },
     "Its stderr reports an error, but the program keeps running. Correct the error, and let any error end the "
     "program."},
    {[](Seen it) { return it.is(Fault::timeout) && it.overheard.computes; },
     "It used the processor all the time: it loops, or thinks too long. Stop before MOVE and BANK of the 'ask' run "
     "out.",
     StepId::time},
    {[](Seen it) { return it.is(Fault::timeout) && it.is_stuck(); },
     "It neither computes nor reads. {run} keeps the input that led to this: feed it to the bot under a debugger "
     "(gdb, py-spy dump, jstack)."},
    {[](Seen it) { return it.is(Fault::timeout) && it.is_of_new_kind(); },
     "It does not answer questions of that KIND. Ignore KIND: N words from the list answer every question."},
    {[](Seen it) { return it.is(Fault::timeout) && it.game > 1 && it.event.question <= 1 && it.last_ask(); },
     "It answered in the game before, so it may have replaced its reader and lost what the old one had read ahead. "
     "Create one reader, once, and keep it for all games."},
    {[](Seen it) { return it.is(Fault::timeout) && it.leaves_no_choice(); },
     "It does not answer a question that leaves no choice. Answer every line that begins with 'ask', even if it offers "
     "only as many words as it asks for."},
    {[](Seen it) { return it.is(Fault::timeout) && it.event.question > 1; },
     "It read this question and then waited for the next line, as a program does that ignores an error. Let errors end "
     "the program."},
    {is_fault<Fault::timeout>,
     "It does not answer. Answer each line that begins with 'ask': its number, then the words, then a newline."},

    // ends
    {ends_by_time,
     "It stopped waiting for its next line, which may take long to arrive. Read without a time-out, and exit only at "
     "'quit' or at the end of the input."},
    {[](Seen it) { return exits(it) && it.event.end->left > 0 && it.event.end->number == 0; },
     "Its first process ended while others kept running, and the arena follows the first. Keep it in the foreground, "
     "without daemon() or a fork whose parent exits."},
    {[](Seen it) { return exits_silently(it) && it.is(Fault::start_failed); },
     "It ended on its own and wrote nothing to stderr. {by hand}"},
    {[](Seen it) { return exits(it) && it.is(Fault::start_failed); },
     "It ended on its own, and its stderr may say why. {by hand}"},
    {[](Seen it) { return exits(it) && it.event.end->number == 0; },
     "It exited too early. A bot runs until 'quit' or the end of its input, through many games: do not exit at 'end' "
     "or after a game."},
    {exits_silently,
     "It ended on its own and wrote nothing to stderr. {run} keeps the input that led to this: feed it to the bot by "
     "hand."},
    {exits, "An error of its own ended it. {run} keeps the input that led to this: feed it to the bot by hand."},
    {is_fault<Fault::start_failed>,
     "It could not be started. Run the command by hand in a copy of the bot's folder: the program needs a first line "
     "like '#!/usr/bin/env python3', or the command must name its interpreter."},
    {is_fault<Fault::killed_by_signal>,
     "A signal ended it. {run} keeps the input that led to this: feed it to the bot under a debugger, or build the bot "
     "with a sanitizer first."},
    {[](Seen it) { return it.is(Fault::closed_output) || it.is(Fault::closed_input); },
     "It closed its stdin or stdout. Keep both open until 'quit'."},
    {is_fault<Fault::stopped>, "A signal has stopped it. Do not stop the process: wait by reading from stdin."},

    // answers
    {cuts_lines,
     "A word of its answer is cut off where a buffer of a common size ends: it reads lines in pieces. Read up to the "
     "newline, however far that is.",
     StepId::words, true},
    {gives_positions,
     "It writes positions in the list. Write the words themselves, as they are after the ':' of the 'ask'.",
     StepId::words},
    {is_fault<Fault::illegal>,
     "Its words do not fit the 'ask'. Choose exactly N different words from the list after the ':', not from the cards "
     "that you think you hold; N is the fourth word.",
     StepId::words},
    {is_php_error,
     "PHP reports an error, and prints it to stdout. Correct the line that it names. So that errors go to stderr: "
     "\"command\": [\"php\", \"-d\", \"display_errors=stderr\", \"bot.php\"].",
     StepId::stdout_only},
    {misspells_ready, "It misspells 'ready'. Write it in small letters; only words like name=Duck may follow."},
    {answers_another,
     "It gives the wrong number, or none. Begin each answer with the second word of its 'ask'; do not count the "
     "questions yourself.",
     StepId::number},
    {is_fault<Fault::garbage>,
     "It writes more than answers to stdout. Print debug text to stderr, or in lines that begin with 'info' or '#'. If "
     "code prints that you cannot change, keep stdout for the answers: in Python 'answers, sys.stdout = sys.stdout, "
     "sys.stderr', in Node 'console.log = console.error' and process.stdout.write() for the answers.",
     StepId::stdout_only},
    {is_fault<Fault::flood>,
     "It writes too much beside its answers. Between two answers, write at most 200 lines of 'info', comments and "
     "empty lines, each of at most 4096 bytes.",
     StepId::stdout_only},

    // what it used
    {is_fault<Fault::memory>,
     "It used more memory than it may. Use less, or ask for more in bot.json: \"resources\": {\"memory_mb\": ...}."},
    {[](Seen) { return true; },
     "Wait for the next line by reading from stdin, which costs nothing. Do not poll in a loop."},
});

constexpr std::string_view kByHand =
    "Run it by hand as the arena does, in a copy of its folder: echo 'hello arena 1 x' | env -i "
    "PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp TMPDIR=/tmp LANG=C.UTF-8 COMMAND.";

/// Returns a command that reproduces the failure: a run, of two games for one process if the failure was in the second
/// game. A failure in a later game, or under the laws, is reproduced by a check of this step alone.
std::string run_again(const Failure& failure) {
  if (failure.game > 2 || failure.step == "laws")
    return fmt::format("'arena check BOT --step {} --keep-bytes DIR', with your other options,", failure.step);
  // A strict run does not stop at what is already there when the second game begins.
  const std::string_view kept = failure.game == 2 ? "--blocks 2 --concurrency 1 --keep-bytes" : "--strict";
  const bool is_usual = failure.variant.empty() || failure.variant == "black-lady@4";
  return fmt::format("'arena run BOT OTHER {}{}{}'", kept, is_usual ? "" : " --variant ",
                     is_usual ? "" : failure.variant);
}

}  // namespace

std::span<const Hint> hints() { return kHints; }

const Hint& hint_for(const Failure& failure) {
  return *std::ranges::find_if(kHints, [&](const Hint& hint) { return hint.fits(failure); });
}

std::string hint_text(const Hint& hint, const Failure& failure) {
  std::string text(hint.text);
  const auto replace = [&](std::string_view name, std::string_view by) {
    if (const std::size_t at = text.find(name); at != std::string::npos) text.replace(at, name.size(), by);
  };
  replace("{by hand}", kByHand);
  replace("{run}", run_again(failure));
  return text;
}

}  // namespace arena
