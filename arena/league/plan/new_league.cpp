#include "arena/league/plan/new_league.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "arena/base/text/whole_file.h"
#include "arena/league/plan/league_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeague = R"({{
  "league": 1,
  "name": "My league",
  "entrants": [{}],
  "variants": ["black-lady@4"],
  "games": 40,
  "limits": {{"move_ms": 1000, "bank_ms": 60000}},
  "resources": {{"memory_mb": 1024}},
  "one_author_a_table": false
}}
)";

constexpr std::string_view kNotes = R"(The keys of league.json. A key that you leave out has its default.

league              The version of this format. It must be 1.

name                One line, shown above the standings.

entrants            The bots that play. "arena submit BOT --league DIR" adds to this list. You can also write bots
                    yourself: "bots/duck" is a folder with bot.json or an executable file, "python3 bots/mine.py" is a
                    command, and {"bot": "bots/duck", "name": "duck_two", "author": "Ann"} gives the bot another name
                    and author. Paths start at the folder of league.json.

variants            The rules that are played; "arena variants" lists them. "black-lady@4" is Black Lady for four players.
                    {"variant": "black-lady@4", "weight": 2, "hands": 4} is played twice as often as the others, in games
                    of 4 hands.

games               How many games are played, rounded up to whole blocks. In a block each bot plays from each seat.

limits              The time of a bot. move_ms: milliseconds for each answer. bank_ms: milliseconds for all answers of a
                    game.

resources           What each bot may use. memory_mb: memory in MiB.

one_author_a_table  true: bots of the same author never meet.

There are more keys, such as "format" for a gauntlet or a duel, "anchors" for fixed ratings, and "withdraw_after" to
continue without a bot that forfeits game after game. They are described in arena/league/plan/FORMAT.md. The arena
refuses a key that it does not know.
)";

}  // namespace

void write_new_league(const fs::path& folder, const std::string& first_bot) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    throw InputError(
        fmt::format("{} is not an empty folder; name another one for the new league: arena init --league "
                    "NEW_DIR",
                    folder.string()));
  }
  fs::create_directories(folder, error);
  if (error) throw std::system_error(error, folder.string());
  // The organiser answers for this bot. With its own author, that author's other bots could not be submitted.
  const boost::json::object bot = {{"bot", first_bot}, {"author", "the organiser"}};
  const std::string entrant = first_bot.empty() ? "" : boost::json::serialize(bot);
  write_whole(folder / kLeagueNotesFile, kNotes);
  write_whole(folder / kLeagueFile, fmt::format(kLeague, entrant));
}

}  // namespace arena
