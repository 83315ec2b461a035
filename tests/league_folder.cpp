#include "tests/league_folder.h"

namespace arena::test {

std::string entrant(const std::string& bot, const std::string& name) {
  return R"({"bot": ")" + bot + R"(", "name": ")" + name + R"("})";
}

std::string entrant(const std::string& bot) { return '"' + bot + '"'; }

std::string league_text(const std::vector<std::string>& entrants, const std::string& more) {
  std::string text;
  for (const std::string& one : entrants) text += (text.empty() ? "    " : ",\n    ") + one;
  return "{\n  \"league\": 1,\n  \"entrants\": [\n" + text + "\n  ],\n  " + more + "\n}\n";
}

void LeagueFolder::write_league(const std::vector<std::string>& entrants, const std::string& more,
                                const std::string& file) const {
  write_file(*this / file, league_text(entrants, more));
}

}  // namespace arena::test
