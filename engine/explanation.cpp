#include "engine/explanation.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "engine/explanation_score.h"
#include "engine/typed_text.h"

namespace hearts {
namespace {

/// An offset of the pass in words: "left", "right", "across", "two to the left", "none".
std::string offset_word(int offset, int seats) {
  static constexpr std::array<std::string_view, 6> kSteps = {
      "", "", "two to the ", "three to the ", "four to the ", "five to the "};
  const int steps = std::abs(offset);
  if (steps == 0) return "none";
  if (2 * steps == seats) return "across";
  return std::string(kSteps[static_cast<std::size_t>(steps)]) + (offset > 0 ? "left" : "right");
}

/// The sections on the pack, the deal and the play.
class PlayExplanation : public ExplanationLines {
 public:
  using ExplanationLines::ExplanationLines;

  void pack_and_deal();
  void passing();
  void opening();
  void playing();

 private:
  void breaking();
};

void PlayExplanation::pack_and_deal() {
  begin("Pack and deal");
  const bool two_hands = rules.hands_per_seat == 2;
  add(std::to_string(rules.seats) + " players, each with " + (two_hands ? "two hands" : "one hand") +
          " in a deal; play goes clockwise",
      {"seats", "seat.hands", "play.direction"});
  std::vector<std::string> suits;
  for (char suit : rules.suits) suits.push_back(suit_word(suit));
  std::string ranks;
  for (char rank : rules.ranks) ranks.append(1, ' ').append(1, rank);
  add(counted(rules.deck_size(), "card") + ": " + listed(suits) + "; ranks from low to high" + ranks,
      {"deck.size", "deck.suits", "deck.ranks"});
  if (rules.jokers == Jokers::one_per_suit) add("each suit has a Joker, its lowest card", {"deck.jokers"});
  if (!rules.removed.empty()) {
    std::vector<std::string> removed;
    for (CardName card : rules.removed) removed.push_back(card.text());
    add(listed(removed) + (removed.size() == 1 ? " is" : " are") + " not in the pack", {"deck.remove"});
  }
  add(counted(rules.hand_size(), "card") + " a hand, " + counted(rules.tricks(), "trick") + " a deal",
      {"deal.hand_size", "deal.tricks"});
  if (two_hands) {
    add("the pack is dealt into four hands, two for each player; without looking, each player picks the hand to play "
        "first",
        {"deal.pattern", "seat.hand_select"});
  } else {
    add("cards are dealt one at a time, starting at the dealer's left", {"deal.pattern"});
  }
  if (rules.leftover_fate != LeftoverFate::none) {
    const int count = rules.leftover_count();
    const std::string what = counted(count, "card") + (count == 1 ? " is" : " are") + " left over: ";
    add(what + in_words(rules.leftover_fate, {"none", "set aside for the hand", "a kitty, won with the first trick",
                                              "a kitty, won with the last trick"}),
        {"deal.leftover_count", "leftover.fate"});
    add(in_words(rules.leftover_visibility, {"nobody", "nobody", "everybody", "only the player who wins them"}) +
            " sees the cards left over before the scoring",
        {"leftover.visibility"});
  }
  add(in_words(rules.first_dealer,
               {"any seat may deal first; the arena draws one", "the first dealer is drawn at random",
                "the player who draws the highest card deals first"}) +
          (rules.dealer_rotation == DealerRotation::any ? "; any seat may deal next, and here the deal goes clockwise"
                                                        : "; then the deal goes clockwise"),
      {"dealer.first", "dealer.rotation"});
  add(rules.point_suit ? "the point suit is " + suit_word(*rules.point_suit)
                       : "before each deal a card is drawn, which names the point suit; all players see it, and it "
                         "goes back into the pack",
      {"point_suit.source", "point_suit.value"});
}

void PlayExplanation::passing() {
  begin("Passing");
  const bool all_hold =
      std::all_of(rules.pass_cycle.begin(), rules.pass_cycle.end(), [](int offset) { return offset == 0; });
  if (rules.pass_count == 0 || all_hold) return add("no cards are passed", {"pass.count", "pass.cycle"});
  add("each player passes " + counted(rules.pass_count, "card") + " before play", {"pass.count"});
  const std::string cycle =
      joined(rules.pass_cycle, ", ", [this](int offset) { return offset_word(offset, rules.seats); });
  add(rules.pass_cycle.size() == 1 ? "every hand: " + cycle : "hand by hand: " + cycle + "; then again from the start",
      {"pass.cycle"});
  if (rules.pass_scatter)
    add("the first card, in the order of the pack, goes to the player in that direction, each next one to the next "
        "player "
        "on his left, and none to the giver",
        {"pass.scatter"});
  add("all players choose the cards to pass before anybody sees the cards passed to them", {"pass.blind"});
}

void PlayExplanation::opening() {
  begin("Opening");
  const bool mapped = rules.opening_suit == kMappedSuit;
  if (mapped) {
    std::vector<std::string> pairs;
    for (const auto& [point, opens] : rules.opening_suit_map)
      pairs.push_back(suit_word(opens) + " with " + suit_word(point));
    add("the opening suit follows from the point suit: " + listed(pairs), {"opening.suit", "opening.suit_map"});
  }
  const bool named = rules.opening_suit && !mapped;
  const std::string card = named ? suit_card_word(*rules.opening_suit) : "card of the opening suit";
  const std::optional<CardName> lowest = named ? lowest_card(*rules.opening_suit) : std::nullopt;
  const std::string lowest_dealt = "the lowest " + card + " that is dealt";
  std::string leader = "the holder of " + (lowest ? lowest->text() : lowest_dealt) + " leads first";
  if (lowest && rules.leftover_count() > 0) leader += "; if it is left over, the holder of " + lowest_dealt;
  if (rules.jokers == Jokers::one_per_suit) leader += "; a Joker does not count";
  if (rules.opening_leader == OpeningLeader::rotating_seat) {
    add("the seat left of the dealer leads first, so the first lead goes round the table", {"opening.leader"});
  } else {
    const bool both = rules.opening_leader == OpeningLeader::both_play_lowest_of_opening_suit;
    add(both ? "both play their lowest " + card + " to the first trick; the lower one, or the only one, is played first"
             : leader,
        {"opening.leader", "opening.suit", "opening.card"});
  }
  add(in_words(rules.opening_lead,
               {"that card must be led", "any " + card + " may be led",
                "any card that the rules of play allow may be led", "a player without a " + card + " plays any card"}),
      {"opening.lead"});
}

void PlayExplanation::breaking() {
  if (rules.hold_until_broken.empty())
    return add("any card may be led at any time", {"lead.hold_until_broken", "break.on"});
  add(classes_words(rules.hold_until_broken) + " may not be led until they are broken", {"lead.hold_until_broken"});
  if (rules.break_on.empty()) return add("nothing breaks them", {"break.on"});
  const std::string point_card = "a " + point_card_word();
  const std::string events = joined(rules.break_on, "; ", [&](BreakEvent event) {
    return in_words(
        event, {point_card + " discarded", point_card + " led by a player who may lead nothing else", "QS played"});
  });
  add("they are broken by: " + events + (rules.break_on_first_trick ? "" : ", but not in the first trick"),
      {"break.on", "break.first_trick_counts"});
  add(rules.break_scope == BreakScope::sub_hand ? "they are unbroken again at the start of each of the two hands"
      : rules.hands_per_seat == 2               ? "they are unbroken again at the start of each deal"
                                                : "they are unbroken again at the start of each hand",
      {"break.scope"});
}

void PlayExplanation::playing() {
  begin("Play");
  add(rules.follow_required ? "follow the suit led if you can; otherwise play any card"
                            : "any card may be played to a trick, whatever was led",
      {"follow.required"});
  add(rules.first_trick_forbid.empty()
          ? "no card is banned from the first trick"
          : classes_words(rules.first_trick_forbid) + " may not be played to the first trick",
      {"first_trick.forbid"});
  breaking();
  if (!rules.first_trick_forbid.empty() || !rules.hold_until_broken.empty())
    add("a ban does not apply to a player who has no other card", {"restriction.waived_if_no_other_card"});
  if (rules.trick_order == TrickOrder::suit_ring) {
    std::string ring;
    for (char suit : rules.suit_ring) ring += suit_word(suit) + ", ";
    add("the suits form a ring: " + ring + "and " + suit_word(rules.suit_ring.front()) +
            " again; the next suit beats the suit led, the one after it beats both, and no other suit wins",
        {"trick.suit_ring"});
    add("the highest card of the strongest suit in the trick takes it", {"trick.order"});
    if (rules.joker_reverses == JokerReverses::any_joker_in_trick)
      add("a Joker in a trick reverses the ring for that trick; a second Joker changes nothing",
          {"trick.joker_reverses"});
  } else {
    add("the highest card of the suit led takes the trick", {"trick.order"});
  }
  add("the player who takes a trick leads to the next", {"trick.next_lead"});
}

}  // namespace

std::vector<ExplainedSection> explain(const Rules& rules) {
  PlayExplanation explanation(rules);
  explanation.pack_and_deal();
  explanation.passing();
  explanation.opening();
  explanation.playing();
  std::vector<ExplainedSection> sections = std::move(explanation.sections);
  std::ranges::move(explain_score(rules), std::back_inserter(sections));
  return sections;
}

}  // namespace hearts
