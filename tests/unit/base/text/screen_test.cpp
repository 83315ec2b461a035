#include "arena/base/text/screen.h"

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <optional>

#include "tests/catch.h"

namespace screen_test {

using namespace arena;

namespace {

using Values = std::map<std::string, std::string>;

/// Variables of the environment for a while; an empty text takes one away.
class Environment {
 public:
  explicit Environment(const Values& values) {
    for (const auto& [name, value] : values) {
      const char* was = std::getenv(name.c_str());
      before_[name] = was == nullptr ? std::nullopt : std::optional<std::string>(was);
      set(name, value.empty() ? std::nullopt : std::optional<std::string>(value));
    }
  }
  ~Environment() {
    for (const auto& [name, value] : before_) set(name, value);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  static void set(const std::string& name, const std::optional<std::string>& value) {
    if (value) {
      ::setenv(name.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name.c_str());
    }
  }
  std::map<std::string, std::optional<std::string>> before_;
};

/// A terminal of 100 columns and 30 lines.
class MadeTerminal {
 public:
  MadeTerminal() {
    winsize size = {};
    size.ws_col = 100;
    size.ws_row = 30;
    REQUIRE(::openpty(&outer_, &inner_, nullptr, nullptr, &size) == 0);
  }
  ~MadeTerminal() {
    ::close(outer_);
    ::close(inner_);
  }
  MadeTerminal(const MadeTerminal&) = delete;
  MadeTerminal& operator=(const MadeTerminal&) = delete;
  int fd() const { return inner_; }

 private:
  int outer_ = -1;
  int inner_ = -1;
};

Environment plain() {
  return Environment({{"COLUMNS", ""},
                      {"LINES", ""},
                      {"NO_COLOR", ""},
                      {"CLICOLOR_FORCE", ""},
                      {"TERM", "xterm"},
                      {"LC_ALL", ""},
                      {"LC_CTYPE", ""},
                      {"LANG", "en_GB.UTF-8"}});
}

}  // namespace

TEST_CASE("a terminal's width is its own, unless COLUMNS says another") {
  const Environment environment = plain();
  const MadeTerminal terminal;
  CHECK(find_screen(terminal.fd()).page().columns == 100);
  CHECK(find_screen(terminal.fd()).page().table_columns == 100);
  CHECK(find_screen(terminal.fd()).size.lines == 30);
  for (const auto& [columns, wanted] : std::map<std::string, std::size_t>{
           {"66", 66}, {"12", 40}, {"999", 200}, {"0", 100}, {"-5", 100}, {"wide", 100}, {"99999999999", 100}}) {
    INFO(columns);
    const Environment other(Values{{"COLUMNS", columns}});
    CHECK(find_screen(terminal.fd()).page().columns == wanted);
  }
}

TEST_CASE("output that is not a terminal has the form of a file, whatever the environment says") {
  const Environment environment = plain();
  const Environment other(Values{{"COLUMNS", "50"}});
  const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const Screen screen = find_screen(file);
  ::close(file);
  CHECK(screen.page().columns == 120);
  CHECK(screen.page().table_columns == Page::kAnyWidth);
  CHECK(screen.fitting("a line\n") == "a line\n");
  CHECK_FALSE(screen.color);
  CHECK_FALSE(screen.symbols);
}

TEST_CASE("NO_COLOR, CLICOLOR_FORCE and TERM say whether there are colours, and what is asked for comes before them") {
  const Environment environment = plain();
  const MadeTerminal terminal;
  const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  struct Case {
    std::map<std::string, std::string> environment;
    bool on_terminal;
    bool in_file;
  };
  for (const Case& one : {Case{{}, true, false},
                          {{{"NO_COLOR", "1"}}, false, false},
                          {{{"TERM", "dumb"}}, false, false},
                          {{{"TERM", ""}}, false, false},
                          {{{"CLICOLOR_FORCE", "1"}}, true, true},
                          {{{"CLICOLOR_FORCE", "0"}}, true, false},
                          {{{"CLICOLOR_FORCE", "1"}, {"TERM", "dumb"}}, true, true},
                          {{{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}, false, false}}) {
    const Environment other(one.environment);
    CHECK(find_screen(terminal.fd()).color == one.on_terminal);
    CHECK(find_screen(file).color == one.in_file);
    CHECK(find_screen(file, When::always).color);
    CHECK_FALSE(find_screen(terminal.fd(), When::never).color);
  }
  ::close(file);
}

TEST_CASE("suits are symbols where the first locale that is set is of UTF-8") {
  const Environment environment = plain();
  const MadeTerminal terminal;
  CHECK(find_screen(terminal.fd()).symbols);
  const Environment characters(Values{{"LC_CTYPE", "C"}});
  CHECK_FALSE(find_screen(terminal.fd()).symbols);
  const Environment all(Values{{"LC_ALL", "C.utf8"}});
  CHECK(find_screen(terminal.fd()).symbols);
}

TEST_CASE("a dumb terminal cannot be redrawn") {
  const Environment environment = plain();
  const MadeTerminal terminal;
  CHECK(find_screen(terminal.fd()).can_redraw);
  const Environment dumb(Values{{"TERM", "dumb"}});
  CHECK_FALSE(find_screen(terminal.fd()).can_redraw);
  CHECK(find_screen(terminal.fd()).is_terminal);
}

}  // namespace screen_test
