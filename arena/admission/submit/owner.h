#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/admission/submit/ledger.h"
#include "arena/bots/package/bot_entry.h"

namespace arena {

/// What bot.json and the command say about the person who submits a bot.
struct OwnerClaim {
  std::string name;  ///< of the bot
  std::string author;
  std::string token;            ///< empty if none was given
  bool is_vouched_for = false;  ///< the organiser knows the owner, who then needs no token
};

/// Finds the owner of a submitted bot. The author of a bot owns it, and has one token for all bots.
///
/// A later version needs the token of its bot, and the same author. A new bot of a known author needs the author's
/// token. Unless the organiser vouches, the name of a new bot must not resemble another one of the league, nor may the
/// name of a new author, and authors whom the organiser put into the league file are refused. A bot without an author
/// has an owner of its own.
///
/// `bots` are those of the ledger; `others` are the league's entrants that are not versions of this bot, without an
/// author if the ledger has it. Returns the
/// hash of the owner's token as the ledger keeps it, or nothing for a new owner. Throws Refusal.
std::optional<std::string> find_owner(const OwnerClaim& claim, const std::vector<SubmittedBot>& bots,
                                      const std::vector<BotIdentity>& others);

/// An author whose bots have several tokens. Earlier arenas gave each bot a token of its own.
struct SharedAuthor {
  std::string author;
  std::vector<std::string> bots;  ///< names of the author's bots
};

/// Returns these authors, sorted by name.
std::vector<SharedAuthor> authors_of_several_owners(const std::vector<SubmittedBot>& bots);

}  // namespace arena
