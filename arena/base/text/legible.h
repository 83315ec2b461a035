#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

// What a reader sees of a text that a stranger chose. Unicode's properties and tables decide this; the library ICU has
// them. Any thread may call these functions.

/// The characters that a reader does not see as what they are.
enum class Unseen {
  /// Control characters (C0, C1), separators of lines and paragraphs, and marks that change the direction of text
  /// (Unicode's Bidi_Control). With them a terminal or a page shows something else than the text.
  misleading,
  /// These, and all that a reader does not see: Unicode's Default_Ignorable_Code_Point, format characters, characters
  /// for private use, unassigned ones, and two that draw nothing: U+2800 and U+1D159.
  all,
};

/// Removes the next character from a text that is not empty, and returns it. If the next bytes are not UTF-8, removes
/// as many as cannot belong to a character (at least one), and returns a negative number.
std::int32_t cut_character(std::string_view& text);

/// Returns what kind of character this is if a reader does not see it, such as "control character"; otherwise an empty
/// text.
std::string_view unseen_kind(std::int32_t character, Unseen which);

/// Whether the character is drawn on the one before it.
bool is_mark(std::int32_t character);

/// Returns how many columns of a terminal the character takes: none for one that is drawn on the one before it or is
/// not seen, two for a wide one, as in Chinese and emoji (Unicode's Standard Annex 11), otherwise one.
std::size_t columns_of_character(std::int32_t character);

/// Whether a text or a line of it is UTF-16: it begins with the mark of that encoding, or every other byte of it is 0.
/// A line that was cut at the byte of its LF may begin with either.
[[nodiscard]] bool is_utf16(std::string_view text);

/// Returns why a line is not accepted, as the end of a sentence: "has the invisible character U+200B at position 4".
/// Positions count characters from 1. Returns nothing if the text is UTF-8 without these characters.
[[nodiscard]] std::optional<std::string> unseen_flaw(std::string_view text, Unseen which);

/// Returns the same for a line that identifies somebody. It must have no unseen characters at all and no white space at
/// either end, must be in Unicode's normal form NFC, so that equal lines have equal bytes, and must have at most
/// `bytes_max` bytes.
[[nodiscard]] std::optional<std::string> line_flaw(std::string_view text, std::size_t bytes_max);

/// Whether a reader could take one text for the other.
///
/// This is so if their skeletons are equal after Unicode's Technical Standard 39, with case ignored. Unseen characters
/// and white space are left out. The marks _ . - and other dashes count as the same mark, and several of them as one; w
/// and vv count as the same, too. Small capitals, and letters in filled circles and boxes, count as the letters that
/// they show. Characters are compared in the order in which a reader sees them on a line from left to right.
[[nodiscard]] bool resembles(std::string_view one, std::string_view other);

}  // namespace arena
