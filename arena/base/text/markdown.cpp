#include "arena/base/text/markdown.h"

#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::joined;

bool is_alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

/// Whether the text would begin a heading, a rule or a list item.
bool begins_block(std::string_view text, std::size_t at) {
  const bool is_apart = at + 1 >= text.size() || text[at + 1] == ' ' || text[at + 1] == text[at];
  if (at == 0) return text[0] == '#' || text[0] == '=' || ((text[0] == '-' || text[0] == '+') && is_apart);
  return is_apart && (text[at] == '.' || text[at] == ')') &&
         text.substr(0, at).find_first_not_of("0123456789") == std::string_view::npos;
}

bool means_something(std::string_view text, std::size_t at) {
  if (text[at] == '_')
    return at == 0 || at + 1 == text.size() || !is_alphanumeric(text[at - 1]) || !is_alphanumeric(text[at + 1]);
  return std::string_view("\\|*`<>[]~&").find(text[at]) != std::string_view::npos;
}

/// Where a text is: in a line of its own, or in a cell, which cannot begin a block.
enum class Part { line, cell };

std::string escaped(std::string_view text, Part part) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (means_something(text, i) || (part == Part::line && begins_block(text, i))) result += '\\';
    result += text[i];
  }
  return result;
}

std::string cell_of(std::string_view text) { return escaped(text, Part::cell); }

}  // namespace

std::string markdown_escaped(std::string_view text) { return escaped(text, Part::line); }

std::string markdown_table(const CellTable& table) {
  const auto head_text = [](const CellTable::Head& head) { return cell_of(head.text); };
  std::string text = "| " + joined(table.heads, " | ", head_text) + " |\n|";
  for (const auto& head : table.heads) text += head.is_left ? "---|" : "---:|";
  text += "\n";
  for (const auto& row : table.rows) text += "| " + joined(row, " | ", cell_of) + " |\n";
  return text;
}

std::string markdown_list(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "- " + markdown_escaped(sentence) + "\n";
  return text.empty() ? text : "\n" + text;
}

}  // namespace arena
