#include "engine/explained_play.h"

#include <algorithm>
#include <optional>

#include "engine/counted_noun.h"
#include "engine/rule_words.h"
#include "engine/section_writer.h"

namespace hearts {
namespace {

/// "hearts and QS" for the classes of cards.
std::string classes_words(const Rules& rules, const std::vector<CardClass>& classes, std::string_view link) {
  std::vector<std::string> words;
  for (CardClass card_class : classes) {
    words.push_back(card_class == CardClass::point_suit ? point_suit_word(rules) : "QS");
  }
  return listed(words, link);
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
  section.say(classes_words(rules, rules.hold_until_broken, "and") + " may not be led until broken",
              {"lead.hold_until_broken"});
  if (rules.break_on.empty()) {
    section.say("nothing breaks", {"break.on"});
    return;
  }
  std::vector<std::string> events;
  for (BreakEvent event : rules.break_on) {
    switch (event) {
      case BreakEvent::heart_discarded:
        events.push_back("a " + point_card_word(rules) + " discarded");
        break;
      case BreakEvent::heart_led_by_necessity:
        events.push_back("a " + point_card_word(rules) + " led from a hand that may lead nothing else");
        break;
      case BreakEvent::queen_of_spades_played:
        events.emplace_back("QS played");
        break;
    }
  }
  section.say("what breaks: " + joined(events) + (rules.break_on_first_trick ? "" : ", but not in the first trick"),
              {"break.on", "break.first_trick_counts"});
  section.say(rules.break_scope == BreakScope::sub_hand ? "each of the two hands begins unbroken"
              : rules.hands_per_seat == 2               ? "each deal begins unbroken"
                                                        : "each hand begins unbroken",
              {"break.scope"});
}

}  // namespace

ExplainedSection explain_pack_and_deal(const Rules& rules) {
  SectionWriter section(rules, "Pack and deal");
  const bool two_hands = rules.hands_per_seat == 2;
  section.say(std::to_string(rules.seats) + " players, " + (two_hands ? "two hands" : "one hand") +
                  " each in a deal; play goes clockwise",
              {"seats", "seat.hands", "play.direction"});
  std::vector<std::string> suits;
  for (char suit : rules.suits) suits.push_back(suit_word(rules, suit));
  std::string ranks;
  for (char rank : rules.ranks) ranks += std::string(1, ' ') + rank;
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
  return section.take();
}

ExplainedSection explain_passing(const Rules& rules) {
  SectionWriter section(rules, "Passing");
  const bool none = rules.pass_count == 0 || std::all_of(rules.pass_cycle.begin(), rules.pass_cycle.end(),
                                                         [](int offset) { return offset == 0; });
  if (none) {
    section.say("no cards are passed", {"pass.count", "pass.cycle"});
    return section.take();
  }
  section.say("each player passes " + counted(rules.pass_count, "card") + " before play", {"pass.count"});
  std::string cycle;
  for (int offset : rules.pass_cycle) cycle += (cycle.empty() ? "" : ", ") + offset_word(offset, rules.seats);
  section.say(rules.pass_cycle.size() == 1 ? "every hand: " + cycle : "hand by hand: " + cycle + "; then over again",
              {"pass.cycle"});
  section.say("all choose before anybody sees what he gets", {"pass.blind"});
  return section.take();
}

ExplainedSection explain_opening(const Rules& rules) {
  SectionWriter section(rules, "Opening");
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
  switch (rules.opening_lead) {
    case OpeningLead::opening_card:
      section.say("that card must be led", {"opening.lead"});
      break;
    case OpeningLead::any_of_opening_suit:
      section.say("any " + card + " may be led", {"opening.lead"});
      break;
    case OpeningLead::any_legal:
      section.say("any card that the rules of play allow may be led", {"opening.lead"});
      break;
    case OpeningLead::lowest_of_opening_suit_else_any:
      section.say("a player without a " + card + " plays any card", {"opening.lead"});
      break;
  }
  return section.take();
}

ExplainedSection explain_playing(const Rules& rules) {
  SectionWriter section(rules, "Play");
  section.say(rules.follow_required ? "follow the suit led if you can, else play any card"
                                    : "any card may be played to a trick, whatever was led",
              {"follow.required"});
  section.say(rules.first_trick_forbid.empty()
                  ? std::string("no card is banned from the first trick")
                  : classes_words(rules, rules.first_trick_forbid, "and") + " may not be played to the first trick",
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
  return section.take();
}

}  // namespace hearts
