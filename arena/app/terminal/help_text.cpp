#include "arena/app/terminal/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

#include "arena/app/terminal/build_commit.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

constexpr std::size_t kOptionColumns = 25;   ///< of the names of options and arguments
constexpr std::size_t kCommandColumns = 15;  ///< of the names of commands
constexpr std::string_view kExitCodes = "Exit codes: ";

/// Returns a name with its meaning beside it, or below it if there is little room.
std::string help_entry(const std::string& name, const std::string& meaning, std::size_t name_columns,
                       std::size_t width) {
  constexpr std::size_t kNarrow = 60;
  constexpr std::size_t kIndent = 6;
  const std::size_t columns = width < kNarrow ? kIndent : name_columns;
  const std::string label = "  " + name;
  if (meaning.empty()) return wrapped_text(label, width) + "\n";
  if (width >= kNarrow && columns_of(label) < columns) return labelled(label, columns, meaning, width);
  return wrapped_text(label, width) + "\n" + labelled("", columns, meaning, width);
}

bool is_examples_line(std::string_view line) { return line == "Examples:" || line == "Example:"; }

/// Returns a line of a list or an example, broken at words. In a list of terms, "  term  meaning", the broken lines are
/// aligned with the meaning.
std::string indented_line(const std::string& line, std::size_t width) {
  constexpr std::size_t kTermColumns = 16;
  const std::size_t gap = line.find("  ", line.find_first_not_of(' '));
  const std::size_t meaning = line.find_first_not_of(' ', gap);
  if (gap == std::string::npos || meaning > kTermColumns) return wrapped_text(line, width) + "\n";
  return labelled(line.substr(0, gap), meaning, line.substr(meaning), width);
}

