#include "arena/bots/protocol/decode.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "arena/base/text/words.h"
#include "tests/catch.h"

namespace decode_test {

namespace {

using namespace arena;
using Kind = BotLine::Kind;
using namespace std::string_literals;

/// The same grammar by regular expressions, word for word as protocol.md has it.
Kind kind_by_grammar(const std::string& line) {
  static const std::regex empty(R"( *)");
  static const std::regex ready(R"( *ready(?: +[\x21-\x7E]+)* *)");
  static const std::regex answer(R"( *([1-9][0-9]{0,9})(?: +[\x21-\x7E]+)* *)");
  static const std::regex info(R"( *info(?: [^\n]*)?)");
  static const std::regex comment(R"( *#[^\n]*)");
  std::smatch parts;
  if (std::regex_match(line, empty)) return Kind::empty;
  if (std::regex_match(line, ready)) return Kind::ready;
  if (std::regex_match(line, info)) return Kind::info;
  if (std::regex_match(line, comment)) return Kind::comment;
  if (std::regex_match(line, parts, answer) && std::stoll(parts[1]) <= 2147483647) return Kind::answer;
  return Kind::other;
}

}  // namespace

TEST_CASE("an answer is a question's number and words") {
  const BotLine one = decode_bot_line("17 QS");
  CHECK(one.kind == Kind::answer);
  CHECK(one.id == 17);
  CHECK(one.rest == "QS");

  const BotLine three = decode_bot_line("2147483647 AS TS JS");
  CHECK(three.kind == Kind::answer);
  CHECK(three.id == 2147483647);
  CHECK(three.rest == "AS TS JS");

  const BotLine none = decode_bot_line("5");
  CHECK(none.kind == Kind::answer);
  CHECK(none.rest.empty());
}

TEST_CASE("a number that the arena never gives is not an answer") {
  for (const char* line :
       {"0 QS", "00 QS", "017 QS", "-1 QS", "+1 QS", "1.0 QS", "1e3 QS", "0x11 QS", "1a QS", "2147483648 QS",
        "4294967297 QS", "9223372036854775808 QS", "99999999999999999999999999999999999999999999 QS", "QS", "q 1"}) {
    INFO(line);
    CHECK(decode_bot_line(line).kind == Kind::other);
  }
}

TEST_CASE("spaces more than one, and at the ends, do no harm") {
  for (const char* line : {" 1 QS", "1  QS", "1 QS ", "   1   QS   "}) {
    INFO('"' << line << '"');
    CHECK(decode_bot_line(line).kind == Kind::answer);
    CHECK(decode_bot_line(line).rest == "QS");
  }
  CHECK(decode_bot_line("1 ").rest.empty());
  CHECK(decode_bot_line(" ready  name=a ").kind == Kind::ready);
  CHECK(decode_bot_line("    ").kind == Kind::empty);
  for (const char* line : {"1\tQS", "1 \tQS", "1 QS\t", "\t", "\t1 QS"}) {
    INFO('"' << line << '"');
    CHECK(decode_bot_line(line).kind == Kind::other);
  }
}

TEST_CASE("a byte that is not printable ASCII makes garbage of an answer, not of a note") {
  const std::string zero(1, '\0');
  for (const std::string& byte : {zero, "\x01"s, "\x1B"s, "\x7F"s, "\x80"s, "\xC3\xA9"s, "\xFF\xFE"s, "\r"s}) {
    INFO("byte " << static_cast<int>(static_cast<unsigned char>(byte[0])));
    for (const std::string& line : {"1 Q" + byte + "S", byte + "1 QS", "1" + byte + " QS", "1 QS" + byte, byte,
                                    "ready name=" + byte, "ready" + byte}) {
      CHECK(decode_bot_line(line).kind == Kind::other);
    }
    CHECK(decode_bot_line("info a=" + byte).kind == Kind::info);
    CHECK(decode_bot_line("# " + byte).kind == Kind::comment);
  }
}

TEST_CASE("info lines and comments are kept whole, but for spaces at the ends") {
  for (const std::string& line : {"info depth=9 eval=-3.2"s, "info"s, "info  two  spaces"s}) {
    INFO(line);
    CHECK(decode_bot_line(line).kind == Kind::info);
    CHECK(decode_bot_line(" " + line + " ").rest == line);
  }
  for (const std::string& line : {"#"s, "# why I keep the queen"s, "#1 QS"s, "##"s}) {
    INFO(line);
    CHECK(decode_bot_line(line).kind == Kind::comment);
    CHECK(decode_bot_line(" " + line + " ").rest == line);
  }
  CHECK(decode_bot_line("").kind == Kind::empty);
}

TEST_CASE("ready may bring fields of any key") {
  for (const char* line : {"ready", "ready name=Duck version=1.2", "ready events=live", "ready a= b=c=d X_1.y-z=!",
                           "ready MyBot", "ready =x"}) {
    INFO(line);
    CHECK(decode_bot_line(line).kind == Kind::ready);
  }
  for (const char* line : {"ready!", "Ready", "READY", "readyname=x"}) {
    INFO(line);
    CHECK(decode_bot_line(line).kind == Kind::other);
  }
  const std::string_view fields = decode_bot_line("ready name=Duck xname=no events=live empty=").rest;
  CHECK(field_of(fields, "name") == "Duck");
  CHECK(field_of(fields, "events") == "live");
  CHECK(field_of(fields, "empty") == "");
  CHECK_FALSE(field_of(fields, "version"));
  CHECK_FALSE(field_of(fields, "nam"));
  CHECK_FALSE(field_of("", "name"));
}

TEST_CASE("any line is taken as the grammar of the protocol has it") {
  // All lines of up to five letters out of an alphabet that reaches every rule of the grammar.
  const std::vector<std::string> alphabet = {
      " ",     "0",  "1",    "9",  "2147483647", "-",   "=", "#",
      "ready", "QS", "info", "\t", "\xC3",       "a=b", ".", std::string(1, '\0')};
  std::vector<std::string> lines = {""};
  std::size_t first = 0;
  for (int length = 0; length < 4; ++length) {
    const std::size_t end = lines.size();
    for (; first < end; ++first) {
      for (const std::string& letter : alphabet) lines.push_back(lines[first] + letter);
    }
  }
  std::size_t wrong = 0;
  std::size_t answers = 0;
  for (const std::string& line : lines) {
    const Kind kind = decode_bot_line(line).kind;
    if (kind == Kind::answer) ++answers;
    if (kind != kind_by_grammar(line)) {
      ++wrong;
      CAPTURE(line);
      CHECK(static_cast<int>(kind) == static_cast<int>(kind_by_grammar(line)));
    }
    if (wrong > 5) break;
  }
  CHECK(wrong == 0);
  CHECK(answers > 500);
  CHECK(lines.size() > 60000);
}

TEST_CASE("the grammar in protocol.md is the one tested here") {
  std::ifstream file(HEARTS_SOURCE_DIR "/protocol.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  for (const char* rule :
       {"bot-line  = *SP [ ready / answer / info / comment ] *SP EOL", "ready     = \"ready\" *( 1*SP value )",
        "answer    = id *( 1*SP word )", "info      = \"info\" [ SP *octet ]", "comment   = \"#\" *octet",
        "id        = %x31-39 *9DIGIT", "value     = 1*VCHAR", "word      = 1*VCHAR"}) {
    INFO(rule);
    CHECK(text.find(rule) != std::string::npos);
  }
}

TEST_CASE("words are cut off the front one by one") {
  std::string_view text = "  a bc   d ";
  CHECK(cut_word(text) == "a");
  CHECK(cut_word(text) == "bc");
  CHECK(text == "   d ");
  CHECK(cut_word(text) == "d");
  CHECK(cut_word(text).empty());
  CHECK(text.empty());
}

}  // namespace decode_test
