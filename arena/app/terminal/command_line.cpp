#include "arena/app/terminal/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

/// Limit for the part of the command line that an error quotes. A byte may take four characters to print.
constexpr std::size_t kErrorBytesMax = 400;

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return hearts::nearest_note(typed, views);
}

std::string no_command(const CLI::App& app, const std::string& typed) {
  return fmt::format("there is no command '{}'{}; 'arena help' lists all", printable(typed, kErrorBytesMax),
                     nearest(typed, commands_of(app)));
}

/// Returns the first of the unused words that looks like an option. Empty: none does.
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

/// Returns the options of the command and of the program, in the order of the help. The command may be the program.
std::vector<const CLI::Option*> options_of(const CLI::App& app, const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  std::ranges::copy(app.get_options(), std::back_inserter(options));
  return options;
}

/// Returns those of the options that are in the set, in the order of the help: the set is ordered by address.
std::vector<const CLI::Option*> those_in(const std::set<CLI::Option*>& set, std::vector<const CLI::Option*> options) {
  std::erase_if(options, [&](const CLI::Option* option) { return std::ranges::find(set, option) == set.end(); });
  return options;
}

/// Returns the error for an unknown option. `command`: the chosen command, or the program.
std::string no_option(const CLI::App& app, const CLI::App& command, const std::string& typed) {
  std::vector<std::string> names;
  std::string whose = "arena";
  if (&command != &app) whose += " " + command.get_name();
  for (const CLI::Option* option : options_of(app, command)) {
    if (option->get_positional()) continue;
    for (std::string& name : names_of(*option)) names.push_back(std::move(name));
  }
  return fmt::format("'{}' has no option {}{}; '{} --help' explains", whose, printable(typed, kErrorBytesMax),
                     nearest(typed, names), whose);
}

/// Returns the option that the error is about. The parser's errors begin with its name or have it in their text; the
/// longest name counts, as in "--games-max".
const CLI::Option* option_in(std::string_view error, const std::vector<const CLI::Option*>& options) {
  const CLI::Option* found = nullptr;
  for (const CLI::Option* option : options) {
    const std::string name = option->get_name();
    if (error.find(name) == std::string_view::npos) continue;
    if (found == nullptr || name.size() > found->get_name().size()) found = option;
  }
  return found;
}

/// Returns "--a requires --b" or "--a cannot be used with --b" of the first option that was given although one among
/// `others` was not given, or was.
std::string wrong_pair(const std::vector<const CLI::Option*>& options,
                       std::set<CLI::Option*> (CLI::Option::*others)() const, std::string_view relation,
                       bool other_given) {
  for (const CLI::Option* option : options) {
    if (option->count() == 0) continue;
    for (const CLI::Option* other : those_in((option->*others)(), options)) {
      if ((other->count() > 0) == other_given)
        return fmt::format("{} {} {}", option->get_name(), relation, other->get_name());
    }
  }
  return "these options do not go together";
}

/// Returns what is wrong with the arguments in our own words, because those of the parser depend on its version. Only
/// the texts of checks are used as they are, since the checks are ours.
std::string describe(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<const CLI::Option*> options = options_of(app, command);
  switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::RequiredError:
      for (const CLI::Option* option : options) {
        if (option->get_required() && option->count() == 0) return option->get_name() + " is required";
      }
      break;
    case CLI::ExitCodes::RequiresError:
      return wrong_pair(options, &CLI::Option::get_needs, "requires", false);
    case CLI::ExitCodes::ExcludesError:
      return wrong_pair(options, &CLI::Option::get_excludes, "cannot be used with", true);
    case CLI::ExitCodes::ArgumentMismatch:
    case CLI::ExitCodes::ConversionError:  // only of flags, since values have our own checks
    case CLI::ExitCodes::InvalidError:
      if (const CLI::Option* option = option_in(error.what(), options)) {
        if (option->get_items_expected_max() == 0) return option->get_name() + " takes no value";
        if (option->get_type_size() == 2) return option->get_name() + " needs two values: " + option->get_type_name();
        return option->get_name() + (option->count() > 1 ? " is given more than once" : " needs a value");
      }
      break;
    case CLI::ExitCodes::ExtrasError: {
      const std::vector<std::string> rest = app.remaining(true);
      if (!rest.empty()) return fmt::format("'{}' is one argument too many", rest.front());
      break;
    }
    default:
      break;
  }
  return error.what();
}