/// Returns the lines broken at words. An empty line precedes examples and exit codes.
std::string help_lines(std::string_view text, std::size_t width) {
  std::string shown;
  while (!text.empty()) {
    const std::string line(cut_line(text));
    const bool starts_part = is_examples_line(line) || line.starts_with(kExitCodes);
    if (line.empty() || (starts_part && !shown.empty())) shown += "\n";
    if (!line.empty()) shown += line.starts_with(' ') ? indented_line(line, width) : wrapped(line, width);
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
  if (!argument.default_value.empty()) limits.push_back("default " + argument.default_value);
  return limits.empty() ? "" : " [" + hearts::joined(limits, "; ") + "]";
}

std::string entry_of(const ArgumentEntry& argument, std::size_t width) {
  std::string name = hearts::joined(argument.names, ", ");
  if (!argument.positional && !argument.is_flag()) name += " " + argument.value;
  return help_entry(name, argument.help + limits_of(argument), kOptionColumns, width);
}

std::vector<ArgumentEntry> arguments_where(const CommandEntry& command, const auto& is_wanted) {
  std::vector<ArgumentEntry> wanted;
  std::ranges::copy_if(command.arguments, std::back_inserter(wanted), is_wanted);
  return wanted;
}

std::vector<ArgumentEntry> positionals_of(const CommandEntry& command) {
  return arguments_where(command, &ArgumentEntry::positional);
}

/// Returns the options under this heading. Those without one are under the empty heading.
std::vector<ArgumentEntry> options_under(const CommandEntry& command, std::string_view heading) {
  return arguments_where(
      command, [&](const ArgumentEntry& argument) { return !argument.positional && argument.heading == heading; });
}

std::string entries_text(const std::string& title, const std::vector<ArgumentEntry>& arguments, std::size_t width) {
  if (arguments.empty()) return "";
  return "\n" + title + ":\n" +
         hearts::joined(arguments, "", [width](const ArgumentEntry& one) { return entry_of(one, width); });
}

/// Returns the names of those options that another command's help describes, by heading.
std::string named_options(const CommandTable& table, const CommandEntry& command, std::size_t width) {
  std::string text;
  std::string from;
  for (const HelpHeading& heading : command.headings) {
    const std::vector<ArgumentEntry> options = options_under(command, heading.title);
    if (heading.described_in.empty() || options.empty()) continue;
    if (heading.described_in != from) {
      from = heading.described_in;
      text +=
          "\n" + wrapped(fmt::format("Other options, which '{} help {}' describes:", table.program.name, from), width);
    }
    const std::string names =
        hearts::joined(options, ", ", [](const ArgumentEntry& option) { return option.names.back(); });
    text += help_entry(heading.title, names, kOptionColumns, width);
  }
  return text;
}

/// Returns the sentence that names the options that go with every command.
std::string common_options(const CommandTable& table, std::size_t width) {
  std::vector<std::string> names = {"--help"};
  for (const ArgumentEntry& option : table.program.arguments) {
    if (option.goes_with_commands()) names.push_back(option.names.back());
  }
  return "\n" + wrapped(fmt::format("Every command also accepts {}: see '{} help'.", hearts::listed(names),
                                    table.program.name),
                        width);
}

/// Escapes a text for roff, so that no character is a command and a hyphen can be copied.
std::string plain(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const bool starts_line = shown.empty() || shown.back() == '\n';
    if (starts_line && (c == '.' || c == '\'')) shown += "\\&";
    shown += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  }
  return shown;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string head_of(const std::string& name, std::string_view summary, std::string_view version) {
  return fmt::format(".TH {} 1 \"{}\" \"Hearts Arena {}\" \"Hearts Arena\"\n.SH NAME\n{} \\- {}\n", plain(upper(name)),
                     build_commit().date, version, plain(name), plain(summary));
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::string argument_text(const ArgumentEntry& argument) {
  std::string text = ".TP\n" + hearts::joined(argument.names, ", ", argument.positional ? italic : bold);
  if (!argument.positional && !argument.is_flag()) text += " " + italic(argument.value);
  std::string help = one_line(argument.help);
  if (!help.empty()) help[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(help[0])));
  text += "\n" + plain(help) + ".\n";
  if (!argument.words.empty() && !argument.open)
    text += plain(fmt::format("One of: {}.\n", fmt::join(argument.words, ", ")));
  if (!argument.bounds.empty()) text += plain(fmt::format("From {}.\n", argument.bounds));
  if (!argument.default_value.empty()) text += plain(fmt::format("Default: {}.\n", argument.default_value));
  return text;
}

/// Returns all arguments and options with their descriptions, since each page of the manual is complete.
std::string arguments_text(const CommandEntry& command) {
  const auto texts = [](const std::vector<ArgumentEntry>& list) { return hearts::joined(list, "", argument_text); };
  const std::string positionals = texts(positionals_of(command));
  std::string text = (positionals.empty() ? "" : ".SH ARGUMENTS\n" + positionals) + ".SH OPTIONS\n";
  text += texts(options_under(command, ""));
  for (const HelpHeading& heading : command.headings) {
    if (const std::string options = texts(options_under(command, heading.title)); !options.empty())
      text += ".SS " + plain(heading.title) + "\n" + options;
  }
  return text;
}

/// Returns the text below the options in sections: prose, examples, exit codes. Indented lines of the prose are a list,
/// and keep their line breaks.
std::string footer_text(std::string_view footer) {
  std::string prose;
  std::string examples;
  std::string codes;
  bool is_in_examples = false;
  bool is_in_list = false;
  while (!footer.empty()) {
    const std::string line(cut_line(footer));
    const bool is_indented = line.starts_with("  ");
    is_in_examples = is_examples_line(line) || (is_in_examples && is_indented);
    if (is_examples_line(line)) continue;
    if (!is_in_examples && is_indented != is_in_list) {
      prose += is_indented ? ".nf\n" : ".fi\n";
      is_in_list = is_indented;
    }
    if (line.empty()) {
      if (!prose.empty()) prose += ".PP\n";
    } else if (line.starts_with(kExitCodes)) {
      codes += plain(line.substr(kExitCodes.size())) + "\n";
    } else if (is_in_examples) {
      examples += plain(line.substr(2)) + "\n";
    } else {
      (codes.empty() ? prose : codes) += plain(line) + "\n";
    }
  }
  if (is_in_list) prose += ".fi\n";
  std::string text;
  if (!prose.empty()) text += ".SH NOTES\n" + prose;
  if (!examples.empty()) text += ".SH EXAMPLES\n.nf\n" + examples + ".fi\n";
  if (!codes.empty()) text += ".SH EXIT STATUS\n" + codes;
  return text;
}

}  // namespace

