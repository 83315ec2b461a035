#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "engine/explained_rule.h"
#include "engine/rules.h"

namespace hearts {

/// Writes the lines of one section.
class SectionWriter {
 public:
  SectionWriter(const Rules& rules, std::string_view title) : rules_(&rules), section_{title, {}} {}

  /// A sentence on what these keys say; it stands on what they stand on.
  void say(const std::string& text, std::initializer_list<std::string_view> keys);

  ExplainedSection take() { return std::move(section_); }

 private:
  const Rules* rules_;
  ExplainedSection section_;
};

}  // namespace hearts
