#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <string_view>

#include "arena/app/commands/commands.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

/// Puts a text in single quotes, which all three shells understand.
std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// Returns the first clause of a help text. A single word before a colon is not a clause, as in "auto: the strongest".
std::string brief(std::string_view help) {
  std::size_t end = help.size();
  for (const std::string_view mark : {"\n", "; ", " (", ". "}) end = std::min(end, help.find(mark));
  const std::size_t colon = help.find(": ", std::min(help.find(' '), end));
  return std::string(help.substr(0, std::min(end, colon)));
}

/// Whether the value may be a path. The shell then offers files.
bool takes_path(const ArgumentEntry& argument) {
  static constexpr std::array<std::string_view, 6> kPaths = {"BOT", "DIR", "FILE", "LEAGUE.json", "PART", "RUN"};
  return std::ranges::find(kPaths, argument.positional ? argument.names.back() : argument.value) != kPaths.end();
}

std::string names_of(const CommandTable& table, std::string_view between) {
  return hearts::joined(table.commands, between, &CommandEntry::name);
}

/// Returns the arguments of the command, and the options of the program that may follow it.
std::vector<ArgumentEntry> arguments_of(const CommandTable& table, const CommandEntry& command) {
  std::vector<ArgumentEntry> arguments = command.arguments;
  std::ranges::copy_if(table.program.arguments, std::back_inserter(arguments), &ArgumentEntry::goes_with_commands);
  return arguments;
}

/// What bash offers for a command, as cases of the current word and of the word before it.
struct BashCases {
  std::string values;
  std::string options;
  std::string positionals;
};

void add_bash(BashCases& cases, const std::string& command, const std::vector<ArgumentEntry>& arguments) {
  std::vector<std::string> options;
  std::string offer;
  for (const ArgumentEntry& argument : arguments) {
    const std::string words =
        argument.words.empty() ? "" : fmt::format("offer {}; ", in_quotes(hearts::joined(argument.words, " ")));
    const std::string action = words + (takes_path(argument) ? "files; " : "");
    if (argument.positional) {
      offer += action;
      continue;
    }
    for (const std::string& name : argument.names) {
      options.push_back(name);
      if (!argument.is_flag())
        cases.values += fmt::format("    {}) {}return ;;\n", in_quotes(command + " " + name), action);
    }
  }
  cases.options += fmt::format("      {}) offer {} ;;\n", in_quotes(command), in_quotes(hearts::joined(options, " ")));
  if (!offer.empty()) cases.positionals += fmt::format("    {}) {};;\n", in_quotes(command), offer);
}

/// Escapes a help text for a specification of zsh's _arguments.
std::string for_zsh(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_arguments(const std::vector<ArgumentEntry>& arguments) {
  std::string text;
  int position = 0;
  for (const ArgumentEntry& argument : arguments) {
    const std::string words = "(" + hearts::joined(argument.words, " ") + ")";
    const std::string action = !argument.words.empty() ? words : takes_path(argument) ? "_files" : "";
    if (argument.positional) {
      ++position;
      const std::string place = argument.repeats ? "*" : std::to_string(position);
      text += " \\\n        " + in_quotes(fmt::format("{}:{}:{}", place, for_zsh(argument.names.back()), action));
      continue;
    }
    for (const std::string& name : argument.names) {
      const std::string others = argument.repeats ? "*" : fmt::format("({})", fmt::join(argument.names, " "));
      const bool takes_equals = !argument.is_flag() && name.starts_with("--");
      std::string spec = others + name + (takes_equals ? "=" : "") + "[" + for_zsh(brief(argument.help)) + "]";
      if (!argument.is_flag()) spec += fmt::format(":{}:{}", for_zsh(argument.value), action);
      text += " \\\n        " + in_quotes(spec);
    }
  }
  return text;
}

std::string fish_line(const std::string& condition, const ArgumentEntry& argument) {
  std::string line = "complete -c arena -n " + in_quotes(condition);
  for (const std::string& name : argument.names) {
    if (argument.positional) continue;
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!argument.words.empty()) line += " -a " + in_quotes(hearts::joined(argument.words, " "));
  if (!takes_path(argument)) line += " -f";
  if (!argument.positional && !argument.is_flag()) line += " -r";
  return line + " -d " + in_quotes(brief(argument.help)) + "\n";
}

std::string bash_completion(const CommandTable& table) {
  BashCases cases;
  add_bash(cases, "", table.program.arguments);
  for (const CommandEntry& command : table.commands) add_bash(cases, command.name, arguments_of(table, command));
  return fmt::format(R"(# Completes the words of 'arena' in bash. Made by 'arena completion bash'.
_arena() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= i
  offer() {{ COMPREPLY+=($(compgen -W "$1" -- "$word")); }}
  files() {{ compopt -o default; }}
  # bash cuts "--option=value" into three words.
  if [[ $word == "=" ]]; then
    word=
  elif [[ $before == "=" ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      {}) command=${{COMP_WORDS[i]}}; break ;;
    esac
  done
  case "$command $before" in
{}  esac
  if [[ $word == -* ]]; then
    case $command in
{}    esac
    return
  fi
  case $command in
    '') offer '{}' ;;
{}  esac
}}
complete -F _arena arena
)",
                     names_of(table, " | "), cases.values, cases.options, names_of(table, " "), cases.positionals);
}

