#include "arena/check/mistake.h"

#include <algorithm>
#include <array>

#include "arena/protocol/decode.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using Hint = std::pair<Mistake, std::string_view>;

/// A hint for each mistake.
constexpr auto kHints = std::to_array<Hint>({
    {Mistake::cannot_start,
     "Run the command by hand in a copy of the bot's folder. A script needs a first line like '#!/usr/bin/env python3' "
     "or its interpreter in the command; what needs building must be built."},
    {Mistake::fails_at_start,
     "It ended by itself, or by an error of its own: its stderr may say why. Try it by hand as it runs here: in a copy "
     "of its folder, without its environment, with nothing written outside /tmp, no network and no second process: "
     "echo "
     "'hello arena 1 x' | env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp TMPDIR=/tmp LANG=C.UTF-8 COMMAND."},
    {Mistake::fails_at_start_silently,
     "It ended by itself and wrote nothing to stderr. Does it check what may fail, and say so? A shell script under "
     "'set -e' ends at the first command that fails, as (( x++ )) does where x is 0: 'set -x' shows which. Try it by "
     "hand as it runs here: in a copy of its folder, without its environment, with nothing written outside /tmp, no "
     "network and no second process."},
    {Mistake::leaves_early,
     "A bot runs until 'quit' or the end of its input, through many games: do not leave at 'end', nor after a game."},
    {Mistake::leaves_while_waiting,
     "A bot waits for its next line as long as that takes: others may think for minutes before it comes. Read without "
     "a time-out (read -t, alarm, select and the like), and leave at 'quit' or at the end of the input alone."},
    {Mistake::leaves_others,
     "The arena follows the first process: stay in the foreground, without daemon(), and without a fork whose parent "
     "leaves."},
    {Mistake::fails,
     "An error of its own ended it: its stderr may say which. 'arena run BOT OTHER --strict' keeps the input that led "
     "to it, to be fed to it by hand. (A bot runs until 'quit', through many games.)"},
    {Mistake::fails_silently,
     "It ended by itself and wrote nothing to stderr. Does it check what may fail, and say so? A shell script under "
     "'set -e' ends at the first command that fails, as (( x++ )) does where x is 0: 'set -x' shows which. 'arena run "
     "BOT OTHER --strict' keeps the input that led to it, to be fed to it by hand."},
    {Mistake::crashes,
     "'arena run BOT OTHER --strict' keeps the input that led to the crash: feed it to the bot under a debugger, or "
     "built with a sanitizer. (SIGSEGV comes also when the stack of 8 MiB is full, by a recursion without end or "
     "large arrays in functions, and when a file is used that could not be opened.)"},
    {Mistake::never_ready,
     "Read the line that begins with 'hello arena 1' from stdin and print the line 'ready' to stdout."},
    {Mistake::ready_late, "Load less before 'ready', or ask the league for a longer time to start (--startup)."},
    {Mistake::never_answers,
     "Answer each line that begins with 'ask': its number, then the words. The line must end in a newline."},
    {Mistake::leaves_out_one,
     "Answer each line that begins with 'ask', also where only as many words are offered as are asked for: there is "
     "nothing to choose, and yet the arena waits. (Or it catches an error of its own and drops it.)"},
    {Mistake::leaves_out_kind,
     "Look at what it does at a question of that KIND. A bot that ignores KIND can answer every question: N words of "
     "the list. (Or it catches an error of its own and drops it, or waits for a lock.)"},
    {Mistake::loses_input,
     "It has answered in the game before, and nothing in this one. Does it make a new reader of its input for each "
     "game? What the old one had read ahead is lost with it: make one reader, once. (Or it catches an error of its own "
     "and drops it.)"},
    {Mistake::drops_error,
     "It has answered before, has read this question and waits for the next line: does it catch an error of its own "
     "and drop it, as with 'except: pass', or leave the answer to a timer or another thread? Let errors end the "
     "program, and answer at once."},
    {Mistake::computes,
     "It used the processor all the time: it loops, or thinks too long, at this question. Stop thinking before MOVE "
     "and BANK of the 'ask' are over."},
    {Mistake::stands_still,
     "Its stderr tells of an error, and yet the program goes on: it has caught the error, or a thread of it has ended "
     "while others wait. Mend the error, and let any error end the program."},
    {Mistake::stuck,
     "It neither computes nor reads on: it waits for something else, as for a lock, a sleep, a file, a pipe or another "
     "thread. See where: 'arena run BOT OTHER --strict' keeps the input that led to it, to be fed to it under a "
     "debugger (gdb, py-spy dump, jstack)."},
    {Mistake::answers_late,
     "The 'ask' says how many milliseconds there are, as its MOVE and BANK. Stop thinking before that, whatever is "
     "unfinished."},
    {Mistake::spends_bank,
     "Share out BANK, the sixth word of 'ask', among the questions that are still to come: what is used up is gone for "
     "this game."},
    {Mistake::waits_on_others,
     "Its first process waited meanwhile, as for programs that it starts, each of which takes its time to start. Start "
     "them once, before 'ready', and not for each line; or do without: bash has 'read -a', ${x%% *} and [[ ]] in place "
     "of $(...), cut and sed."},
    {Mistake::no_flush,
     "You do not flush. What a program prints to a pipe waits in a buffer: flush after each line, as in "
     "print(..., flush=True), fflush(stdout), std::endl, Flush() of a bufio.Writer, flush() of a PrintWriter; "
     "protocol.md has a table of languages. (mawk also holds its input back: start it with -W interactive.)"},
    {Mistake::reads_all,
     "It reads its input to the end before it answers. The arena waits for the answer before it goes on, and its input "
     "ends with the match: read one line, answer it, flush. Python: 'for line in sys.stdin', not sys.stdin.read() or "
     "readlines()."},
    {Mistake::holds_back,
     "It reads its input to the end before it answers, or holds its answers in a buffer of its own. Read one line, "
     "answer it, and flush after each answer: bufio.Writer needs Flush(), PrintWriter and BufferedWriter flush(); "
     "protocol.md has a table of languages."},
    {Mistake::waits_for_next,
     "It answers a line only when the next one has come, which never comes first. Do not read ahead: read one line, "
     "answer it, flush."},
    {Mistake::buffers,
     "What it writes, or what it reads, waits until a block is full. Read by lines, not by blocks of bytes (Perl's "
     "read, Python's sys.stdin.read(N) and C's fread wait for N of them), and flush after each answer; protocol.md has "
     "a table of languages. (mawk: start it with -W interactive.)"},
    {Mistake::still_starts,
     "It has not read the first line of its input: it loads or sleeps before that, or is stuck. Load less before "
     "'ready', or ask the league for a longer time to start (--startup)."},
    {Mistake::computes_at_start,
     "It used the processor all the time: a loop never ends, or there is too much to compute before 'ready'. Start it "
     "by hand, type 'hello arena 1 x', and press Ctrl-C after a while: most languages say where it was. Compute less "
     "before 'ready', or ask the league for a longer time to start (--startup)."},
    {Mistake::stuck_at_start,
     "It neither computes nor reads on: it waits for something else, as for a lock, a sleep, a file, a pipe or another "
     "thread. Start it by hand, type 'hello arena 1 x', and see where it waits: press Ctrl-C, or attach a debugger "
     "(gdb -p, py-spy dump, jstack)."},
    {Mistake::no_newline,
     "End each line with a newline, as in print(...), puts(...), io.write(..., \"\\n\"), and flush after it: without "
     "that the line is not over."},
    {Mistake::byte_order_mark,
     "Its output begins with a byte-order mark (EF BB BF). Write plain ASCII, or UTF-8 without that mark."},
    {Mistake::utf16,
     "Its output is UTF-16. Write ASCII, or UTF-8 without a byte-order mark: encoding=\"ascii\" in Python, "
     "Encoding.ASCII in C#, US_ASCII in Java."},
    {Mistake::zero_bytes,
     "Bytes of value 0 are no text. Write the text alone, not the whole array that holds it: write(1, text, "
     "strlen(text)), not sizeof text."},
    {Mistake::not_ascii,
     "Lines are ASCII: write each word as it stands in the 'ask', 7C and not a symbol of the suit, and what follows "
     "'ready' without accents."},
    {Mistake::changed_number,
     "Send back the second word of 'ask' as the text that it is. Do not convert it: as a number it is written in "
     "another way, like 17.0 or 1,700."},
    {Mistake::commas, "Words are separated by spaces, not commas: '17 2C 3C'."},
    {Mistake::chatter,
     "Only answers go to stdout, and no prompt before them. Print debug text to stderr, which is kept, or in lines "
     "that begin with 'info' or "
     "'#'."},
    {Mistake::misspells_ready,
     "The line is 'ready': small letters, no sign after it. What may follow it are words like name=Duck."},
    {Mistake::wrong_number,
     "Begin each answer with the number of its 'ask', the second word, and answer each 'ask' once. Numbers do not "
     "count up by one, nor from one."},
    {Mistake::illegal,
     "Choose exactly N different words of those after the ':' of the 'ask'; N is its fourth word. The list holds only "
     "what is legal: choose from it, not from the cards that you think you hold."},
    {Mistake::positions,
     "Write the words themselves, as they stand behind the ':' of the 'ask', not their positions in the list."},
    {Mistake::cuts_lines,
     "A word of its answer is the beginning of one that was offered, which lies where a buffer of a usual size ends: "
     "it "
     "reads lines in pieces. A line may have 4096 bytes: read up to its newline, wherever that is. (Or it writes the "
     "rank alone.)"},
    {Mistake::flood,
     "Lines have 4096 bytes at most. Between two answers at most 200 lines of 'info', comments and empty ones may "
     "come."},
    {Mistake::closes_stream, "Keep stdin and stdout open until 'quit'."},
    {Mistake::stops_itself, "Do not stop the process: wait by reading from stdin."},
    {Mistake::memory,
     "Use less memory, or ask for more in bot.json: \"resources\": {\"memory_mb\": ...}. protocol.md says what a "
     "league gives."},
    {Mistake::processor,
     "Wait for the next line by reading from stdin, which costs nothing; do not look again and again."},
});

