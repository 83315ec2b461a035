#include "tests/unit/engine/rule_ids.h"

#include <fstream>
#include <sstream>

namespace hearts::test {
namespace {

std::set<std::string> read_rules() {
  std::ifstream file(HEARTS_SOURCE_DIR "/engine/RULES.md");
  std::set<std::string> rules;
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("- ") && colon != std::string::npos) rules.insert(line.substr(2, colon - 2));
  }
  return rules;
}

}  // namespace

const std::set<std::string>& explained_rules() {
  static const std::set<std::string> rules = read_rules();
  return rules;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace hearts::test
