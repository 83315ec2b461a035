#include "tests/browser/browser.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "tests/process/process_tree.h"

namespace browser {
namespace {

namespace json = boost::json;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr const char* kProgram = "/usr/bin/chromium";
constexpr auto kAnswerBound = 60s * processes::kPatience;

/// A pipe, both ends of it above the descriptors that a child is given.
std::array<int, 2> high_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  for (int& end : ends) {
    const int high = ::fcntl(end, F_DUPFD_CLOEXEC, 10);
    if (high < 0) throw std::system_error(errno, std::generic_category(), "fcntl");
    ::close(end);
    end = high;
  }
  return ends;
}

std::string text_at(const json::object& object, std::string_view key) {
  const json::value* const value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace

std::string why_no_browser() {
  if (::access(kProgram, X_OK) == 0) return {};
  return std::string("no browser on this machine (scripts/setup --with-browser): ") + kProgram;
}

bool is_browser_required() { return std::getenv("HEARTS_REQUIRE_BROWSER") != nullptr; }

Browser::Browser() {
  ::signal(SIGPIPE, SIG_IGN);
  const auto [their_in, our_out] = high_pipe();
  const auto [our_in, their_out] = high_pipe();
  to_ = our_out;
  from_ = our_in;
  std::vector<std::string> words{kProgram,
                                 "--headless",
                                 "--remote-debugging-pipe",
                                 "--user-data-dir=" + (profile_ / "profile").string(),
                                 "--disable-gpu",
                                 "--disable-dev-shm-usage",
                                 "--no-first-run",
                                 "--disable-background-networking",
                                 "--disable-component-update",
                                 "--disable-sync"};
  if (::geteuid() == 0) words.push_back("--no-sandbox");  // its own sandbox refuses root
  words.push_back("about:blank");
  process_.emplace(words, std::vector<processes::GivenDescriptor>{{their_in, 3}, {their_out, 4}});
  ::close(their_in);
  ::close(their_out);

  const json::object target = send("Target.createTarget", {{"url", "about:blank"}});
  const json::object attached = send("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}});
  session_ = text_at(attached, "sessionId");
  for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable", "Network.enable"}) send(domain, {});
}

Browser::~Browser() {
  ::close(to_);  // at the end of its commands it ends
  if (!process_->wait(5s)) process_->signal_group(SIGKILL);
  process_->wait(5s);
  ::close(from_);
}

void Browser::set_look(const Look& look) {
  send("Emulation.setDeviceMetricsOverride",
       {{"width", look.width}, {"height", look.height}, {"deviceScaleFactor", 1}, {"mobile", look.width < 500}});
  const json::object scheme{{"name", "prefers-color-scheme"}, {"value", look.dark ? "dark" : "light"}};
  send("Emulation.setEmulatedMedia", {{"features", json::array{scheme}}});
}

void Browser::open(const std::string& url) {
  send("Page.navigate", {{"url", "about:blank"}});  // else a new hash alone would load nothing
  settle();
  errors_.clear();
  requests_.clear();
  loaded_ = false;
  send("Page.navigate", {{"url", url}});
  const auto bound = Clock::now() + kAnswerBound;
  while (!loaded_) {
    const auto event = next(bound);
    if (!event) throw std::runtime_error("the page does not load: " + url);
    note(*event);
  }
  settle();
}

void Browser::go(const std::string& hash) {
  evaluate("location.hash = " + json::serialize(json::value(hash)));
  settle();
}

/// Two frames are drawn, so that what events have set off is done.
void Browser::settle() { evaluate("new Promise((done) => setTimeout(() => setTimeout(() => done(0))))"); }

json::value Browser::evaluate(const std::string& expression) {
  const json::object answer =
      send("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  if (const json::value* const thrown = answer.if_contains("exceptionDetails"))
    throw std::runtime_error(expression + ": " + json::serialize(*thrown));
  const json::object& result = answer.at("result").as_object();
  const json::value* const value = result.if_contains("value");
  return value != nullptr ? *value : json::value();
}

std::string Browser::address() { return text_of("new Promise((done) => setTimeout(() => done(location.hash), 120))"); }

std::string Browser::text_of(const std::string& expression) {
  const json::value value = evaluate(expression);
  return value.is_string() ? std::string(value.get_string()) : json::serialize(value);
}

std::int64_t Browser::number_of(const std::string& expression) {
  return evaluate(expression).to_number<std::int64_t>();
}

void Browser::press(const std::string& key) {
  json::object down{{"type", "keyDown"}, {"key", key}, {"code", key == " " ? "Space" : key}};
  if (key == " ") down["text"] = key;
  send("Input.dispatchKeyEvent", down);
  send("Input.dispatchKeyEvent", {{"type", "keyUp"}, {"key", key}, {"code", key == " " ? "Space" : key}});
}

bool Browser::becomes(std::chrono::milliseconds bound, const std::string& condition) {
  return processes::happens_within(bound, [&] {
    try {
      const json::value value = evaluate(condition);
      return value.is_bool() && value.get_bool();
    } catch (const std::runtime_error&) {
      return false;  // in the middle of a reload there is no page to ask
    }
  });
}

const std::vector<std::string>& Browser::errors() {
  settle();
  return errors_;
}

std::vector<std::string> Browser::requests() {
  settle();
  std::vector<std::string> urls;
  for (const auto& [id, url] : requests_) urls.push_back(url);
  return urls;
}

json::object Browser::send(std::string_view method, json::object parameters) {
  const std::int64_t id = ++last_id_;
  json::object message{{"id", id}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = json::serialize(message);
  const std::string_view bytes(text.c_str(), text.size() + 1);  // NUL ends a message
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(to_, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::runtime_error("the browser is gone: " + process_->err());
    done += static_cast<std::size_t>(count);
  }
  const auto bound = Clock::now() + kAnswerBound;
  while (auto answer = next(bound)) {
    const json::value* const answered = answer->if_contains("id");
    if (answered == nullptr) {
      note(*answer);
      continue;
    }
    if (answered->to_number<std::int64_t>() != id) continue;
    if (const json::value* const error = answer->if_contains("error"))
      throw std::runtime_error(std::string(method) + ": " + json::serialize(*error));
    return answer->at("result").as_object();
  }
  throw std::runtime_error("the browser does not answer " + std::string(method) + ": " + process_->err());
}

std::optional<json::object> Browser::next(Clock::time_point bound) {
  std::array<char, 65536> chunk{};
  while (true) {
    const std::size_t end = bytes_.find('\0');
    if (end != std::string::npos) {
      json::object message = json::parse(std::string_view(bytes_).substr(0, end)).as_object();
      bytes_.erase(0, end + 1);
      return message;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(bound - Clock::now()).count();
    if (left <= 0) return {};
    pollfd wait{from_, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(left)) <= 0) continue;
    const ssize_t count = ::read(from_, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw std::runtime_error("the browser is gone: " + process_->err());
    bytes_.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

void Browser::note(const json::object& event) {
  const std::string method = text_at(event, "method");
  const json::object& parameters = event.at("params").as_object();
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method == "Runtime.exceptionThrown") errors_.push_back(json::serialize(parameters));
  if (method == "Runtime.consoleAPICalled" && text_at(parameters, "type") != "log")
    errors_.push_back(json::serialize(parameters));
  if (method == "Log.entryAdded") errors_.push_back(json::serialize(parameters));
  if (method == "Network.requestWillBeSent")
    requests_.emplace_back(text_at(parameters, "requestId"), text_at(parameters.at("request").as_object(), "url"));
  if (method == "Network.loadingFailed" && text_at(parameters, "blockedReason") == "csp")
    std::erase_if(requests_, [&](const auto& request) { return request.first == text_at(parameters, "requestId"); });
  if (method != "Page.javascriptDialogOpening") return;
  errors_.push_back("a dialog: " + json::serialize(parameters));
  send("Page.handleJavaScriptDialog", {{"accept", true}});
}

}  // namespace browser