/// Faults that come of one mistake only.
constexpr auto kOfFaults = std::to_array<std::pair<Fault, Mistake>>({{Fault::flood, Mistake::flood},
                                                                     {Fault::start_failed, Mistake::cannot_start},
                                                                     {Fault::killed_by_signal, Mistake::crashes},
                                                                     {Fault::closed_output, Mistake::closes_stream},
                                                                     {Fault::closed_input, Mistake::closes_stream},
                                                                     {Fault::stopped, Mistake::stops_itself},
                                                                     {Fault::memory, Mistake::memory},
                                                                     {Fault::cpu, Mistake::processor}});

/// The mistakes of faults that show by themselves how they came about.
constexpr auto kOfTelltales =
    std::to_array<std::pair<Telltale, Mistake>>({{Telltale::byte_order_mark, Mistake::byte_order_mark},
                                                 {Telltale::utf16, Mistake::utf16},
                                                 {Telltale::zero_bytes, Mistake::zero_bytes},
                                                 {Telltale::not_ascii, Mistake::not_ascii},
                                                 {Telltale::changed_number, Mistake::changed_number},
                                                 {Telltale::commas, Mistake::commas},
                                                 {Telltale::no_newline, Mistake::no_newline},
                                                 {Telltale::bank_spent, Mistake::spends_bank}});

