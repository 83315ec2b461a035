#include "arena/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <iostream>
#include <string_view>
#include <utility>

#include "arena/text/input_error.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

/// An error quotes the command line, which may be long. A byte of it may take four to print.
constexpr std::size_t kErrorBytesMax = 400;

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return hearts::nearest_note(typed, views);
}

std::string no_command(const CLI::App& app, const std::string& typed) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return fmt::format("there is no command '{}'{}; 'arena help' lists all", printable(typed, kErrorBytesMax),
                     nearest(typed, names));
}

/// Of words that nobody takes one that looks like an option; empty: none does.
std::string unknown_option(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.size() > 1 && word.front() == '-' && word != "--") return word.substr(0, word.find('='));
  }
  return {};
}

bool is_of_a_command(const CLI::App& app, const std::string& option) {
  return std::ranges::any_of(app.get_subcommands({}),
                             [&](const CLI::App* command) { return command->get_option_no_throw(option) != nullptr; });
}

/// `command`: that was chosen, or the program.
std::string no_option(const CLI::App& app, const CLI::App& command, const std::string& typed) {
  std::vector<std::string> names;
  std::string whose = "arena";
  if (&command != &app) whose += " " + command.get_name();
  for (const CLI::App* each : {&command, &app}) {
    for (const CLI::Option* option : each->get_options()) {
      if (option->get_positional()) continue;
      for (std::string& name : names_of(*option)) names.push_back(std::move(name));
    }
  }
  return fmt::format("'{}' has no option {}{}; '{} --help' explains", whose, printable(typed, kErrorBytesMax),
                     nearest(typed, names), whose);
}

/// What is wrong with the command line and where help is, in one line.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string option = unknown_option(app.remaining(true));
  if (!option.empty() && (!chosen.empty() || !is_of_a_command(app, option))) return no_option(app, command, option);
  const std::string wrong = printable(error.what(), kErrorBytesMax);
  if (!chosen.empty()) return wrong + "; 'arena " + command.get_name() + " --help' explains";
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::RequiredError))
    return wrong + "; 'arena --help' explains";
  const std::vector<std::string> rest = app.remaining();
  if (!rest.empty() && option.empty()) return no_command(app, rest.front());
  std::vector<std::string> commands;
  for (const CLI::App* each : app.get_subcommands({})) commands.push_back(each->get_name());
  return fmt::format("a command is missing{}; there are: {}", option.empty() ? "" : " before " + option,
                     fmt::join(commands, ", "));
}

ArgumentEntry entry_of(const CLI::Option& option, const ArgumentFacts& facts) {
  const auto known = facts.find(&option);
  ArgumentEntry entry = known == facts.end() ? ArgumentEntry{} : known->second;
  entry.names = names_of(option);
  // "TEXT:{auto,always}": what stands behind the name are words and bounds.
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    entry.value = type.substr(0, type.find(':'));
  }
  entry.help = option.get_description();
  entry.usual = option.get_default_str();
  entry.positional = option.get_positional();
  entry.required = option.get_required();
  entry.repeats = option.get_expected_max() > 1;
  return entry;
}

CommandEntry entry_of(const CLI::App& app, const ArgumentFacts& facts) {
  CommandEntry entry{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) entry.arguments.push_back(entry_of(*option, facts));
  return entry;
}

/// An entry of a help text: a name, and beside it or, where there is little room, below it what it means.
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

/// Lines of a help text; those that are set in go on further to the right.
std::string help_lines(std::string_view text, std::size_t width) {
  std::string shown;
  while (!text.empty()) {
    const std::string line(cut_line(text));
    shown += line.starts_with(' ') ? wrapped_text(line, width) + "\n" : wrapped(line, width);
  }
  return shown;
}

/// Help as CLI11 lays it out, broken at words.
class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::size_t width) : width_(width) {}

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return help_entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option),
                      width_);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return help_entry(command->get_display_name(true), command->get_description(), width_);
  }
  std::string make_description(const CLI::App* app) const override {
    return help_lines(CLI::Formatter::make_description(app), width_);
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    return wrapped_text(CLI::Formatter::make_usage(app, std::move(name)), width_);
  }
  std::string make_footer(const CLI::App* app) const override {
    return help_lines(CLI::Formatter::make_footer(app), width_);
  }

 private:
  std::size_t width_;
};

}  // namespace

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::within(int least, int most) {
  option_->check(CLI::Range(least, most));
  (*facts_)[option_].bounds = fmt::format("{} to {}", least, most);
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
  (*facts_)[option_].words = words;
  return *this;
}