const CommandEntry& CommandTable::command(const std::string& name) const {
  return *std::ranges::find(commands, name, &CommandEntry::name);
}

std::string program_help(const CommandTable& table, std::size_t width) {
  const CommandEntry& program = table.program;
  std::string text = help_lines(program.summary, width) + "\nUsage: " + program.name + " COMMAND [ARGUMENTS]\n";
  for (const CommandSection& section : table.sections) {
    text += "\n" + section.title + ":\n";
    for (const std::string& name : section.commands)
      text += help_entry(name, table.command(name).summary, kCommandColumns, width);
  }
  text += entries_text("Options", options_under(program, ""), width);
  return text + "\n" + help_lines(program.footer, width);
}

std::string command_help(const CommandTable& table, const CommandEntry& command, std::size_t width) {
  std::string usage = "Usage: " + table.program.name + " " + command.name + " [OPTIONS]";
  const std::vector<ArgumentEntry> positionals = positionals_of(command);
  for (const ArgumentEntry& argument : positionals) {
    const std::string name = argument.names.back() + (argument.repeats ? "..." : "");
    usage += argument.required ? " " + name : " [" + name + "]";
  }
  std::string text = help_lines(command.summary + ".", width) + "\n" + wrapped_text(usage, width) + "\n";
  text += entries_text("Arguments", positionals, width);
  std::vector<ArgumentEntry> plain_options = options_under(command, "");
  std::erase_if(plain_options, &ArgumentEntry::is_help);
  text += entries_text("Options", plain_options, width);
  for (const HelpHeading& heading : command.headings) {
    if (heading.described_in.empty()) text += entries_text(heading.title, options_under(command, heading.title), width);
  }
  text += named_options(table, command, width) + common_options(table, width);
  return command.footer.empty() ? text : text + "\n" + help_lines(command.footer, width);
}

std::string program_page(const CommandTable& table, std::string_view version) {
  std::string text = head_of("arena", "plays and rates bots of the Hearts family of card games", version);
  text += ".SH SYNOPSIS\n" + bold("arena") + " [" + italic("OPTION") + "]... " + italic("COMMAND") + " [" +
          italic("ARGUMENT") + "]...\n";
  text += ".SH DESCRIPTION\n" + plain(one_line(table.program.summary)) + "\n";
  text += ".SH COMMANDS\n";
  for (const CommandSection& section : table.sections) {
    text += ".SS " + plain(section.title) + "\n";
    for (const std::string& name : section.commands)
      text += ".TP\n" + bold(name) + "\n" + plain(table.command(name).summary) + ".\n";
  }
  text += arguments_text(table.program) + footer_text(table.program.footer) + ".SH SEE ALSO\n";
  const auto page_of = [](const CommandEntry& command) { return bold("arena-" + command.name) + "(1)"; };
  return text + hearts::joined(table.commands, ",\n", page_of) + "\n";
}

std::string command_page(const CommandTable& table, const CommandEntry& command, std::string_view version) {
  std::string text = head_of("arena-" + command.name, command.summary, version);
  text += ".SH SYNOPSIS\n" + bold("arena " + command.name) + " [" + italic("OPTION") + "]...";
  for (const ArgumentEntry& argument : command.arguments) {
    if (!argument.positional) continue;
    const std::string name = italic(argument.names.back());
    text += (argument.required ? " " + name : " [" + name + "]") + (argument.repeats ? "..." : "");
  }
  text += "\n" + arguments_text(command);
  for (const ArgumentEntry& argument : table.program.arguments) {
    if (argument.goes_with_commands()) text += argument_text(argument);
  }
  return text + footer_text(command.footer) + ".SH SEE ALSO\n" + bold("arena") + "(1)\n";
}

}  // namespace arena::cli
