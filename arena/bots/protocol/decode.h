#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {

/// The version of the protocol, which the line `hello` says.
inline constexpr int kProtocolVersion = 1;

/// A parsed line from a bot. The views point into the line.
struct BotLine {
  enum class Kind {
    empty,
    comment,  ///< # TEXT
    info,     ///< info KEY=VALUE ...
    ready,    ///< ready KEY=VALUE ...
    answer,   ///< ID WORD ...
    other,    ///< anything that the protocol does not have
  };
  Kind kind = Kind::other;
  std::int64_t id = 0;    ///< only for an answer: 1 to 2147483647
  std::string_view rest;  ///< everything after the first word

  /// Whether the line is a remark: it may come between answers, and has no meaning.
  bool is_remark() const { return kind == Kind::empty || kind == Kind::comment || kind == Kind::info; }
};

/// Parses a line, which is given without its end. It never fails: a line that does not fit the grammar of protocol.md
/// becomes `other`.
BotLine decode_bot_line(std::string_view line);

/// Returns the value of KEY=VALUE among the words of `fields`, or nothing if the key is not there.
std::optional<std::string_view> field_of(std::string_view fields, std::string_view key);

/// A parsed `ask` line of the arena, for players inside the arena. The views point into the line.
struct AskLine {
  int id = 0;
  std::string_view kind;
  std::size_t count = 1;
  std::string_view fields{};  ///< the fields before the `:`, each after a space
  std::vector<std::string_view> words{};

  /// Whether the laws of the table allow this now: "revoke" or "then".
  bool may(std::string_view what) const;
};

/// Parses the last of these lines. Returns nothing if it is not an `ask`.
std::optional<AskLine> decode_ask(std::string_view lines);

}  // namespace arena
