#include "arena/admission/check/conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/process/incoming.h"
#include "arena/game/trial/trial_game.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kManyBytes = 160 << 10;
constexpr std::size_t kSlowestKept = 5;  ///< of the answers

Limits trial_limits(const Limits& limits, bool one_is_late) {
  Limits strict = strict_limits(limits);
  if (one_is_late) strict.faults = 2;
  return strict;
}

/// A bot that does not answer a question of the laws is not at fault in a game. The check reports it.
std::optional<FaultEvent> law_silence(const TrialTable& table, const GameResult& result) {
  for (const Interference& one : result.automatic) {
    if (one.seat != table.seat || one.why != Fault::timeout) continue;
    FaultEvent event;
    event.fault = Fault::timeout;
    event.seat = one.seat;
    event.hand = one.hand;
    event.question = one.question;
    event.detail = "no answer in time to a question of the laws of the table";
    return event;
  }
  return std::nullopt;
}

/// Finds the first unused file name in the folder, unless nothing is kept.
Overheard kept_in(const std::filesystem::path& folder) {
  Overheard overheard;
  for (int number = 1; !folder.empty() && overheard.kept.empty(); ++number) {
    std::filesystem::path file = folder / fmt::format("{:03}.to_bot", number);
    if (!std::filesystem::exists(file)) overheard.kept = std::move(file);
  }
  return overheard;
}

std::unique_ptr<ProcessLog> open_process_log(const std::shared_ptr<BotLog>& logs) {
  return logs == nullptr ? nullptr : std::make_unique<ProcessLog>(logs, logs->next_name());
}

/// Opens the log that writes the bytes to the bot to `kept`. Returns null if nothing is kept.
std::unique_ptr<WireLog> open_log(const std::filesystem::path& kept) {
  if (kept.empty()) return nullptr;
  return std::make_unique<WireLog>(kept.parent_path(), kept.stem().string());
}

void count(const Trial& trial, Figures& figures) {
  const SeatTiming& timing = trial.result.timing[trial.table.seat];
  ++figures.games;
  figures.questions += timing.questions;
  figures.answers += timing.total;
  figures.cpu += timing.cpu;
  figures.idle_cpu = std::max(figures.idle_cpu, timing.idle_cpu);
  std::vector<Figures::SlowAnswer>& slowest = figures.slowest;
  for (const SeatTiming::Slow& slow : timing.slowest)
    slowest.push_back({slow.time, trial.table.variant, trial.table.number, slow.question});
  std::ranges::stable_sort(slowest, std::ranges::greater(), &Figures::SlowAnswer::time);
  slowest.resize(std::min(slowest.size(), kSlowestKept));
}

/// Replaces each line by what `change` makes of it. Both come without the newline.
template <class Change>
std::string each_line(std::string_view lines, Change change) {
  std::string altered;
  while (!lines.empty()) altered += change(std::string(cut_line(lines))) + "\n";
  return altered;
}

std::string_view first_word(std::string_view line) { return cut_word(line); }

/// Whether the last words of the line are fields. Other lines end in a list of cards or values.
bool ends_in_fields(std::string_view line) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"hello", "game", "time", "hand", "subhand", "trick", "play", "took", "kitty", "moon", "chose", "late", "end"});
  return std::find(kWords.begin(), kWords.end(), first_word(line)) != kWords.end();
}

/// How many variants without options compare_sizes() plays at each size, and the time after which it starts no game.
constexpr std::size_t kVariantsMin = 2;
constexpr std::size_t kVariantsMax = 4;
constexpr Duration kSizesTime = std::chrono::seconds(8);

bool is_plain(const TrialTable& table) { return table.variant.find('+') == std::string::npos; }

std::string name_of(const TrialTable& table) { return table.variant.substr(0, table.variant.find('@')); }

asio::awaitable<bool> passes(asio::io_context& context, const Subject& subject, TrialTable table) {
  table.hands = 1;
  const auto trial = co_await play_alone(context, subject, std::move(table));
  co_return trial && trial->faults.empty();
}

}  // namespace

const std::string kCheckReceipt = hex(digest_of("arena check"));

void require_blame(const FaultEvent& event) {
  if (blame_of(event.fault) != Blame::bot) throw std::runtime_error("the bot cannot be checked: " + event.detail);
}

Conversation::Conversation(asio::io_context& context, const Subject& subject, Alteration alteration)
    : subject_(subject),
      limits_(trial_limits(subject.limits, alteration.late_once)),
      overheard_(kept_in(subject.keep_bytes)),
      started_(make_altered_channel(start_bot(context, subject.sandbox, subject.command, open_log(overheard_.kept),
                                              open_process_log(subject.keep_logs)),
                                    std::move(alteration), overheard_)),
      seat_(limits_, false, kCheckReceipt) {}

asio::awaitable<std::optional<FaultEvent>> Conversation::greet() {
  std::optional<FaultEvent> fault = co_await seat_.greet(std::move(started_));
  if (fault) require_blame(*fault);
  co_return fault;
}

