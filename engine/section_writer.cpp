#include "engine/section_writer.h"

#include <algorithm>

#include "engine/rule_words.h"

namespace hearts {

void SectionWriter::say(const std::string& text, std::initializer_list<std::string_view> keys) {
  ExplainedRule line{sentence(text), {}};
  for (std::string_view key : keys) {
    std::string_view rest = rules_->source(key);
    while (!rest.empty()) {
      const std::string_view rule = rest.substr(0, rest.find(' '));
      if (std::find(line.rules.begin(), line.rules.end(), rule) == line.rules.end()) line.rules.push_back(rule);
      rest.remove_prefix(std::min(rest.size(), rule.size() + 1));
    }
  }
  section_.lines.push_back(std::move(line));
}

}  // namespace hearts
