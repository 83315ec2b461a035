// A player of sensible rules: ducks, dumps, guards, and stops an opponent's moon. It plays every variant,
// because it knows no variant: values, suits and the order of the cards are what the arena announces.
#include <iostream>
#include <sstream>

#include "table.h"

int main() {
  std::ios::sync_with_stdio(false);
  Table table;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream in(text);
    Words line;
    for (std::string word; in >> word;) line.push_back(word);
    if (line.empty()) continue;
    if (line[0] == "quit") break;
    if (line[0] == "hello") {
      std::cout << "ready name=rules_cpp" << std::endl;
    } else if (line[0] == "ask" && line.size() > 4) {
      std::size_t first = 4;  // the words stand behind the colon; fields may be added before it
      while (first < line.size() && line[first++] != ":") {
      }
      const Words offered(line.begin() + static_cast<std::ptrdiff_t>(first), line.end());
      const Words answer = choose(table, line[2], std::stoi(line[3]), offered);
      table.answered(line[2], answer);
      std::cout << line[1];
      for (const std::string& word : answer) std::cout << ' ' << word;
      std::cout << std::endl;
    } else {
      table.hear(line);
    }
  }
}