/// Whose faults' own words leave nothing open.
constexpr auto kToldInFull = std::to_array({Telltale::no_newline, Telltale::unfinished, Telltale::bank_spent});

/// Bytes of stderr that are told.
constexpr std::size_t kLastWordsMax = 100;

/// The question that was asked last.
std::optional<AskLine> last_ask(const FaultEvent& event) {
  return event.sent.empty() ? std::nullopt : decode_ask(event.sent.back());
}

/// The line begins with a word of the question: an answer that lacks its number.
bool lacks_number(const FaultEvent& event) {
  const auto said = words_of(event.received.back());
  const auto asked = last_ask(event);
  return asked && !said.empty() &&
         (said.front() == asked->kind ||
          std::find(asked->words.begin(), asked->words.end(), said.front()) != asked->words.end());
}

/// The word `ready` and nothing else, but in capitals or with signs around it.
bool is_almost_ready(std::string_view line) {
  std::string letters;
  for (const char c : line) {
    if (c >= 'a' && c <= 'z') letters += c;
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
  }
  return letters == "ready" && words_of(line).size() == 1;
}

/// A line of what stderr tells names an error; lines of where it came from, as "at emitError (...)", do not.
bool names_error(std::string_view line) {
  if (line.starts_with("at ")) return false;
  static constexpr auto kWords = std::to_array<std::string_view>({"Error", "Exception", "panic"});
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

bool tells_error(const FaultEvent& event) {
  return std::any_of(event.stderr_tail.begin(), event.stderr_tail.end(),
                     [](const StderrChunk& chunk) { return names_error(chunk.text); });
}

/// Before the lines that say where an error came from: Lua's, Tcl's.
constexpr auto kTraces = std::to_array<std::string_view>({"\nstack traceback:", "\n    while executing"});

/// Of what the bot wrote to stderr last, where most languages say why they end: the last line that names an error, or
/// the last of all before a trace.
std::string last_words(const FaultEvent& event) {
  if (event.stderr_tail.empty()) return {};
  std::string_view rest = event.stderr_tail.back().text;
  for (const std::string_view trace : kTraces) rest = rest.substr(0, rest.rfind(trace));
  std::string_view last;
  std::string_view named;
  while (!rest.empty()) {
    const std::string_view line = cut_line(rest);
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) continue;
    last = line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
    if (names_error(last)) named = last;
  }
  return printable(named.empty() ? last : named, kLastWordsMax);
}

