#include "arena/base/text/problems.h"

#include <fmt/format.h>

namespace arena {
namespace {

std::string in_one_line(std::string text, const std::vector<std::string>& mistakes) {
  for (std::size_t i = 0; i < mistakes.size(); ++i)
    text += fmt::format("{} ({}) {}", i > 0 ? ";" : "", i + 1, mistakes[i]);
  return text;
}

}  // namespace

FileMistakes::FileMistakes(const std::string& heading, std::vector<std::string> mistakes)
    : InputError(in_one_line(heading, mistakes)), heading_(heading), mistakes_(std::move(mistakes)) {}

void Problems::refuse_all() const {
  if (empty()) return;
  if (count_ == 1) throw InputError(listed_.front());
  std::vector<std::string> mistakes;
  const std::string place = file_ + ": ";
  for (const std::string& problem : listed_)
    mistakes.push_back(problem.starts_with(place) ? problem.substr(place.size()) : problem);
  if (count_ > listed_.size()) mistakes.push_back(fmt::format("and {} more", count_ - listed_.size()));
  throw FileMistakes(fmt::format("{}: {} mistakes:", file_, count_), std::move(mistakes));
}

}  // namespace arena
