#pragma once

#include <chrono>
#include <string_view>

namespace arena::cli {

/// A length of time as "90s", "30m", "8h" or "2d", at least a second and at most 1000 days. Throws InputError that names
/// the option.
std::chrono::seconds parse_duration(std::string_view option, std::string_view text);

/// How long it is from `now` until that time by the local clock: "07:30", the next time that it is so late, or
/// "2031-05-17T07:30", at most 100 years away. Throws InputError that names the option for another text, a day that no
/// calendar has and a time that is over.
std::chrono::seconds time_until(std::string_view option, std::string_view text,
                                std::chrono::system_clock::time_point now);

/// A time before `now` by the local clock: "2026-05-17", when that day began, "2026-05-17T07:30", "07:30", the last time
/// that it was so late, or so long ago as parse_duration() takes it. Throws InputError that names the option for another
/// text, a day that no calendar has and a time that is to come.
std::chrono::sys_seconds time_since(std::string_view option, std::string_view text,
                                    std::chrono::system_clock::time_point now);

}  // namespace arena::cli
