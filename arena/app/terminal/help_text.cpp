#include "arena/app/terminal/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "arena/app/terminal/build_commit.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

/// Returns the texts of the positional arguments and those of the options.
std::pair<std::string, std::string> by_kind(const CommandEntry& command, const auto& text_of) {
  std::pair<std::string, std::string> texts;
  for (const ArgumentEntry& argument : command.arguments)
    (argument.positional ? texts.first : texts.second) += text_of(argument);
  return texts;
}

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

std::string help_of(const CommandEntry& command, const std::string& usage, const std::string& after_options,
                    std::size_t width) {
  const auto [positionals, options] =
      by_kind(command, [width](const ArgumentEntry& argument) { return entry_of(argument, width); });
  std::string text = help_lines(command.summary, width) + wrapped_text("Usage: " + usage, width) + "\n\n";
  if (!positionals.empty()) text += "Arguments:\n" + positionals + "\n";
  text += "Options:\n" + options + after_options;
  if (!command.footer.empty()) text += "\n" + help_lines(command.footer, width);
  return text;
}

/// As roff shows it: no character is a command, and a hyphen can be copied as such.
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
  if (!argument.usual.empty()) text += plain(fmt::format("Default: {}.\n", argument.usual));
  return text;
}

std::string arguments_text(const CommandEntry& command) {
  const auto [positionals, options] = by_kind(command, argument_text);
  return (positionals.empty() ? "" : ".SH ARGUMENTS\n" + positionals) + ".SH OPTIONS\n" + options;
}

/// The text below the options, in sections: prose, examples, exit codes.
std::string footer_text(std::string_view footer) {
  static constexpr std::string_view kCodes = "Exit codes: ";
  std::string prose;
  std::string examples;
  std::string codes;
  while (!footer.empty()) {
    const std::string line(cut_line(footer));
    if (line == "Examples:" || line.empty()) continue;
    if (line.starts_with(kCodes)) {
      codes += plain(line.substr(kCodes.size())) + "\n";
    } else if (line.starts_with("  ")) {
      examples += plain(line.substr(2)) + "\n";
    } else {
      (codes.empty() ? prose : codes) += plain(line) + "\n";
    }
  }
  std::string text;
  if (!prose.empty()) text += ".SH NOTES\n" + prose;
  if (!examples.empty()) text += ".SH EXAMPLES\n.nf\n" + examples + ".fi\n";
  if (!codes.empty()) text += ".SH EXIT STATUS\n" + codes;
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

std::string program_page(const CommandTable& table, std::string_view version) {
  std::string text = head_of("arena", "plays and rates bots of the Hearts family of card games", version);
  text += ".SH SYNOPSIS\n" + bold("arena") + " [" + italic("OPTION") + "]... " + italic("COMMAND") + " [" +
          italic("ARGUMENT") + "]...\n";
  text += ".SH DESCRIPTION\n" + plain(one_line(table.program.summary)) + "\n";
  text += ".SH COMMANDS\n";
  for (const CommandEntry& command : table.commands) {
    text += ".TP\n" + bold(command.name) + "\n" + plain(command.summary) + ".\n";
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
