#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "arena/base/text/text_layout.h"

namespace arena {

/// The size of a terminal in characters.
struct TerminalSize {
  std::size_t columns = 80;
  std::size_t lines = 24;
};

/// The present size of the terminal behind a descriptor. COLUMNS and LINES in the environment override it if they are
/// numbers from 1 to 10000. The default is 80 by 24.
TerminalSize terminal_size(int fd);

/// When to use a feature that a user can force or refuse, such as colours.
enum class When { automatic, always, never };

/// The properties of one of our outputs. This is the only place that knows about width, colours and symbols.
struct Screen {
  bool is_terminal = false;
  bool can_redraw = false;  ///< a terminal with a cursor that can be moved; false for TERM=dumb
  TerminalSize size;        ///< of the terminal, with 40 to 200 columns
  bool color = false;
  bool symbols = false;  ///< print suits as ♠♥♦♣

  /// The width of texts: that of the terminal, or the fixed one of output to a file.
  Page page() const;
  /// Prepares a text: on a terminal its lines are broken between words, elsewhere it is unchanged.
  std::string fitting(std::string_view text) const;
};

/// Finds out what is behind a descriptor.
///
/// With When::automatic, a terminal has colours unless TERM is empty or "dumb". CLICOLOR_FORCE (neither empty nor 0)
/// gives colours to any output, and NO_COLOR (not empty) takes them from every output, even with CLICOLOR_FORCE. Suits
/// are symbols on a terminal with a UTF-8 locale.
Screen find_screen(int fd, When color = When::automatic);

/// Where a command prints: its results, and its messages.
struct Screens {
  Screen out;
  Screen err;
};

}  // namespace arena
