#include "engine/explained_score.h"

#include <algorithm>
#include <utility>

#include "engine/counted_noun.h"
#include "engine/rule_words.h"
#include "engine/section_writer.h"

namespace hearts {
namespace {

std::vector<std::string> cards_with(const Rules& rules, bool positive) {
  std::vector<std::string> cards;
  for (const auto& [card, points] : rules.points_of_cards) {
    if ((points > 0) == positive) cards.push_back(card.text());
  }
  return cards;
}

void say_award(SectionWriter& section, const Rules& rules) {
  switch (rules.moon_amount) {
    case MoonAmount::fixed_26:
      section.say("it is worth 26 points", {"moon.amount"});
      break;
    case MoonAmount::shooter_hand_value:
      section.say("it is worth what the shooter's tricks cost", {"moon.amount"});
      break;
    case MoonAmount::points_in_play:
      section.say("it is worth the points its tricks cost, which are all in play", {"moon.amount"});
      break;
  }
  switch (rules.moon_award) {
    case MoonAward::subtract_from_self:
      section.say("the shooter's total falls by that; the others score nothing", {"moon.award"});
      break;
    case MoonAward::add_to_others:
      section.say("each other total rises by that; the shooter scores nothing", {"moon.award"});
      break;
    case MoonAward::shooter_chooses:
      section.say("the shooter chooses: his total falls by that, or each other total rises by it", {"moon.award"});
      break;
    case MoonAward::add_unless_protected:
      section.say(
          "each other total rises by that; a shooter who would lose the match by it may let his own fall instead",
          {"moon.award"});
      break;
  }
}

}  // namespace

ExplainedSection explain_values(const Rules& rules) {
  SectionWriter section(rules, "Values");
  section.say(rules.points_per_suit_card == 0
                  ? "a " + point_card_word(rules) + " costs nothing"
                  : "each " + point_card_word(rules) + " costs " + counted(rules.points_per_suit_card, "point"),
              {"points.per_suit_card"});
  // Dearest first, as people name them.
  std::vector<std::pair<CardName, int>> named(rules.points_of_cards.begin(), rules.points_of_cards.end());
  std::stable_sort(named.begin(), named.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> cards;
  for (const auto& [card, points] : named) {
    if (points < 0) {
      cards.push_back(card.text() + " takes " + counted(-points, "point") + " off");
      continue;
    }
    const bool pointed = !rules.point_suit || *rules.point_suit == card.suit;
    cards.push_back(card.text() + " costs " + counted(points, "point") +
                    (pointed ? ", beside what its suit costs" : ""));
  }
  section.say(cards.empty() ? "no card has a value of its own" : listed(cards), {"points.cards"});
  if (rules.queen_of_clubs_cancels) {
    section.say("QS costs nothing to a player who takes QC as well",
                {"effects.queen_of_clubs_cancels_queen_of_spades"});
  }
  if (rules.queen_of_hearts_doubles) {
    section.say("each " + point_card_word(rules) + " costs double for the player who takes QH",
                {"effects.queen_of_hearts_doubles_hearts"});
  }
  if (rules.no_points_bonus != 0) {
    section.say("a hand without a card that costs points takes " + counted(-rules.no_points_bonus, "point") + " off",
                {"bonus.no_points"});
  }
  return section.take();
}

ExplainedSection explain_moon(const Rules& rules) {
  SectionWriter section(rules, "Moon");
  std::vector<std::string> needed = {"every " + point_card_word(rules)};
  if (rules.moon_requires == MoonRequires::all_point_suit_and_queen_of_spades) {
    needed.emplace_back("QS, whatever she costs");
  } else {
    for (const std::string& card : cards_with(rules, true)) {
      if (!rules.point_suit || card.back() != *rules.point_suit) needed.push_back(card);
    }
  }
  section.say("a moon: one player takes " + listed(needed) + (rules.hands_per_seat == 2 ? " of both hands" : ""),
              {"moon.requires"});
  if (rules.moon_leftover != MoonLeftover::not_applicable) {
    section.say(rules.moon_leftover == MoonLeftover::blocks ? "if one of them is set aside, no moon can be shot"
                                                            : "those that are set aside are not needed",
                {"moon.leftover"});
  }
  say_award(section, rules);
  const std::string bonus = listed(cards_with(rules, false), "or");
  if (rules.moon_bonus_of_shooter != ShooterBonus::not_applicable) {
    section.say("the shooter's own " + bonus +
                    (rules.moon_bonus_of_shooter == ShooterBonus::in_amount ? " is counted in" : " counts besides"),
                {"moon.bonus_cards_of_shooter"});
  }
  if (rules.moon_bonus_of_others == OthersBonus::separate) {
    section.say("another player's " + bonus + " counts for him as always", {"moon.bonus_cards_of_others"});
  }
  if (rules.no_points_on_moon != NoPointsOnMoon::not_applicable) {
    section.say(std::string("the bonus for a hand without points ") +
                    (rules.no_points_on_moon == NoPointsOnMoon::applies ? "goes" : "does not go") + " to the others",
                {"bonus.no_points_on_moon"});
  }
  const bool choice =
      rules.moon_award == MoonAward::shooter_chooses || rules.moon_award == MoonAward::add_unless_protected;
  if (choice) {
    section.say(rules.moon_choice_time == ScoreTime::end_of_both_sub_hands ? "he chooses after both hands"
                                                                           : "he chooses at the end of the hand",
                {"moon.choice_time"});
  }
  return section.take();
}

ExplainedSection explain_score_and_end(const Rules& rules) {
  SectionWriter section(rules, "Score and end");
  section.say("totals start at " + std::to_string(rules.score_start) + " and change at the end of " +
                  (rules.score_when == ScoreTime::end_of_both_sub_hands ? "both hands together" : "the hand"),
              {"score.start", "score.when"});
  section.say(rules.score_floor ? "no total goes below " + std::to_string(*rules.score_floor)
                                : "there is no floor: totals may be negative",
              {"score.floor"});
  if (rules.score_sinkhole) {
    section.say("a total of just " + std::to_string(*rules.score_sinkhole) + " becomes 0", {"score.sinkhole"});
  }
  const std::string limit = std::to_string(rules.match_limit);
  section.say("the match ends after a hand that leaves a total " +
                  (rules.match_ends_when == EndsWhen::at_least ? "of " + limit + " or more" : "above " + limit),
              {"match.limit", "match.ends_when"});
  section.say("the lowest total wins", {"match.winner"});
  if (rules.match_tie == MatchTie::shared) {
    section.say("equal lowest totals share the win", {"match.tie"});
  } else {
    section.say("equal lowest totals are played off in further hands", {"match.tie"});
    section.say(rules.extra_hands_stop == ExtraHandsStop::lowest_unique
                    ? "further hands end as soon as one total is the lowest alone"
                    : "further hands end when the limit is met and one total is the lowest alone",
                {"match.extra_hands_stop"});
  }
  return section.take();
}

ExplainedSection explain_irregularities(const Rules& rules) {
  SectionWriter section(rules, "Irregularities");
  const bool any = rules.law_misdeal || rules.law_incorrect_hand || rules.law_out_of_turn || rules.law_revoke;
  if (!any) {
    section.say("illegal acts are refused; there are no laws on them",
                {"laws.illegal_action", "laws.misdeal", "laws.incorrect_hand", "laws.out_of_turn", "laws.revoke"});
    return section.take();
  }
  section.say(rules.illegal_action == IllegalAction::reject
                  ? "illegal acts are refused, so these laws never apply"
                  : "not following suit and playing out of turn can happen, and these laws apply; all else is refused",
              {"laws.illegal_action"});
  if (rules.law_misdeal) {
    section.say("a misdeal may be called until the first trick is complete; the next dealer deals afresh",
                {"laws.misdeal"});
  }
  std::vector<std::string> charged = {point_suit_word(rules)};
  if (rules.penalty_scope == PenaltyScope::all_penalty_cards) {
    for (const std::string& card : cards_with(rules, true)) charged.push_back(card);
  }
  const std::string charge = listed(charged);
  if (rules.law_incorrect_hand) {
    section.say(
        "a hand wrong in number after the first trick takes the cards left in the others; several such hands "
        "each pay for the " +
            charge + " among them",
        {"laws.incorrect_hand", "laws.penalty_scope"});
  }
  if (rules.law_out_of_turn) {
    section.say("a card out of turn costs nothing; who has not played yet may have it taken back, else it stands",
                {"laws.out_of_turn"});
  }
  if (rules.law_revoke) {
    section.say(
        "a revoke may be put right until the trick is complete; found later, before the scoring, its player "
        "pays for all " +
            charge + ", the others for nothing, and there is no moon",
        {"laws.revoke", "laws.penalty_scope"});
    section.say(rules.revoke_discovery == RevokeDiscovery::by_claim ? "a player must claim a revoke"
                                                                    : "the table finds every revoke",
                {"laws.revoke_discovery"});
  }
  return section.take();
}

}  // namespace hearts
