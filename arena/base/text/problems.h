#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/text/input_error.h"

namespace arena {

/// Several things are wrong with a file. The text is one line: "FILE: 3 mistakes: (1) ...; (2) ...".
class FileMistakes : public InputError {
 public:
  /// `mistakes` are the sentences to show, without the file's name.
  FileMistakes(const std::string& heading, std::vector<std::string> mistakes);

  /// The text as a heading, "FILE: 3 mistakes:", and a sentence for each mistake.
  const std::string& heading() const { return heading_; }
  const std::vector<std::string>& mistakes() const { return mistakes_; }

 private:
  std::string heading_;
  std::vector<std::string> mistakes_;
};

/// Collects what is wrong with a file that a person wrote, so that all of it is reported together and need not be found
/// one mistake at a time. One thread at a time may use it.
class Problems {
 public:
  /// The most problems that the report lists; it says how many more there are.
  static constexpr std::size_t kListedMax = 20;

  /// `file` is the file's name, for the report.
  explicit Problems(std::string file) : file_(std::move(file)) {}

  /// Adds a problem, which begins with its place: "FILE: blocks must be ...".
  void add(std::string problem) {
    if (listed_.size() < kListedMax) listed_.push_back(std::move(problem));
    ++count_;
  }
  /// Calls a function that reads a part of the file. If it throws InputError, adds the text of the error.
  template <class Read>
  void collect(Read&& read) {
    try {
      std::forward<Read>(read)();
    } catch (const InputError& error) {
      add(error.what());
    }
  }
  bool empty() const { return count_ == 0; }
  /// Throws an error if there are problems: InputError with the text of the only one, or FileMistakes.
  void refuse_all() const;

 private:
  std::string file_;
  std::vector<std::string> listed_;
  std::size_t count_ = 0;
};

}  // namespace arena
