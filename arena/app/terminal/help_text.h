#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena::cli {

/// What is known of an option or a positional argument, apart from where its value goes.
struct ArgumentEntry {
  std::vector<std::string> names;  ///< "-h", "--help"; of a positional argument its name
  std::string value;               ///< what the help calls the value; empty: a flag
  std::string help;
  std::string usual;               ///< the default; empty: none is told
  std::string bounds;              ///< "1 to 50"; empty: none
  std::vector<std::string> words;  ///< values that are taken, or of `open` ones those that are usual
  bool open = false;
  bool listed = true;                 ///< the help lists the words
  std::vector<std::string> needs;     ///< options that must be given with this one
  std::vector<std::string> excludes;  ///< options that cannot be given with this one
  bool positional = false;
  bool required = false;
  bool repeats = false;

  bool is_flag() const { return value.empty(); }
  /// An option of the program that may stand after a command, which has a --help of its own.
  bool goes_with_commands() const { return names.back() != "--help" && names.back() != "--version"; }
};

/// A command: its one-line summary, the footer of its help, and its arguments and options.
struct CommandEntry {
  std::string name;
  std::string summary;
  std::string footer;
  std::vector<ArgumentEntry> arguments;
};

/// Every command and option of the program, in the order of the help. Help, completion and the manual are written from
/// this table.
struct CommandTable {
  CommandEntry program;  ///< with the options that go with every command
  std::vector<CommandEntry> commands;
};

/// Returns the help of the program: its usage, its options and its commands, in lines of at most `width` columns.
std::string program_help(const CommandTable& table, std::size_t width);

/// Returns the help of one command of the program: its usage, its arguments and its options.
std::string command_help(const CommandTable& table, const CommandEntry& command, std::size_t width);

/// arena.1, in the language of man. The foot of every page has the version, as "0.1.0", and the date of the commit.
std::string program_page(const CommandTable& table, std::string_view version);
/// arena-COMMAND.1.
std::string command_page(const CommandTable& table, const CommandEntry& command, std::string_view version);

}  // namespace arena::cli
