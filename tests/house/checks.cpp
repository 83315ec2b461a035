#include "tests/house/checks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>
#include <string_view>

namespace house {

namespace {

constexpr const char* kPage = "arena/README.md";

constexpr std::array<std::string_view, 10> kEmptyNames = {"common",  "handler",  "handlers", "helper", "helpers",
                                                          "manager", "managers", "misc",     "util",   "utils"};

std::vector<std::string> words_of(const std::string& path) {
  std::vector<std::string> words{""};
  for (const char c : path) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

std::size_t line_at(const std::string& text, std::ptrdiff_t position) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + position, '\n'));
}

// A comment above a group of these is for all of them.
bool is_enum_of_a_line(const std::string& line) { return line.starts_with("enum") && line.ends_with("};"); }

std::set<std::string> rule_ids_of(const std::string& text) {
  static const std::regex pattern(R"(\b(?:R\d{3}-\d{2}[a-z]?|A\d{3}-\d{1,2}|Z\d{1,2})\b)");
  return {std::sregex_token_iterator(text.begin(), text.end(), pattern), std::sregex_token_iterator()};
}

}  // namespace

Findings headers_without_pragma_once(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_header(file)) continue;
    const std::vector<std::string> lines = lines_of(blanked(file.text, Blank::comments));
    const auto first = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find_first_not_of(" \t\r") != std::string::npos;
    });
    if (first != lines.end() && first->starts_with("#pragma once")) continue;
    const std::size_t line = first == lines.end() ? 1 : static_cast<std::size_t>(first - lines.begin()) + 1;
    findings.push_back(finding(file.path, line, "a header starts with #pragma once"));
  }
  return findings;
}

Findings sources_without_header(const SourceTree& tree, const std::vector<std::string>& without) {
  std::set<std::string> paths;
  for (const SourceFile& file : tree) paths.insert(file.path);
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!file.path.ends_with(".cpp") && !file.path.ends_with(".c")) continue;
    const std::string header = file.path.substr(0, file.path.rfind('.')) + ".h";
    const bool may_lack = std::any_of(without.begin(), without.end(), [&](const std::string& path) {
      if (path.starts_with('*')) return file.path.ends_with(path.substr(1));
      return path.ends_with('/') ? file.path.starts_with(path) : file.path == path;
    });
    if (!may_lack && !paths.contains(header)) findings.push_back(finding(file.path, 1, "there is no " + header));
  }
  return findings;
}

Findings types_without_comment(const SourceTree& tree) {
  // What is in a namespace is not indented. A declaration alone ends before a brace.
  static const std::regex type(R"(\n((?:struct|class|enum)\b[^;{()]*)\{)");
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_header(file)) continue;
    const std::string code = "\n" + blanked(file.text, Blank::comments_and_literals);
    const std::vector<std::string> lines = lines_of(file.text);
    for (std::sregex_iterator at(code.begin(), code.end(), type), end; at != end; ++at) {
      const std::size_t line = line_at(code, at->position(1)) - 1;
      std::size_t above = line - 1;  // the number of the line before it
      while (above > 0 && (lines[above - 1].starts_with("template") || is_enum_of_a_line(lines[above - 1]))) --above;
      const bool is_comment = above > 0 && (lines[above - 1].starts_with("//") || lines[above - 1].ends_with("*/"));
      if (!is_comment) findings.push_back(finding(file.path, line, "no comment above " + at->str(1)));
    }
  }
  return findings;
}

Findings files_too_long(const SourceTree& tree, const std::vector<std::string>& tables) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file) || std::find(tables.begin(), tables.end(), file.path) != tables.end()) continue;
    const std::size_t lines = lines_of(file.text).size();
    if (lines <= kFileLinesMax) continue;
    findings.push_back(finding(file.path, lines, "more than " + std::to_string(kFileLinesMax) + " lines"));
  }
  return findings;
}

Findings comments_too_wide(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file)) continue;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(file.text)) {
      ++number;
      const std::size_t start = line.find_first_not_of(' ');
      const bool is_comment = start != std::string_view::npos && line.substr(start).starts_with("//");
      if (is_comment && line.size() > kColumnsMax && line.find("://") == std::string_view::npos)
        findings.push_back(finding(file.path, number, "more than " + std::to_string(kColumnsMax) + " columns"));
    }
  }
  return findings;
}

