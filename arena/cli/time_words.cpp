#include "arena/cli/time_words.h"

#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <optional>
#include <string>

#include "arena/text/input_error.h"
#include "arena/text/printable.h"

namespace arena::cli {
namespace {

using std::chrono::seconds;

constexpr seconds kMost = std::chrono::hours(24 * 1000);

/// What `format` of strptime makes of all of the text; it starts from `from`.
std::optional<std::tm> read_time(std::string_view text, const char* format, std::tm from) {
  const std::string whole(text);
  const char* end = ::strptime(whole.c_str(), format, &from);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return from;
}

}  // namespace

seconds parse_duration(std::string_view option, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const int in_seconds = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : 0;
  const auto time = std::chrono::seconds(static_cast<std::int64_t>(number) * in_seconds);
  if (error == std::errc() && time >= seconds(1) && time <= kMost) return time;
  throw InputError(fmt::format("{}: '{}' is not a time such as 90s, 30m, 8h or 2d", option, printable(text, 40)));
}

seconds time_until(std::string_view option, std::string_view text, std::chrono::system_clock::time_point now) {
  const std::time_t start = std::chrono::system_clock::to_time_t(now);
  std::tm today = {};
  ::localtime_r(&start, &today);
  today.tm_sec = 0;
  today.tm_isdst = -1;
  const auto seconds_to = [&](std::tm time) {
    time.tm_isdst = -1;
    return seconds(std::mktime(&time) - start);
  };
  if (const auto time = read_time(text, "%Y-%m-%dT%H:%M", today)) {
    const seconds left = seconds_to(*time);
    if (left >= seconds(1) && left <= kMost) return left;
    throw InputError(fmt::format("{}: {} is {}", option, text, left < seconds(1) ? "over" : "too far away"));
  }
  if (auto time = read_time(text, "%H:%M", today)) {
    if (seconds_to(*time) < seconds(1)) ++time->tm_mday;
    return seconds_to(*time);
  }
  throw InputError(
      fmt::format("{}: '{}' is not a time such as 07:30 or 2031-05-17T07:30", option, printable(text, 40)));
}

}  // namespace arena::cli
