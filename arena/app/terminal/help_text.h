#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena::cli {

/// Options of a command that the help shows together, under a heading of their own.
struct HelpHeading {
  std::string title;
  /// The command whose help describes these options; this one's help only names them. Empty if this one
  /// describes them.
  std::string described_in;
};

/// An option or a positional argument, as help, completion and the manual need it.
struct ArgumentEntry {
  std::vector<std::string> names;  ///< "-h", "--help"; or the name of a positional argument
  std::string value;               ///< what the help calls the value; empty for a flag
  std::string help;                ///< sentences; the last one has no full stop
  std::string heading;             ///< title of its HelpHeading; empty if it has none
  std::string default_value;       ///< empty if the help does not show one
  std::string bounds;              ///< "1 to 50"; empty if it has none
  std::vector<std::string> words;  ///< the values it accepts; if it is `open`, the usual ones
  bool open = false;
  bool listed = true;                 ///< the help lists the words
  std::vector<std::string> needs;     ///< options that must be given with this one
  std::vector<std::string> excludes;  ///< options that cannot be given with this one
  bool positional = false;
  bool required = false;
  bool repeats = false;

  bool is_flag() const { return value.empty(); }
  bool is_help() const { return names.back() == "--help"; }
  /// An option of the program that may also follow a command. Each command has a --help of its own.
  bool goes_with_commands() const { return !is_help() && names.back() != "--version"; }
};

/// A command: its one-line summary, the footer of its help, and its arguments and options.
struct CommandEntry {
  std::string name;
  std::string summary;
  /// Text below the options. It may have empty lines, "Examples:" with indented lines below it, and at its end
  /// "Exit codes: ...".
  std::string footer;
  std::vector<HelpHeading> headings;  ///< in the order of the help
  std::vector<ArgumentEntry> arguments;
};

/// Commands that the help lists under one heading. A command may be in several sections.
struct CommandSection {
  std::string title;
  std::vector<std::string> commands;
};

/// Every command and option of the program, in the order of the help. Help, completion and the manual are written from
/// this table.
struct CommandTable {
  CommandEntry program;  ///< with the options that go with every command
  std::vector<CommandEntry> commands;
  std::vector<CommandSection> sections;

  /// Returns the command of that name, which must exist.
  const CommandEntry& command(const std::string& name) const;
};

/// Returns the help of the program: its usage, its commands by section and its options, in lines of at most `width`
/// columns.
std::string program_help(const CommandTable& table, std::size_t width);

/// Returns the help of one command of the program: its usage, its arguments, and its options under their headings. It
/// names the options that go with every command, but does not describe them: program_help() does.
std::string command_help(const CommandTable& table, const CommandEntry& command, std::size_t width);

/// arena.1, in the language of man. The foot of every page has the version, as "0.1.0", and the date of the commit.
std::string program_page(const CommandTable& table, std::string_view version);
/// arena-COMMAND.1.
std::string command_page(const CommandTable& table, const CommandEntry& command, std::string_view version);

}  // namespace arena::cli
