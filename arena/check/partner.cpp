#include "arena/check/partner.h"

#include <algorithm>
#include <string>
#include <utility>

#include "arena/process/processless_channel.h"
#include "arena/protocol/decode.h"

namespace arena {
namespace {

namespace asio = boost::asio;

class Partner final : public ProcesslessChannel {
 public:
  explicit Partner(const hearts::Seed& seed) : random_(seed) {}

  asio::awaitable<Sent> send(std::string_view text, TimePoint) override {
    push(text);
    co_return Sent{Sent::Kind::done, now(), text.size()};
  }

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    line_ = std::exchange(answer_, {});
    if (line_.empty()) co_return Incoming{Incoming::Kind::timeout, {}, deadline};
    co_return Incoming{Incoming::Kind::line, line_, now()};
  }

  /// Whatever asks for an answer stands in the last line.
  std::size_t push(std::string_view text) override {
    if (text.starts_with("hello ")) answer_ = "ready";
    if (auto ask = decode_ask(text)) answer_ = pick_words(std::move(*ask));
    return text.size();
  }

 private:
  /// "ID WORD..."
  std::string pick_words(AskLine ask) {
    std::string answer = std::to_string(ask.id);
    auto& words = ask.words;
    for (std::size_t picked = 0; picked < std::min(ask.count, words.size()); ++picked) {
      std::swap(words[picked], words[picked + random_.below(static_cast<std::uint32_t>(words.size() - picked))]);
      answer.append(" ").append(words[picked]);
    }
    return answer;
  }

  hearts::Random random_;
  std::string answer_;  ///< to the last line that asks for one; empty: there is none
  std::string line_;    ///< given out
};

}  // namespace

std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed) { return std::make_unique<Partner>(seed); }

}  // namespace arena
