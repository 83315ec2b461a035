#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {

inline constexpr int kProtocolVersion = 1;

/// A line from a bot, taken apart. The views point into the line.
struct BotLine {
  enum class Kind {
    empty,
    comment,  ///< # TEXT
    info,     ///< info KEY=VALUE ...
    ready,    ///< ready KEY=VALUE ...
    answer,   ///< ID WORD ...
    other,    ///< nothing the protocol knows
  };
  Kind kind = Kind::other;
  std::int64_t id = 0;    ///< answer: 1 to 2147483647
  std::string_view rest;  ///< what follows the first word

  /// It may stand beside answers and means nothing.
  bool is_remark() const { return kind == Kind::empty || kind == Kind::comment || kind == Kind::info; }
};

/// Takes a line, without its end, apart. Never fails: what the grammar of protocol.md does not have is `other`.
BotLine decode_bot_line(std::string_view line);

/// The value of KEY=VALUE among the words of `fields`.
std::optional<std::string_view> field_of(std::string_view fields, std::string_view key);

/// The arena's line `ask`, taken apart for players inside the arena. The views point into the line.
struct AskLine {
  int id = 0;
  std::string_view kind;
  std::size_t count = 1;
  std::string_view fields{};  ///< before the `:`, each after a space
  std::vector<std::string_view> words{};

  /// The laws of the table allow it now: "revoke" or "then".
  bool may(std::string_view what) const;
};

/// Reads the last of these lines; nothing if it is not an `ask`.
std::optional<AskLine> decode_ask(std::string_view lines);

}  // namespace arena
