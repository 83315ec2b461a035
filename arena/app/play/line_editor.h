#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace arena {

/// Lines typed on a terminal, standard input and output, edited by libedit: keys as in a shell, and the lines before. The
/// terminal is in libedit's mode from begin() to end() and as it was at all other times.
class LineEditor {
 public:
  /// Throws std::runtime_error when libedit cannot use the terminal.
  LineEditor();
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// Standard input and output are a terminal that knows where its cursor is.
  static bool is_possible();

  /// Shows the prompt and waits for a line. The editor must live until end().
  void begin(const std::string& prompt);
  void end();

  enum class State {
    more,   ///< the line goes on
    line,   ///< it is whole
    ended,  ///< the end of input
  };
  /// Takes a key that was typed; waits for one where there is none.
  State take_key();
  /// Of State::line: without its end, of kTypedBytesMax bytes at most.
  const std::string& line() const { return line_; }

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::string line_;
};

/// The editor of the terminal, between begin() and end().
class EditedLine {
 public:
  EditedLine(LineEditor& editor, const std::string& prompt) : editor_(editor) { editor_.begin(prompt); }
  ~EditedLine() { editor_.end(); }
  EditedLine(const EditedLine&) = delete;
  EditedLine& operator=(const EditedLine&) = delete;

 private:
  LineEditor& editor_;
};

}  // namespace arena
