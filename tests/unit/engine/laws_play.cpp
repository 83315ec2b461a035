#include "tests/unit/engine/laws_play.h"

#include <sstream>
#include <stdexcept>

#include "engine/deck.h"
#include "tests/unit/engine/play.h"

namespace hearts::test {
namespace {

template <class T>
void write(std::ostringstream& text, const GameRules& game, const PerSeat<T>& values) {
  for (Seat seat = 0; seat < game.seats(); ++seat) text << ' ' << values[at(seat)];
  text << '\n';
}

void write_trick(std::ostringstream& text, const Deck& deck, const LawsTrick& trick) {
  text << trick.rightful_leader;
  for (int place = 0; place < trick.count; ++place) {
    const LaidCard& card = trick.at(place);
    text << ' ' << card.seat << ':' << deck.name(card.card) << (card.out_of_turn ? "!" : "")
         << (card.revoke ? "?" : "");
  }
  text << '\n';
}

}  // namespace

void must_apply(LawsHand& hand, Seat seat, const Move& move) {
  if (const std::optional<RuleBreach> refusal = hand.apply(seat, move)) {
    throw std::runtime_error("refused: " + std::string(describe(refusal->breach)) + "\n" + state_of(hand));
  }
}

RuleBreach refusal_of(LawsHand& hand, Seat seat, const Move& move) {
  const std::string before = state_of(hand);
  const std::optional<RuleBreach> refusal = hand.apply(seat, move);
  if (!refusal) throw std::runtime_error("not refused\n" + before);
  if (state_of(hand) != before) throw std::runtime_error("a refusal changed\n" + before + "to\n" + state_of(hand));
  return *refusal;
}

void lay(LawsHand& hand, const std::string& plays) {
  std::istringstream words(plays);
  for (std::string word; words >> word;)
    must_apply(hand, word.at(0) - 'A', Move::play(card_of(hand.game(), word.substr(2))));
}

std::string laid(const LawsHand& hand) {
  std::string text;
  for (int place = 0; place < hand.trick().count; ++place) {
    const LaidCard& card = hand.trick().at(place);
    if (place > 0) text += ' ';
    text += static_cast<char>('A' + card.seat);
    text += ':' + hand.game().deck().name(card.card);
  }
  return text;
}

Deal named_deal(const GameRules& game, const std::vector<std::string>& hands) {
  Deal deal;
  deal.point_lane = game.fixed_point_lane();
  for (std::size_t seat = 0; seat < hands.size(); ++seat) deal.hands[0][seat] = cards_of(game, hands[seat]);
  return deal;
}

const std::vector<std::string>& law_configurations() {
  // Documents other than 001 have no laws; their keys are set here to see that the laws read keys only.
  static const std::string laws =
      "+laws.illegal_action=table_laws+laws.misdeal=true+laws.incorrect_hand=true+laws.out_of_turn=true"
      "+laws.revoke=true+laws.revoke_discovery=by_claim+laws.penalty_scope=all_penalty_cards";
  static const std::vector<std::string> ids = {
      "tournament-laws@4",
      "tournament-laws@4+all_penalty_cards",
      "tournament-laws@4+with_passing",
      "tournament-laws@4+laws.revoke_discovery=by_claim",
      "tournament-laws@4+with_passing+all_penalty_cards+laws.revoke_discovery=by_claim",
      "tournament-laws@4+laws.misdeal=false",
      "tournament-laws@4+laws.incorrect_hand=false",
      "tournament-laws@4+laws.out_of_turn=false",
      "tournament-laws@4+laws.revoke=false+laws.revoke_discovery=n/a",
      "tournament-laws@4+reject_illegal",
      "tournament-laws@4+first_trick.forbid=none",
      "black-lady@3+kitty_first" + laws,
      "black-lady@6+kitty_last" + laws,
      "deluxe@4+no_trick" + laws,
      "deluxe@4+rotate_lead" + laws,
      "green-queen-jokers@3" + laws,
  };
  return ids;
}

Deal usual_deal(const GameRules& game, const std::string& lost, const std::string& moved) {
  Deal deal = named_deal(game, {"4C QC AC 2D 7D KD 3S 8S QS 2H 6H TH AH", "2C 3C 7C KC 3D 4D 8D 4S 9S KS 3H 7H JH",
                                "5C 8C 9C 5D 9D AD 2S 5S TS AS 4H 8H QH", "6C TC JC 6D TD JD QD 6S 7S JS 5H 9H KH"});
  if (!is_whole(game, deal)) throw std::runtime_error("the usual deal is not whole");
  for (CardSet& hand : deal.hands[0]) {
    if (!lost.empty()) hand -= cards_of(game, lost);
    if (!moved.empty()) hand -= cards_of(game, moved);
  }
  if (!moved.empty()) deal.hands[0][0] |= cards_of(game, moved);
  return deal;
}

LawsHand after_first_trick(const GameRules& game, const std::string& lost, const std::string& moved) {
  LawsHand hand(game, {.deal = usual_deal(game, lost, moved)});
  lay(hand, "B:2C C:5C D:6C A:AC");
  return hand;
}

Move regular_move(const LawsHand& hand, Random& random) {
  const Seat seat = hand.to_move();
  switch (hand.phase()) {
    case Phase::pass:
      return Move::pass(random_cards(hand.cards(seat), hand.game().pass_count(), random));
    case Phase::play:
      return Move::play(random_card(hand.legal(seat), random));
    case Phase::claim:
      return Move::agree();
    case Phase::select:
    case Phase::choose:
    case Phase::done:
    case Phase::thrown_in:
      break;
  }
  return Move::choose(hand.options().list[random.below(static_cast<std::uint32_t>(hand.options().count))]);
}

void play_on(LawsHand& hand, Phase until, Random& random) {
  while (hand.phase() != until && hand.phase() != Phase::done && hand.phase() != Phase::thrown_in)
    must_apply(hand, hand.to_move(), regular_move(hand, random));
}

std::string state_of(const LawsHand& hand) {
  const GameRules& game = hand.game();
  std::ostringstream text;
  text << "phase " << static_cast<int>(hand.phase()) << ", to move " << hand.to_move() << ", trick "
       << hand.trick_number() << (hand.broken() ? ", broken" : "") << ", kitty " << hand.kitty_taker() << '\n';
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    for (const CardSet cards : {hand.cards(seat), hand.passed(seat), hand.received(seat), hand.won(seat),
                                hand.legal(seat), hand.possible(seat)})
      text << cards_text(game.deck(), cards) << " | ";
    text << '\n';
  }
  for (int number = 1; number <= hand.trick_number(); ++number) write_trick(text, game.deck(), hand.trick(number));
  text << cards_text(game.deck(), hand.findings().excess) << '\n';
  write(text, game, hand.findings().revoked);
  write(text, game, hand.findings().faulty);
  write(text, game, hand.tally().penalty);
  write(text, game, hand.tally().bonus);
  write(text, game, hand.tally().no_points);
  write(text, game, hand.score().moon);
  write(text, game, hand.score().change);
  text << hand.tally().shooter << ' ' << hand.tally().moon_amount << ' ' << hand.options().count << ' '
       << moon_option_name(hand.option_taken()) << '\n';
  return text.str();
}

}  // namespace hearts::test
