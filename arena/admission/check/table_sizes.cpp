#include "arena/admission/check/table_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "arena/admission/check/conversation.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// Of so many variants without options each size is played, and no game is begun after that time.
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

std::string told_tables(std::span<const TrialTable> tables, int played, std::size_t questions) {
  std::string text = hearts::counted(played, "table");
  const auto seen = tables.first(static_cast<std::size_t>(played));
  if (seen.size() < tables.size())
    text = fmt::format("{} of {}, then the time was over", played, hearts::counted(tables.size(), "table"));
  if (!seen.empty()) {
    const auto [fewest, most] = std::ranges::minmax(seen, {}, &TrialTable::seats);
    text += seen.size() < tables.size() ? fmt::format("; of {}", fewest.seats) : fmt::format(" with {}", fewest.seats);
    if (most.seats > fewest.seats) text += fmt::format(" to {}", most.seats);
    text += " seats";
  }
  return text + ", " + hearts::counted(questions, "question");
}

asio::awaitable<std::string> tell_sizes(asio::io_context& context, const Subject& subject,
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
  co_return fmt::format("; it fails at tables of {} seats; it passed those of {}", failed.seats, others);
}

}  // namespace arena
