#include "arena/app/play/adviser.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <system_error>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/table/fault.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// The most lines that are read before the answer, as many as in a game.
constexpr int kLinesMax = 200;
constexpr std::size_t kNotesMax = 3;
/// How long the launcher may take to report the end of a process whose pipe has closed.
constexpr std::chrono::seconds kReportWait{1};

/// Checks the words of an answer. Returns an error if the table would refuse them.
Proposal proposal_of(const AskLine& question, std::string_view answer) {
  Proposal proposal;
  for (const std::string_view word : words_of(answer)) proposal.words.emplace_back(word);
  const bool has_lead = proposal.words.size() == 3 && proposal.words[1] == "then" && question.may("then");
  if (has_lead) proposal.words.resize(1);
  const auto is_offered = [&](const std::string& word) {
    return std::ranges::find(question.words, word) != question.words.end() &&
           std::ranges::count(proposal.words, word) == 1;
  };
  if (proposal.words.size() != question.count || !std::ranges::all_of(proposal.words, is_offered))
    return {.words = {}, .notes = {}, .error = "answers '" + printable(answer, 60) + "', which is not possible now"};
  return proposal;
}

asio::awaitable<Proposal> converse(BotChannel& bot, std::string_view lines, const AskLine& question) {
  const TimePoint deadline = bot.clock().now() + kHintTime;
  const std::string too_late = fmt::format("gives no answer within {} s", kHintTime.count());
  std::vector<std::string> notes;
  if ((co_await bot.send(lines, deadline)).kind == Sent::Kind::timeout) co_return Proposal{{}, {}, too_late};
  bool ready = false;
  std::string stray;  // the last line that the protocol does not have
  for (int count = 0; count < kLinesMax; ++count) {
    const Incoming incoming = co_await bot.receive(deadline);
    if (incoming.kind == Incoming::Kind::timeout) {
      co_return Proposal{{}, {}, stray.empty() ? too_late : fmt::format("{}, but wrote '{}'", too_late, stray)};
    }
    if (incoming.kind == Incoming::Kind::closed) {
      const ProcessEnd end = co_await bot.ended(kReportWait);
      const Evidence evidence = ready ? Evidence::output_closed : Evidence::gone_before_ready;
      co_return Proposal{
          {}, {}, "ends without an answer: " + fault_of_end(end, evidence, bot.meters().resources()).detail};
    }
    if (incoming.kind == Incoming::Kind::flood)
      co_return Proposal{{}, {}, fmt::format("writes a line of more than {} bytes", kLineBytesMax)};
    const BotLine line = decode_bot_line(incoming.text);
    ready |= line.kind == BotLine::Kind::ready;
    if (line.kind == BotLine::Kind::answer && line.id == question.id) {
      Proposal proposal = proposal_of(question, line.rest);
      proposal.notes = std::move(notes);
      co_return proposal;
    }
    if (line.kind == BotLine::Kind::other) stray = printable(incoming.text, 60);
    if (line.kind != BotLine::Kind::info && line.kind != BotLine::Kind::comment) continue;
    if (notes.size() == kNotesMax) notes.erase(notes.begin());
    std::string_view note = line.rest.substr(line.kind == BotLine::Kind::info ? 4 : 1);
    note.remove_prefix(std::min(note.find_first_not_of(' '), note.size()));
    notes.push_back(printable(note, 400));
  }
  co_return Proposal{{}, {}, fmt::format("writes {} lines and no answer", kLinesMax)};
}

}  // namespace

asio::awaitable<Proposal> ask_adviser(const Adviser& adviser, std::string_view lines) {
  if (!adviser.open) co_return Proposal{{}, {}, adviser.missing};
  const std::optional<AskLine> question = decode_ask(lines);
  if (!question) co_return Proposal{{}, {}, "no question is open"};
  std::unique_ptr<BotChannel> bot;
  try {
    auto& context = static_cast<asio::io_context&>((co_await asio::this_coro::executor).context());
    bot = adviser.open(context);
  } catch (const std::system_error& error) {
    co_return Proposal{{}, {}, adviser.name + " cannot be started: " + error.what()};
  }
  Proposal proposal = co_await converse(*bot, lines, *question);
  co_await bot->stop("quit\n", Duration::zero());
  if (proposal.error) *proposal.error = adviser.name + " " + *proposal.error;
  co_return proposal;
}

}  // namespace arena
