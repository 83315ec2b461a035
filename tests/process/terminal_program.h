#pragma once

#include <sys/types.h>
#include <termios.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace processes {

/// A program on a terminal of its own, and the person before it. Killed when this goes.
class TerminalProgram {
 public:
  /// The program is looked up in PATH; `environment` has NAME=value beside what this process has. Throws
  /// std::system_error when it cannot be started.
  TerminalProgram(const std::vector<std::string>& words, int columns, const std::vector<std::string>& environment = {});
  ~TerminalProgram();
  TerminalProgram(const TerminalProgram&) = delete;
  TerminalProgram& operator=(const TerminalProgram&) = delete;

  /// Reads until what is shown since the last call ends so, or the program has ended; returns it, line ends as LF.
  /// Throws std::runtime_error, with what is shown, when that takes longer than a minute.
  std::string read_until(const std::string& end);
  /// Types these bytes; an end of line is up to the caller.
  void type(const std::string& bytes);
  /// How the terminal is set.
  termios settings() const;
  /// Reads on to the end of the program, which must be near. Its exit code, or minus the signal.
  int wait();
  /// Nothing more will be shown.
  bool ended() const { return ended_; }

 private:
  int terminal_ = -1;
  pid_t pid_ = -1;
  bool ended_ = false;
};

}  // namespace processes
