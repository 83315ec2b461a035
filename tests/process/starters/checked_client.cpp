// Answers at random, and ends with 1 when the client module's view of the table disagrees with what the arena says.
#include <cstdlib>
#include <numeric>

#include "sample_bots/client/cpp/hearts_client.h"

namespace {

using hearts_client::is_in;
using hearts_client::kNobody;
using hearts_client::number_in;
using hearts_client::Table;
using hearts_client::Words;

bool are_in(const Words& words, const Words& all) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return is_in(word, all); });
}

void ensure(bool holds, const Words& line, std::string_view what) {
  if (holds) return;
  std::cerr << "the table disagrees:";
  for (const std::string& word : line) std::cerr << ' ' << word;
  std::cerr << ": " << what << std::endl;
  std::exit(1);
}

class Checked : public hearts_client::Bot {
 public:
  explicit Checked(Table& known) : Bot(known), before_(known), unseen_(known.unseen()) {}

  Words choose(const Question& question) override {
    const Words& words = question.words;
    if (question.kind == "pass") {
      ensure(words == table.hand, words, "not the hand");
    } else if (question.kind == "play") {
      ensure(are_in(words, table.hand), words, "not in the hand");
      ensure(table.to_move() == table.me, words, "asked, but not to move");
      const int held = static_cast<int>(table.hand.size());
      const int dealt = number_in(table.rule("deal.hand_size"), 0);
      ensure(held == dealt - table.trick_number + 1, words, "cards held");
      const int tricks = table.trick_number - 1 + (table.subhand == 2 ? dealt : 0);
      const auto open = static_cast<int>(table.trick.size() + table.leftover.size());
      const int unseen = number_in(table.rule("deck.size"), 0) - tricks * table.seats - held - open;
      ensure(static_cast<int>(table.unseen().size()) == unseen, words, "cards unseen");
      const auto follows = [&](const std::string& card) { return table.suit(card) == table.led(); };
      const bool can_follow = std::any_of(table.hand.begin(), table.hand.end(), follows);
      ensure(!can_follow || std::all_of(words.begin(), words.end(), follows), words, "does not follow");
    } else if (is_in("add_others", words)) {
      ensure(table.moon_shooter == table.me, words, "asked, but another shot the moon");
    }
    if (question.may("revoke") && table.random() % 3 == 0) return err(question);
    Words chosen = words;
    std::shuffle(chosen.begin(), chosen.end(), table.random);
    chosen.resize(static_cast<std::size_t>(question.count));
    return chosen;
  }

  void heard(const Words& line) override {
    check(line);
    before_ = table;
    unseen_ = table.unseen();
  }

 private:
  /// Fails to follow suit, or leads out of turn, as far as the arena takes it for sure.
  Words err(const Question& question) const {
    Words others;
    for (const std::string& card : table.hand) {
      if (table.suit(card) != table.led() && table.cost(card) == 0) others.push_back(card);
    }
    if (others.empty()) return {question.words.front()};
    if (others.size() < 2 || table.hand.size() < 4 || !question.may("then")) return {others.front()};
    return {others.front(), "then", others.back()};
  }

