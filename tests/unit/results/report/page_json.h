#pragma once

#include <string>

#include "arena/results/report/page.h"

namespace arena::test {

/// The text of the data in a page; empty where it is none of ours.
inline std::string data_of(const std::string& page) {
  const std::string_view whole = page_template();
  const std::size_t place = whole.find(kPagePlaceholder);
  const std::string_view before = whole.substr(0, place);
  const std::string_view behind = whole.substr(place + kPagePlaceholder.size());
  if (!page.starts_with(before) || !page.ends_with(behind)) return {};
  return page.substr(before.size(), page.size() - before.size() - behind.size());
}

}  // namespace arena::test