asio::awaitable<Trial> Conversation::play(TrialTable table, Figures* figures) {
  Trial trial;
  trial.table = table;
  trial.result = co_await play_trial_game(table, seat_, subject_.key, limits_);
  trial.answers = overheard_.answers;
  if (BotChannel* alive = channel(); alive != nullptr && overheard_.first_peak_kb == 0)
    overheard_.first_peak_kb = alive->meters().peak_kb();
  for (const FaultEvent& event : trial.result.faults) {
    if (event.seat != table.seat) continue;
    require_blame(event);
    trial.faults.push_back(event);
  }
  const auto silence = law_silence(table, trial.result);
  if (silence && trial.faults.empty() && hearts::resolve_variant(table.variant).has_table_laws())
    trial.faults.push_back(*silence);
  if (figures == nullptr) co_return trial;
  // Its stderr of the last question may not have been read yet.
  if (BotChannel* alive = channel()) alive->mark(trial.result.timing[table.seat].questions);
  count(trial, *figures);
  figures->counts.add(overheard_.counts);
  figures->peak_kb = std::max(figures->peak_kb, overheard_.peak_kb);
  if (BotChannel* alive = channel()) figures->peak_kb = std::max(figures->peak_kb, alive->meters().peak_kb());
  co_return trial;
}

asio::awaitable<std::optional<Trial>> play_alone(asio::io_context& context, const Subject& subject, TrialTable table,
                                                 Alteration alteration) {
  alteration.is_brief = true;
  Conversation conversation(context, subject, std::move(alteration));
  const auto fault = co_await conversation.greet();
  if (fault) co_return std::nullopt;
  Trial trial = co_await conversation.play(table);
  co_await conversation.dismiss();
  co_return trial;
}

std::string describe_tables(std::span<const TrialTable> tables, int played, std::size_t questions) {
  std::string text = hearts::counted(played, "table");
  const auto seen = tables.first(static_cast<std::size_t>(played));
  if (seen.size() < tables.size())
    text = fmt::format("{} of {} before time ran out", played, hearts::counted(tables.size(), "table"));
  if (!seen.empty()) {
    const auto [fewest, most] = std::ranges::minmax(seen, {}, &TrialTable::seats);
    text += fmt::format("{} with {}", seen.size() < tables.size() ? "," : "", fewest.seats);
    if (most.seats > fewest.seats) text += fmt::format(" to {}", most.seats);
    text += " seats";
  }
  return text + ", " + hearts::counted(questions, "question");
}

asio::awaitable<std::string> compare_sizes(asio::io_context& context, const Subject& subject,
                                           std::span<const TrialTable> tables, const TrialTable& failed) {
  const TimePoint began = std::chrono::steady_clock::now();
  const auto is_over = [&] { return std::chrono::steady_clock::now() - began > kSizesTime; };
  std::set<std::string> names;
  for (const TrialTable& table : tables) {
    if (table.seats != failed.seats || !is_plain(table)) continue;
    if (is_over() || co_await passes(context, subject, table)) co_return std::string();
    names.insert(name_of(table));
    if (names.size() == kVariantsMax) break;
  }
  if (names.size() < kVariantsMin) co_return std::string();
  std::set<int> passed;
  for (const TrialTable& table : tables) {
    if (table.seats == failed.seats || !is_plain(table) || !names.contains(name_of(table))) continue;
    if (is_over() || !co_await passes(context, subject, table)) co_return std::string();
    passed.insert(table.seats);
  }
  if (passed.empty()) co_return std::string();
  const std::string others = hearts::joined(passed, ", ", [](int seats) { return std::to_string(seats); });
  co_return fmt::format("; it fails at tables of {} seats, and passes at tables of {}", failed.seats, others);
}

namespace alter {

std::string add_unknown_lines(std::string_view lines) {
  return each_line(lines, [](std::string line) {
    const std::string_view word = first_word(line);
    if (word == "hello") return line;
    std::string novel;
    if (word == "game") novel = "novel " + std::string(kLineBytesMax - 6, 'x') + "\n";
    if (word == "rule") novel = "rule novel.key 7\n";
    return novel + "novel 3 QS key=value : 2C\n" + line;
  });
}

std::string add_unknown_fields(std::string_view lines) {
  return each_line(lines, [](std::string line) {
    if (first_word(line) == "ask") line.insert(line.rfind(" : "), " novel=7 novel");
    return ends_in_fields(line) ? line + " novel=7 novel" : line;
  });
}

std::string rename_kinds(std::string_view lines, int& asked) {
  return each_line(lines, [&](std::string line) {
    std::string_view rest = line;
    const bool is_ask = cut_word(rest) == "ask";
    const std::string_view number = cut_word(rest);
    const bool renames = is_ask && cut_word(rest) == "play" && ++asked % 3 == 0;
    return renames ? fmt::format("ask {} novel{}", number, rest) : line;
  });
}

std::string add_empty_lines(std::string_view lines) {
  return each_line(lines, [](std::string line) { return first_word(line) == "hello" ? line : "\n" + line; });
}

std::string add_many_lines(std::string_view lines) {
  std::string text(lines);
  while (text.size() < lines.size() + kManyBytes) text += "# another line\n";
  return text;
}

std::string end_in_crlf(std::string_view lines) {
  return each_line(lines, [](std::string line) { return line + "\r"; });
}

std::string stop_clocks(std::string_view lines, const Limits& limits) {
  return each_line(lines, [&](std::string line) {
    std::string_view rest = line;
    if (cut_word(rest) != "ask") return line;
    for (int kept = 0; kept < 3; ++kept) cut_word(rest);
    const std::string begin = line.substr(0, line.size() - rest.size());
    cut_word(rest);
    cut_word(rest);
    return fmt::format("{} {} {}{}", begin, limits.move.count(), limits.bank.count(), rest);
  });
}

}  // namespace alter

}  // namespace arena
