#pragma once

#include <string>
#include <string_view>

namespace arena {

/// Evidence of how a fault came about, for the hints to a bot's author. Not in records.
enum class Telltale {
  none,
  byte_order_mark,  ///< the line begins with it
  utf16,            ///< every other byte of the line is 0
  zero_bytes,       ///< some are
  not_ascii,        ///< `ready` or the right number, and then bytes of more than 7 bits
  changed_number,   ///< the number of the question, written in another way
  commas,           ///< offered words with commas between them
  no_newline,       ///< `ready` or an answer, and no newline after it
  unfinished,       ///< other bytes, and no newline
  first_silence,    ///< no answer came to the first question of the game
  bank_spent,       ///< the question had less time than MOVE, for the bank was used up
};

/// Of a line that is not taken for `ready` or an answer. `id`: of the open question; 0: there is none.
Telltale telltale_of(std::string_view line, int id);

/// The bytes are an answer to question `id`, or `ready` where there is none, but for the newline.
bool lacks_newline_only(std::string_view bytes, int id);

/// A clause that says what telltale_of() has found in the line, printable; empty for none.
std::string told(Telltale telltale, std::string_view line, int id);

}  // namespace arena
