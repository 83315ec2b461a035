#include "arena/check/mistake.h"

#include <algorithm>
#include <array>

#include "arena/protocol/decode.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"

namespace arena {
namespace {

using Hint = std::pair<Mistake, std::string_view>;

/// A hint for each mistake.
constexpr auto kHints = std::to_array<Hint>({
    {Mistake::cannot_start,
     "Run the command by hand in a copy of the bot's folder. A script needs a first line like '#!/usr/bin/env python3' "
     "or its interpreter in the command; what needs building must be built."},
    {Mistake::leaves_early,
     "A bot runs until 'quit' or the end of its input, through many games. 'arena run BOT OTHER --strict' keeps the "
     "input that led to its end, to be fed to it by hand. Starting programs and fork() are refused to a bot of one "
     "process, and its folder is read-only: write to /tmp."},
    {Mistake::crashes,
     "'arena run BOT OTHER --strict' keeps the input that led to the crash: feed it to the bot under a debugger, or "
     "built with a sanitizer."},
    {Mistake::never_ready,
     "Read the line that begins with 'hello arena 1' from stdin and print the line 'ready' to stdout."},
    {Mistake::ready_late, "Load less before 'ready', or ask the league for a longer time to start (--startup)."},
    {Mistake::never_answers,
     "Answer each line that begins with 'ask', also where only one word can be chosen: its number, then the words. "
     "The line must end in a newline."},
    {Mistake::answers_late,
     "The 'ask' says how many milliseconds there are, as its MOVE and BANK. Stop thinking before that, whatever is "
     "unfinished."},
    {Mistake::no_flush,
     "You do not flush. What a program prints to a pipe waits in a buffer: flush after each line, as in "
     "print(..., flush=True), fflush(stdout) or std::endl; protocol.md has a table of languages. (mawk also holds its "
     "input back: start it with -W interactive.)"},
    {Mistake::chatter,
     "Only answers go to stdout. Print debug text to stderr, which is kept, or in lines that begin with 'info' or "
     "'#'."},
    {Mistake::wrong_number,
     "Begin each answer with the number of its 'ask', the second word, and answer each 'ask' once. Numbers do not "
     "count up by one, nor from one."},
    {Mistake::illegal,
     "Choose exactly N different words of those after the ':' of the 'ask'; N is its fourth word. The list holds only "
     "what is legal: choose from it, not from the cards that you think you hold."},
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
constexpr auto kOfFaults = std::to_array<std::pair<Fault, Mistake>>({{Fault::illegal, Mistake::illegal},
                                                                     {Fault::flood, Mistake::flood},
                                                                     {Fault::start_failed, Mistake::cannot_start},
                                                                     {Fault::killed_by_signal, Mistake::crashes},
                                                                     {Fault::closed_output, Mistake::closes_stream},
                                                                     {Fault::closed_input, Mistake::closes_stream},
                                                                     {Fault::stopped, Mistake::stops_itself},
                                                                     {Fault::memory, Mistake::memory},
                                                                     {Fault::cpu, Mistake::processor}});

/// Bytes of stderr that are told.
constexpr std::size_t kLastWordsMax = 100;

/// The line begins with a word of the question: an answer that lacks its number.
bool lacks_number(const FaultEvent& event) {
  const auto said = words_of(event.received.back());
  const auto asked = event.sent.empty() ? std::nullopt : decode_ask(event.sent.back());
  return asked && !said.empty() &&
         std::find(asked->words.begin(), asked->words.end(), said.front()) != asked->words.end();
}

/// The last line that the bot wrote to stderr, where most languages say why they end.
std::string last_words(const FaultEvent& event) {
  if (event.stderr_tail.empty()) return {};
  const std::string_view text = event.stderr_tail.back().text;
  return printable(last_line(text.substr(0, text.find_last_not_of(" \r\n") + 1)), kLastWordsMax);
}

/// What the fault's own words leave open.
std::string what_happened(const FaultEvent& event, const Overheard& overheard) {
  if (event.fault == Fault::timeout || event.fault == Fault::start_timeout) {
    const std::string what = event.fault == Fault::timeout ? "the answer" : "'ready'";
    if (overheard.came_at_close) return what + " came only when the input was closed";
    if (overheard.came_late) return what + " came when its time was over";
    return event.fault == Fault::timeout ? "no answer, not even when the input was closed"
                                         : event.detail + ", nor when the input was closed";
  }
  return event.detail;
}

}  // namespace

Mistake mistake_of(const FaultEvent& event, const Overheard& overheard) {
  if (event.fault == Fault::timeout || event.fault == Fault::start_timeout) {
    const bool starts = event.fault == Fault::start_timeout;
    if (overheard.came_at_close) return Mistake::no_flush;
    if (overheard.came_late) return starts ? Mistake::ready_late : Mistake::answers_late;
    return starts ? Mistake::never_ready : Mistake::never_answers;
  }
  if (event.fault == Fault::garbage) {
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
  std::string story;
  if (event.question > 0) story = "question " + std::to_string(event.question) + ": ";
  story += std::string(fault_name(event.fault)) + ": " + what_happened(event, overheard);
  if (const std::string words = last_words(event); !words.empty()) story += "; its stderr ends: " + words;
  return story;
}

}  // namespace arena
