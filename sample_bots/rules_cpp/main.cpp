// A player with sensible rules: it ducks, dumps, guards, and stops an opponent's moon. It plays every variant, because
// nothing about a variant is built in: it reads values, suits and the order of the cards from the arena's lines.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>

#include "table.h"

namespace {

constexpr double kCoverWorth = 0.6;  // how much each lower card of the suit helps to duck
constexpr double kGiftWorth = 0.8;   // value of a point that an opponent takes, if one that I take is 1
constexpr double kCatch = 0.5;       // how often a card that beats the costliest outstanding one catches it
constexpr double kDump = 0.5;        // weight of the average card in what a void player throws
constexpr double kDumpWorst = 0.7;   // how often a void player who holds the worst card throws it

// Rates cards. Everything below is measured in points that I expect to take; less is better.
class Judge {
 public:
  explicit Judge(const Table& table) : t(table), others(table.seats - 1) {
    for (int c = 0; c < static_cast<int>(t.cards.size()); ++c) {
      if (t.cards[c].points > 0) all_points += t.cards[c].points;
      if (!t.out[c]) continue;
      ++out_cards;
      if (t.cards[c].points > 0) out_points += t.cards[c].points;
      if (t.cards[c].points > out_worst) out_worst = t.cards[c].points;
    }
    watch_moon();
  }

  [[nodiscard]] Words pass(int count, const Words& offered) const {
    Cards keep = t.hand;
    Words given;
    while (static_cast<int>(given.size()) < count) {
      int best = -1;
      double least = 0;
      for (const std::string& word : offered) {
        const int c = t.card(word);
        if (std::find(keep.begin(), keep.end(), c) == keep.end()) continue;
        const double after = danger(without(keep, c));
        if (best < 0 || after < least) best = c, least = after;
      }
      if (best < 0) break;
      keep = without(keep, best);
      given.push_back(t.cards[best].name);
    }
    return given;
  }

  [[nodiscard]] Words play(const Words& offered) const {
    std::string best;
    double least = 0;
    for (const std::string& word : offered) {
      const int c = t.card(word);
      if (c < 0) continue;
      const double now = shooting() ? -winning_chance(c) : cost(c);
      if (best.empty() || now < least) best = word, least = now;
    }
    return {best};
  }

 private:
  static Cards without(Cards cards, int c) {
    std::erase(cards, c);
    return cards;
  }

  struct Outstanding {
    int lower = 0, higher = 0;  // cards of the suit in other hands, lower and higher than the card
    double points = 0;          // sum over all of these
    int worst_lower = 0;        // of the costliest that the card beats
    int best_lower = 0;         // of the best (negative) that the card beats
  };

  [[nodiscard]] Outstanding outstanding(int card) const {
    Outstanding o;
    for (int c = 0; c < static_cast<int>(t.cards.size()); ++c) {
      if (!t.out[c] || t.cards[c].suit != t.cards[card].suit) continue;
      o.points += t.cards[c].points;
      if (t.cards[c].rank > t.cards[card].rank) {
        ++o.higher;
      } else {
        ++o.lower;
        o.worst_lower = std::max(o.worst_lower, t.cards[c].points);
        o.best_lower = std::min(o.best_lower, t.cards[c].points);
      }
    }
    return o;
  }

  // Returns what the cards of a hand are likely to cost before they are all played.
  [[nodiscard]] double danger(const Cards& hand) const {
    double sum = 0;
    const double stray = out_cards > 0 ? out_points / out_cards * others : 0;
    for (int c : hand) {
      const Outstanding o = outstanding(c);
      const int suit_out = o.lower + o.higher;
      int cover = 0;
      for (int mate : hand)
        if (t.cards[mate].suit == t.cards[c].suit && t.cards[mate].rank < t.cards[c].rank) ++cover;
      double win = suit_out > 0 ? std::pow(o.lower / double(suit_out), 1.5) : 0.3;
      win /= 1 + kCoverWorth * cover;
      const double falls = suit_out > 0 ? (o.points - o.worst_lower) / suit_out * std::min(others, suit_out) : 0;
      sum += win * (t.cards[c].points + 0.5 * stray + falls + kCatch * (o.worst_lower + o.best_lower));
    }
    return sum;
  }

