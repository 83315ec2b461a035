#include "arena/text/markdown.h"

#include "engine/typed_text.h"

namespace arena {

using hearts::joined;

std::string markdown_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\|*`<>[]").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string markdown_table(const CellTable& table) {
  const auto head_text = [](const CellTable::Head& head) { return markdown_escaped(head.text); };
  std::string text = "| " + joined(table.heads, " | ", head_text) + " |\n|";
  for (const auto& head : table.heads) text += head.is_left ? "---|" : "---:|";
  text += "\n";
  for (const auto& row : table.rows) text += "| " + joined(row, " | ", markdown_escaped) + " |\n";
  return text;
}

std::string markdown_list(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "- " + markdown_escaped(sentence) + "\n";
  return text.empty() ? text : "\n" + text;
}

}  // namespace arena
