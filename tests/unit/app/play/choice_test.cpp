#include "arena/app/play/typed_line.h"

#include "arena/base/text/printable.h"
#include "tests/catch.h"

namespace choice_test {

using arena::Choice;

namespace {

Choice three_of_five() {
  return {{"2C", "3C", "QS", "KH", "AH"},
          3,
          [](std::string_view) { return std::string("not yours"); },
          [](std::string_view word) { return word == "QS" ? "Q♠" : arena::printable(word, 20); }};
}

}  // namespace

TEST_CASE("words are added until the choice is complete") {
  Choice choice = three_of_five();
  CHECK(choice.add("QS").empty());
  CHECK(choice.add("kh").empty());
  CHECK_FALSE(choice.complete());
  CHECK(choice.add("2C").empty());
  CHECK(choice.complete());
  CHECK(choice.text() == "QS KH 2C");
  CHECK(choice.shown() == "Q♠ KH 2C");
}

TEST_CASE("what cannot be added is reported and changes nothing") {
  Choice choice = three_of_five();
  choice.add("QS");
  CHECK(choice.add("QS") == "Q♠ is chosen already");
  CHECK(choice.add("4D") == "4D: not yours");
  CHECK(choice.add("\033[2J") == "\\x1b[2J: not yours");
  CHECK(choice.text() == "QS");
  choice.add("KH");
  choice.add("AH");
  CHECK(choice.add("2C") == "2C is one too many; take one back with 'undo'");
}

TEST_CASE("the last word or a named one is taken back") {
  Choice choice = three_of_five();
  CHECK(choice.undo() == "nothing is chosen yet");
  for (const char* word : {"QS", "KH", "AH"}) choice.add(word);
  CHECK(choice.undo().empty());
  CHECK(choice.text() == "QS KH");
  CHECK(choice.undo("QS").empty());
  CHECK(choice.text() == "KH");
  CHECK(choice.undo("2C") == "2C is not chosen");
  choice.clear();
  CHECK(choice.text().empty());
}

TEST_CASE("words of a choice that are no cards are taken in either case") {
  Choice choice({"subtract_self", "add_others"}, 1, {}, [](std::string_view word) { return std::string(word); });
  CHECK(choice.add("ADD_OTHERS").empty());
  CHECK(choice.text() == "add_others");
}

}  // namespace choice_test
