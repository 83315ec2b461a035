#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/table/dialogue.h"
#include "arena/game/table/table_hand.h"
#include "engine/laws/laws_hand.h"

namespace arena {

/// Returns the word for a claim in a question, as in "revoke:0:5" or "hand:0".
std::string claim_word(const hearts::Move& claim);

/// The next decision of a hand as a question to a bot: the words to choose from, and the move that each of them means.
/// If a law of the table asks, the first word lets things stand. One object serves all questions of a game, so that its
/// memory is reused.
class Offer {
 public:
  /// Makes the question for the decision that is due. The hand must have one, and must stay at its address.
  void make(const TableHand& hand);

  const Decision& decision() const { return decision_; }
  /// Valid until the next call of make().
  Question question() const;
  const std::vector<std::string>& words() const { return words_; }

  /// Returns the move that these words mean, or nothing if the seat lets things stand.
  std::optional<hearts::Move> move_of(std::span<const int> picks) const;
  /// Returns the words for a move.
  std::vector<std::string> words_of(const std::optional<hearts::Move>& move) const;
  /// Returns the card that the bot wants to lead out of turn.
  std::optional<hearts::Card> card_of(std::string_view then) const;

 private:
  void offer_cards(hearts::CardSet cards);
  void offer_revokes(hearts::CardSet cards);
  std::string why_not_card(std::string_view word) const;
  std::string turn_field() const;
  void offer_moves(std::string_view harmless, std::vector<hearts::Move> moves);

  const TableHand* hand_ = nullptr;
  Decision decision_;
  int count_ = 1;
  std::vector<std::string> words_;
  std::vector<std::string> unlisted_;  ///< cards that may be played although they are not offered
  std::vector<hearts::Card> cards_;    ///< the cards of the words, then those of the unlisted ones
  std::vector<hearts::Move> moves_;    ///< the moves of the words, except for cards and a law's first word
  std::string fields_;
  bool may_lead_early_ = false;
  std::function<std::string(std::string_view)> explain_;
  std::function<std::string(int, std::string_view)> explain_then_;
};

}  // namespace arena