/// The question that has no answer, if that was the last line to the bot.
std::string asked(const FaultEvent& event) {
  if (event.fault != Fault::timeout || !last_ask(event)) return {};
  return "; it was asked: " + printable(event.sent.back(), kLastWordsMax);
}

std::string story(const FaultEvent& event, const std::string& what) {
  std::string text;
  if (event.question > 0) text = "question " + std::to_string(event.question) + ": ";
  if (event.question > 0 && event.hand > 1) text = "hand " + std::to_string(event.hand) + ", " + text;
  text += std::string(fault_name(event.fault)) + ": " + what + asked(event);
  return text + told_last(event);
}

/// The process has played cards, and has never answered a question of this kind.
bool is_of_new_kind(const FaultEvent& event, const Overheard& overheard) {
  const auto ask = last_ask(event);
  return ask && overheard.kinds.contains("play") && !overheard.kinds.contains(std::string(ask->kind));
}

/// Of a bot that has not said `ready` at all.
std::string no_ready(const FaultEvent& event, const Overheard& overheard) {
  const bool has_read = !overheard.unread || overheard.reads_no_more;
  const std::string greeting = has_read ? "it has read its greeting" : "its greeting lies unread";
  if (overheard.waits_for == WaitsFor::itself)
    return event.detail + ": " + greeting + ", and all its threads wait for locks or for each other";
  if (overheard.computes) {
    return event.detail + ", nor long after: " + greeting + ", and it computes" +
           (overheard.goes_round ? "; of late it has neither read nor written nor got memory" : "");
  }
  if (overheard.reads_no_more) return event.detail + ", nor long after: " + greeting + ", and reads no further line";
  if (overheard.unread) return event.detail + ", nor long after, and " + greeting;
  return event.detail + ", nor with another line, nor when the input was closed";
}

