#include "arena/check/partner.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "arena/process/processless_channel.h"
#include "arena/protocol/bot_line.h"
#include "arena/text/words.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// "ID WORD..." for "ask ID KIND N MOVE BANK : WORD...".
std::string pick_words(std::string_view ask, hearts::Random& random) {
  cut_word(ask);
  std::string answer(cut_word(ask));
  cut_word(ask);
  const std::string_view count_text = cut_word(ask);
  std::size_t count = 0;
  std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
  ask.remove_prefix(std::min(ask.find(':') + 1, ask.size()));
  std::vector<std::string_view> words;
  for (std::string_view word = cut_word(ask); !word.empty(); word = cut_word(ask)) words.push_back(word);
  for (std::size_t picked = 0; picked < std::min(count, words.size()); ++picked) {
    std::swap(words[picked], words[picked + random.below(static_cast<std::uint32_t>(words.size() - picked))]);
    answer.append(" ").append(words[picked]);
  }
  return answer;
}

class Partner final : public ProcesslessChannel {
 public:
  explicit Partner(const hearts::Seed& seed) : random_(seed) {}

  asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::size_t push(std::string_view text) override;

 private:
  hearts::Random random_;
  std::string answer_;  ///< to the last line that asks for one; empty: there is none
  std::string line_;    ///< given out
};

asio::awaitable<Sent> Partner::send(std::string_view text, TimePoint) {
  push(text);
  co_return Sent{Sent::Kind::done, now(), text.size()};
}

/// Whatever asks for an answer stands in the last line.
std::size_t Partner::push(std::string_view text) {
  std::string_view last = text.substr(0, text.find_last_not_of('\n') + 1);
  last.remove_prefix(std::min(last.rfind('\n') + 1, last.size()));  // npos + 1 is 0
  if (last.starts_with("hello ")) answer_ = "ready";
  if (last.starts_with("ask ")) answer_ = pick_words(last, random_);
  return text.size();
}

asio::awaitable<Incoming> Partner::receive(TimePoint deadline) {
  line_ = std::exchange(answer_, {});
  if (line_.empty()) co_return Incoming{Incoming::Kind::timeout, {}, deadline};
  co_return Incoming{Incoming::Kind::line, line_, now()};
}

}  // namespace

std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed) { return std::make_unique<Partner>(seed); }

}  // namespace arena
