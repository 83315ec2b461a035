#pragma once

#include <chrono>
#include <string_view>

namespace arena::cli {

/// Parses a length of time such as "90s", "30m", "8h" or "2d", from one second to 1000 days. Throws InputError that
/// names the option.
std::chrono::seconds parse_duration(std::string_view option, std::string_view text);

/// Returns the time from `now` until a time of the local clock: "07:30", which is the next time that the clock shows
/// this, or "2031-05-17T07:30", at most 100 years away. Throws InputError that names the option for any other text, for
/// a day that does not exist and for a time in the past.
std::chrono::seconds time_until(std::string_view option, std::string_view text,
                                std::chrono::system_clock::time_point now);

/// Parses a time before `now` by the local clock: "2026-05-17", which is the beginning of that day, "2026-05-17T07:30",
/// "07:30", which is the last time that the clock showed this, or a length of time before now, as parse_duration()
/// parses it. Throws InputError that names the option for any other text, for a day that does not exist and for a time
/// in the future.
std::chrono::sys_seconds time_since(std::string_view option, std::string_view text,
                                    std::chrono::system_clock::time_point now);

}  // namespace arena::cli
