// What a player at the table knows. All of it is learned from the arena's lines; no card, suit or variant is known
// beforehand.
#pragma once

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using Words = std::vector<std::string>;
using Cards = std::vector<int>;                  // a card is an index into the order of the `suit` lines
using Plays = std::vector<std::pair<int, int>>;  // (seat, card), in the order played

struct Card {
  std::string name;
  int suit = 0;  // index in the order of the `suit` lines
  int rank = 0;  // 0 is the lowest of its suit
  bool joker = false;
  int points = 0;
};

inline int to_number(const std::string& text, int otherwise) {
  try {
    return std::stoi(text);
  } catch (...) {
    return otherwise;
  }
}

inline Words split(const std::string& text, char by) {
  Words parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

// Returns the text after `key=` in a line, or an empty text. Fields may come in any order.
inline std::string text_field(const Words& line, const std::string& key) {
  for (const std::string& word : line)
    if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
  return {};
}

// Returns the number after `key=` in a line, or `otherwise`.
inline int field(const Words& line, const std::string& key, int otherwise) {
  return to_number(text_field(line, key), otherwise);
}

class Table {
 public:
  void read(const Words& line) {
    const std::string& verb = line[0];
    if (verb == "game") {
      *this = Table{};  // answers may depend only on this game
      seats = field(line, "seats", 4);
      me = field(line, "you", 0);
      totals.assign(seats, 0);
      start_hand();
    } else if (verb == "rule" && line.size() > 2) {
      rules_[line[1]] = line[2];
    } else if (verb == "suit" && line.size() > 1) {
      for (std::size_t i = 2; i < line.size(); ++i) {
        index_[line[i]] = static_cast<int>(cards.size());
        cards.push_back({line[i], suits, static_cast<int>(i) - 2, line[i][0] == 'X', 0});
      }
      const Words ring = split(rule("trick.suit_ring"), ',');
      const auto place = std::find(ring.begin(), ring.end(), line[1]);
      if (rule("trick.order") == "suit_ring" && place != ring.end())
        ring_.push_back(static_cast<int>(place - ring.begin()));
      ++suits;
    } else if (verb == "points") {
      for (Card& each : cards) each.points = field(line, each.name, 0);
    } else if (verb == "hand" && line.size() > 1) {
      hand_number = to_number(line[1], 0);
      const Words shown = split(text_field(line, "totals"), ',');
      for (std::size_t i = 0; i < shown.size() && i < totals.size(); ++i) totals[i] = to_number(shown[i], 0);
      start_hand();
    } else if (verb == "deal") {
      start_deal(line);
    } else if (verb == "got") {
      for (int given : passed_) std::erase(hand, given);
      for (int got : cards_in(line, 1)) hand.push_back(got), out[got] = false;
      for (int given : passed_) out[given] = true;
    } else if (verb == "auto" && line.size() > 3) {
      passed_ = cards_in(line, 3);  // other answers are never looked at again
    } else if (verb == "trick") {
      trick.clear();
    } else if (verb == "play" && line.size() > 2) {
      const int seat = to_number(line[1], -1);
      if (seat >= 0 && seat < seats && card(line[2]) >= 0) see_play(seat, card(line[2]));
    } else if (verb == "took" && line.size() > 1) {
      const int seat = to_number(line[1], -1);
      for (const auto& [who, what] : trick)
        if (seat >= 0 && seat < seats) won[seat].push_back(what);
      trick.clear();
    } else if (verb == "moon") {
      moon_shooter = field(line, "shooter", -1);
      moon_amount = field(line, "amount", 0);
    }
  }

  void answered(const std::string& kind, const Words& words) {
    if (kind == "pass") passed_ = cards_in(words, 0);
  }

  [[nodiscard]] const std::string& rule(const std::string& key) const {
    static const std::string unknown;
    const auto found = rules_.find(key);
    return found == rules_.end() ? unknown : found->second;
  }

  // Whether the number of hands ends the game, rather than a total.
  [[nodiscard]] bool has_fixed_length() const { return number("match.hands", 0) > 0; }

  // Whether no hand follows this one.
  [[nodiscard]] bool is_last_hand() const {
    return hand_number >= number("match.hands", number("match.hands_max", 1'000'000));
  }

  [[nodiscard]] int number(const std::string& key, int otherwise) const { return to_number(rule(key), otherwise); }

  // Returns the card's index, or -1 if it is unknown.
  [[nodiscard]] int card(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? -1 : found->second;
  }

  // Returns how strong a card is in a trick; -1 means that it cannot win.
  [[nodiscard]] int strength(int card, int led_suit, bool reversed) const {
    const Card& it = cards[card];
    if (ring_.empty()) return it.suit == led_suit ? it.rank : -1;
    const int round = static_cast<int>(ring_.size());
    int ahead = (ring_[it.suit] - ring_[led_suit] + round) % round;
    if (reversed) ahead = (round - ahead) % round;
    return ahead <= round / 2 ? ahead * 100 + it.rank : -1;  // the half ahead on the ring beats the led suit
  }

  // Returns the index in `plays` of the card that is winning.
  [[nodiscard]] int winning(const Plays& plays) const {
    const auto is_joker = [this](const auto& play) { return cards[play.second].joker; };
    const bool reversed =
        rule("trick.joker_reverses") == "any_joker_in_trick" && std::any_of(plays.begin(), plays.end(), is_joker);
    const int led = cards[plays[0].second].suit;
    int best = 0;
    for (int i = 1; i < static_cast<int>(plays.size()); ++i)
      if (strength(plays[i].second, led, reversed) > strength(plays[best].second, led, reversed)) best = i;
    return best;
  }

  // Returns what a pile of won cards costs, including effects between cards.
  [[nodiscard]] double worth(const Cards& pile) const {
    const auto holds = [&](const char* name) {
      const int it = card(name);
      return it >= 0 && std::find(pile.begin(), pile.end(), it) != pile.end();
    };
    // The names of these two rules say which cards they are about.
    const bool cancels = rule("effects.queen_of_clubs_cancels_queen_of_spades") == "true" && holds("QC");
    const bool doubles = rule("effects.queen_of_hearts_doubles_hearts") == "true" && holds("QH");
    const int cancelled = cancels ? card("QS") : -1;
    const int doubled_suit = doubles ? cards[card("QH")].suit : -1;
    double sum = 0;
    for (int each : pile) {
      if (each == cancelled) continue;
      sum += cards[each].points * (cards[each].suit == doubled_suit && cards[each].points > 0 ? 2 : 1);
    }
    return sum;
  }

  std::vector<Card> cards;
  int suits = 0;
  int seats = 0;
  int me = 0;
  int hand_number = 0;  // counts from 1
  std::vector<int> totals;

  Cards hand;
  std::vector<bool> out;                 // by card: neither played nor in my hand
  std::vector<Cards> won;                // by seat, known cards only
  std::vector<std::vector<bool>> lacks;  // [seat][suit]: the seat is known to have no card of the suit
  Plays trick;
  int moon_shooter = -1;
  int moon_amount = 0;

 private:
  // Returns the words from `first` on that are cards; leaves out the others.
  [[nodiscard]] Cards cards_in(const Words& words, std::size_t first) const {
    Cards known;
    for (std::size_t i = first; i < words.size(); ++i)
      if (const int each = card(words[i]); each >= 0) known.push_back(each);
    return known;
  }

  void start_hand() {
    won.assign(seats, {});
    out.assign(cards.size(), true);
    moon_shooter = -1;
    start_deal({});
  }

  void start_deal(const Words& dealt) {
    hand = cards_in(dealt, 1);
    for (int each : hand) out[each] = false;
    trick.clear();
    passed_.clear();
    lacks.assign(seats, std::vector<bool>(suits, false));
  }

  void see_play(int seat, int played) {
    const int led = trick.empty() ? cards[played].suit : cards[trick[0].second].suit;
    if (cards[played].suit != led && rule("follow.required") != "false") lacks[seat][led] = true;
    trick.emplace_back(seat, played);
    out[played] = false;
    std::erase(hand, played);
  }

  std::map<std::string, std::string> rules_;
  std::map<std::string, int> index_;
  std::vector<int> ring_;  // by suit: its place on the suit ring; empty if only the suit led can win
  Cards passed_;
};
