#pragma once

#include <cstddef>
#include <string_view>

#include "arena/bots/process/steady_time.h"

namespace arena {

/// The longest line that a bot may send, without the newline.
inline constexpr std::size_t kLineBytesMax = 4096;

/// One line from a bot, or why there is none.
struct Incoming {
  enum class Kind {
    line,
    timeout,  ///< nothing complete by the deadline
    closed,   ///< end of file on the bot's stdout
    flood,    ///< a line longer than kLineBytesMax
  };
  Kind kind = Kind::line;
  std::string_view text;  ///< without LF or CRLF; valid until the next call on the channel
  TimePoint at;           ///< when the newline could be read, or when the wait ended
};

/// The result of a write. The pipe may have taken a part of the text.
struct Sent {
  enum class Kind {
    done,
    timeout,  ///< the bot does not read
    closed,   ///< the bot closed its stdin
  };
  Kind kind = Kind::done;
  TimePoint at;           ///< when the write of the last byte began, or when the wait ended
  std::size_t bytes = 0;  ///< how many bytes the pipe took; the rest must still be sent
};

}  // namespace arena
