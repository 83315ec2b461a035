#include "arena/cli/command_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <cstdlib>
#include <string_view>

#include "arena/text/input_error.h"
#include "arena/text/printable.h"

namespace arena::cli {
namespace {

/// An error quotes the command line, which may be long. A byte of it may take four to print.
constexpr std::size_t kErrorBytesMax = 400;

/// What is wrong with the command line and where help is, in one line.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const std::string wrong = printable(error.what(), kErrorBytesMax);
  if (!chosen.empty()) return wrong + "; 'arena " + chosen.front()->get_name() + " --help' explains";
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::RequiredError))
    return wrong + "; 'arena --help' explains";
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const std::vector<std::string> rest = app.remaining();
  const std::string what =
      rest.empty() ? "a command is missing" : "there is no command '" + printable(rest.front()) + "'";
  return fmt::format("{}; there are: {}", what, fmt::join(commands, ", "));
}

bool shows_colors() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return variable("NO_COLOR").empty() && variable("TERM") != "dumb" && !variable("TERM").empty() &&
         ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::within(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Argument& Argument::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Argument& Argument::not_empty() {
  option_->check([](const std::string& text) { return std::string(text.empty() ? "the text is missing" : ""); });
  return *this;
}

Argument& Argument::one_of(const std::vector<std::string>& words, bool listed) {
  CLI::Validator member = CLI::IsMember(words);
  option_->check(listed ? member : member.description(""));
  return *this;
}

Argument& Argument::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Argument& Argument::show_default() {
  option_->capture_default_str();
  return *this;
}

Argument& Argument::show_default(const std::string& text) {
  option_->default_str(text);
  return *this;
}

Argument& Argument::excludes(const Argument& other) {
  option_->excludes(other.option_);
  return *this;
}

Argument& Argument::needs(const Argument& other) {
  option_->needs(other.option_);
  return *this;
}

bool Argument::is_given() const { return option_->count() > 0; }

std::string Argument::name() const { return option_->get_name(); }

template <class Value>
Argument Command::value(const std::string& name, Value& value, const std::string& help) {
  return Argument(app_->add_option(name, value, help));
}
template Argument Command::value(const std::string&, std::string&, const std::string&);
template Argument Command::value(const std::string&, std::filesystem::path&, const std::string&);
template Argument Command::value(const std::string&, int&, const std::string&);
template Argument Command::value(const std::string&, double&, const std::string&);
template Argument Command::value(const std::string&, std::vector<std::string>&, const std::string&);

Argument Command::repeated(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return Argument(app_->add_option(name, values, help)->allow_extra_args(false));
}

Argument Command::milliseconds(const std::string& name, std::chrono::milliseconds& value, const std::string& help) {
  const auto take = [&value](int ms) { value = std::chrono::milliseconds(ms); };
  return Argument(
      app_->add_option_function<int>(name, take, help)->type_name("MS")->default_str(std::to_string(value.count())));
}

Argument Command::flag(const std::string& name, bool& value, const std::string& help) {
  return Argument(app_->add_flag(name, value, help));
}

Argument Command::color(bool& wanted) {
  wanted = shows_colors();
  const auto take = [&wanted](const std::string& word) {
    if (word != "auto") wanted = word == "always";
  };
  return Argument(app_->add_option_function<std::string>("--color", take, "auto: on a terminal, unless NO_COLOR is set")
                      ->check(CLI::IsMember({"auto", "always", "never"}))
                      ->type_name("WHEN")
                      ->default_str("auto"));
}

void Command::footer(const std::string& text) { app_->footer(text); }

CommandLine::CommandLine(const std::string& name, const std::string& summary, const std::string& version)
    : app_(std::make_unique<CLI::App>(summary, name)), program_(app_.get()) {
  app_->require_subcommand(1);
  app_->fallthrough();  // options of the program may also stand after the command
  app_->set_version_flag("--version", version);
}

CommandLine::~CommandLine() = default;

Command& CommandLine::add(const std::string& name, const std::string& summary) {
  return commands_.emplace_back(app_->add_subcommand(name, summary));
}

std::function<int()> CommandLine::parse(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) throw InputError(explain(*app_, error));
    app_->exit(error);
    return {};
  }
  for (const Command& command : commands_) {
    if (command.app_->parsed()) return command.action_;
  }
  return {};
}

}  // namespace arena::cli