Argument& Argument::suggest(const std::vector<std::string>& words) {
  ArgumentEntry& facts = (*facts_)[option_];
  facts.words = words;
  facts.open = true;
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
  return argument(app_->add_option(name, value, help));
}
template Argument Command::value(const std::string&, std::string&, const std::string&);
template Argument Command::value(const std::string&, std::filesystem::path&, const std::string&);
template Argument Command::value(const std::string&, int&, const std::string&);
template Argument Command::value(const std::string&, double&, const std::string&);
template Argument Command::value(const std::string&, std::vector<std::string>&, const std::string&);

Argument Command::repeated(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return argument(app_->add_option(name, values, help)->allow_extra_args(false));
}

Argument Command::milliseconds(const std::string& name, std::chrono::milliseconds& value, const std::string& help) {
  const auto take = [&value](int ms) { value = std::chrono::milliseconds(ms); };
  return argument(
      app_->add_option_function<int>(name, take, help)->type_name("MS")->default_str(std::to_string(value.count())));
}

Argument Command::flag(const std::string& name, bool& value, const std::string& help) {
  return argument(app_->add_flag(name, value, help));
}

Argument Command::suits(std::optional<bool>& wanted) {
  const auto take = [&wanted](const std::string& word) { wanted = word == "symbols"; };
  return argument(
             app_->add_option_function<std::string>(
                     "--suits", take, "how cards are spelled (default: symbols on a terminal whose locale is UTF-8)")
                 ->type_name("HOW"))
      .one_of({"letters", "symbols"});
}

void Command::writes(Output output, const std::vector<Argument>& unless) {
  output_ = output;
  unless_ = unless;
}

void Command::define() {
  if (const auto define = std::exchange(define_, nullptr)) define(*this);
}

void Command::footer(const std::string& text) { app_->footer(text); }

CommandLine::CommandLine(const std::string& name, const std::string& summary, const std::string& version,
                         std::function<Page()> page)
    : app_(std::make_unique<CLI::App>(summary, name)),
      version_(version),
      page_(std::move(page)),
      program_(app_.get(), &facts_) {
  app_->require_subcommand(1);
  app_->fallthrough();  // options of the program may also stand after the command
  app_->set_version_flag("-V,--version", version);
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& name, const std::string& summary, std::function<void(Command&)> define) {
  CLI::App* const app = app_->add_subcommand(name, summary);
  Command& command = commands_.emplace_back(app, &facts_);
  command.define_ = std::move(define);
  app->preparse_callback([&command](std::size_t) { command.define(); });
}

void CommandLine::define_all() {
  for (Command& command : commands_) command.define();
}

std::function<int()> CommandLine::parse(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    output_ = Output::long_text;
    const std::vector<CLI::App*> chosen = app_->get_subcommands();
    return [this, name = chosen.empty() ? std::string() : chosen.front()->get_name()] {
      std::cout << help(name, page_());
      return 0;
    };
  } catch (const CLI::CallForVersion&) {
    return [this] {
      std::cout << version_ << "\n";
      return 0;
    };
  } catch (const CLI::ParseError& error) {
    define_all();
    throw InputError(explain(*app_, error));
  }
  const auto chosen = std::ranges::find_if(commands_, [](const Command& each) { return each.app_->parsed(); });
  const bool is_for_machine = std::ranges::any_of(chosen->unless_, &Argument::is_given);
  output_ = is_for_machine ? Output::as_is : chosen->output_;
  return chosen->action_;
}

std::string CommandLine::help(const std::string& command, const Page& page) {
  define_all();
  const HelpFormatter formatter(page.columns);
  // CLI::App::help() would be that of the command that asks.
  const auto help_of = [&](const CLI::App& app, const std::string& name) {
    return formatter.make_help(&app, name, CLI::AppFormatMode::Normal);
  };
  if (command.empty()) return help_of(*app_, app_->get_name());
  for (const CLI::App* each : std::as_const(*app_).get_subcommands({})) {
    if (each->get_name() == command) return help_of(*each, app_->get_name() + " " + command);
  }
  throw InputError(no_command(*app_, command));
}

CommandTable CommandLine::table() {
  define_all();
  CommandTable table{entry_of(*app_, facts_), {}};
  for (const CLI::App* command : std::as_const(*app_).get_subcommands({})) {
    table.commands.push_back(entry_of(*command, facts_));
  }
  return table;
}

std::vector<std::string> CommandLine::commands() const {
  std::vector<std::string> names;
  for (const Command& command : commands_) names.push_back(command.app_->get_name());
  return names;
}

}  // namespace arena::cli
