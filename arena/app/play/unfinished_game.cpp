#include "arena/app/play/unfinished_game.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// The longest file. A game has some thousand answers.
constexpr std::size_t kBytesMax = 4 << 20;

class KeptChannel final : public BotChannel {
 public:
  KeptChannel(std::unique_ptr<BotChannel> bot, int index, UnfinishedGame& game)
      : bot_(std::move(bot)), index_(index), kept_(game) {}

  asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override {
    note_questions(text);
    return bot_->send(text, deadline);
  }
  asio::awaitable<Incoming> receive(TimePoint deadline) override { co_return kept(co_await bot_->receive(deadline)); }
  std::optional<Incoming> poll() override {
    std::optional<Incoming> incoming = bot_->poll();
    if (incoming) incoming = kept(*incoming);
    return incoming;
  }
  std::size_t push(std::string_view text) override {
    const std::size_t taken = bot_->push(text);
    note_questions(text.substr(0, taken));
    return taken;
  }
  void close_input() override { bot_->close_input(); }
  asio::awaitable<ProcessEnd> ended(Duration wait) override { return bot_->ended(wait); }
  asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override {
    return bot_->stop(farewell, grace);
  }
  bool input_closed() const override { return bot_->input_closed(); }
  void freeze() override { bot_->freeze(); }
  void thaw() override { bot_->thaw(); }
  void detach() override { bot_->detach(); }
  void attach(asio::io_context& context) override { bot_->attach(context); }
  void begin_game(std::string_view id) override {
    bot_->begin_game(id);
    kept_.begin(id);
  }
  void mark(int question) override { bot_->mark(question); }
  ProcessMeters& meters() override { return bot_->meters(); }
  WaitClock& clock() override { return bot_->clock(); }

 private:
  void note_questions(std::string_view text) {
    split_whole_lines(unread_, text, [this](const std::string& line) {
      if (!line.starts_with("ask ")) return;
      if (const std::optional<AskLine> question = decode_ask(line)) {
        number_ = kept_.number(index_, question->id);
        id_ = std::to_string(question->id);
      }
    });
  }

  /// Replaces an answer to the open question by the one that was given before. If there was none, keeps this answer.
  /// Does not change other lines.
  Incoming kept(Incoming incoming) {
    if (incoming.kind != Incoming::Kind::line || id_.empty() || !incoming.text.starts_with(id_ + " ")) return incoming;
    if (const std::string* before = kept_.answer(index_, number_)) {
      answer_ = id_ + " " + *before;
      incoming.text = answer_;
    } else {
      kept_.add(index_, number_, incoming.text.substr(id_.size() + 1));
    }
    id_.clear();
    return incoming;
  }

  std::unique_ptr<BotChannel> bot_;
  int index_;
  UnfinishedGame& kept_;
  std::string unread_;  ///< the start of a line
  std::string id_;      ///< of the open question; empty: none is
  int number_ = 0;
  std::string answer_;
};

}  // namespace

UnfinishedGame::UnfinishedGame(std::filesystem::path file) : file_(std::move(file)) {
  const std::string text = read_if_there(file_, kBytesMax + 1).value_or("");
  if (text.size() > kBytesMax) throw InputError(file_.string() + ": longer than any unfinished game");
  std::string_view rest = text;
  while (rest.find('\n') != std::string_view::npos) {
    std::string_view line = cut_line(rest);
    const std::string game(cut_word(line));
    const std::optional<int> bot = hearts::whole_number(cut_word(line), 0, 1'000'000);
    const std::optional<int> question = hearts::whole_number(cut_word(line), 0, 1'000'000'000);
    if (!bot || !question) continue;
    if (game != game_) answers_.clear();
    game_ = game;
    answers_[{*bot, *question}] = line.substr(std::min<std::size_t>(1, line.size()));
  }
  if (rest.empty()) return;
  const OwnedFd kept(open_to_append(file_));
  if (::ftruncate(kept.get(), static_cast<off_t>(text.size() - rest.size())) != 0) throw_errno(file_.string());
}

void UnfinishedGame::begin(std::string_view game) {
  if (game == game_) return;
  end();
  game_ = game;
}

const std::string* UnfinishedGame::answer(int bot, int question) const {
  const auto found = answers_.find({bot, question});
  return found == answers_.end() ? nullptr : &found->second;
}

bool UnfinishedGame::has_answers(int bot, int question) const {
  const auto found = answers_.lower_bound({bot, question});
  return found != answers_.end() && found->first.first == bot;
}

void UnfinishedGame::add(int bot, int question, std::string_view words) {
  answers_[{bot, question}] = words;
  const OwnedFd file(open_to_append(file_));
  if (!write_all(file.get(), fmt::format("{} {} {} {}\n", game_, bot, question, words))) throw_errno(file_.string());
}

void UnfinishedGame::end() {
  answers_.clear();
  first_.clear();
  game_.clear();
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

ChannelSource with_kept_answers(ChannelSource bots, UnfinishedGame& game) {
  return [bots = std::move(bots), &game](asio::io_context& context, const BotProcessId& process) {
    return std::make_unique<KeptChannel>(bots(context, process), process.bot, game);
  };
}

}  // namespace arena
