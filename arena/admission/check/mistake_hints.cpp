#include <algorithm>
#include <array>
#include <utility>

#include "arena/admission/check/mistake_hints.h"

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
     "It used the processor while it was waited for: a loop never ends, or there is too much to compute before "
     "'ready'. Start it "
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

}  // namespace

std::string_view hint_of(Mistake mistake) { return std::ranges::find(kHints, mistake, &Hint::first)->second; }

}  // namespace arena
