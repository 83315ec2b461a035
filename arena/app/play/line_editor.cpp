#include "arena/app/play/line_editor.h"

#include <histedit.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "arena/app/play/terminal.h"

namespace arena {
namespace {

/// Lines that the arrow keys bring back.
constexpr int kHistoryLines = 200;

}  // namespace

struct LineEditor::Library {
  EditLine* editor = nullptr;
  History* history = nullptr;
  std::string prompt;

  ~Library() {
    if (editor != nullptr) ::el_end(editor);
    if (history != nullptr) ::history_end(history);
  }

  static char* shown_prompt(EditLine* editor) {
    void* library = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &library);
    return static_cast<Library*>(library)->prompt.data();
  }
};

LineEditor::LineEditor() : library_(std::make_unique<Library>()) {
  std::setlocale(LC_CTYPE, "");  // without it libedit drops what is not ASCII, as the symbols of suits
  library_->history = ::history_init();
  library_->editor = ::el_init("arena", stdin, stdout, stderr);
  if (library_->history == nullptr || library_->editor == nullptr)
    throw std::runtime_error("libedit cannot use this terminal");
  HistEvent event;
  ::history(library_->history, &event, H_SETSIZE, kHistoryLines);
  ::history(library_->history, &event, H_SETUNIQUE, 1);
  EditLine* editor = library_->editor;
  ::el_set(editor, EL_CLIENTDATA, library_.get());
  ::el_set(editor, EL_PROMPT, &Library::shown_prompt);
  ::el_set(editor, EL_EDITOR, "emacs");
  ::el_set(editor, EL_HIST, ::history, library_->history);
}

LineEditor::~LineEditor() = default;

bool LineEditor::is_possible() {
  const char* term = std::getenv("TERM");
  const std::string_view name = term == nullptr ? "" : term;
  return !name.empty() && name != "dumb" && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

void LineEditor::begin(const std::string& prompt) {
  library_->prompt = prompt;
  ::el_resize(library_->editor);
  ::el_set(library_->editor, EL_UNBUFFERED, 1);
}

void LineEditor::end() { ::el_set(library_->editor, EL_UNBUFFERED, 0); }

LineEditor::State LineEditor::take_key() {
  EditLine* editor = library_->editor;
  termios settings = {};
  if (::tcgetattr(STDIN_FILENO, &settings) == 0 && (settings.c_lflag & ICANON) != 0) {
    // The program was stopped, and the shell has set the terminal as it likes it.
    ::el_set(editor, EL_PREP_TERM, 0);
    ::el_set(editor, EL_PREP_TERM, 1);
  }
  int bytes = 0;
  const bool has_input = ::ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
  int count = 0;
  const char* typed = ::el_gets(editor, &count);
  // It gives the same for a line that a key has emptied as for the end of the input.
  if (typed == nullptr || count <= 0) return has_input ? State::more : State::ended;
  const std::string_view text(typed, static_cast<std::size_t>(count));
  if (text == "\x04") return State::ended;
  if (text.back() != '\n' && text.back() != '\r') {
    if (text.size() > kTypedBytesMax) ::el_deletestr(editor, static_cast<int>(text.size() - kTypedBytesMax));
    return State::more;
  }
  line_ = text.substr(0, text.size() - 1);
  HistEvent event;
  if (!line_.empty()) ::history(library_->history, &event, H_ENTER, line_.c_str());
  return State::line;
}

}  // namespace arena