  // Returns the chance that `c`, played now, takes the trick.
  [[nodiscard]] double winning_chance(int c) const {
    Plays plays = t.trick;
    plays.emplace_back(t.me, c);
    if (plays[t.winning(plays)].first != t.me) return 0;
    const int led = t.cards[plays[0].second].suit;
    int higher = 0, of_suit = 0, stronger = 0;
    for (int x = 0; x < static_cast<int>(t.cards.size()); ++x) {
      if (!t.out[x]) continue;
      const bool beats = t.strength(x, led, false) > t.strength(c, led, false);
      if (t.cards[x].suit == led)
        ++of_suit, higher += beats;
      else
        stronger += beats;
    }
    double chance = 1;
    for (int seat : to_come()) {
      const double each = of_suit / double(others);  // roughly how many cards of the suit are in this hand
      const double none = t.lacks[seat][led] ? 1 : std::exp(-each);
      double beaten = 0;
      if (of_suit > 0) beaten = (1 - none) * std::pow(higher / double(of_suit), std::max(2.0, 0.5 * each));
      if (out_cards > of_suit) beaten += none * 0.3 * stronger / double(out_cards - of_suit);
      chance *= 1 - beaten;
    }
    return chance;
  }

  // Returns the points that later players are likely to add to a trick that `c` wins.
  [[nodiscard]] double still_to_fall(int c) const {
    const int led = t.trick.empty() ? t.cards[c].suit : t.cards[t.trick[0].second].suit;
    int of_suit = 0, worst = 0;
    double suit_points = 0;
    for (int x = 0; x < static_cast<int>(t.cards.size()); ++x) {
      if (!t.out[x] || t.cards[x].suit != led) continue;
      ++of_suit;
      suit_points += t.cards[x].points;
      if (t.strength(x, led, false) < t.strength(c, led, false)) worst = std::max(worst, t.cards[x].points);
    }
    double sum = 0;
    const double dump = out_cards > 0 ? kDump * out_points / out_cards + kDumpWorst * out_worst / others : 0;
    for (int seat : to_come()) {
      const double none = t.lacks[seat][led] ? 1 : std::exp(-of_suit / double(others));
      sum += none * dump;
      if (of_suit > 0) sum += (1 - none) * ((suit_points - worst) / of_suit + worst / double(others));
    }
    return sum;
  }

  // Returns the seats that play to this trick after me.
  [[nodiscard]] std::vector<int> to_come() const {
    std::vector<int> seats;
    for (int i = 1; i < t.seats - static_cast<int>(t.trick.size()); ++i) seats.push_back((t.me + i) % t.seats);
    return seats;
  }

  [[nodiscard]] double cost(int c) const {
    Cards pile = t.won[t.me];
    const double before = t.worth(pile);
    double loose = t.cards[c].points;  // points in the trick by the `points` line
    for (const auto& play : t.trick) pile.push_back(play.second), loose += t.cards[play.second].points;
    pile.push_back(c);
    const double win = winning_chance(c);
    const double fall = still_to_fall(c);
    double mine = t.worth(pile) - before + fall;
    double theirs = -kGiftWorth * t.cards[c].points / others;
    if (worry > 0) {  // a point for anybody but the shooter ends the moon
      const int holder = t.trick.empty() ? -1 : t.trick[t.winning(t.trick)].first;
      if (loose + fall > 0) mine -= worry;
      if (t.cards[c].points > 0 && holder >= 0 && holder != shooter) theirs -= 0.7 * worry;
    }
    const double wish_to_duck = 1 - worry / std::max(1.0, all_points);
    return win * mine + (1 - win) * theirs + wish_to_duck * danger(without(t.hand, c));
  }

