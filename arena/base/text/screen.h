#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "arena/base/text/text_layout.h"

namespace arena {

/// Width and height in characters.
struct TerminalSize {
  std::size_t columns = 80;
  std::size_t lines = 24;
};

/// Asks how large the terminal behind a descriptor is now. COLUMNS and LINES of the environment come first where they
/// are numbers; what nobody tells is 80 and 24.
TerminalSize terminal_size(int fd);

/// When something is shown that can be asked for and refused.
enum class When { automatic, always, never };

/// What one of our outputs is for those who read it: the one place that knows width, colours and symbols.
struct Screen {
  bool is_terminal = false;
  bool can_redraw = false;  ///< a terminal whose cursor can be moved: no "dumb" one
  TerminalSize size;        ///< of the terminal, columns from 40 to 200
  bool color = false;
  bool symbols = false;  ///< suits as ♠♥♦♣

  /// How wide texts are: as the terminal, and elsewhere as a file has them.
  Page page() const;
  /// A text of ours for it: on a terminal broken at words, elsewhere as it is.
  std::string fitting(std::string_view text) const;
};

/// Finds out what stands behind a descriptor. Colours are shown automatically on a terminal that knows them. NO_COLOR
/// (not empty) takes them away, CLICOLOR_FORCE (neither empty nor 0) shows them in a file, too; TERM=dumb has none.
/// Symbols are shown on a terminal where the locale is UTF-8.
Screen find_screen(int fd, When color = When::automatic);

/// Where a command prints: results, and messages.
struct Screens {
  Screen out;
  Screen err;
};

}  // namespace arena
