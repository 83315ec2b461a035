#include "arena/app/terminal/manual_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "arena/base/text/words.h"

namespace arena::cli {
namespace {

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

std::string head_of(const std::string& name, std::string_view summary, const ManualEdition& edition) {
  return fmt::format(".TH {} 1 \"{}\" \"Hearts Arena {}\" \"Hearts Arena\"\n.SH NAME\n{} \\- {}\n", plain(upper(name)),
                     edition.date, edition.version, plain(name), plain(summary));
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::string argument_text(const ArgumentEntry& argument) {
  std::string text = ".TP\n";
  for (std::size_t i = 0; i < argument.names.size(); ++i) {
    const std::string& name = argument.names[i];
    text += (i == 0 ? "" : ", ") + (argument.positional ? italic(name) : bold(name));
  }
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
  std::string positionals;
  std::string options;
  for (const ArgumentEntry& argument : command.arguments) {
    (argument.positional ? positionals : options) += argument_text(argument);
  }
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

std::string program_page(const CommandTable& table, const ManualEdition& edition) {
  std::string text = head_of("arena", "plays and rates bots of the Hearts family of card games", edition);
  text += ".SH SYNOPSIS\n" + bold("arena") + " [" + italic("OPTION") + "]... " + italic("COMMAND") + " [" +
          italic("ARGUMENT") + "]...\n";
  text += ".SH DESCRIPTION\n" + plain(one_line(table.program.summary)) + "\n";
  text += ".SH COMMANDS\n";
  for (const CommandEntry& command : table.commands) {
    text += ".TP\n" + bold(command.name) + "\n" + plain(command.summary) + ".\n";
  }
  text += arguments_text(table.program) + footer_text(table.program.footer) + ".SH SEE ALSO\n";
  for (const CommandEntry& command : table.commands) {
    text += bold("arena-" + command.name) + "(1)" + (&command == &table.commands.back() ? "\n" : ",\n");
  }
  return text;
}

std::string command_page(const CommandTable& table, const CommandEntry& command, const ManualEdition& edition) {
  std::string text = head_of("arena-" + command.name, command.summary, edition);
  text += ".SH SYNOPSIS\n" + bold("arena " + command.name) + " [" + italic("OPTION") + "]...";
  for (const ArgumentEntry& argument : command.arguments) {
    if (!argument.positional) continue;
    const std::string name = italic(argument.names.back());
    text += (argument.required ? " " + name : " [" + name + "]") + (argument.repeats ? "..." : "");
  }
  text += "\n" + arguments_text(command);
  for (const ArgumentEntry& argument : table.program.arguments) {
    if (argument.names.back() != "--help" && argument.names.back() != "--version") text += argument_text(argument);
  }
  return text + footer_text(command.footer) + ".SH SEE ALSO\n" + bold("arena") + "(1)\n";
}

}  // namespace arena::cli
