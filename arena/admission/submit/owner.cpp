#include "arena/admission/submit/owner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "arena/admission/submit/intake.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"

namespace arena {
namespace {

/// Returns the name of an author for a sentence: in quotes, safe on a terminal.
std::string quoted_author(const std::string& author) { return '"' + legible(author) + '"'; }

/// Checks a later version of a bot.
void check_next_version(const OwnerClaim& claim, const SubmittedBot& bot) {
  if (bot.author != claim.author) {
    throw Refusal(bot.author.empty() ? fmt::format("the earlier versions of {} have no author", claim.name)
                                     : fmt::format("the name {} belongs to another author", claim.name),
                  bot.author.empty()
                      ? "If they are yours, leave \"author\" out of bot.json; otherwise choose another \"name\"."
                      : "Choose another \"name\" in bot.json, or use the \"author\" of the earlier versions.");
  }
  if (claim.is_vouched_for || is_token(claim.token, bot.token)) return;
  throw Refusal(claim.token.empty() ? claim.name + " already has an owner, and no token was given"
                                    : "the token is not that of " + claim.name,
                "Give the token of its owner, or choose another \"name\".");
}

/// Returns the owner of the author's other bots that the claim proves, or nothing if the author is new.
std::optional<std::string> find_by_author(const OwnerClaim& claim, const std::vector<SubmittedBot>& bots) {
  std::set<std::string> owners;
  if (!claim.author.empty()) {
    for (const SubmittedBot& bot : bots) {
      if (bot.author == claim.author) owners.insert(bot.token);
    }
  }
  const std::string author = quoted_author(claim.author);
  if (claim.is_vouched_for) {
    if (owners.size() > 1) {
      throw Refusal(
          fmt::format("the author {} has bots of several owners, so it is not known who is vouched for", author),
          "Give the token of one of them, or first submit a version of one of their bots with --new-token.");
    }
    return owners.empty() ? std::nullopt : std::optional(*owners.begin());
  }
  if (owners.empty()) {
    if (claim.token.empty()) return std::nullopt;
    throw Refusal(fmt::format("a token was given, but there is no earlier version of {}{}", claim.name,
                              claim.author.empty() ? "" : " and no other bot of the author " + author),
                  "Leave the token out, or correct \"name\" and \"author\" in bot.json.");
  }
  const auto found = std::ranges::find_if(owners, [&](const std::string& kept) { return is_token(claim.token, kept); });
  if (found != owners.end()) return *found;
  throw Refusal(claim.token.empty() ? fmt::format("the author {} already has bots here, and no token was given", author)
                                    : fmt::format("the token is not that of the author {}", author),
                "Give the token that was printed with the author's first bot, or choose another \"author\" in "
                "bot.json.");
}

/// Checks the name of an author who has submitted nothing yet.
void check_new_author(const OwnerClaim& claim, const std::vector<SubmittedBot>& bots,
                      const std::vector<BotIdentity>& others) {
  if (claim.is_vouched_for) return;
  std::set<std::string> authors;
  for (const BotIdentity& bot : others) authors.insert(bot.author);
  if (authors.contains(claim.author)) {
    throw Refusal(
        fmt::format("{} is the author of a bot that the organiser put into the league", quoted_author(claim.author)),
        "Choose another \"author\" in bot.json, or ask the organiser to submit the bot with --new-token.");
  }
  for (const SubmittedBot& bot : bots) authors.insert(bot.author);
  authors.erase("");
  const auto found =
      std::ranges::find_if(authors, [&](const std::string& author) { return resembles(claim.author, author); });
  if (found == authors.end()) return;
  throw Refusal(fmt::format("the author {} looks like {}, who has bots in the league", quoted_author(claim.author),
                            quoted_author(*found)),
                "Choose another \"author\" in bot.json, or ask the organiser to submit the bot with --new-token.");
}

/// Refuses the name of a new bot if it looks like that of another bot of the league.
void check_new_name(const OwnerClaim& claim, const std::vector<SubmittedBot>& bots,
                    const std::vector<BotIdentity>& others) {
  const std::string& name = claim.name;
  if (claim.is_vouched_for) return;
  const auto check = [&](const std::string& other) {
    if (!resembles(name, other)) return;
    throw Refusal(fmt::format("the name {} looks like {}, which is another bot of the league", name, other),
                  "Choose another \"name\" in bot.json, or ask the organiser to submit the bot with --new-token.");
  };
  for (const SubmittedBot& bot : bots) check(bot.name);
  for (const BotIdentity& bot : others) check(bot.name);
}

}  // namespace

std::optional<std::string> find_owner(const OwnerClaim& claim, const std::vector<SubmittedBot>& bots,
                                      const std::vector<BotIdentity>& others) {
  const auto earlier = std::ranges::find(bots, claim.name, &SubmittedBot::name);
  if (earlier != bots.end()) check_next_version(claim, *earlier);
  if (std::ranges::find(others, claim.name, &BotIdentity::name) != others.end()) {
    throw Refusal("the league already has a bot called " + claim.name, "Choose another \"name\" in bot.json.");
  }
  if (earlier != bots.end()) return earlier->token;
  check_new_name(claim, bots, others);
  std::optional<std::string> owner = find_by_author(claim, bots);
  if (!owner && !claim.author.empty()) check_new_author(claim, bots, others);
  return owner;
}

std::vector<SharedAuthor> authors_of_several_owners(const std::vector<SubmittedBot>& bots) {
  std::map<std::string, std::vector<const SubmittedBot*>> by_author;
  for (const SubmittedBot& bot : bots) {
    if (!bot.author.empty()) by_author[bot.author].push_back(&bot);
  }
  std::vector<SharedAuthor> shared;
  for (const auto& [author, own] : by_author) {
    const auto has_other_token = [&first = own.front()->token](const SubmittedBot* bot) { return bot->token != first; };
    if (std::ranges::none_of(own, has_other_token)) continue;
    shared.push_back({author, {}});
    for (const SubmittedBot* bot : own) shared.back().bots.push_back(bot->name);
  }
  return shared;
}

}  // namespace arena
