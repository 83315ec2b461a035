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

/// Keeps what the parser does not keep of arguments: words and bounds.
using ArgumentFacts = std::map<const CLI::Option*, ArgumentEntry>;

/// An option or a positional argument of a command. What is bound to it must live as long as the command line.
class Argument {
 public:
  Argument(CLI::Option* option, ArgumentFacts* facts) : option_(option), facts_(facts) {}

  Argument& required();
  /// Accepts whole numbers from `least` to `most` only.
  Argument& within(int least, int most);
  /// Accepts whole numbers from `least` on only.
  Argument& at_least(int least);
  Argument& not_empty();
  /// Refuses other words than these. `listed`: the help lists them.
  Argument& one_of(const std::vector<std::string>& words, bool listed = true);
  /// Words that the shell completes; others are taken, too.
  Argument& suggest(const std::vector<std::string>& words);
  /// What the help calls the value.
  Argument& value_name(const std::string& name);
  /// The help shows the value that is bound, or this text, as the default.
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

/// A command of the program: what it takes, and what it does. Names of options begin with "--", others are positional.
class Command {
 public:
  Command(CLI::App* app, ArgumentFacts* facts) : app_(app), facts_(facts) {}

  /// A text, a path, a number, or all positional arguments that are left.
  template <class Value>
  Argument value(const std::string& name, Value& value, const std::string& help);
  /// Starts a heading of the help for the options that are added from here on, or continues the one of that title.
  /// `described_in`: the command whose help describes these options; this one's help only names them. An empty title:
  /// the options that follow have no heading.
  void heading(const std::string& title, const std::string& described_in = {});
  /// An option that may be given several times.
  Argument repeated(const std::string& name, std::vector<std::string>& values, const std::string& help);
  Argument milliseconds(const std::string& name, std::chrono::milliseconds& value, const std::string& help);
  Argument flag(const std::string& name, bool& value, const std::string& help);
  /// --suits letters|symbols: how cards are spelled; unless it is given, `wanted` stays empty.
  Argument suits(std::optional<bool>& wanted);

  /// How many arguments it has so far, and those that it has been given since it had so many.
  std::size_t size() const;
  std::vector<Argument> arguments_from(std::size_t first) const;
  /// What it writes, unless a flag is given that asks for text for a machine. It is Output::text where nothing is said.
  void writes(Output output, const std::vector<Argument>& unless = {});
  /// Text below the options.
  void footer(const std::string& text);
  /// What the command does. The result is the exit code.
  void run(std::function<int()> action) { action_ = std::move(action); }

 private:
  friend class CommandLine;
  void define();
  Argument argument(CLI::Option* option);

  CLI::App* app_;
  ArgumentFacts* facts_;
  std::function<void(Command&)> define_;  ///< empty once that is done
  std::function<int()> action_;
  std::vector<HelpHeading> headings_;
  std::string heading_;  ///< of the arguments that come next; empty: they have none
  Output output_ = Output::text;
  std::vector<Argument> unless_;
};

/// The command line of the program.
class CommandLine {
 public:
  /// `page`: how wide help is, asked when it is written.
  CommandLine(const std::string& name, const std::string& summary, const std::string& version,
              std::function<Page()> page);
  ~CommandLine();

  /// Holds the options that go with every command.
  Command& program() { return program_; }
  /// Adds a command, which is defined when it is called or explained: most calls need one of them.
  void add(const std::string& name, const std::string& summary, std::function<void(Command&)> define);
  /// Lists commands under a heading of the program's help. Each command must be in at least one section.
  void add_section(const std::string& title, const std::vector<std::string>& commands);

  /// Binds the arguments and returns what the chosen command does, or what writes the help text or the version that was
  /// asked for. Throws InputError in one line that says what is wrong and where help is.
  std::function<int()> parse(int argc, const char* const* argv);
  /// What is written by what parse() has returned.
  Output output() const { return output_; }

  /// The help of a command, or of the program if the name is empty. Throws InputError: no command has that name.
  std::string help(const std::string& command, const Page& page);
  CommandTable table();
  /// Names of all commands.
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