/// What the fault's own words leave open.
std::string what_happened(const FaultEvent& event, const Overheard& overheard) {
  if (std::ranges::find(kToldInFull, event.telltale) != kToldInFull.end()) return event.detail;
  if (event.fault == Fault::memory && overheard.first_peak_kb > 0) {
    return event.detail + "; after the first game of this process its memory had peaked at " +
           std::to_string(overheard.first_peak_kb / 1024) + " MB";
  }
  if (event.fault == Fault::timeout || event.fault == Fault::start_timeout) {
    const std::string what = event.fault == Fault::timeout ? "the answer" : "'ready'";
    if (overheard.came_at_close) return what + " came only when the input was closed";
    if (overheard.came_with_more) return what + " came only with another line";
    if (overheard.came_late) {
      std::string text =
          what + " came when its time was over, " + std::to_string(to_ms(overheard.late_by).count()) + " ms too late";
      if (event.fault == Fault::timeout && overheard.waits_on_others) {
        text += "; its first process used the processor for " + std::to_string(to_ms(overheard.own_cpu).count()) +
                " of " + std::to_string(to_ms(overheard.took).count()) + " ms";
      }
      return text;
    }
    const std::string silence = "no answer in " + std::to_string(to_ms(overheard.took).count()) + " ms";
    if (event.fault == Fault::timeout && overheard.computes)
      return silence + ", of which it computed for " + std::to_string(to_ms(overheard.own_cpu).count()) + " ms";
    if (event.fault == Fault::timeout && overheard.reads_no_more) return silence + ", and what it was sent lies unread";
    if (event.fault == Fault::timeout && is_of_new_kind(event, overheard)) {
      const auto name = [](const std::string& kind) { return "'" + printable(kind) + "'"; };
      return "no answer to a question of kind '" + std::string(last_ask(event)->kind) + "'; it has answered those of " +
             hearts::joined(overheard.kinds, ", ", name);
    }
    if (event.fault == Fault::timeout) return "no answer, not even when the input was closed";
    return no_ready(event, overheard);
  }
  return event.detail;
}

/// The question leaves no choice.
bool leaves_no_choice(const FaultEvent& event) {
  const auto ask = last_ask(event);
  return ask && ask->words.size() == ask->count;
}

/// No answer came at all, in a game.
Mistake mistake_of_silence(const FaultEvent& event, const Overheard& overheard, int game) {
  if (tells_error(event)) return Mistake::stands_still;
  if (overheard.computes) return Mistake::computes;
  if (overheard.reads_no_more) return Mistake::stuck;
  if (is_of_new_kind(event, overheard)) return Mistake::leaves_out_kind;
  if (game > 1 && event.question <= 1 && last_ask(event)) return Mistake::loses_input;
  if (leaves_no_choice(event)) return Mistake::leaves_out_one;
  return event.question > 1 ? Mistake::drops_error : Mistake::never_answers;
}

/// No `ready` came at all.
Mistake mistake_of_start(const Overheard& overheard) {
  if (overheard.waits_for == WaitsFor::itself) return Mistake::stuck_at_start;
  if (overheard.computes) return Mistake::computes_at_start;
  if (overheard.reads_no_more) return Mistake::stuck_at_start;
  return overheard.unread ? Mistake::still_starts : Mistake::never_ready;
}

/// Where lines end for a program whose buffer has a usual size, with a zero behind the text or without.
bool is_end_of_buffer(std::size_t bytes) {
  static constexpr auto kSizes = std::to_array<std::size_t>(
      {32, 50, 64, 80, 81, 82, 100, 120, 128, 132, 150, 200, 250, 255, 256, 300, 500, 512, 1000, 1024, 2000, 2048});
  return std::ranges::any_of(kSizes, [&](std::size_t size) { return bytes == size || bytes + 1 == size; });
}