std::string zsh_completion(const CommandTable& table) {
  std::string list;
  std::string cases;
  for (const CommandEntry& command : table.commands) {
    list += "        " + in_quotes(command.name + ":" + command.summary) + "\n";
    cases += fmt::format("      {})\n        _arguments -S{} && found=0\n        ;;\n", command.name,
                         zsh_arguments(arguments_of(table, command)));
  }
  return fmt::format(R"(#compdef arena
# Completes the words of 'arena' in zsh. Made by 'arena completion zsh'.
_arena() {{
  local curcontext=$curcontext state line found=1
  local -a commands
  typeset -A opt_args
  _arguments -C{} \
        '1: :->command' '*:::argument:->argument' && found=0
  case $state in
    command)
      commands=(
{}      )
      _describe -t commands command commands && found=0
      ;;
    argument)
      words=($line[1] "${{words[@]}}")
      ((CURRENT += 1))
      case $line[1] in
{}      esac
      ;;
  esac
  return found
}}
if [[ $funcstack[1] == _arena ]]; then
  _arena "$@"
else
  compdef _arena arena
fi
)",
                     zsh_arguments(table.program.arguments), list, cases);
}

std::string fish_completion(const CommandTable& table) {
  std::string text = "# Completes the words of 'arena' in fish. Made by 'arena completion fish'.\n";
  const std::string none = "not __fish_seen_subcommand_from " + names_of(table, " ");
  for (const ArgumentEntry& argument : table.program.arguments) text += fish_line(none, argument);
  for (const CommandEntry& command : table.commands) {
    text += fmt::format("complete -c arena -n {} -f -a {} -d {}\n", in_quotes(none), command.name,
                        in_quotes(command.summary));
  }
  for (const CommandEntry& command : table.commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const ArgumentEntry& argument : arguments_of(table, command)) text += fish_line(condition, argument);
  }
  return text;
}

}  // namespace

void define_completion(Command& command, const CommandContext& context) {
  auto shell = std::make_shared<std::string>();
  command.value("SHELL", *shell, "the shell that the script is for").required().one_of({"bash", "zsh", "fish"});
  command.writes(Output::as_is);
  command.footer(
      "The Debian package installs these scripts. Without the package, load the script in the shell that you are "
      "using:\n"
      "Examples:\n"
      "  source <(arena completion bash)\n"
      "  source <(arena completion zsh)\n"
      "  arena completion fish | source");
  command.run([shell, context] {
    const CommandTable table = context.line->table();
    std::cout << (*shell == "bash"  ? bash_completion(table)
                  : *shell == "zsh" ? zsh_completion(table)
                                    : fish_completion(table));
    return kDone;
  });
}

}  // namespace arena::cli
