#include "engine/explanation.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "engine/counted_noun.h"
#include "engine/rule_words.h"
#include "engine/typed_text.h"

namespace hearts {
namespace {

/// Writes the lines of one section.
class SectionWriter {
 public:
  SectionWriter(const Rules& rules, std::vector<ExplainedRule>& lines) : rules_(rules), lines_(lines) {}

  /// A sentence on what these keys say; it stands on what they stand on.
  void say(std::string_view text, std::initializer_list<std::string_view> keys) {
    ExplainedRule& line = lines_.emplace_back(ExplainedRule{sentence(std::string(text)), {}});
    for (std::string_view key : keys) {
      if (rules_.source(key).empty()) continue;
      for (std::string_view rule : split(rules_.source(key), " ")) {
        if (std::find(line.rules.begin(), line.rules.end(), rule) == line.rules.end()) line.rules.push_back(rule);
      }
    }
  }

 private:
  const Rules& rules_;
  std::vector<ExplainedRule>& lines_;
};

/// "hearts and QS" for the classes of cards.
std::string classes_words(const Rules& rules, const std::vector<CardClass>& classes) {
  std::vector<std::string> words;
  for (CardClass card_class : classes) {
    words.push_back(card_class == CardClass::point_suit ? point_suit_word(rules) : "QS");
  }
  return listed(words);
}

/// The lowest card of the suit in the pack, no Joker; none if all are left out.
std::optional<CardName> lowest_card(const Rules& rules, char suit) {
  for (char rank : rules.ranks) {
    const CardName card{rank, suit};
    if (std::find(rules.removed.begin(), rules.removed.end(), card) == rules.removed.end()) return card;
  }
  return std::nullopt;
}

void say_breaking(SectionWriter& section, const Rules& rules) {
  if (rules.hold_until_broken.empty()) {
    section.say("any card may be led at any time", {"lead.hold_until_broken", "break.on"});
    return;
  }
  section.say(classes_words(rules, rules.hold_until_broken) + " may not be led until broken",
              {"lead.hold_until_broken"});
  if (rules.break_on.empty()) {
    section.say("nothing breaks", {"break.on"});
    return;
  }
  const std::array<std::string, 3> in_words = {
      // in the order of the values
      "a " + point_card_word(rules) + " discarded",
      "a " + point_card_word(rules) + " led from a hand that may lead nothing else", "QS played"};
  std::vector<std::string> events;
  for (BreakEvent event : rules.break_on) events.push_back(in_words[static_cast<std::size_t>(event)]);
  section.say("what breaks: " + joined(events) + (rules.break_on_first_trick ? "" : ", but not in the first trick"),
              {"break.on", "break.first_trick_counts"});
  section.say(rules.break_scope == BreakScope::sub_hand ? "each of the two hands begins unbroken"
              : rules.hands_per_seat == 2               ? "each deal begins unbroken"
                                                        : "each hand begins unbroken",
              {"break.scope"});
}

void explain_pack_and_deal(SectionWriter& section, const Rules& rules) {
  const bool two_hands = rules.hands_per_seat == 2;
  section.say(std::to_string(rules.seats) + " players, " + (two_hands ? "two hands" : "one hand") +
                  " each in a deal; play goes clockwise",
              {"seats", "seat.hands", "play.direction"});
  std::vector<std::string> suits;
  for (char suit : rules.suits) suits.push_back(suit_word(rules, suit));
  std::string ranks;
  for (char rank : rules.ranks) ranks.append(1, ' ').append(1, rank);
  section.say(counted(rules.deck_size(), "card") + ": " + listed(suits) + "; ranks from low to high" + ranks,
              {"deck.size", "deck.suits", "deck.ranks"});
  if (rules.jokers == Jokers::one_per_suit) section.say("each suit has a Joker, its lowest card", {"deck.jokers"});
  if (!rules.removed.empty()) {
    std::vector<std::string> removed;
    for (CardName card : rules.removed) removed.push_back(card.text());
    section.say(listed(removed) + (removed.size() == 1 ? " is" : " are") + " left out", {"deck.remove"});
  }
  section.say(counted(rules.hand_size(), "card") + " a hand, " + counted(rules.tricks(), "trick") + " a deal",
              {"deal.hand_size", "deal.tricks"});
  if (two_hands) {
    section.say("the pack is dealt into four hands, two a player; each picks, unseen, the one he plays first",
                {"deal.pattern", "seat.hand_select"});
  } else {
    section.say("cards are dealt singly, from the dealer's left", {"deal.pattern"});
  }
  if (rules.leftover_fate != LeftoverFate::none) {
    const int count = rules.leftover_count();
    const std::string what = counted(count, "card") + (count == 1 ? " is" : " are") + " left over";
    const std::string fate = rules.leftover_fate == LeftoverFate::set_aside ? "set aside for the hand"
                             : rules.leftover_fate == LeftoverFate::kitty_first_trick
                                 ? "a kitty, won with the first trick"
                                 : "a kitty, won with the last trick";
    section.say(what + ": " + fate, {"deal.leftover_count", "leftover.fate"});
    const std::string seen = rules.leftover_visibility == LeftoverVisibility::everybody ? "everybody sees"
                             : rules.leftover_visibility == LeftoverVisibility::taker   ? "its taker alone sees"
                                                                                        : "nobody sees";
    section.say(seen + " what is left over before the scoring", {"leftover.visibility"});
  }
  const std::string first = rules.first_dealer == FirstDealer::draw_high_card ? "who draws the highest card deals first"
                            : rules.first_dealer == FirstDealer::random       ? "the first dealer is drawn"
                                                                              : "any seat may deal first: one is drawn";
  section.say(
      first + (rules.dealer_rotation == DealerRotation::any ? "; any may deal next: here the deal goes clockwise"
                                                            : "; the deal goes on clockwise"),
      {"dealer.first", "dealer.rotation"});
  if (rules.point_suit) {
    section.say("the point suit is " + suit_word(rules, *rules.point_suit), {"point_suit.source", "point_suit.value"});
  } else {
    section.say("a card drawn before each deal names the point suit, for all to see, and goes back into the pack",
                {"point_suit.source", "point_suit.value"});
  }
}

void explain_passing(SectionWriter& section, const Rules& rules) {
  const bool all_hold =
      std::all_of(rules.pass_cycle.begin(), rules.pass_cycle.end(), [](int offset) { return offset == 0; });
  if (rules.pass_count == 0 || all_hold) {
    section.say("no cards are passed", {"pass.count", "pass.cycle"});
    return;
  }
  section.say("each player passes " + counted(rules.pass_count, "card") + " before play", {"pass.count"});
  std::string cycle;
  for (int offset : rules.pass_cycle) cycle += (cycle.empty() ? "" : ", ") + offset_word(offset, rules.seats);
  section.say(rules.pass_cycle.size() == 1 ? "every hand: " + cycle : "hand by hand: " + cycle + "; then over again",
              {"pass.cycle"});
  section.say("all choose before anybody sees what he gets", {"pass.blind"});
}

void explain_opening(SectionWriter& section, const Rules& rules) {
  const bool mapped = rules.opening_suit == kMappedSuit;
  if (mapped) {
    std::vector<std::string> pairs;
    for (const auto& [point, opening_suit] : rules.opening_suit_map) {
      pairs.push_back(suit_word(rules, opening_suit) + " with " + suit_word(rules, point));
    }
    section.say("the opening suit follows from the point suit: " + listed(pairs), {"opening.suit", "opening.suit_map"});
  }
  const bool named = rules.opening_suit && !mapped;
  const std::string card = named ? suit_card_word(rules, *rules.opening_suit) : "card of the opening suit";
  const std::optional<CardName> lowest = named ? lowest_card(rules, *rules.opening_suit) : std::nullopt;
  const std::string lowest_dealt = "the lowest " + card + " that is dealt";
  std::string leader = "the holder of " + (lowest ? lowest->text() : lowest_dealt) + " leads first";
  if (lowest && rules.leftover_count() > 0) leader += "; if it is left over, the holder of " + lowest_dealt;
  if (rules.jokers == Jokers::one_per_suit) leader += "; a Joker does not count";
  switch (rules.opening_leader) {
    case OpeningLeader::holder_of_opening_card:
      section.say(leader, {"opening.leader", "opening.suit", "opening.card"});
      break;
    case OpeningLeader::rotating_seat:
      section.say("the seat left of the dealer leads first, so the lead goes round", {"opening.leader"});
      break;
    case OpeningLeader::both_play_lowest_of_opening_suit:
      section.say("both play their lowest " + card + " to the first trick, the lower or only one first",
                  {"opening.leader", "opening.suit", "opening.card"});
      break;
  }
  const std::array<std::string, 4> leads = {
      // in the order of the values
      "that card must be led", "any " + card + " may be led", "any card that the rules of play allow may be led",
      "a player without a " + card + " plays any card"};
  section.say(leads[static_cast<std::size_t>(rules.opening_lead)], {"opening.lead"});
}

void explain_playing(SectionWriter& section, const Rules& rules) {
  section.say(rules.follow_required ? "follow the suit led if you can, else play any card"
                                    : "any card may be played to a trick, whatever was led",
              {"follow.required"});
  section.say(rules.first_trick_forbid.empty()
                  ? std::string("no card is banned from the first trick")
                  : classes_words(rules, rules.first_trick_forbid) + " may not be played to the first trick",
              {"first_trick.forbid"});
  say_breaking(section, rules);
  if (!rules.first_trick_forbid.empty() || !rules.hold_until_broken.empty()) {
    section.say("a ban lapses for a player who has nothing else", {"restriction.waived_if_no_other_card"});
  }
  if (rules.trick_order == TrickOrder::suit_ring) {
    std::string ring;
    for (char suit : rules.suit_ring) ring += suit_word(rules, suit) + ", ";
    section.say("suits stand in a ring: " + ring + "and " + suit_word(rules, rules.suit_ring.front()) +
                    " again; the next suit beats the one led, the next but one beats both, no other wins",
                {"trick.suit_ring"});
    section.say("the highest card of the strongest suit in the trick takes it", {"trick.order"});
    if (rules.joker_reverses == JokerReverses::any_joker_in_trick) {
      section.say("a Joker in the trick turns the ring round for that trick; a second one changes nothing",
                  {"trick.joker_reverses"});
    }
  } else {
    section.say("the highest card of the suit led takes the trick", {"trick.order"});
  }
  section.say("who takes a trick leads to the next", {"trick.next_lead"});
}

std::vector<std::string> cards_with(const Rules& rules, bool positive) {
  std::vector<std::string> cards;
  for (const auto& [card, points] : rules.points_of_cards) {
    if ((points > 0) == positive) cards.push_back(card.text());
  }
  return cards;
}

// In the order of the values.

constexpr std::array<std::string_view, 3> kMoonAmounts = {
    "it is worth 26 points", "it is worth what the shooter's tricks cost",
    "it is worth the points its tricks cost, which are all in play"};

constexpr std::array<std::string_view, 4> kMoonAwards = {
    "the shooter's total falls by that; the others score nothing",
    "each other total rises by that; the shooter scores nothing",
    "the shooter chooses: his total falls by that, or each other total rises by it",
    "each other total rises by that; a shooter who would lose the match by it may let his own fall instead"};

void explain_values(SectionWriter& section, const Rules& rules) {
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
}

void explain_moon(SectionWriter& section, const Rules& rules) {
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
  section.say(kMoonAmounts[static_cast<std::size_t>(rules.moon_amount)], {"moon.amount"});
  section.say(kMoonAwards[static_cast<std::size_t>(rules.moon_award)], {"moon.award"});
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
  if (rules.moon_award == MoonAward::shooter_chooses || rules.moon_award == MoonAward::add_unless_protected) {
    section.say(rules.moon_choice_time == ScoreTime::end_of_both_sub_hands ? "he chooses after both hands"
                                                                           : "he chooses at the end of the hand",
                {"moon.choice_time"});
  }
}

void explain_score_and_end(SectionWriter& section, const Rules& rules) {
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
}

void explain_irregularities(SectionWriter& section, const Rules& rules) {
  if (!rules.law_misdeal && !rules.law_incorrect_hand && !rules.law_out_of_turn && !rules.law_revoke) {
    section.say("illegal acts are refused; there are no laws on them",
                {"laws.illegal_action", "laws.misdeal", "laws.incorrect_hand", "laws.out_of_turn", "laws.revoke"});
    return;
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
}

}  // namespace

std::vector<ExplainedSection> explain(const Rules& rules) {
  static constexpr auto kSections = std::to_array<std::pair<std::string_view, void (*)(SectionWriter&, const Rules&)>>({
      {"Pack and deal", &explain_pack_and_deal},
      {"Passing", &explain_passing},
      {"Opening", &explain_opening},
      {"Play", &explain_playing},
      {"Values", &explain_values},
      {"Moon", &explain_moon},
      {"Score and end", &explain_score_and_end},
      {"Irregularities", &explain_irregularities},
  });
  std::vector<ExplainedSection> sections;
  for (const auto& [title, write] : kSections) {
    SectionWriter writer(rules, sections.emplace_back(ExplainedSection{title, {}}).lines);
    write(writer, rules);
  }
  return sections;
}

}  // namespace hearts
