#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// Longest line that is read from a person. The rest of a longer line is dropped.
inline constexpr std::size_t kTypedBytesMax = 1000;

/// The interface between a player and a terminal, so that tests can replace the terminal. Only one player may use it at
/// a time.
class Terminal {
 public:
  virtual ~Terminal() = default;

  /// Writes the text unchanged. Throws std::system_error when it cannot be written.
  virtual void write(std::string_view text) = 0;
  /// Shows the prompt, which has no newline, and returns the next line that is typed, without its newline. Returns
  /// nothing at the end of input. Waits as long as it takes; can be cancelled.
  virtual boost::asio::awaitable<std::optional<std::string>> read_line(std::string prompt) = 0;
  /// Returns the width, at least kColumnsMin.
  virtual std::size_t columns() const = 0;
  virtual bool color() const = 0;
  /// Whether suits are shown as ♠♥♦♣.
  virtual bool symbols() const = 0;

  static constexpr std::size_t kColumnsMin = 20;
};

/// Returns standard input and output, which need not be a terminal. On a terminal, libedit edits the lines, and changes
/// the settings of the terminal while it waits for a line. The flags of the descriptors do not change. Throws
/// std::system_error when the kernel has no descriptors left.
std::shared_ptr<Terminal> standard_terminal(bool color, bool symbols);

}  // namespace arena
