#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/app/terminal/help_text.h"
#include "arena/base/text/text_layout.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace arena::cli {

/// What the parser itself does not store about arguments: words, bounds and headings.
using ArgumentFacts = std::map<const CLI::Option*, ArgumentEntry>;

/// An option or a positional argument of a command. The variable that is bound to it must live as long as the command
/// line.
class Argument {
 public:
  Argument(CLI::Option* option, ArgumentFacts* facts) : option_(option), facts_(facts) {}

  Argument& required();
  /// Accepts only whole numbers from `least` to `most`.
  Argument& within(int least, int most);
  /// Accepts only whole numbers of at least `least`.
  Argument& at_least(int least);
  Argument& not_empty();
  /// Accepts only these words. `listed`: the help lists them.
  Argument& one_of(const std::vector<std::string>& words, bool listed = true);
  /// Words that the shell completes. Other words are accepted, too.
  Argument& suggest(const std::vector<std::string>& words);
  /// Sets the name that the help gives to the value.
  Argument& value_name(const std::string& name);
  /// Makes the help show a default: this text, or the current value of the bound variable.
  Argument& show_default(const std::string& text = {});
  Argument& excludes(const Argument& other);
  Argument& needs(const Argument& other);

  bool is_given() const;
  std::string name() const;

 private:
  Argument& whole(int least, int most, const std::string& link, const std::string& bounds);

  CLI::Option* option_;
  ArgumentFacts* facts_;
};

/// What a command writes to standard output.
enum class Output {
  as_is,      ///< for a machine, or laid out by the command itself
  text,       ///< for people, as it comes
  long_text,  ///< for people, who may want to read it page by page
};

/// A command of the program: its arguments, and what it does. Names of options begin with "--"; other names are
/// positional arguments.
class Command {
 public:
  Command(CLI::App* app, ArgumentFacts* facts) : app_(app), facts_(facts) {}

  /// Adds an argument with a value: a text, a path, a number, or all positional arguments that are left.
  template <class Value>
  Argument value(const std::string& name, Value& value, const std::string& help);
  /// Starts a heading of the help for the options that are added from here on, or continues the one of that title.
  /// `described_in`: the command whose help describes these options; this one's help only names them. An empty title:
  /// the options that follow have no heading.
  void heading(const std::string& title, const std::string& described_in = {});
  /// Adds an option that may be given several times.
  Argument repeated(const std::string& name, std::vector<std::string>& values, const std::string& help);
  /// Adds an option with two values that may be given several times. `values` gets the values of all of them, in order.
  Argument pairs(const std::string& name, std::vector<std::string>& values, const std::string& help);
  Argument milliseconds(const std::string& name, std::chrono::milliseconds& value, const std::string& help);
  Argument flag(const std::string& name, bool& value, const std::string& help);
  /// Adds --suits letters|symbols: how cards are written. Unless it is given, `wanted` stays empty.
  Argument suits(std::optional<bool>& wanted);

  /// Returns the number of arguments so far, and those that were added since there were `first` of them.
  std::size_t size() const;
  std::vector<Argument> arguments_from(std::size_t first) const;
  /// Sets what the command writes, unless one of these flags is given, which ask for text for a machine. The default is
  /// Output::text.
  void writes(Output output, const std::vector<Argument>& unless = {});
  /// Sets the text below the options. See CommandEntry::footer.
  void footer(const std::string& text);
  /// Sets what the command does. The result is the exit code.
  void run(std::function<int()> action) { action_ = std::move(action); }

 private:
  friend class CommandLine;
  void define();
  Argument argument(CLI::Option* option);

  CLI::App* app_;
  ArgumentFacts* facts_;
  std::function<void(Command&)> define_;  ///< empty once the command is defined
  std::function<int()> action_;
  std::vector<HelpHeading> headings_;
  std::string heading_;  ///< of the arguments that come next; empty if they have none
  Output output_ = Output::text;
  std::vector<Argument> unless_;
};

/// The command line of the program.
class CommandLine {
 public:
  /// `page`: returns the width of help. It is called when help is written.
  CommandLine(const std::string& name, const std::string& summary, const std::string& version,
              std::function<Page()> page);
  ~CommandLine();

  /// Holds the options that go with every command.
  Command& program() { return program_; }
  /// Adds a command. `define` is called only when the command runs or is explained, since most calls need one command.
  void add(const std::string& name, const std::string& summary, std::function<void(Command&)> define);
  /// Lists commands under a heading of the program's help. Each command must be in at least one section.
  void add_section(const std::string& title, const std::vector<std::string>& commands);

  /// Parses the arguments and returns the action of the chosen command, or an action that writes the help text or the
  /// version. Throws InputError: one line that says what is wrong and where to find help.
  std::function<int()> parse(int argc, const char* const* argv);
  /// What the action that parse() returned writes.
  Output output() const { return output_; }

  /// Returns the help of a command, or of the program if the name is empty. Throws InputError if there is no such
  /// command.
  std::string help(const std::string& command, const Page& page);
  CommandTable table();
  /// Returns the names of all commands.
  std::vector<std::string> commands() const;

 private:
  std::unique_ptr<CLI::App> app_;
  ArgumentFacts facts_;
  std::string version_;
  std::function<Page()> page_;
  Command program_;
  std::list<Command> commands_;
  std::vector<CommandSection> sections_;
  Output output_ = Output::text;
};

}  // namespace arena::cli
