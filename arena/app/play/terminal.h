#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// Longest line that is taken from a person; the rest of it is dropped.
inline constexpr std::size_t kTypedBytesMax = 1000;

/// Where a person sits: the seam between a player and a real terminal. One at a time may use it.
class Terminal {
 public:
  virtual ~Terminal() = default;

  /// Text of ours, as it is. Throws std::system_error when it cannot be written.
  virtual void write(std::string_view text) = 0;
  /// Shows the prompt, a line without its end, and returns the next line typed, without its end; nothing at the end of
  /// input. Waits as long as it takes; can be cancelled.
  virtual boost::asio::awaitable<std::optional<std::string>> read_line(std::string prompt) = 0;
  /// How wide it is, at least kColumnsMin.
  virtual std::size_t columns() const = 0;
  virtual bool color() const = 0;
  /// Suits are shown as ♠♥♦♣.
  virtual bool symbols() const = 0;

  static constexpr std::size_t kColumnsMin = 20;
};

/// Standard input and output, whatever they are. On a terminal lines are edited by libedit: while it waits for one its
/// settings are others. The flags of the descriptors stay as they are. Throws std::system_error when the kernel has
/// no descriptors left.
std::shared_ptr<Terminal> standard_terminal(bool color, bool symbols);

}  // namespace arena
