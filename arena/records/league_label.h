#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// What an organiser says of a league beside what it plays. It is in the first line of the records and not in the
/// receipt: no game follows from it, and it may be mended while the league lives.
struct LeagueLabel {
  std::string name;
  std::vector<std::string> notes;      ///< lines
  std::map<std::string, int> anchors;  ///< by the names of bots: Elo that they are to have

  bool operator==(const LeagueLabel&) const = default;
  bool is_empty() const { return name.empty() && notes.empty() && anchors.empty(); }
};

/// Bounds of a label.
inline constexpr std::size_t kLeagueNameBytesMax = 100;
inline constexpr std::size_t kLeagueNoteBytesMax = 300;
inline constexpr int kLeagueNotesMax = 20;
inline constexpr int kAnchorEloMax = 4000;

/// What a line of a label must be, beside its bound: it goes to terminals as it is.
inline constexpr std::string_view kLabelLineRule =
    "one line of UTF-8 without control characters, and without spaces at its ends";
/// A name or a note of at most `bytes_max` bytes.
bool is_label_line(std::string_view text, std::size_t bytes_max);

/// The member "league" of the first line, without what is empty.
boost::json::object label_json(const LeagueLabel& label);

/// The label in that member. Throws std::runtime_error when it is none.
LeagueLabel read_label(const boost::json::object& object);

}  // namespace arena
