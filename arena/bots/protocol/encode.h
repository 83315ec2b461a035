#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "arena/bots/protocol/limits.h"
#include "engine/match.h"
#include "engine/seat_view.h"

/// The arena's lines, protocol.md. Each function appends whole lines to `out`. What is private to a seat comes
/// from its SeatView and nowhere else.
namespace arena::encode {

/// `receipt`: of the run, see receipt_of(); empty: there is none.
void hello(std::string& out, std::string_view receipt);
void game(std::string& out, std::string_view token, std::string_view variant, int seats, int you,
          std::uint32_t bot_seed);
void names(std::string& out, std::span<const std::string> names);
/// The `rule` and `suit` lines, and `points` where the point suit is fixed. The same for every game of a variant.
void announcement(std::string& out, const hearts::GameRules& game);
void time(std::string& out, const Limits& limits);

/// `hand`, with the point suit and its `points` where they are drawn; `leftover` where everybody sees it.
void hand(std::string& out, const hearts::SeatView& view);
/// `subhand`, in two-hand games; nothing in others.
void sub_hand(std::string& out, const hearts::SeatView& view);
void deal(std::string& out, const hearts::SeatView& view);
void got(std::string& out, const hearts::SeatView& view);
void trick(std::string& out, int number, hearts::Seat leader);
void play(std::string& out, const hearts::Deck& deck, hearts::Seat seat, hearts::Card card);
void broken(std::string& out);
/// `took`, with the plain points of the cards of the view's last trick.
void took(std::string& out, const hearts::SeatView& view);
void kitty(std::string& out, hearts::Seat taker);
void leftover(std::string& out, const hearts::SeatView& view);
void moon(std::string& out, const hearts::SeatView& view);
void chose(std::string& out, hearts::Seat seat, std::string_view word);
/// The `score` lines of a hand that is done, with the totals after it.
void score(std::string& out, const hearts::SeatView& view, const hearts::PerSeat<int>& totals);
void end(std::string& out, std::string_view token, int seats, hearts::Seat you, const hearts::PerSeat<int>& scores,
         const hearts::PerSeat<int>& places);

// What the laws of the table bring about; all of it is told to everybody.

/// The dealer made a slip, and showed these cards, if any.
void faulty(std::string& out, const hearts::Deck& deck, hearts::CardSet exposed);
void misdeal(std::string& out, hearts::Seat by);
void demand(std::string& out, const hearts::Deck& deck, hearts::Seat by, hearts::Seat owner, hearts::Card card);
void correct(std::string& out, hearts::Seat seat);
/// A card goes back to its owner's hand.
void back(std::string& out, const hearts::Deck& deck, hearts::Seat owner, hearts::Card card);
/// The cards left over in a hand after the last trick.
void excess(std::string& out, const hearts::Deck& deck, hearts::Seat seat, hearts::CardSet cards);
/// `word` is that of the question.
void claim(std::string& out, hearts::Seat by, std::string_view word, bool founded);
void revoke(std::string& out, hearts::Seat seat, int trick);
/// The seat was dealt so many cards, a wrong number.
void incorrect(std::string& out, hearts::Seat seat, int cards);
void charge(std::string& out, hearts::Seat seat, int points, std::string_view rule);

/// `fields` stand before the `:`, each after a space.
void ask(std::string& out, int id, std::string_view kind, int count, std::chrono::milliseconds move,
         std::chrono::milliseconds bank, std::string_view fields, std::span<const std::string> words);
void bad(std::string& out, std::int64_t id, std::string_view text, int tries_left);
void automatic(std::string& out, int id, std::string_view reason, std::span<const std::string> words);
void late(std::string& out, std::int64_t id);
void forfeit(std::string& out, std::string_view reason);
void quit(std::string& out);

}  // namespace arena::encode
