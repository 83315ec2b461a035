#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Cuts the next word off the front of `text`; empty when there is none. Words are separated by spaces.
std::string_view cut_word(std::string_view& text);

/// All words of `text`.
std::vector<std::string_view> words_of(std::string_view text);

/// The number that the text begins with; 0 where there is none.
long long leading_number(std::string_view text);

/// Cuts the next line off the front of `text`, without its LF, which the last line need not have.
std::string_view cut_line(std::string_view& text);

/// Puts a piece of a stream behind what is left of it, and calls `take` with each line that is whole now, without its LF.
template <class Take>
void take_whole_lines(std::string& left, std::string_view piece, Take take) {
  left += piece;
  for (std::size_t end = left.find('\n'); end != std::string::npos; end = left.find('\n')) {
    const std::string line = left.substr(0, end);
    left.erase(0, end + 1);
    take(line);
  }
}

/// The last line of `text` that is not empty, without its LF.
std::string_view last_line(std::string_view text);

/// Whether the text is what the pattern says, in which "*" stands for any text.
bool matches_pattern(std::string_view pattern, std::string_view text);

/// Whether a pattern means the variant of that id: "black-lady@4+no_blood" is meant by itself, by "black-lady@4" and by
/// "black-lady", each with or without stars.
bool means_variant(std::string_view pattern, std::string_view id);

/// A word as a shell takes it: quoted where it must be.
std::string in_shell(std::string_view word);

}  // namespace arena
