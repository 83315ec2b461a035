#include "arena/app/play/typed_line.h"

#include "tests/catch.h"

namespace typed_line_test {

using arena::parse_typed_line;
using arena::TableWord;
using Words = std::vector<std::string>;

TEST_CASE("cards are read in either case and with any separator") {
  CHECK(parse_typed_line("qs,Kh; 10d/2C").words == Words{"QS", "KH", "TD", "2C"});
  CHECK(parse_typed_line("  qs  ").words == Words{"QS"});
  CHECK(parse_typed_line(" \t ").words.empty());
  CHECK_FALSE(parse_typed_line("qs").command);
}

TEST_CASE("a command comes first, whole or as its first letter") {
  CHECK(parse_typed_line("Quit").command == TableWord::quit);
  CHECK(parse_typed_line("q").command == TableWord::quit);
  CHECK(parse_typed_line("h").command == TableWord::help);
  CHECK(parse_typed_line("?").command == TableWord::explain);
  CHECK(parse_typed_line("hint").command == TableWord::hint);
  CHECK(parse_typed_line("rules r002-17").command == TableWord::rules);
  CHECK(parse_typed_line("rules r002-17").words == Words{"R002-17"});
  CHECK_FALSE(parse_typed_line("qs quit").command);
  CHECK_FALSE(parse_typed_line("quitter").command);
}

TEST_CASE("of an endless line some words are read") {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "qs ";
  CHECK(parse_typed_line(line).words.size() == arena::kTypedWordsMax);
}

TEST_CASE("each command is explained in a line") {
  const std::string text = arena::commands_text();
  for (const char* command :
       {"?", "help", "hint", "rules", "hand", "table", "last", "score", "undo", "yes", "no", "quit"}) {
    CHECK(text.find("  " + std::string(command) + " ") != std::string::npos);
  }
}

TEST_CASE("suits may be typed as symbols") {
  CHECK(parse_typed_line("q♠ 10♥").words == std::vector<std::string>{"QS", "TH"});
  CHECK(parse_typed_line("A♧,2♢").words == std::vector<std::string>{"AC", "2D"});
}

}  // namespace typed_line_test
