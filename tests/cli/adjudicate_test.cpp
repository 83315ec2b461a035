// `arena adjudicate` as a stream: what comes in, what goes out and when. What is judged is tested in
// tests/unit/adjudicate.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "tests/cli/arena_command.h"
#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"
#include "tests/unit/results/adjudicate/judged.h"

namespace adjudicate_test {

using namespace cli_test;
using arena::test::ace_moon;
using arena::test::judged;
using arena::test::line_of;

namespace {

const std::string kProgram = std::string("'") + HEARTS_ARENA_PROGRAM + "' adjudicate";

/// Runs the command of a shell with the bytes in the file "in".
Outcome adjudicate(const std::string& input, const std::string& command = kProgram + " <in") {
  const ScratchFolder folder;
  write_file(folder / "in", input);
  return run_in(folder.path(), {"sh", "-c", command});
}

/// A program that reads a pipe of ours.
class Piped {
 public:
  explicit Piped(const std::string& arguments) {
    const std::string pipe = (folder_ / "pipe").string();
    if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    descriptor_ = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);  // for writing alone it would wait for a reader
    child_ = std::make_unique<processes::ChildProcess>(
        Words{"sh", "-c", "exec " + kProgram + arguments + " <'" + pipe + "'"});
  }
  ~Piped() { close(); }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;

  void write(const std::string& text) const {
    REQUIRE(::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }
  /// This much is said, soon.
  bool says(const std::string& text) const {
    return processes::happens_within(std::chrono::seconds(10) * processes::kPatience,
                                     [&] { return child_->out() == text; });
  }
  processes::ChildProcess& child() { return *child_; }

 private:
  ScratchFolder folder_;
  int descriptor_ = -1;
  std::unique_ptr<processes::ChildProcess> child_;
};

}  // namespace

TEST_CASE("hands are answered line by line, bad ones with an error, and the command ends well", "[memory]") {
  const std::string hand = line_of(ace_moon());
  const Outcome outcome = adjudicate(hand + "\n\n" + hand.substr(0, 50) + "\r\n \n" + hand + "\n{}\n" + hand);
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  const std::string good = judged(hand) + "\n";
  CHECK(outcome.out == good + "{\"error\":{\"line\":3,\"message\":\"not valid JSON at byte 52: incomplete JSON\"}}\n" +
                           good + "{\"error\":{\"line\":6,\"message\":\"\\\"variant\\\" is missing\"}}\n" + good);
}

TEST_CASE("the legal cards come with --legal") {
  const std::string hand = line_of(ace_moon());
  CHECK(adjudicate(hand, kProgram + " --legal <in").out == judged(hand, true) + "\n");
}

TEST_CASE("nothing in, nothing out") {
  for (const char* input : {"", "\n", "\n\n \r\n"}) {
    const Outcome outcome = adjudicate(input);
    CHECK(outcome.code == 0);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.empty());
  }
}

TEST_CASE("a line that is too long hurts no other", "[memory]") {
  const std::string hand = line_of(ace_moon());
  const std::string longer(100'000, 'x');
  const std::string endless(5'000'000, '\0');
  const Outcome outcome = adjudicate(hand + "\n" + longer + "\n" + hand + "\n" + endless);
  CHECK(outcome.code == 0);
  const std::string good = judged(hand) + "\n";
  CHECK(outcome.out == good + "{\"error\":{\"line\":2,\"message\":\"the line is longer than 65536 bytes\"}}\n" + good +
                           "{\"error\":{\"line\":4,\"message\":\"the line is longer than 65536 bytes\"}}\n");
}

TEST_CASE("bytes that are no text do not get out", "[memory]") {
  using namespace std::string_literals;
  const Outcome outcome =
      adjudicate("\xFF\xFE\0\x1B[2J\n{\"\x80\":1}\n{\"\\u001b[2J\":1}\n{\"variant\":\"\\u00e9\",\"deal\":[]}\n"s);
  CHECK(outcome.code == 0);
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 4);
  for (char c : outcome.out) {
    if (c == '\n') continue;
    CHECK(c >= ' ');
    CHECK(c <= '~');
  }
}

TEST_CASE("a program that writes one line and waits gets the answer immediately") {
  const std::string hand = line_of(ace_moon());
  const std::string good = judged(hand) + "\n";
  Piped piped("");
  piped.write(hand + "\n");
  CHECK(piped.says(good));
  piped.write(hand.substr(0, 20));
  piped.write(hand.substr(20) + "\n" + hand);
  CHECK(piped.says(good + good));
  piped.close();
  const auto end = piped.child().wait(std::chrono::seconds(10) * processes::kPatience);
  REQUIRE(end);
  CHECK(end->exited);
  CHECK(end->number == 0);
  CHECK(piped.child().out() == good + good + good);
}

TEST_CASE("answers that cannot be written are a failure, and so is input that cannot be read") {
  const Outcome full = adjudicate(line_of(ace_moon()), kProgram + " <in >/dev/full");
  CHECK(full.code == 1);
  CHECK(full.err == "error: standard output cannot be written\n");
  const Outcome folder = adjudicate("", kProgram + " <.");
  CHECK(folder.code == 1);
  CHECK(folder.err == "error: standard input cannot be read: Is a directory\n");
}

TEST_CASE("arguments are refused") {
  const Outcome outcome = adjudicate("", kProgram + " in");
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
}

}  // namespace adjudicate_test