/// Returns what is wrong with the command line and where the help is, in one line.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string option = unknown_option(app.remaining(true));
  if (!option.empty() && (!chosen.empty() || !is_of_a_command(app, option))) return no_option(app, command, option);
  const bool lacks_command = chosen.empty() && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  if (!lacks_command) {
    const std::string name = chosen.empty() ? "" : command.get_name() + " ";
    return fmt::format("{}; 'arena {}--help' explains", legible(describe(app, command, error), {}, kErrorBytesMax),
                       name);
  }
  const std::vector<std::string> rest = app.remaining();
  if (!rest.empty() && option.empty()) return no_command(app, rest.front());
  return fmt::format("a command is missing{}; the commands are: {}", option.empty() ? "" : " before " + option,
                     hearts::joined(commands_of(app), ", "));
}

/// `options`: of the same command.
ArgumentEntry entry_of(const CLI::Option& option, const std::vector<const CLI::Option*>& options,
                       const ArgumentFacts& facts) {
  const auto known = facts.find(&option);
  ArgumentEntry entry = known == facts.end() ? ArgumentEntry{} : known->second;
  entry.names = names_of(option);
  if (option.get_items_expected_max() > 0) entry.value = option.get_type_name();
  entry.help = option.get_description();
  entry.default_value = option.get_default_str();
  for (const CLI::Option* other : those_in(option.get_needs(), options)) entry.needs.push_back(other->get_name());
  for (const CLI::Option* other : those_in(option.get_excludes(), options)) entry.excludes.push_back(other->get_name());
  entry.positional = option.get_positional();
  entry.required = option.get_required();
  entry.repeats = option.get_expected_max() > 1;
  return entry;
}

CommandEntry entry_of(const CLI::App& app, const ArgumentFacts& facts, const std::vector<HelpHeading>& headings) {
  CommandEntry entry{app.get_name(), app.get_description(), app.get_footer(), headings, {}};
  const std::vector<const CLI::Option*> options = app.get_options();
  for (const CLI::Option* option : options) entry.arguments.push_back(entry_of(*option, options, facts));
  return entry;
}

/// Returns why the text is not a number. Empty: it is one.
std::string check_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return "";
  return fmt::format("'{}' is not a number", hearts::short_text(text));
}

}  // namespace

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::whole(int least, int most, const std::string& link, const std::string& bounds) {
  option_->check([=](const std::string& text) {
    if (hearts::whole_number(text, least, most)) return std::string();
    return fmt::format("'{}' is not a whole number {} {}", hearts::short_text(text), link, bounds);
  });
  (*facts_)[option_].bounds = bounds;
  return *this;
}

Argument& Argument::within(int least, int most) {
  return whole(least, most, "from", fmt::format("{} to {}", least, most));
}

Argument& Argument::at_least(int least) {
  return whole(least, std::numeric_limits<int>::max(), "of", fmt::format("{} or more", least));
}

Argument& Argument::not_empty() {
  option_->check([](const std::string& text) { return std::string(text.empty() ? "the text is missing" : ""); });
  return *this;
}

