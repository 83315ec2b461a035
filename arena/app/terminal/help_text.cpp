#include "arena/app/terminal/help_text.h"

#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

/// Returns a name with its meaning beside it or, where there is little room, below it.
std::string help_entry(const std::string& name, const std::string& meaning, std::size_t width) {
  constexpr std::size_t kNameColumns = 30;
  constexpr std::size_t kNarrow = 60;
  constexpr std::size_t kIndent = 6;
  const std::size_t columns = width < kNarrow ? kIndent : kNameColumns;
  const std::string label = "  " + name;
  if (meaning.empty()) return wrapped_text(label, width) + "\n";
  if (width >= kNarrow && columns_of(label) < columns) return labelled(label, columns, meaning, width);
  return wrapped_text(label, width) + "\n" + labelled("", columns, meaning, width);
}

/// Returns the lines broken at words; the broken lines of indented text are indented further.
std::string help_lines(std::string_view text, std::size_t width) {
  std::string shown;
  while (!text.empty()) {
    const std::string line(cut_line(text));
    shown += line.starts_with(' ') ? wrapped_text(line, width) + "\n" : wrapped(line, width);
  }
  return shown;
}

/// Returns "[1 to 64; not with --games; default 4]": what the argument accepts, with the default last.
std::string limits_of(const ArgumentEntry& argument) {
  std::vector<std::string> limits;
  if (!argument.words.empty() && !argument.open && argument.listed)
    limits.push_back(hearts::listed(argument.words, "or"));
  if (!argument.bounds.empty()) limits.push_back(argument.bounds);
  if (!argument.needs.empty()) limits.push_back("only with " + hearts::listed(argument.needs));
  if (!argument.excludes.empty()) limits.push_back("not with " + hearts::listed(argument.excludes, "or"));
  if (argument.required && !argument.positional) limits.emplace_back("required");
  if (!argument.usual.empty()) limits.push_back("default " + argument.usual);
  return limits.empty() ? "" : " [" + hearts::joined(limits, "; ") + "]";
}

std::string entry_of(const ArgumentEntry& argument, std::size_t width) {
  std::string name = hearts::joined(argument.names, ", ");
  if (!argument.positional && !argument.is_flag()) name += " " + argument.value;
  return help_entry(name, argument.help + limits_of(argument), width);
}

std::string arguments_of(const CommandEntry& command, std::size_t width) {
  std::string positionals;
  std::string options;
  for (const ArgumentEntry& argument : command.arguments) {
    (argument.positional ? positionals : options) += entry_of(argument, width);
  }
  return (positionals.empty() ? "" : "Arguments:\n" + positionals + "\n") + "Options:\n" + options;
}

std::string help_of(const CommandEntry& command, const std::string& usage, const std::string& after_options,
                    std::size_t width) {
  std::string text = help_lines(command.summary, width) + wrapped_text("Usage: " + usage, width) + "\n\n" +
                     arguments_of(command, width) + after_options;
  if (!command.footer.empty()) text += "\n" + help_lines(command.footer, width);
  return text;
}

}  // namespace

std::string program_help(const CommandTable& table, std::size_t width) {
  std::string commands = "\nCommands:\n";
  for (const CommandEntry& command : table.commands) commands += help_entry(command.name, command.summary, width);
  return help_of(table.program, table.program.name + " [OPTIONS] COMMAND", commands, width);
}

std::string command_help(const CommandTable& table, const CommandEntry& command, std::size_t width) {
  std::string usage = table.program.name + " " + command.name + " [OPTIONS]";
  for (const ArgumentEntry& argument : command.arguments) {
    if (!argument.positional) continue;
    const std::string name = argument.names.back() + (argument.repeats ? "..." : "");
    usage += argument.required ? " " + name : " [" + name + "]";
  }
  return help_of(command, usage, "", width);
}

}  // namespace arena::cli
