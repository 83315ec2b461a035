#include "tests/house/source_tree.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string_view>

namespace house {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the comment, literal or single character that starts at `at` ends (one past), and what it is.
struct Piece {
  enum class Kind { code, comment, literal } kind = Kind::code;
  std::size_t end = 0;
};

std::size_t end_of(std::string_view text, std::string_view closing, std::size_t from) {
  const std::size_t found = text.find(closing, from);
  return found == std::string_view::npos ? text.size() : found + closing.size();
}

std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

// A quote after a digit inside a number, as in 1'000'000.
bool separates_digits(std::string_view text, std::size_t at) {
  std::size_t start = at;
  while (start > 0 && (is_word(text[start - 1]) || text[start - 1] == '\'')) --start;
  return start < at && std::isdigit(static_cast<unsigned char>(text[start])) != 0;
}

bool opens_raw_string(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != 'R') return false;
  std::size_t start = at - 1;
  while (start > 0 && is_word(text[start - 1])) --start;
  const std::string_view prefix = text.substr(start, at - start);
  return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
}

Piece piece_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "//") return {Piece::Kind::comment, std::min(text.find('\n', at), text.size())};
  if (text.substr(at, 2) == "/*") return {Piece::Kind::comment, end_of(text, "*/", at + 2)};
  if (text[at] == '"' && opens_raw_string(text, at)) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos) return {Piece::Kind::literal, text.size()};
    const std::string closing = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
    return {Piece::Kind::literal, end_of(text, closing, open)};
  }
  if (text[at] == '"' || (text[at] == '\'' && !separates_digits(text, at))) {
    return {Piece::Kind::literal, end_of_quoted(text, at)};
  }
  return {Piece::Kind::code, at + 1};
}

}  // namespace

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return text;
}

SourceTree read_tree(const std::filesystem::path& root, const std::vector<std::string>& folders) {
  SourceTree tree;
  for (const std::string& folder : folders) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      tree.push_back({entry.path().lexically_relative(root).generic_string(), bytes_of(entry.path())});
    }
  }
  std::sort(tree.begin(), tree.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return tree;
}

bool is_source(const SourceFile& file) {
  return is_header(file) || file.path.ends_with(".cpp") ||
         (file.path.ends_with(".c") && file.path.starts_with("arena/"));
}

bool is_header(const SourceFile& file) { return file.path.ends_with(".h"); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::string blanked(const std::string& text, Blank what) {
  std::string result = text;
  for (std::size_t at = 0; at < text.size();) {
    const Piece piece = piece_at(text, at);
    const bool is_code = piece.kind == Piece::Kind::code;
    const bool is_kept = piece.kind == Piece::Kind::literal && what == Blank::comments;
    if (is_code == (what == Blank::code) && !is_kept) {
      const auto from = result.begin() + static_cast<std::ptrdiff_t>(at);
      const auto to = result.begin() + static_cast<std::ptrdiff_t>(piece.end);
      const auto is_blanked = [&](char c) {
        return is_code ? std::isspace(static_cast<unsigned char>(c)) == 0 : c != '\n';
      };
      std::replace_if(from, to, is_blanked, is_code ? ';' : ' ');
    }
    at = piece.end;
  }
  return result;
}

std::vector<Include> includes_of(const SourceFile& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*(?:"([^"]+)\"|<([^>]+)>))");
  std::vector<Include> includes;
  const std::vector<std::string> lines = lines_of(blanked(file.text, Blank::comments));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    // Most lines are no directives, and a regular expression is slow to say so.
    if (lines[i].find('#') == std::string::npos || !std::regex_search(lines[i], match, pattern)) continue;
    const bool quoted = match[1].matched;
    includes.push_back({i + 1, match[quoted ? 1 : 2].str(), quoted});
  }
  return includes;
}

std::string finding(const std::string& path, std::size_t line, const std::string& what) {
  return path + ":" + std::to_string(line) + ": " + what;
}

}  // namespace house