  void check(const Words& line) const {
    const Words words(line.begin() + 1, line.end());
    if (line[0] == "hand") {
      ensure(table.totals == before_.totals, line, "the totals were others");
    } else if (line[0] == "got") {
      ensure(table.hand.size() == before_.hand.size(), line, "the hand has another size");
      ensure(are_in(words, unseen_), line, "seen before");
    } else if (line[0] == "trick" && table.under_laws() && table.trick_number == before_.trick_number) {
      ensure(table.trick.empty(), line, "cards lie");  // told once more
    } else if (line[0] == "back") {
      ensure(table.shown.at(line[2]) == number_in(line[1], kNobody), line, "another has shown it");
      ensure((table.shown.at(line[2]) == table.me) == is_in(line[2], table.hand), line, "the hand is another");
    } else if (line[0] == "trick") {
      ensure(table.trick_number == before_.trick_number + 1, line, "another number was due");
      ensure(before_.last_winner == kNobody || before_.last_winner == table.lead, line, "another won the last trick");
    } else if (line[0] == "play") {
      const Words& held = table.played.back().seat == table.me ? before_.hand : unseen_;
      const std::set<char>& voids = before_.voids.at(static_cast<std::size_t>(table.played.back().seat));
      const bool may_be_early = table.under_laws() && table.trick.size() == 1;
      ensure(may_be_early || table.played.back().seat == before_.to_move(), line, "another was to move");
      ensure(is_in(table.played.back().card, held), line, "a card from nowhere");
      ensure(!voids.contains(table.suit(line[2])), line, "the seat was void");
    } else if (line[0] == "took") {
      const auto add = [&](int sum, const auto& play) { return sum + table.cost(play.card); };
      const int sum = std::accumulate(table.last_trick.begin(), table.last_trick.end(), 0, add);
      ensure(table.winner(table.last_trick) == number_in(line[1], kNobody), line, "the table says another");
      ensure(sum == number_in(line[2], sum + 1), line, "the table has other points");
      std::vector<int> sums = before_.points_taken;
      sums.at(static_cast<std::size_t>(table.last_winner)) += sum;
      ensure(table.points_taken == sums, line, "the sums are others");
    } else if (line[0] == "kitty") {
      ensure(table.kitty_taker == before_.last_winner, line, "another won the trick");
    } else if (line[0] == "leftover") {
      ensure(are_in(words, unseen_) || words == before_.leftover, line, "seen before");
      ensure(table.leftover == words, line, "the table has others");
    } else if (line[0] == "moon") {
      for (int seat = 0; seat < table.seats; ++seat) {
        ensure(seat == table.moon_shooter || costs_of(seat) == 0, line, "another took points");
      }
    } else if (line[0] == "score") {
      check_score(line);
    } else if (line[0] == "end") {
      check_end(line);
    }
  }

  void check_score(const Words& line) const {
    const bool plain = table.rule("effects.queen_of_clubs_cancels_queen_of_spades") != "true" &&
                       table.rule("effects.queen_of_hearts_doubles_hearts") != "true";
    if (line[1] == "penalty" && plain && table.kitty_taker == kNobody && table.charges.empty()) {
      for (int seat = 0; seat < table.seats; ++seat) {
        const int said = table.scores.at("penalty").at(static_cast<std::size_t>(seat));
        ensure(said == costs_of(seat), line, "other cards were taken");
      }
    }
    if (line[1] == "total" && table.rule("score.floor") == "none" && table.rule("score.sinkhole") == "none") {
      for (std::size_t seat = 0; seat < table.totals.size(); ++seat) {
        const int sum = before_.totals[seat] + table.scores.at("hand").at(seat);
        ensure(table.totals[seat] == sum, line, "the sums are others");
      }
    }
  }

  void check_end(const Words& line) const {
    std::string scores = "scores=";
    for (const int total : table.totals) scores += (scores.back() == '=' ? "" : ",") + std::to_string(total);
    ensure(is_in(scores, line), line, "the totals are others");
    for (std::size_t seat = 0; seat < table.totals.size(); ++seat) {
      const auto is_lower = [&](int total) { return total < table.totals[seat]; };
      const auto lower = std::count_if(table.totals.begin(), table.totals.end(), is_lower);
      ensure(table.places.at(seat) == lower + 1, line, "the places are others");
    }
  }

  /// What the costly cards that a seat won count.
  int costs_of(int seat) const {
    const Words& cards = table.taken[static_cast<std::size_t>(seat)];
    return std::accumulate(cards.begin(), cards.end(), 0,
                           [&](int sum, const std::string& card) { return sum + std::max(table.cost(card), 0); });
  }

  Table before_;  // what the table said before the line
  Words unseen_;
};

}  // namespace

int main() { hearts_client::run<Checked>(); }
