#include "arena/game/table/offer.h"

#include <algorithm>
#include <utility>

#include "engine/deck.h"

namespace arena {
namespace {

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::MoonOption;
using hearts::Move;
using hearts::RuleBreach;
using Kind = Decision::Kind;

/// Returns a text such as "a card of the suit led must be played (R002-17)", or an empty text if nothing was refused.
std::string reason(const std::optional<RuleBreach>& refusal) {
  if (!refusal) return {};
  return std::string(describe(refusal->breach)) +
         (refusal->rule.empty() ? "" : " (" + std::string(refusal->rule) + ")");
}

std::string word_of(const hearts::Deck& deck, const Move& move) {
  switch (move.kind) {
    case Move::Kind::demand:
      return "retract";
    case Move::Kind::play:
    case Move::Kind::correct:
      return deck.name(move.card);
    case Move::Kind::call_misdeal:
      return "call";
    case Move::Kind::claim_revoke:
    case Move::Kind::claim_hand:
      return claim_word(move);
    case Move::Kind::select:
      return move.hand_index == 0 ? "first" : "second";
    default:
      return std::string(moon_option_name(move.option));
  }
}

/// Returns why this is not a card. Names the card that was meant, if that is clear.
std::string why_no_card(const hearts::Deck& deck, std::string_view word) {
  std::string capitals(word);
  for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (deck.find(capitals)) return "cards are written in capitals, as they are offered: " + capitals;
  if (capitals.starts_with('#')) return "a comment is a line of its own";
  std::string bare = capitals;
  std::erase_if(bare, [](char c) { return (c < 'A' || c > 'Z') && (c < '0' || c > '9'); });
  if (deck.find(bare)) return "words are written without brackets, quotes and commas, as they are offered: " + bare;
  if (const std::size_t ten = bare.find("10"); bare.size() == 3 && ten != std::string::npos) {
    const std::string meant = {'T', bare[ten == 0 ? 2 : 0]};
    if (deck.find(meant)) return "the ten is written T, as it is offered: " + meant;
  }
  std::ranges::reverse(bare);
  if (deck.find(bare)) return "the rank comes first, then the suit, as it is offered: " + bare;
  return "that is not a card of this pack";
}

}  // namespace

std::string claim_word(const Move& claim) {
  if (claim.kind == Move::Kind::claim_hand) return "hand:" + std::to_string(claim.seat);
  return "revoke:" + std::to_string(claim.seat) + ":" + std::to_string(claim.trick);
}

void Offer::make(const TableHand& hand) {
  hand_ = &hand;
  decision_ = *hand.next();
  count_ = 1;
  unlisted_.clear();
  cards_.clear();
  moves_.clear();
  fields_.clear();
  may_lead_early_ = false;
  explain_ = nullptr;
  const hearts::Deck& deck = hand.game().deck();
  const hearts::SeatView view = hand.view(decision_.seat);
  std::vector<Move> moves;
  switch (decision_.kind) {
    case Kind::select:
      offer_moves({}, {Move::select(0), Move::select(1)});
      break;
    case Kind::pass:
      count_ = hand.game().pass_count();
      offer_cards(view.cards());
      explain_ = [this](std::string_view word) {
        const hearts::Deck& own = hand_->game().deck();
        return own.find(word) ? std::string(describe(hearts::Breach::not_in_hand)) : why_no_card(own, word);
      };
      break;
    case Kind::play:
      offer_cards(view.legal());
      offer_revokes(hand.possible_revokes());
      may_lead_early_ = hand.may_lead_early();
      if (may_lead_early_) fields_ += fields_.empty() ? " may=then" : ",then";
      explain_then_ = [this](int pick, std::string_view word) -> std::string {
        const std::optional<Card> card = card_of(word);
        return card ? reason(hand_->why_not_then(cards_[at(pick)], *card)) : "that is not a card of this pack";
      };
      explain_ = [this](std::string_view word) { return why_not_card(word); };
      break;
    case Kind::choose:
      for (int i = 0; i < view.options().count; ++i) moves.push_back(Move::choose(view.options().list[at(i)]));
      offer_moves({}, std::move(moves));
      break;
    case Kind::misdeal:
      offer_moves("stands", {Move::call_misdeal()});
      break;
    case Kind::demand:
      fields_ = " seat=" + std::to_string(decision_.owner) + " card=" + deck.name(decision_.card);
      if (hand.wants_all(decision_.seat)) fields_ += turn_field();
      offer_moves("let", {Move::demand(decision_.owner)});
      break;
    case Kind::correct:
      for (const Card card : hand.corrections()) moves.push_back(Move::correct(card));
      offer_moves("stands", std::move(moves));
      break;
    case Kind::claim:
      offer_moves("none", hand.claims());
      break;
    case Kind::early:
      fields_ = turn_field();
      for (const Card card : hand.laws()->legal(decision_.seat)) moves.push_back(Move::play(card));
      offer_moves("wait", std::move(moves));
      offer_revokes(hand.possible_revokes());
      for (const Card card : hand.possible_revokes()) moves_.push_back(Move::play(card));
      explain_ = [this](std::string_view word) { return why_not_card(word); };
      break;
  }
}

void Offer::offer_cards(CardSet cards) {
  words_.resize(at(cards.size()));
  for (const Card card : cards) {
    const auto letters = hand_->game().deck().letters(card);
    std::string& word = words_[cards_.size()];
    word.resize(letters.size());  // usually it has this size already
    std::ranges::copy(letters, word.begin());
    cards_.push_back(card);
  }
}

void Offer::offer_revokes(CardSet cards) {
  if (cards.empty()) return;
  fields_ += " may=revoke";
  for (const Card card : cards) {
    unlisted_.push_back(hand_->game().deck().name(card));
    cards_.push_back(card);
  }
}

/// Returns why the seat that is asked cannot play this.
std::string Offer::why_not_card(std::string_view word) const {
  const std::optional<Card> card = hand_->game().deck().find(word);
  if (!card) return why_no_card(hand_->game().deck(), word);
  const std::string why = reason(hand_->why_not(Move::play(*card)));
  return why.empty() ? "that is not offered" : why;
}

std::string Offer::turn_field() const { return " turn=" + std::to_string(hand_->laws()->to_move()); }

void Offer::offer_moves(std::string_view harmless, std::vector<Move> moves) {
  words_.clear();
  if (!harmless.empty()) words_.emplace_back(harmless);
  for (const Move& move : moves) words_.push_back(word_of(hand_->game().deck(), move));
  moves_ = std::move(moves);
}

Question Offer::question() const {
  return {.kind = decision_name(decision_.kind),
          .count = count_,
          .words = words_,
          .explain = explain_ ? &explain_ : nullptr,
          .fields = fields_,
          .unlisted = unlisted_,
          .explain_then = may_lead_early_ ? &explain_then_ : nullptr,
          .of_law = decision_.is_of_law()};
}

std::optional<Move> Offer::move_of(std::span<const int> picks) const {
  if (decision_.kind == Kind::pass) {
    CardSet passed;
    for (const int pick : picks) passed.insert(cards_[at(pick)]);
    return Move::pass(passed);
  }
  const int pick = picks.front();
  if (decision_.kind == Kind::play) return Move::play(cards_[at(pick)]);
  if (!decision_.is_of_law()) return moves_[at(pick)];
  if (pick == 0) return std::nullopt;
  return moves_[at(pick - 1)];
}

std::vector<std::string> Offer::words_of(const std::optional<Move>& move) const {
  const hearts::Deck& deck = hand_->game().deck();
  if (!move) return {words_.front()};
  if (move->kind != Move::Kind::pass) return {word_of(deck, *move)};
  std::vector<std::string> words;
  for (const Card card : move->cards) words.push_back(deck.name(card));
  return words;
}

std::optional<Card> Offer::card_of(std::string_view then) const { return hand_->game().deck().find(then); }

}  // namespace arena
