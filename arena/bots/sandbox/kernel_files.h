#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace arena {

// Small text files in which the kernel reports and takes numbers: those of control groups and of /proc. The functions
// throw nothing, and any thread may call them.

/// Writes a text and returns whether the kernel has accepted it; otherwise errno says why. A stream would not report
/// that.
[[nodiscard]] bool write_kernel_file(const std::filesystem::path& path, std::string_view text);

/// Returns the number at the start of a file, or nothing if there is none.
[[nodiscard]] std::optional<long long> read_number(const std::filesystem::path& path);

/// Returns the number after a word in a file of lines "WORD NUMBER", with or without a unit. Returns nothing if no line
/// begins with the word.
[[nodiscard]] std::optional<long long> find_number(const std::filesystem::path& path, std::string_view word);

}  // namespace arena
