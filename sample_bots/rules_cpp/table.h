// What a player at the table knows. Everything is learned from the arena's lines; no card, suit or
// variant is known beforehand.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

using Words = std::vector<std::string>;
using Cards = std::vector<int>;  // a card is its index in the order of the `suit` lines

struct Card {
  std::string name;
  int suit = 0;  // index in the order of the `suit` lines
  int rank = 0;  // 0 is the lowest of its suit
  bool joker = false;
  int points = 0;
};

class Table {
 public:
  void hear(const Words& line);
  void answered(const std::string& kind, const Words& words);

  [[nodiscard]] const std::string& rule(const std::string& key) const;
  [[nodiscard]] int number(const std::string& key, int otherwise) const;
  [[nodiscard]] int card(const std::string& name) const;  // -1 when unknown

  // How strongly a card fights in a trick; -1 when it cannot win.
  [[nodiscard]] int strength(int card, int led_suit, bool reversed) const;
  // Index in `trick` of the play that wins so far.
  [[nodiscard]] int winning(const std::vector<std::pair<int, int>>& trick) const;
  // What a pile of won cards costs, effects between cards included.
  [[nodiscard]] double worth(const Cards& pile) const;

  std::vector<Card> cards;
  int suits = 0;
  int seats = 0;
  int me = 0;
  std::vector<int> totals;

  Cards hand;
  std::vector<bool> out;                   // neither seen played nor in my hand
  std::vector<Cards> won;                  // by seat, known cards only
  std::vector<std::vector<bool>> lacks;    // [seat][suit]: known to have none
  std::vector<std::pair<int, int>> trick;  // (seat, card), in the order played
  int moon_shooter = -1;
  int moon_amount = 0;

 private:
  void start_hand();
  void start_deal(const Words& dealt);
  void see_play(int seat, int card);
  // Those of the words from `first` on that are cards.
  [[nodiscard]] Cards cards_in(const Words& words, std::size_t first) const;

  std::map<std::string, std::string> rules_;
  std::map<std::string, int> index_;
  std::vector<int> ring_;  // by suit: its place on the suit ring; empty when only the led suit wins
  Cards passed_;
};

// The number after `key=` in a line, or `otherwise`; fields may stand in any order.
int field(const Words& line, const std::string& key, int otherwise);

// The bot's judgement: exactly `count` different words of `offered`. Depends on nothing but its arguments.
Words choose(const Table& table, const std::string& kind, int count, const Words& offered);
