#include "engine/explanation.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <utility>

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

/// The words for a value of an enumeration. `words` has them in the order of the values.
template <class Enum>
std::string in_words(Enum value, std::initializer_list<std::string_view> words) {
  return std::string(words.begin()[static_cast<std::size_t>(value)]);
}

/// Whether the pack is the one of five suits. Only the ordinary pack has hearts.
bool has_five_suits(const Rules& rules) { return rules.suits.find('H') == std::string::npos; }

/// Writes the explanation, section by section.
class Explanation {
 public:
  explicit Explanation(const Rules& explained) : rules(explained) {}

  void pack_and_deal() {
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

  void passing() {
    begin("Passing");
    const bool all_hold =
        std::all_of(rules.pass_cycle.begin(), rules.pass_cycle.end(), [](int offset) { return offset == 0; });
    if (rules.pass_count == 0 || all_hold) return add("no cards are passed", {"pass.count", "pass.cycle"});
    add("each player passes " + counted(rules.pass_count, "card") + " before play", {"pass.count"});
    const std::string cycle =
        joined(rules.pass_cycle, ", ", [this](int offset) { return offset_word(offset, rules.seats); });
    add(rules.pass_cycle.size() == 1 ? "every hand: " + cycle
                                     : "hand by hand: " + cycle + "; then again from the start",
        {"pass.cycle"});
    add("all players choose the cards to pass before anybody sees the cards passed to them", {"pass.blind"});
  }

  void opening() {
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
      add(both ? "both play their lowest " + card +
                     " to the first trick; the lower one, or the only one, is played first"
               : leader,
          {"opening.leader", "opening.suit", "opening.card"});
    }
    add(in_words(rules.opening_lead, {"that card must be led", "any " + card + " may be led",
                                      "any card that the rules of play allow may be led",
                                      "a player without a " + card + " plays any card"}),
        {"opening.lead"});
  }

  void playing() {
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

  void values() {
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
    if (rules.queen_of_clubs_cancels)
      add("QS costs nothing to a player who also takes QC", {"effects.queen_of_clubs_cancels_queen_of_spades"});
    if (rules.queen_of_hearts_doubles)
      add("each " + point_card_word() + " costs double for the player who takes QH",
          {"effects.queen_of_hearts_doubles_hearts"});
    if (rules.no_points_bonus != 0)
      add("a hand without a card that costs points takes " + counted(-rules.no_points_bonus, "point") + " off",
          {"bonus.no_points"});
  }

  void moon() {
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
    add(in_words(
            rules.moon_award,
            {"the shooter's total falls by that; the others score nothing",
             "each other total rises by that; the shooter scores nothing",
             "the shooter chooses: his total falls by that, or each other total rises by it",
             "each other total rises by that; a shooter who would lose the match by it may let his own fall instead",
             "the shooter's total falls by that, and each other total rises by it"}),
        {"moon.award"});
    const std::string bonus = listed(cards_with(false), "or");
    if (rules.moon_bonus_of_shooter != ShooterBonus::not_applicable)
      add("the shooter's own " + bonus +
              (rules.moon_bonus_of_shooter == ShooterBonus::in_amount ? " is part of this amount"
                                                                      : " counts separately"),
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

  void score_and_end() {
    begin("Score and end");
    add("totals start at " + std::to_string(rules.score_start) + " and change at the end of " +
            (rules.score_when == ScoreTime::end_of_both_sub_hands ? "both hands together" : "the hand"),
        {"score.start", "score.when"});
    add(rules.score_floor ? "no total goes below " + std::to_string(*rules.score_floor)
                          : "there is no floor: totals may be negative",
        {"score.floor"});
    if (rules.score_sinkhole)
      add("a total of exactly " + std::to_string(*rules.score_sinkhole) + " becomes 0", {"score.sinkhole"});
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

  void irregularities() {
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

  std::vector<ExplainedSection> sections;

 private:
  using Keys = std::vector<std::string_view>;

  void begin(std::string_view title) { sections.push_back({title, {}}); }

  /// Adds a sentence that explains these keys, with the sources of all of them. The first letter becomes a capital.
  void add(std::string text, const Keys& keys) {
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    std::vector<std::string_view> cited;
    for (std::string_view key : keys) {
      if (rules.source(key).empty()) continue;
      for (std::string_view rule : split(rules.source(key), " ")) {
        if (!contains(cited, rule)) cited.push_back(rule);
      }
    }
    sections.back().lines.push_back({std::move(text), std::move(cited)});
  }

  std::string suit_word(char suit) const { return hearts::suit_word(rules, suit); }

  /// The word for one card of the suit: "heart", "Lizard card".
  std::string suit_card_word(char suit) const {
    const std::string word = suit_word(suit);
    return has_five_suits(rules) ? word + " card" : word.substr(0, word.size() - 1);
  }

  std::string point_card_word() const {
    return rules.point_suit ? suit_card_word(*rules.point_suit) : "point-suit card";
  }
  std::string point_suit_word() const { return rules.point_suit ? suit_word(*rules.point_suit) : "the point suit"; }

  /// The words for classes of cards: "hearts and QS".
  std::string classes_words(const std::vector<CardClass>& classes) const {
    std::vector<std::string> words;
    for (CardClass each : classes) words.push_back(each == CardClass::point_suit ? point_suit_word() : "QS");
    return listed(words);
  }

  /// The lowest card of the suit in the pack, not counting the Joker. Nothing if all of them are removed.
  std::optional<CardName> lowest_card(char suit) const {
    for (char rank : rules.ranks) {
      const CardName card{rank, suit};
      if (!contains(rules.removed, card)) return card;
    }
    return std::nullopt;
  }

  /// The named cards with points: those that cost points (`positive`), or those that take points off.
  std::vector<std::string> cards_with(bool positive) const {
    std::vector<std::string> cards;
    for (const auto& [card, points] : rules.points_of_cards) {
      if ((points > 0) == positive) cards.push_back(card.text());
    }
    return cards;
  }

  void breaking() {
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

  const Rules& rules;
};

}  // namespace

std::string suit_word(const Rules& rules, char suit) {
  static constexpr std::string_view kSuits = "CDHSRWPL";
  static constexpr auto kWords =
      std::to_array<std::string_view>({"clubs", "diamonds", "hearts", "spades", "Rock", "Water", "Paper", "Lizard"});
  if (suit == 'S' && has_five_suits(rules)) return "Scissors";
  const std::size_t place = kSuits.find(suit);
  return std::string(place == std::string_view::npos ? std::string_view(&suit, 1) : kWords[place]);
}

std::vector<ExplainedSection> explain(const Rules& rules) {
  Explanation explanation(rules);
  explanation.pack_and_deal();
  explanation.passing();
  explanation.opening();
  explanation.playing();
  explanation.values();
  explanation.moon();
  explanation.score_and_end();
  explanation.irregularities();
  return explanation.sections;
}

}  // namespace hearts