/// An answer whose words are not those of the question.
Mistake mistake_of_words(const FaultEvent& event, const Overheard& overheard) {
  const auto ask = decode_ask(overheard.asked);
  if (!ask || event.received.empty()) return Mistake::illegal;
  std::vector<std::string_view> words = words_of(event.received.back());
  if (!words.empty()) words.erase(words.begin());
  const auto is_offered = [&](std::string_view word) {
    return std::ranges::find(ask->words, word) != ask->words.end();
  };
  const auto is_position = [&](std::string_view word) {
    return word.find_first_not_of("0123456789") == std::string_view::npos &&
           leading_number(word) <= std::ssize(ask->words) && !is_offered(word);
  };
  const auto wrong = std::ranges::find_if_not(words, is_offered);
  if (wrong == words.end()) return Mistake::illegal;
  const std::string_view line = overheard.asked;
  const auto is_cut_from = [&](std::string_view word) {
    const std::size_t begin = line.find(" " + std::string(word), line.find(" : ")) + 1;
    return word.starts_with(*wrong) && begin > 0 && is_end_of_buffer(begin + wrong->size());
  };
  // All words before the cut are whole. One that writes ranks alone has several such words where several are asked for.
  const bool is_only_one = std::ranges::count_if(words, is_offered) + 1 == std::ssize(words);
  if (is_only_one && std::ranges::any_of(ask->words, is_cut_from)) return Mistake::cuts_lines;
  return std::ranges::all_of(words, is_position) ? Mistake::positions : Mistake::illegal;
}

/// It has ended by itself, with an exit code.
Mistake mistake_of_exit(const FaultEvent& event, int game) {
  const bool at_start = event.fault == Fault::start_failed;
  if (event.end->left > 0 && event.end->number == 0) return Mistake::leaves_others;
  // What it said before the game began is not kept.
  const bool is_silent = event.stderr_tail.empty() && (game == 1 || event.question > 1);
  if (at_start) return is_silent ? Mistake::fails_at_start_silently : Mistake::fails_at_start;
  if (event.end->number == 0) return Mistake::leaves_early;
  return is_silent ? Mistake::fails_silently : Mistake::fails;
}

}  // namespace

std::string told_last(const FaultEvent& event) {
  const std::string words = last_words(event);
  return words.empty() ? "" : "; its stderr ends: " + words;
}

Mistake mistake_of(const FaultEvent& event, const Overheard& overheard, int game) {
  const auto told = std::ranges::find(kOfTelltales, event.telltale, &std::pair<Telltale, Mistake>::first);
  if (told != kOfTelltales.end()) return told->second;
  if (event.fault == Fault::timeout || event.fault == Fault::start_timeout) {
    const bool starts = event.fault == Fault::start_timeout;
    if (overheard.came_at_close) return Mistake::no_flush;
    if (overheard.came_with_more) return Mistake::waits_for_next;
    if (overheard.came_late && starts) return Mistake::ready_late;
    if (overheard.came_late) return overheard.waits_on_others ? Mistake::waits_on_others : Mistake::answers_late;
    return starts ? mistake_of_start(overheard) : mistake_of_silence(event, overheard, game);
  }
  const bool is_exit = event.fault == Fault::exited || event.fault == Fault::start_failed;
  if (is_exit && event.end && event.end->kind == ProcessEnd::Kind::exited) return mistake_of_exit(event, game);
  if (event.fault == Fault::illegal) return mistake_of_words(event, overheard);
  if (event.fault == Fault::garbage) {
    if (event.question == 0 && !event.received.empty() && is_almost_ready(event.received.back()))
      return Mistake::misspells_ready;
    // An answer by its form, to whatever question.
    const bool answers = !event.received.empty() &&
                         (decode_bot_line(event.received.back()).kind == BotLine::Kind::answer || lacks_number(event));
    return answers ? Mistake::wrong_number : Mistake::chatter;
  }
  const auto found = std::ranges::find(kOfFaults, event.fault, &std::pair<Fault, Mistake>::first);
  return found == kOfFaults.end() ? Mistake::leaves_early : found->second;
}

std::string_view hint_of(Mistake mistake) { return std::ranges::find(kHints, mistake, &Hint::first)->second; }

std::string story_of(const FaultEvent& event, const Overheard& overheard) {
  return story(event, what_happened(event, overheard));
}

std::string story_of(const FaultEvent& event) { return story(event, event.detail); }

}  // namespace arena
