#include "arena/app/terminal/time_words.h"

#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <optional>
#include <string>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"

namespace arena::cli {
namespace {

using std::chrono::seconds;

constexpr seconds kMost = std::chrono::hours(24 * 1000);
/// The clocks count nanoseconds in 64 bits, which is enough for 292 years.
constexpr seconds kFarthest = std::chrono::hours(24 * 365 * 100);

/// Parses the whole text by a format of strptime; fields that the format does not have are those of `from`. Returns
/// nothing if the text has another format. Throws InputError that names the option for a day that does not exist.
std::optional<std::tm> read_time(std::string_view option, std::string_view text, const char* format, std::tm from) {
  const std::string whole(text);
  const char* end = ::strptime(whole.c_str(), format, &from);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const std::chrono::year_month_day day(std::chrono::year(from.tm_year + 1900),
                                        std::chrono::month(static_cast<unsigned>(from.tm_mon + 1)),
                                        std::chrono::day(static_cast<unsigned>(from.tm_mday)));
  if (!day.ok()) throw InputError(fmt::format("{}: there is no such day as in {}", option, text));
  return from;
}

/// Returns nothing for any other text.
std::optional<seconds> duration_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const int in_seconds = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : 0;
  const auto time = seconds(static_cast<std::int64_t>(number) * in_seconds);
  if (error != std::errc() || time < seconds(1) || time > kMost) return std::nullopt;
  return time;
}

/// Returns the local time at the beginning of the minute.
std::tm minute_of(std::time_t time) {
  std::tm minute = {};
  ::localtime_r(&time, &minute);
  minute.tm_sec = 0;
  return minute;
}

std::time_t time_of(std::tm time) {
  time.tm_isdst = -1;
  return std::mktime(&time);
}

}  // namespace

seconds parse_duration(std::string_view option, std::string_view text) {
  if (const auto time = duration_of(text)) return *time;
  throw InputError(fmt::format("{}: '{}' is not a time such as 90s, 30m, 8h or 2d", option, printable(text, 40)));
}

seconds time_until(std::string_view option, std::string_view text, std::chrono::system_clock::time_point now) {
  const std::time_t start = std::chrono::system_clock::to_time_t(now);
  const std::tm today = minute_of(start);
  if (const auto time = read_time(option, text, "%Y-%m-%dT%H:%M", today)) {
    const seconds left(time_of(*time) - start);
    if (left >= seconds(1) && left <= kFarthest) return left;
    throw InputError(fmt::format("{}: {} is {}", option, text, left < seconds(1) ? "over" : "too far away"));
  }
  if (auto time = read_time(option, text, "%H:%M", today)) {
    if (time_of(*time) <= start) ++time->tm_mday;
    return seconds(time_of(*time) - start);
  }
  throw InputError(
      fmt::format("{}: '{}' is not a time such as 07:30 or 2031-05-17T07:30", option, printable(text, 40)));
}

std::chrono::sys_seconds time_since(std::string_view option, std::string_view text,
                                    std::chrono::system_clock::time_point now) {
  const std::time_t end = std::chrono::system_clock::to_time_t(now);
  const std::tm today = minute_of(end);
  std::tm midnight = today;
  midnight.tm_hour = midnight.tm_min = 0;
  std::time_t since = 0;
  if (const auto time = read_time(option, text, "%Y-%m-%dT%H:%M", today)) {
    since = time_of(*time);
  } else if (const auto day = read_time(option, text, "%Y-%m-%d", midnight)) {
    since = time_of(*day);
  } else if (auto hour = read_time(option, text, "%H:%M", today)) {
    if (time_of(*hour) > end) --hour->tm_mday;
    since = time_of(*hour);
  } else if (const auto ago = duration_of(text)) {
    since = end - ago->count();
  } else {
    throw InputError(fmt::format("{}: '{}' is not a time such as 2026-05-17, 2026-05-17T07:30, 07:30 or 2d", option,
                                 printable(text, 40)));
  }
  if (since > end) throw InputError(fmt::format("{}: {} is to come", option, text));
  return std::chrono::sys_seconds(seconds(since));
}

}  // namespace arena::cli
