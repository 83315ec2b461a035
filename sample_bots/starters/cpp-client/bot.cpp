// A bot to start from. It ducks tricks and gets rid of costly cards. Improve choose().
#include "hearts_client.h"

// Plays one game. `table` holds all that this seat knows; see hearts_client.h.
struct MyBot : hearts_client::Bot {
  using Bot::Bot;

  // Returns any question.count of question.words. All of them are legal. This is the function to change.
  Words choose(const Question& question) override {
    Words words = question.words;
    if (question.kind == "pass") {
      std::sort(words.begin(), words.end(), [&](const auto& a, const auto& b) { return danger(a) > danger(b); });
    } else if (question.kind == "play") {
      std::sort(words.begin(), words.end(),
                [&](const auto& a, const auto& b) { return table.rank(a) < table.rank(b); });
      Words ducks;
      for (const std::string& card : words) {
        if (!table.trick.empty() && !table.would_win(card)) ducks.push_back(card);
      }
      if (!ducks.empty()) {  // these lose the trick: play the most dangerous one
        words = {*std::max_element(ducks.begin(), ducks.end(),
                                   [&](const auto& a, const auto& b) { return danger(a) < danger(b); })};
      }
    }
    words.resize(std::size_t(question.count));  // other questions: the first words are always safe
    return words;
  }

  int danger(const std::string& card) const { return table.rank(card) + 4 * table.cost(card); }
};

int main() { hearts_client::run<MyBot>(); }
