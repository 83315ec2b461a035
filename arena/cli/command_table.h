#pragma once

#include <string>
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
  bool positional = false;
  bool required = false;
  bool repeats = false;

  bool is_flag() const { return value.empty(); }
};

struct CommandEntry {
  std::string name;
  std::string summary;
  std::string footer;
  std::vector<ArgumentEntry> arguments;
};

/// All that the program takes: what completes words and the pages of the manual are written from. The order is that of
/// the help.
struct CommandTable {
  CommandEntry program;  ///< with the options that go with every command
  std::vector<CommandEntry> commands;
};

}  // namespace arena::cli
