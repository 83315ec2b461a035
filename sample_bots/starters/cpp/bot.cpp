// A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose().
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;

// What the bot knows about this game. Add whatever else your bot needs.
struct Table {
  std::mt19937 chance;                // use no other random numbers: the same game must lead to the same answers
  std::map<std::string, int> points;  // what cards cost; cards without an entry cost nothing
  Words trick;                        // the cards of this trick, in the order played

  void hear(const Words& line) {
    if (line[0] == "points") {  // points QS=13 2H=1 ...
      points.clear();
      for (const std::string& word : line) {
        const std::size_t equals = word.find('=');
        if (equals != std::string::npos) points[word.substr(0, equals)] = std::atoi(word.c_str() + equals + 1);
      }
    } else if (line[0] == "trick") {  // trick NUMBER lead=SEAT
      trick.clear();
    } else if (line[0] == "play") {  // play SEAT CARD
      trick.push_back(line.at(2));
    }
  }
};

// Returns any n of the words. All of them are legal. This is the function to change.
Words choose(const std::string& kind, std::size_t n, Words words, Table& table) {
  if (kind == "play" || kind == "pass") {
    std::map<std::string, double> weight;
    for (const std::string& card : words) {
      const std::size_t rank = std::string("X23456789TJQKA").find(card[0]);
      const double ties = double(table.chance()) / 4294967296.0;
      weight[card] = double(rank) + 4 * (table.points.contains(card) ? table.points[card] : 0) + ties;
    }
    const bool cannot_follow = !table.trick.empty() && words[0][1] != table.trick[0][1];
    const bool heavy_first = kind == "pass" || cannot_follow;
    std::sort(words.begin(), words.end(), [&](const std::string& a, const std::string& b) {
      return heavy_first ? weight[a] > weight[b] : weight[a] < weight[b];
    });
  }
  words.resize(n);  // other questions: the first words are always safe
  return words;
}

int main() {
  Table table;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream stream(text);
    Words line;
    for (std::string word; stream >> word;) line.push_back(word);
    if (line.empty()) continue;
    if (line[0] == "hello") {
      std::cout << "ready" << std::endl;
    } else if (line[0] == "game") {  // forget everything: answers may depend only on this game
      table = Table{};
      for (const std::string& word : line) {
        if (word.starts_with("botseed=")) table.chance.seed(std::mt19937::result_type(std::stoul(word.substr(8))));
      }
    } else if (line[0] == "ask") {  // ask ID KIND N MOVE BANK : WORD ...
      const Words offered(std::find(line.begin(), line.end(), ":") + 1, line.end());
      std::cout << line[1];
      for (const std::string& word : choose(line[2], std::stoul(line[3]), offered, table)) std::cout << ' ' << word;
      std::cout << std::endl;  // not '\n': a newline does not flush a pipe
    } else if (line[0] == "quit") {
      break;
    } else {
      table.hear(line);
    }
  }
}