Argument& Argument::one_of(const std::vector<std::string>& words, bool listed) {
  option_->check([words](const std::string& text) {
    if (std::ranges::find(words, text) != words.end()) return std::string();
    return fmt::format("'{}' is not one of {}", hearts::short_text(text), hearts::joined(words, ", "));
  });
  (*facts_)[option_].words = words;
  (*facts_)[option_].listed = listed;
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

Argument& Argument::show_default(const std::string& text) {
  text.empty() ? option_->capture_default_str() : option_->default_str(text);
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
  CLI::Option* const option = app_->add_option(name, value, help);
  // Set here, because the parser's own names depend on its version.
  option->type_name(std::is_same_v<Value, int> || std::is_same_v<Value, double> ? "N" : "TEXT");
  if constexpr (std::is_same_v<Value, double>) option->check(check_number);
  return argument(option);
}
template Argument Command::value(const std::string&, std::string&, const std::string&);
template Argument Command::value(const std::string&, std::filesystem::path&, const std::string&);
template Argument Command::value(const std::string&, int&, const std::string&);
template Argument Command::value(const std::string&, double&, const std::string&);
template Argument Command::value(const std::string&, std::vector<std::string>&, const std::string&);

Argument Command::repeated(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return argument(app_->add_option(name, values, help)->type_name("TEXT")->allow_extra_args(false));
}

Argument Command::pairs(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return argument(app_->add_option(name, values, help)->type_name("TEXT TEXT")->type_size(2)->allow_extra_args(false));
}

Argument Command::milliseconds(const std::string& name, std::chrono::milliseconds& value, const std::string& help) {
  const auto assign = [&value](int ms) { value = std::chrono::milliseconds(ms); };
  return argument(
      app_->add_option_function<int>(name, assign, help)->type_name("MS")->default_str(std::to_string(value.count())));
}

Argument Command::flag(const std::string& name, bool& value, const std::string& help) {
  return argument(app_->add_flag(name, value, help));
}

Argument Command::suits(std::optional<bool>& wanted) {
  const auto assign = [&wanted](const std::string& word) { wanted = word == "symbols"; };
  return argument(app_->add_option_function<std::string>("--suits", assign, "write suits as letters or as symbols")
                      ->type_name("HOW"))
      .one_of({"letters", "symbols"})
      .show_default("symbols on a terminal whose locale is UTF-8, else letters");
}

void Command::heading(const std::string& title, const std::string& described_in) {
  heading_ = title;
  if (!title.empty() && std::ranges::find(headings_, title, &HelpHeading::title) == headings_.end())
    headings_.push_back({title, described_in});
}

Argument Command::argument(CLI::Option* option) {
  if (!option->get_positional()) (*facts_)[option].heading = heading_;
  return {option, facts_};
}

std::size_t Command::size() const { return app_->get_options().size(); }

std::vector<Argument> Command::arguments_from(std::size_t first) const {
  const std::vector<CLI::Option*> options = app_->get_options();
  std::vector<Argument> arguments;
  for (std::size_t i = first; i < options.size(); ++i) arguments.emplace_back(options[i], facts_);
  return arguments;
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
  app_->fallthrough();  // options of the program may also follow the command
  app_->set_help_flag("-h,--help", "show this help");
  app_->set_version_flag("-V,--version", version, "show the version");
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& name, const std::string& summary, std::function<void(Command&)> define) {
  CLI::App* const app = app_->add_subcommand(name, summary);
  Command& command = commands_.emplace_back(app, &facts_);
  command.define_ = std::move(define);
  app->preparse_callback([&command](std::size_t) { command.define(); });
}

void CommandLine::add_section(const std::string& title, const std::vector<std::string>& commands) {
  sections_.push_back({title, commands});
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
    for (Command& command : commands_) command.define();
    throw InputError(explain(*app_, error));
  }
  const auto chosen = std::ranges::find_if(commands_, [](const Command& each) { return each.app_->parsed(); });
  const bool is_for_machine = std::ranges::any_of(chosen->unless_, &Argument::is_given);
  output_ = is_for_machine ? Output::as_is : chosen->output_;
  return chosen->action_;
}

std::string CommandLine::help(const std::string& command, const Page& page) {
  const CommandTable all = table();
  if (command.empty()) return program_help(all, page.columns);
  const auto found = std::ranges::find(all.commands, command, &CommandEntry::name);
  if (found == all.commands.end()) throw InputError(no_command(*app_, command));
  return command_help(all, *found, page.columns);
}

CommandTable CommandLine::table() {
  for (Command& command : commands_) command.define();
  CommandTable table{entry_of(*app_, facts_, {}), {}, sections_};
  for (const Command& command : commands_) {
    table.commands.push_back(entry_of(*command.app_, facts_, command.headings_));
  }
  return table;
}

std::vector<std::string> CommandLine::commands() const { return commands_of(*app_); }

}  // namespace arena::cli
