#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Cuts the next word off the front of `text`. Returns an empty word if there is none. Words are separated by spaces.
std::string_view cut_word(std::string_view& text);

/// All words of `text`.
std::vector<std::string_view> words_of(std::string_view text);

/// The number that the text begins with; 0 if it begins with none.
long long leading_number(std::string_view text);

/// Cuts the next line off the front of `text` and returns it without its LF. The last line may lack the LF.
std::string_view cut_line(std::string_view& text);

/// Appends a piece of a stream to `left`, and calls `on_line` with each line that is now complete, without its LF. The
/// rest stays in `left`.
template <class Function>
void split_whole_lines(std::string& left, std::string_view piece, Function on_line) {
  left += piece;
  for (std::size_t end = left.find('\n'); end != std::string::npos; end = left.find('\n')) {
    const std::string line = left.substr(0, end);
    left.erase(0, end + 1);
    on_line(line);
  }
}

/// The last line of `text` that is not empty, without its LF.
std::string_view last_line(std::string_view text);

/// Whether the text matches the pattern. "*" matches any text, even an empty one.
bool matches_pattern(std::string_view pattern, std::string_view text);

/// Whether a pattern selects the variant with that id. "black-lady@4+no_blood" is selected by itself, by "black-lady@4"
/// and by "black-lady", each with or without stars.
bool selects_variant(std::string_view pattern, std::string_view id);

/// The word as an argument for a shell, in quotes if it needs them.
std::string shell_quoted(std::string_view word);

}  // namespace arena
