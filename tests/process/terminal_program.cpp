#include "tests/process/terminal_program.h"

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"

namespace processes {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

TerminalProgram::TerminalProgram(const std::vector<std::string>& words, int columns,
                                 const std::vector<std::string>& environment) {
  winsize size = {};
  size.ws_row = 50;
  size.ws_col = static_cast<unsigned short>(columns);
  std::vector<std::string> line = {"env"};
  line.insert(line.end(), environment.begin(), environment.end());
  line.insert(line.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : line) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (pid_ < 0) fail("forkpty");
  if (pid_ == 0) {
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
}

TerminalProgram::~TerminalProgram() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  if (terminal_ >= 0) ::close(terminal_);
}

std::string TerminalProgram::read_until(const std::string& end) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1) * kPatience;
  std::string shown;
  while (!ended_ && !shown.ends_with(end)) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd ready = {terminal_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) {
      throw std::runtime_error("nothing ends with '" + end + "' in: " + shown);
    }
    char bytes[4096];
    const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
    if (count <= 0) ended_ = true;  // EIO: the other side is closed
    for (ssize_t i = 0; i < count; ++i) {
      if (bytes[i] != '\r') shown += bytes[i];
    }
  }
  return shown;
}

void TerminalProgram::type(const std::string& bytes) {
  if (::write(terminal_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) fail("write to a terminal");
}

termios TerminalProgram::settings() const {
  termios settings = {};
  if (::tcgetattr(terminal_, &settings) != 0) fail("tcgetattr");
  return settings;
}

int TerminalProgram::wait() {
  while (!ended_) read_until("\n");
  int status = 0;
  if (::waitpid(pid_, &status, 0) != pid_) fail("waitpid");
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace processes
