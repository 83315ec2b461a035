#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

class BotChannel;

inline constexpr std::size_t kAnswersKept = 1000;

/// What a channel saw that its seat does not tell.
struct Overheard {
  /// Of the game under way: the number, then the words in the order of the alphabet. At most kAnswersKept.
  std::vector<std::string> answers;
  /// The answer that was to be late had come in time, and was kept.
  bool kept_one = false;
  /// `ready` or an answer came when its time was over, and the input was still open.
  bool came_late = false;
  /// `ready` or an answer came only when the input had been closed.
  bool came_at_close = false;
  /// Most memory the process ever had, in KiB; 0: not known.
  long peak_kb = 0;
};

/// What is done to the conversation with a bot.
struct Alteration {
  /// Changes whole lines on their way to the bot. Empty: nothing is changed.
  std::function<std::string(std::string_view)> text;
  /// The answer to the first question to play that leaves a choice is kept until its time is over.
  bool late_once = false;
};

/// A channel to a bot that is examined: alters what is sent, listens, and gives a silent bot the time to show whether
/// it is slow or does not flush. `overheard` must outlast it.
std::unique_ptr<BotChannel> make_altered_channel(std::unique_ptr<BotChannel> inner, Alteration alteration,
                                                 Overheard& overheard);

}  // namespace arena