Findings names_that_say_nothing(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    for (const std::string& word : words_of(file.path)) {
      if (std::find(kEmptyNames.begin(), kEmptyNames.end(), word) == kEmptyNames.end()) continue;
      findings.push_back(finding(file.path, 1, "'" + word + "' does not say what the file is for"));
    }
  }
  return findings;
}

Findings banned_calls(const SourceTree& tree) {
  // A member (x.sleep, x->sleep) or a name of another space (ours::sleep) is not the banned one; std:: and :: alone
  // are.
  static const std::regex pattern(
      R"((^|[^\w.>:]|[^-]>|(?:^|[^\w>])(?:std)?::)(system|popen|rand|srand|sleep|usleep)\s*\(|(this_thread::sleep_(?:for|until)))");
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file)) continue;
    const std::string code = blanked(file.text, Blank::comments_and_literals);
    for (std::sregex_iterator at(code.begin(), code.end(), pattern), end; at != end; ++at) {
      const std::size_t group = (*at)[2].matched ? 2 : 3;
      findings.push_back(finding(file.path, line_at(code, at->position(group)), "call of " + at->str(group)));
    }
  }
  return findings;
}

Findings rule_ids_not_in(const SourceTree& tree, const std::string& rules_text) {
  const std::set<std::string> known = rule_ids_of(rules_text);
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file)) continue;
    const std::vector<std::string> lines = lines_of(file.text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      for (const std::string& id : rule_ids_of(lines[i])) {
        if (!known.contains(id)) findings.push_back(finding(file.path, i + 1, "no rule " + id));
      }
    }
  }
  return findings;
}

Findings page_of_the_house(const SourceTree& tree, const std::string& page, const std::vector<Room>& rooms) {
  static const std::regex pattern(R"(`((?:\w+/)+)(\w+)?(\.\w+)?`)");
  std::set<std::string> paths;
  for (const SourceFile& file : tree) paths.insert(file.path);
  const auto is_there = [&](const std::string& start) {
    const auto found = paths.lower_bound(start);
    return found != paths.end() && found->starts_with(start);
  };
  Findings findings;
  std::set<std::string> named;
  for (std::sregex_iterator at(page.begin(), page.end(), pattern), end; at != end; ++at) {
    const std::string folder = at->str(1);
    named.insert("arena/" + folder);
    named.insert(folder);
    if (folder.starts_with("tests/")) continue;
    const std::string suffix = at->str(3);
    const std::string name = folder + at->str(2) + (at->str(2).empty() || !suffix.empty() ? suffix : ".");
    if (is_there("arena/" + name) || is_there(name)) continue;
    findings.push_back(finding(kPage, line_at(page, at->position(1)), at->str(0) + " is not there"));
  }
  for (const Room& room : rooms) {
    if (!named.contains(room.name)) findings.push_back(finding(kPage, 1, room.name + " is not named"));
  }
  return findings;
}

Findings calls_that_are_not_there(const SourceTree& tree, const std::string& page) {
  static const std::regex row(R"(\| `([\w/]+)` \| `(\w+)\(\)` \| `([\w/]+)` \|)");
  // Header and source of a part, comments and literals aside; empty where there is none.
  const auto code_of = [&](const std::string& part) {
    std::string code;
    for (const SourceFile& file : tree) {
      const std::string name = file.path.substr(0, file.path.rfind('.'));
      if (is_source(file) && (name == "arena/" + part || name == part)) {
        code += blanked(file.text, Blank::comments_and_literals) + "\n";
      }
    }
    return code;
  };
  Findings findings;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at) {
    const std::regex name("\\b" + at->str(2) + "\\b");
    for (const std::string& part : {at->str(1), at->str(3)}) {
      if (std::regex_search(code_of(part), name)) continue;
      findings.push_back(
          finding(kPage, line_at(page, at->position(1)), "`" + part + "` does not name " + at->str(2) + "()"));
    }
  }
  return findings;
}

}  // namespace house
