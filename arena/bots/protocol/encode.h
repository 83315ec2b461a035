#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "arena/bots/protocol/limits.h"
#include "engine/match.h"
#include "engine/rule_keys.h"
#include "engine/seat_view.h"

/// Writes the lines that the arena sends to bots. protocol.md describes each line; the functions have the names of the
/// lines, and each appends whole lines to `out`. What only one seat may know is taken from that seat's SeatView, so
/// that no bot is sent what it must not know.
namespace arena::encode {

/// `receipt` is the run's receipt, see receipt_of(). If it is empty, the line does not have it.
void hello(std::string& out, std::string_view receipt);
void game(std::string& out, std::string_view token, std::string_view variant, int seats, int you,
          std::uint32_t bot_seed);
/// `names` are those of all seats.
void names(std::string& out, std::span<const std::string> names);
/// Writes the `rule` and `suit` lines, and `points` if the point suit is fixed. They are the same in every game of a
/// variant. `rule_keys`: only the keys with RuleKey::number up to this.
void announcement(std::string& out, const hearts::GameRules& game, int rule_keys = hearts::kRuleKeys);
/// Writes the limits that bots must know, see LimitKey::time_field.
void time(std::string& out, const Limits& limits);

/// Writes `hand`. If the point suit is drawn for each hand, it also writes `points`; if everybody sees the cards that
/// are left over, `leftover`.
void hand(std::string& out, const hearts::SeatView& view);
/// Writes `subhand` if each seat has two hands, and otherwise nothing.
void sub_hand(std::string& out, const hearts::SeatView& view);
void deal(std::string& out, const hearts::SeatView& view);
void got(std::string& out, const hearts::SeatView& view);
void trick(std::string& out, int number, hearts::Seat leader);
void play(std::string& out, const hearts::Deck& deck, hearts::Seat seat, hearts::Card card);
void broken(std::string& out);
/// Writes `took` with the plain points of the cards in the view's last trick.
void took(std::string& out, const hearts::SeatView& view);
void kitty(std::string& out, hearts::Seat taker);
void leftover(std::string& out, const hearts::SeatView& view);
void moon(std::string& out, const hearts::SeatView& view);
void chose(std::string& out, hearts::Seat seat, std::string_view word);
/// Writes the `score` lines of a finished hand. `totals` are those after the hand.
void score(std::string& out, const hearts::SeatView& view, const hearts::PerSeat<int>& totals);
void end(std::string& out, std::string_view token, int seats, hearts::Seat you, const hearts::PerSeat<int>& scores,
         const hearts::PerSeat<int>& places);

// Lines about irregularities, which the laws of the table settle. All bots are sent all of them.

/// The dealer made a mistake, and exposed these cards, if any.
void faulty(std::string& out, const hearts::Deck& deck, hearts::CardSet exposed);
void misdeal(std::string& out, hearts::Seat by);
void demand(std::string& out, const hearts::Deck& deck, hearts::Seat by, hearts::Seat owner, hearts::Card card);
void correct(std::string& out, hearts::Seat seat);
/// A card goes back to the hand of its owner.
void back(std::string& out, const hearts::Deck& deck, hearts::Seat owner, hearts::Card card);
/// The cards that are left in a seat's hand after the last trick.
void excess(std::string& out, const hearts::Deck& deck, hearts::Seat seat, hearts::CardSet cards);
/// `word` is the word that the claimant chose in the question.
void claim(std::string& out, hearts::Seat by, std::string_view word, bool founded);
void revoke(std::string& out, hearts::Seat seat, int trick);
/// The seat was dealt this wrong number of cards.
void incorrect(std::string& out, hearts::Seat seat, int cards);
void charge(std::string& out, hearts::Seat seat, int points, std::string_view rule);

/// `fields` come before the `:`, each after a space.
void ask(std::string& out, int id, std::string_view kind, int count, std::chrono::milliseconds move,
         std::chrono::milliseconds bank, std::string_view fields, std::span<const std::string> words);
void bad(std::string& out, std::int64_t id, std::string_view text, int tries_left);
/// Writes `auto`: the arena answered a question for the bot.
void automatic(std::string& out, int id, std::string_view reason, std::span<const std::string> words);
void late(std::string& out, std::int64_t id);
void forfeit(std::string& out, std::string_view reason);
void quit(std::string& out);

}  // namespace arena::encode
