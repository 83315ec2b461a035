#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cheats {

/// The rules of every game here, of one hand: the cards dealt are the cards played.
inline constexpr std::string_view kVariant = "black-lady@4+pass.cycle=hold";
inline constexpr int kSeats = 4;
/// Games of a block: the same deal, once with the cheat in each seat.
inline constexpr int kGamesOfBlock = kSeats;

/// A game as one bot of it saw it.
struct CheatGame {
  std::string id;
  std::string bot;  ///< its name
  int seat = 0;
  std::vector<int> scores;         ///< by seat
  std::vector<std::string> notes;  ///< its `info` lines, in order
};

/// The numbers after `key=` in the bot's notes, in order: one a hand.
std::vector<int> noted(const CheatGame& game, std::string_view key);
/// Hands whose deal the bot said it knew. Throws std::runtime_error when it said nothing in some game.
int times_known(const std::vector<CheatGame>& games);
/// The hands of all seats that it said it had seen before.
int hands_met(const std::vector<CheatGame>& games);
/// How many points a game it was better than the mean of the others.
double mean_margin(const std::vector<CheatGame>& games);

}  // namespace cheats
