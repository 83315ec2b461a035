// Reads the arena's protocol, keeps the state of the table, and calls choose(question) when it is your turn. Needs
// C++20 and only the standard library.
//
//   #include "hearts_client.h"
//
//   struct MyBot : hearts_client::Bot {
//     using Bot::Bot;
//     Words choose(const Question& q) override { return {q.words.begin(), q.words.begin() + q.count}; }
//   };
//   int main() { hearts_client::run<MyBot>(); }
//
// run() makes a new MyBot for each game, so nothing is carried over from one game to the next. Its `table` holds what
// this seat knows, and protocol.md explains the terms.
#pragma once

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace hearts_client {

using Words = std::vector<std::string>;

/// Returns the number if the whole text is one, and `otherwise` if not.
inline int number_in(std::string_view text, int otherwise) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

inline Words words_in(std::string text, char by = ' ') {
  std::replace(text.begin(), text.end(), by, ' ');
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

inline bool is_in(const std::string& word, const Words& words) {
  return std::count(words.begin(), words.end(), word) > 0;
}

/// A card that a seat has played, such as "QS". A Trick has its plays in the order played.
struct Play {
  int seat = 0;
  std::string card;
};
using Trick = std::vector<Play>;

/// A question of the arena: choose `count` different words from `words`. All of them are legal.
struct Question {
  std::string id;
  std::string
      kind;  ///< "pass", "play", "choose", "misdeal", "demand", "correct", "claim" or "early"; more may be added
  int count = 0;
  Words words;
  int move_ms = 0;  ///< time for this answer
  int bank_ms = 0;  ///< time left for the game
  Words fields{};   ///< "KEY=VALUE", for example "card=QS" and "seat=3" of a `demand`

  /// Returns whether you may do this beyond the list: "revoke", "then". {card, "then", card} leads out of turn.
  [[nodiscard]] bool may(const std::string& what) const {
    return std::any_of(fields.begin(), fields.end(), [&](const std::string& each) {
      return each.starts_with("may=") && is_in(what, words_in(each.substr(4), ','));
    });
  }
};

inline constexpr int kNobody = -1;

/// What a seat knows about this hand. A two-player game plays two hands a deal, subhand 1 and subhand 2; this is about
/// both.
struct HandState {
  Trick played;                   ///< all cards played, in the order played
  std::vector<Words> taken;       ///< by seat: cards won in tricks
  std::vector<int> points_taken;  ///< by seat: sum of the `took` lines
  Words leftover;                 ///< cards that were not dealt; empty until this seat may see them
  int kitty_taker = kNobody;
  int moon_shooter = kNobody;
  int moon_amount = 0;
  std::string moon_choice;  ///< what the shooter chose
  int subhand = 0;          ///< 1 or 2 in two-player games
  // Used only under the laws of the table.
  std::map<std::pair<int, int>, char> missed;  ///< (seat, trick) -> the suit led that the seat did not follow
  std::map<std::string, int> shown;            ///< card that went back to a hand, seen by all -> the seat that holds it
  bool faulty = false;                         ///< everybody saw the dealer make a slip
  std::map<int, Words> excess;                 ///< seat -> cards left over after the last trick
  std::map<int, int> charges;                  ///< seat -> points that the laws cost it
};

/// What a seat knows about this hand or, in two-player games, about this subhand.
struct DealState {
  Words hand;                         ///< my cards, in pack order
  Words passed;                       ///< cards I passed to seat (me + pass_offset) mod seats
  Words got;                          ///< cards that were passed to me
  std::vector<std::set<char>> voids;  ///< by seat: suits that it lacks; empty under the laws
  bool broken = false;                ///< the cards that were held back may be led
  int trick_number = 0;
  int lead = kNobody;  ///< who leads this trick
  Trick trick;         ///< the cards on the table
  Trick last_trick;
  int last_winner = kNobody;
};

/// What one seat knows about a game. hear() keeps it up to date.
class Table : public HandState, public DealState {
 public:
  std::string variant;
  int seats = 4;
  int me = 0;
  Words names;             ///< by seat; empty if the league does not reveal them
  std::mt19937 random{0};  ///< use no other random numbers

  std::map<std::string, std::string> rules;  ///< key -> value, as it was sent
  std::vector<Words> suits;                  ///< the pack: the cards of each suit, low to high, in suit order
  std::map<std::string, int> points;         ///< card -> points, for cards that count; other cards count 0

  int hand_number = 0;  ///< counts from 1
  int dealer = 0;
  int pass_offset = 0;     ///< passed cards go to seat (me + pass_offset) mod seats; 0 means no pass
  std::string point_suit;  ///< empty unless each hand draws its own
  std::vector<int> totals;
  std::map<std::string, std::vector<int>> scores;  ///< of the last hand: "penalty", "bonus", "moon", "hand", "total"
  std::vector<int> places;                         ///< by seat; empty until the game is over

  /// `line`: the words of a `game` line.
  explicit Table(const Words& line = {})
      : variant(field(line, "variant")),
        seats(std::clamp(number_in(field(line, "seats"), 4), 2, 6)),
        me(std::clamp(number_in(field(line, "you"), 0), 0, seats - 1)),
        totals(index(seats), 0) {
    random.seed(static_cast<std::mt19937::result_type>(number_in(field(line, "botseed"), 0)));
    start_hand();
  }

  /// Returns all cards, suit by suit, low to high.
  [[nodiscard]] Words pack() const {
    Words all;
    for (const Words& suit : suits) all.insert(all.end(), suit.begin(), suit.end());
    return all;
  }

  /// Returns the cards that are in other players' hands or were not dealt.
  [[nodiscard]] Words unseen() const {
    std::set<std::string> known(hand.begin(), hand.end());
    known.insert(leftover.begin(), leftover.end());
    for (const Play& play : played) known.insert(play.card);
    return cards_where([&](const std::string& card) { return !known.contains(card); });
  }

  static char suit(const std::string& card) { return card.empty() ? ' ' : card.back(); }

  /// Returns the height within the suit: 0 is the Joker, 1 the 2, 13 the ace.
  static int rank(const std::string& card) {
    const std::size_t place = std::string_view("X23456789TJQKA").find(card.substr(0, 1));
    return place == std::string_view::npos ? -1 : static_cast<int>(place);
  }

  /// Returns what the card counts by itself. Some rules let one card change the value of another.
  [[nodiscard]] int cost(const std::string& card) const {
    const auto found = points.find(card);
    return found == points.end() ? 0 : found->second;
  }

  /// Returns the value of a rule; empty if it was not sent.
  [[nodiscard]] std::string rule(const std::string& key) const {
    const auto found = rules.find(key);
    return found == rules.end() ? "" : found->second;
  }

  /// Returns how many hands follow this one. If the totals end the game (match.hands is none), it is the most.
  [[nodiscard]] int hands_left() const {
    const int last = number_in(rule("match.hands"), number_in(rule("match.hands_max"), 50));
    return std::max(last - std::max(hand_number, 0), 0);
  }

  /// Returns the suit led; a space before the lead.
  [[nodiscard]] char led() const { return trick.empty() ? ' ' : suit(trick.front().card); }

  /// Returns the sum of the points on the table.
  [[nodiscard]] int trick_points() const {
    int sum = 0;
    for (const Play& play : trick) sum += cost(play.card);
    return sum;
  }

  /// Returns the seat whose turn it is in this trick; kNobody between tricks.
  [[nodiscard]] int to_move() const {
    if (lead == kNobody || std::ssize(trick) >= seats) return kNobody;
    int seat = lead;
    while (has_played(seat)) seat = (seat + 1) % seats;  // under the laws of the table perhaps out of turn
    return seat;
  }

  /// Returns the seats that play to this trick after me.
  [[nodiscard]] std::vector<int> yet_to_play() const {
    const int first = std::max(lead, 0);
    std::vector<int> later;
    for (int seat = (me + 1) % seats; seat != first; seat = (seat + 1) % seats) {
      if (!has_played(seat)) later.push_back(seat);
    }
    return later;
  }

  /// Returns how strong a card is when `led_suit` is led: the strongest wins, and -1 cannot win.
  [[nodiscard]] int strength(const std::string& card, char led_suit, bool reversed_ring = false) const {
    if (rule("trick.order") != "suit_ring") return suit(card) == led_suit ? rank(card) : -1;
    const Words ring = words_in(rule("trick.suit_ring"), ',');
    const auto place_of = [&](char letter) {
      return static_cast<int>(std::find(ring.begin(), ring.end(), std::string(1, letter)) - ring.begin());
    };
    const int round = static_cast<int>(ring.size());
    const int place = place_of(suit(card));
    const int led_place = place_of(led_suit);
    if (place == round || led_place == round) return -1;
    const int ahead = ((reversed_ring ? led_place - place : place - led_place) + round) % round;
    return ahead <= round / 2 ? ahead * 100 + rank(card) : -1;
  }

  /// Returns the seat that is winning the trick made of these plays; kNobody if there are none.
  [[nodiscard]] int winner(const Trick& plays) const {
    if (plays.empty()) return kNobody;
    const bool joker = std::any_of(plays.begin(), plays.end(), [](const Play& play) { return rank(play.card) == 0; });
    const bool turned = joker && rule("trick.joker_reverses") == "any_joker_in_trick";
    const auto strength_of = [&](const Play& play) { return strength(play.card, suit(plays.front().card), turned); };
    const auto weaker = [&](const Play& a, const Play& b) { return strength_of(a) < strength_of(b); };
    return std::max_element(plays.begin(), plays.end(), weaker)->seat;
  }

  /// Returns whether I would be winning the trick if I played this card now.
  [[nodiscard]] bool would_win(const std::string& card) const {
    Trick after = trick;
    after.push_back({me, card});
    return winner(after) == me;
  }

  /// Returns whether players can make mistakes: one who does not follow suit may still hold that suit.
  [[nodiscard]] bool under_laws() const { return rule("laws.illegal_action") == "table_laws"; }

  /// Learns from a line of the arena, except `game` and `ask`. Ignores unknown lines.
  void hear(const Words& line) {
    const std::string verb = word(line, 0);
    if (verb == "names") {
      names.assign(line.begin() + 1, line.end());
    } else if (verb == "rule" && line.size() > 2) {
      rules[line[1]] = line[2];
    } else if (verb == "suit" && line.size() > 1) {
      suits.emplace_back(line.begin() + 2, line.end());
    } else if (verb == "points") {
      points.clear();
      for (const std::string& each : line) {
        if (each.find('=') == 2) points[each.substr(0, 2)] = number_in(each.substr(3), 0);
      }
    } else if (verb == "hand") {
      hand_number = number_in(word(line, 1), hand_number + 1);
      dealer = number_in(field(line, "dealer"), 0);
      pass_offset = number_in(field(line, "pass"), 0);
      point_suit = field(line, "point_suit");
      set_totals(words_in(field(line, "totals"), ','));
      start_hand();
    } else if (verb == "subhand") {
      subhand = number_in(word(line, 1), subhand + 1);
    } else if (verb == "deal") {
      start_deal({line.begin() + 1, line.end()});
    } else if (verb == "got") {
      receive({line.begin() + 1, line.end()});
    } else if (verb == "trick") {
      take_trick_back();
      trick_number = number_in(word(line, 1), trick_number + 1);
      lead = seat_in(field(line, "lead"));
    } else if (verb == "play") {
      see_play(seat_in(word(line, 1)), word(line, 2));
    } else if (verb == "back" && seat_in(word(line, 1)) != kNobody && line.size() > 2) {
      shown[line[2]] = seat_in(line[1]);
      if (seat_in(line[1]) == me) take_in_hand(line[2]);
    } else if (verb == "faulty") {
      faulty = true;
    } else if (verb == "excess" && seat_in(word(line, 1)) != kNobody) {
      excess[seat_in(line[1])].assign(line.begin() + 2, line.end());
    } else if (verb == "charge" && seat_in(word(line, 1)) != kNobody) {
      charges[seat_in(line[1])] = number_in(word(line, 2), 0);
    } else if (verb == "broken") {
      broken = true;
    } else if (verb == "took") {
      see_winner(seat_in(word(line, 1)), number_in(word(line, 2), 0));
    } else if (verb == "kitty") {
      kitty_taker = seat_in(field(line, "taker"));
    } else if (verb == "leftover") {
      leftover.assign(line.begin() + 1, line.end());
    } else if (verb == "moon") {
      moon_shooter = seat_in(field(line, "shooter"));
      moon_amount = number_in(field(line, "amount"), 0);
    } else if (verb == "chose") {
      moon_choice = word(line, 2);
    } else if (verb == "score" && line.size() > 1) {
      see_score(line);
    } else if (verb == "auto" && trick_number == 0) {  // before the first trick, only a pass names cards
      passed.assign(line.begin() + std::min<std::ptrdiff_t>(3, std::ssize(line)), line.end());
    } else if (verb == "end") {
      for (const std::string& each : words_in(field(line, "places"), ',')) places.push_back(number_in(each, 0));
    }
  }

  /// Call this with each of my answers: the arena does not send back the cards I pass.
  void answered(const Question& question, const Words& words) {
    if (question.kind == "pass") passed = words;
  }

 private:
  /// Whether the seat has a card in this trick.
  [[nodiscard]] bool has_played(int seat) const {
    return std::any_of(trick.begin(), trick.end(), [&](const Play& play) { return play.seat == seat; });
  }

  /// Returns the cards of the pack for which `holds` is true, in pack order.
  template <class Holds>
  [[nodiscard]] Words cards_where(Holds holds) const {
    Words cards = pack();
    std::erase_if(cards, [&](const std::string& card) { return !holds(card); });
    return cards;
  }

  static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

  static std::string word(const Words& line, std::size_t place) { return place < line.size() ? line[place] : ""; }

  /// Returns the text after `key=`; empty if there is no such word.
  static std::string field(const Words& line, const std::string& key) {
    for (const std::string& each : line) {
      if (each.starts_with(key + "=")) return each.substr(key.size() + 1);
    }
    return {};
  }

  [[nodiscard]] int seat_in(const std::string& text) const {
    const int seat = number_in(text, kNobody);
    return seat >= 0 && seat < seats ? seat : kNobody;
  }

  void start_hand() {
    static_cast<HandState&>(*this) = {};
    taken.resize(index(seats));
    points_taken.resize(index(seats));
    start_deal({});
  }

  void start_deal(Words cards) {
    static_cast<DealState&>(*this) = {};
    hand = std::move(cards);
    voids.resize(index(seats));
  }

  void receive(Words cards) {
    hand = cards_where(
        [&](const std::string& card) { return (is_in(card, hand) && !is_in(card, passed)) || is_in(card, cards); });
    got = std::move(cards);
  }

  /// Clears the table, because the arena sends the trick again: its cards follow as new `play` lines.
  void take_trick_back() {
    for (const Play& play : trick) {
      std::erase_if(played, [&](const Play& one) { return one.card == play.card; });
      missed.erase({play.seat, trick_number});
      if (play.seat == me) take_in_hand(play.card);
    }
    trick.clear();
  }

  void take_in_hand(const std::string& back) {
    hand = cards_where([&](const std::string& card) { return is_in(card, hand) || card == back; });
  }

  void see_play(int seat, const std::string& card) {
    if (seat == kNobody || card.empty()) return;
    if (lead == kNobody || trick.empty()) lead = seat;  // even if out of turn
    const bool must_follow = rule("follow.required") != "false";
    if (!trick.empty() && must_follow && suit(card) != led()) {
      missed[{seat, trick_number}] = led();
      if (!under_laws()) voids[index(seat)].insert(led());
    }
    shown.erase(card);
    trick.push_back({seat, card});
    played.push_back({seat, card});
    if (seat == me) std::erase(hand, card);
  }

  void see_winner(int seat, int value) {
    if (seat == kNobody) return;
    for (const Play& play : trick) taken[index(seat)].push_back(play.card);
    points_taken[index(seat)] += value;
    last_trick = std::move(trick);
    last_winner = seat;
    trick.clear();
    lead = kNobody;
  }

  void see_score(const Words& line) {
    if (line[1] == "penalty") scores.clear();  // the first of each hand
    std::vector<int>& values = scores[line[1]];
    values.clear();
    for (std::size_t i = 2; i < line.size() && i < index(seats) + 2; ++i) values.push_back(number_in(line[i], 0));
    if (line[1] == "total") set_totals({line.begin() + 2, line.end()});
  }

  void set_totals(const Words& values) {
    for (std::size_t i = 0; i < values.size() && i < totals.size(); ++i) totals[i] = number_in(values[i], totals[i]);
  }
};

/// Plays one game. Override choose(), and heard() if you need it. The table must outlive the bot.
class Bot {
 public:
  using Words = hearts_client::Words;
  using Question = hearts_client::Question;

  explicit Bot(Table& known) : table(known) {}
  virtual ~Bot() = default;

  /// Returns `count` different words of the question, in any order.
  virtual Words choose(const Question& question) = 0;

  /// Called after the table has learnt from a line. Not called for questions.
  virtual void heard(const Words& /*line*/) {}

 protected:
  /// Adds a note that the replay shows beside the next answer: info("depth=9"). At most 200 before each answer.
  static void info(const std::string& text) { std::cout << "info " << text << '\n'; }

  Table& table;
};

/// Parses an `ask` line. New fields are added before its colon. Returns an empty question if the line makes no sense.
inline Question question_of(const Words& line) {
  const auto number = [&](std::size_t place) { return number_in(line[place], 0); };
  const auto colon = std::find(line.begin(), line.end(), ":");
  if (colon == line.end() || line.size() < 7) return {};
  const Words fields(std::min(line.begin() + 6, colon), colon);
  return {line[1], line[2], number(3), {colon + 1, line.end()}, number(4), number(5), fields};
}

/// Plays until `quit` or the end of input. `ready` is appended to the `ready` line: run<MyBot>("name=duck").
template <class MyBot>
void run(const std::string& ready = {}) {
  Table table;
  auto bot = std::make_unique<MyBot>(table);
  for (std::string text; std::getline(std::cin, text);) {
    const Words line = words_in(text);
    if (line.empty()) continue;
    if (line[0] == "quit") return;
    if (line[0] == "hello") {
      std::cout << "ready" << (ready.empty() ? "" : " ") << ready << std::endl;
    } else if (line[0] == "game") {
      table = Table(line);
      bot = std::make_unique<MyBot>(table);
    } else if (line[0] == "ask") {
      const Question question = question_of(line);
      const Words chosen = bot->choose(question);
      table.answered(question, chosen);
      std::cout << question.id;
      for (const std::string& word : chosen) std::cout << ' ' << word;
      std::cout << std::endl;
    } else {
      table.hear(line);
      bot->heard(line);
      if (line[0] == "bad" || line[0] == "auto" || line[0] == "forfeit") std::cerr << text << '\n';
    }
  }
}

}  // namespace hearts_client