  // A player who has taken every point so far may want the rest. The more points, the likelier that is.
  void watch_moon() {
    int takers = 0;
    double taken = 0;
    for (int seat = 0; seat < t.seats; ++seat) {
      double sum = 0;
      for (int c : t.won[seat]) sum += std::max(0, t.cards[c].points);
      if (sum > 0) ++takers, shooter = seat, taken = sum;
    }
    if (takers != 1) shooter = -1;
    if (shooter >= 0 && shooter != t.me) worry = all_points * std::pow(taken / all_points, 4);
  }

  // Returns whether to take the rest: all points so far are mine, and nobody can beat a card of mine in its suit.
  [[nodiscard]] bool shooting() const {
    if (shooter != t.me) return false;
    const auto beatable = [this](int c) { return outstanding(c).higher > 0; };
    return std::count_if(t.hand.begin(), t.hand.end(), beatable) == 0;
  }

  const Table& t;
  int others;
  int out_cards = 0;
  int out_worst = 0;
  double out_points = 0;
  double all_points = 0;
  int shooter = -1;  // the only seat that has taken points so far, or -1
  double worry = 0;  // how much an opponent's moon threatens to cost me
};

// Returns the option after my moon that leaves me best placed by the announced totals.
Words settle_moon(const Table& t, const Words& offered) {
  const int limit = t.number("match.limit", 100);
  const int over = t.rule("match.ends_when") == "more_than" ? limit + 1 : limit;
  const int floor = t.number("score.floor", -1'000'000);
  std::string best;
  double best_value = 0;
  for (const std::string& word : offered) {
    std::vector<int> after = t.totals;
    if (word == "subtract_self") after[t.me] -= t.moon_amount;
    if (word == "add_others")
      for (int seat = 0; seat < t.seats; ++seat) after[seat] += seat == t.me ? 0 : t.moon_amount;
    for (int& total : after) total = std::max(total, floor);
    int lowest = 1'000'000, sum = 0;
    bool ends = t.is_last_hand();
    for (int seat = 0; seat < t.seats; ++seat) {
      ends |= after[seat] >= over && !t.has_fixed_length();
      if (seat != t.me) lowest = std::min(lowest, after[seat]), sum += after[seat];
    }
    double value = lowest - after[t.me] + sum / double(t.seats - 1) - after[t.me];
    if (ends) value += after[t.me] < lowest ? 10'000 : after[t.me] > lowest ? -10'000 : 0;
    if (best.empty() || value > best_value) best = word, best_value = value;
  }
  return {best};
}

// Returns the bot's answer: exactly `count` different words from `offered`. Depends only on its arguments.
Words choose(const Table& table, const std::string& kind, int count, const Words& offered) {
  Words answer;
  const bool cards = !offered.empty() && table.card(offered[0]) >= 0;
  if (kind == "pass" && cards)
    answer = Judge(table).pass(count, offered);
  else if (kind == "play" && cards && count == 1)
    answer = Judge(table).play(offered);
  else if (kind == "choose" && count == 1 && table.moon_shooter == table.me)
    answer = settle_moon(table, offered);
  for (const std::string& word : offered)  // fill up with the first words, also for unknown questions
    if (static_cast<int>(answer.size()) < count && std::find(answer.begin(), answer.end(), word) == answer.end())
      answer.push_back(word);
  return answer;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  Table table;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream in(text);
    Words line;
    for (std::string word; in >> word;) line.push_back(word);
    if (line.empty()) continue;
    if (line[0] == "quit") break;
    if (line[0] == "hello") {
      std::cout << "ready name=rules_cpp" << std::endl;
    } else if (line[0] == "ask" && line.size() > 4) {
      // The words follow the colon. New fields may be added before it.
      const auto colon = std::find(line.begin() + 4, line.end(), ":");
      const Words offered(colon == line.end() ? colon : colon + 1, line.end());
      const Words answer = choose(table, line[2], std::stoi(line[3]), offered);
      table.answered(line[2], answer);
      std::cout << line[1];
      for (const std::string& word : answer) std::cout << ' ' << word;
      std::cout << std::endl;
    } else {
      table.read(line);
    }
  }
}
