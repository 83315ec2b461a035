#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/process/child_process.h"
#include "tests/scratch_folder.h"

namespace browser {

/// Why no page can be opened on this machine; empty where one can.
std::string why_no_browser();
/// The environment says, in HEARTS_REQUIRE_BROWSER, that a test which misses the browser fails.
bool is_browser_required();

/// How a page is looked at.
struct Look {
  int width = 1440;
  int height = 900;
  bool dark = false;
};

/// Headless Chromium with one page, by its DevTools protocol over two pipes. Gone with this.
class Browser {
 public:
  /// Throws std::runtime_error when the browser does not start in time.
  Browser();
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  void set_look(const Look& look);
  /// Opens an address and waits until the page has loaded. What was noticed before is forgotten.
  void open(const std::string& url);
  /// Sets the hash, as a link does, and waits until the page has drawn.
  void go(const std::string& hash);
  /// The value of an expression of JavaScript; it may be a promise. Throws std::runtime_error when it throws.
  boost::json::value evaluate(const std::string& expression);
  std::string text_of(const std::string& expression);
  /// The hash of the address, once what was done is in it: the page changes it a dozen times a second at most.
  std::string address();
  std::int64_t number_of(const std::string& expression);
  /// A key is pressed and released: "ArrowRight", " ", "f".
  void press(const std::string& key);
  /// False when it is not so at the bound.
  bool becomes(std::chrono::milliseconds bound, const std::string& condition);

  /// Errors on the console, exceptions, breaches of the security policy and dialogs since the page was opened.
  const std::vector<std::string>& errors();
  /// Addresses that the page asked for since it was opened, its own first; not those that its security policy refused.
  std::vector<std::string> requests();

 private:
  boost::json::object send(std::string_view method, boost::json::object parameters);
  /// Takes the next message; nothing when none has come at the bound.
  std::optional<boost::json::object> next(std::chrono::steady_clock::time_point bound);
  void note(const boost::json::object& event);
  void settle();

  arena::test::ScratchFolder profile_;
  int to_ = -1;    ///< the browser's descriptor 3
  int from_ = -1;  ///< its descriptor 4
  std::optional<processes::ChildProcess> process_;
  std::string session_;
  std::int64_t last_id_ = 0;
  std::string bytes_;
  bool loaded_ = false;
  std::vector<std::string> errors_;
  std::vector<std::pair<std::string, std::string>> requests_;  ///< the protocol's number and the address
};

}  // namespace browser

/// Skips the test case where this machine has no browser, with the reason; fails it where one is required.
#define NEEDS_BROWSER()                                                          \
  do {                                                                           \
    const std::string hearts_why = browser::why_no_browser();                    \
    if (!hearts_why.empty() && browser::is_browser_required()) FAIL(hearts_why); \
    if (!hearts_why.empty()) SKIP(hearts_why);                                   \
  } while (false)
