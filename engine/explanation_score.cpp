#include "engine/explanation_score.h"

#include <cstdlib>
#include <tuple>
#include <utility>

#include "engine/typed_text.h"

namespace hearts {
namespace {

class ScoreExplanation : public ExplanationLines {
 public:
  using ExplanationLines::ExplanationLines;

  void values();
  void moon();
  void score_and_end();
  void irregularities();

 private:
  std::string effect_words(const CardEffect& effect) const;
};

void ScoreExplanation::values() {
  begin("Values");
  const int suit_points = rules.points_per_suit_card;
  add(suit_points == 0 ? "a " + point_card_word() + " costs nothing"
                       : "each " + point_card_word() + " costs " + counted(suit_points, "point"),
      {"points.per_suit_card"});
  std::vector<std::string> cards;
  for (const auto& [card, points] : rules.cards_by_points()) {
    if (points < 0) {
      cards.push_back(card.text() + " takes " + counted(-points, "point") + " off");
      continue;
    }
    const bool pointed = suit_points > 0 && (!rules.point_suit || *rules.point_suit == card.suit);
    cards.push_back(card.text() + " costs " + counted(points, "point") +
                    (pointed ? ", in addition to the points of its suit" : ""));
  }
  add(cards.empty() ? "no card has a value of its own" : listed(cards), {"points.cards"});
  if (rules.points_per_trick != 0)
    add("each trick costs " + counted(rules.points_per_trick, "point") + ", whatever its cards", {"points.trick"});
  for (const auto& [points, which, key] :
       {std::tuple<int, std::string_view, std::string_view>{rules.points_of_first_trick, "first", "points.first_trick"},
        {rules.points_of_last_trick, "last", "points.last_trick"}}) {
    if (points == 0) continue;
    add("the " + std::string(which) + " trick of a deal costs " + counted(points, "point") +
            (rules.points_per_trick != 0 ? " more" : ", whatever its cards"),
        {key});
  }
  if (rules.queen_of_clubs_cancels)
    add("QS costs nothing to a player who also takes QC", {"effects.queen_of_clubs_cancels_queen_of_spades"});
  if (rules.queen_of_hearts_doubles)
    add("each " + point_card_word() + " costs double for the player who takes QH",
        {"effects.queen_of_hearts_doubles_hearts"});
  for (const CardEffect& effect : rules.effects) add(effect_words(effect), {"effects"});
  if (rules.no_tricks_bonus != 0)
    add("a hand without a trick takes " + counted(-rules.no_tricks_bonus, "point") + " off", {"bonus.no_tricks"});
  if (rules.no_points_bonus != 0)
    add("a hand without a card " + std::string(rules.has_trick_points() ? "or a trick " : "") +
            "that costs points takes " + counted(-rules.no_points_bonus, "point") + " off",
        {"bonus.no_points"});
}

/// The sentence on one effect: "each heart costs 5 points more for a player who takes TD".
std::string ScoreExplanation::effect_words(const CardEffect& effect) const {
  const bool suit = effect.target.size() == 1;
  const std::string what = effect.target == kPointSuitTarget ? "each " + point_card_word()
                           : effect.target == kAllTarget     ? "every card"
                           : !suit                           ? effect.target
                           : effect.multiplies
                               ? "each card of " + suit_word(effect.target[0]) + " with a value of its own"
                               : "each card of " + suit_word(effect.target[0]);
  std::string does;
  if (!effect.multiplies) {
    does = " costs " + counted(std::abs(effect.amount), "point") + (effect.amount > 0 ? " more" : " less");
  } else if (effect.amount == 0) {
    does = " counts nothing";
  } else {
    does = effect.amount == 2 ? " counts double" : " counts " + std::to_string(effect.amount) + " times";
  }
  return what + does + " for the player who takes " + effect.card.text();
}

void ScoreExplanation::moon() {
  begin("Moon");
  if (rules.moon_award == MoonAward::none)
    return add("there is no moon: the cards count for the player who took them", {"moon.award"});
  std::vector<std::string> needed = {"every " + point_card_word()};
  if (rules.moon_requires == MoonRequires::all_point_suit_and_queen_of_spades) {
    needed.emplace_back("QS, whatever it costs");
  } else {
    for (const std::string& card : cards_with(true)) {
      if (!rules.point_suit || card.back() != *rules.point_suit) needed.push_back(card);
    }
  }
  for (const CardName& card : rules.moon_cards) {
    if (!contains(needed, card.text())) needed.push_back(card.text());
  }
  add("a player shoots the moon by taking " + listed(needed) + (rules.hands_per_seat == 2 ? " of both hands" : ""),
      rules.moon_cards.empty() ? Keys{"moon.requires"} : Keys{"moon.requires", "moon.cards"});
  if (rules.moon_leftover != MoonLeftover::not_applicable)
    add(rules.moon_leftover == MoonLeftover::blocks ? "if one of these is set aside, nobody can shoot the moon"
                                                    : "cards that are set aside are not needed",
        {"moon.leftover"});
  add(in_words(rules.moon_amount, {"a moon is worth 26 points", "a moon is worth what the shooter's tricks cost",
                                   "a moon is worth all points in play"}),
      {"moon.amount"});
  add(in_words(rules.moon_award,
               {"the shooter's total falls by that; the others score nothing",
                "each other total rises by that; the shooter scores nothing",
                "the shooter chooses: his total falls by that, or each other total rises by it",
                "each other total rises by that; a shooter who would lose the match by it may let his own fall instead",
                "the shooter's total falls by that, and each other total rises by it"}),
      {"moon.award"});
  const std::string bonus = listed(cards_with(false), "or");
  if (rules.moon_bonus_of_shooter != ShooterBonus::not_applicable)
    add("the shooter's own " + bonus +
            (rules.moon_bonus_of_shooter == ShooterBonus::in_amount ? " is part of this amount" : " counts separately"),
        {"moon.bonus_cards_of_shooter"});
  if (rules.moon_bonus_of_others == OthersBonus::separate)
    add("another player's " + bonus + " counts for him as always", {"moon.bonus_cards_of_others"});
  if (rules.no_points_on_moon != NoPointsOnMoon::not_applicable)
    add(std::string("the bonus for a hand without points ") +
            (rules.no_points_on_moon == NoPointsOnMoon::applies ? "goes" : "does not go") + " to the others",
        {"bonus.no_points_on_moon"});
  if (rules.moon_award == MoonAward::shooter_chooses || rules.moon_award == MoonAward::add_unless_protected)
    add(rules.moon_choice_time == ScoreTime::end_of_both_sub_hands ? "the shooter chooses after both hands"
                                                                   : "the shooter chooses at the end of the hand",
        {"moon.choice_time"});
}

void ScoreExplanation::score_and_end() {
  begin("Score and end");
  add("totals start at " + std::to_string(rules.score_start) + " and change at the end of " +
          (rules.score_when == ScoreTime::end_of_both_sub_hands ? "both hands together" : "the hand"),
      {"score.start", "score.when"});
  add(rules.score_floor ? "no total goes below " + std::to_string(*rules.score_floor)
                        : "there is no floor: totals may be negative",
      {"score.floor"});
  if (rules.score_sinkhole)
    add("a total of exactly " + std::to_string(*rules.score_sinkhole) + " becomes 0", {"score.sinkhole"});
  for (const auto& [from, to] : rules.score_exact)
    add("a total of exactly " + std::to_string(from) + " becomes " + std::to_string(to), {"score.exact"});
  const std::string limit = std::to_string(rules.match_limit);
  if (rules.match_hands) {
    add("the match has exactly " + counted(*rules.match_hands, "hand") + ", whatever the totals", {"match.hands"});
  } else {
    add("the match ends after a hand that leaves a total " +
            (rules.match_ends_when == EndsWhen::at_least ? "of " + limit + " or more" : "above " + limit),
        {"match.limit", "match.ends_when"});
    add("a match that has not ended then is cut after hand " + std::to_string(rules.match_hands_max),
        {"match.hands_max"});
  }
  add("the lowest total wins", {"match.winner"});
  if (rules.match_hands || rules.match_tie == MatchTie::shared) {
    add("players with equal lowest totals share the win", {rules.match_hands ? "match.hands" : "match.tie"});
  } else {
    add("a tie for the lowest total is played off in further hands, but not after hand " +
            std::to_string(rules.match_hands_max) + ", where the match is cut and the win is shared",
        {"match.tie", "match.hands_max"});
    add(rules.extra_hands_stop == ExtraHandsStop::lowest_unique
            ? "the further hands end as soon as one player alone has the lowest total"
            : "the further hands end when the limit is met and one player alone has the lowest total",
        {"match.extra_hands_stop"});
  }
}

void ScoreExplanation::irregularities() {
  begin("Irregularities");
  if (!rules.law_misdeal && !rules.law_incorrect_hand && !rules.law_out_of_turn && !rules.law_revoke)
    return add("illegal acts are refused; there are no laws on them",
               {"laws.illegal_action", "laws.misdeal", "laws.incorrect_hand", "laws.out_of_turn", "laws.revoke"});
  add(rules.illegal_action == IllegalAction::reject ? "illegal acts are refused, so these laws never apply"
                                                    : "a player may fail to follow suit or play out of turn, and "
                                                      "then these laws apply; all other illegal acts are refused",
      {"laws.illegal_action"});
  if (rules.law_misdeal)
    add("a misdeal may be called until the first trick is complete; then the next dealer deals", {"laws.misdeal"});
  std::vector<std::string> charged = {point_suit_word()};
  if (rules.penalty_scope == PenaltyScope::all_penalty_cards) {
    for (const std::string& card : cards_with(true)) charged.push_back(card);
  }
  const std::string charge = listed(charged);
  if (rules.law_incorrect_hand)
    add("a hand that has the wrong number of cards after the first trick takes the cards left in the others; if "
        "there "
        "are several such hands, each pays for the " +
            charge + " among them",
        {"laws.incorrect_hand", "laws.penalty_scope"});
  if (rules.law_out_of_turn)
    add("a card played out of turn costs nothing; a player who has not yet played to the trick may have it taken "
        "back, "
        "otherwise it stands",
        {"laws.out_of_turn"});
  if (rules.law_revoke) {
    add("a revoke may be corrected until the trick is complete; if it is found later, before the scoring, its player "
        "pays for all " +
            charge + ", the others pay nothing, and there is no moon",
        {"laws.revoke", "laws.penalty_scope"});
    add(rules.revoke_discovery == RevokeDiscovery::by_claim ? "a player must claim a revoke"
                                                            : "the table finds every revoke",
        {"laws.revoke_discovery"});
  }
}

}  // namespace

std::vector<ExplainedSection> explain_score(const Rules& rules) {
  ScoreExplanation explanation(rules);
  explanation.values();
  explanation.moon();
  explanation.score_and_end();
  explanation.irregularities();
  return std::move(explanation.sections);
}

}  // namespace hearts
