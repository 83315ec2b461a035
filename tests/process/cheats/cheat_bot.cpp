// cheat_bot remember|search|invert|names|names_quietly|pages|pages_quietly|honest [SALT]: a bot that plays its lowest card, but plays well
// where it has found out what the others hold. It looks at hands without a pass. Beside the first card of a hand it
// says
//   info tried=N known=0|1     how many deals it looked at, and whether it found this one
// and beside the last
//   info met=N                 how many of the hands at the table it has seen before

#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/hand.h"
#include "engine/variants/registry.h"
#include "tests/process/cheats/careless_chance.h"
#include "tests/process/cheats/cheat.h"
#include "tests/process/cheats/open_play.h"

namespace {

using namespace cheats;
using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::Seat;
using Words = std::vector<std::string>;

constexpr int kPlayouts = 40;

int number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) throw std::runtime_error("no number: " + text);
  return value;
}

/// The value of KEY=VALUE in a line.
std::string field(const Words& line, const std::string& key) {
  for (const std::string& word : line) {
    if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
  }
  throw std::runtime_error("no " + key + " in a line '" + line[0] + "'");
}

class Player {
 public:
  explicit Player(std::unique_ptr<Cheat> cheat) : cheat_(std::move(cheat)) {}

  void read_line(const Words& line) {
    if (line[0] == "game") {
      start_game(line);
    } else if (line[0] == "hand") {
      setup_ = {number(line[1]), number(field(line, "dealer")), {}, {}};
      looks_ = cheat_ && field(line, "pass") == "0";
      known_ = false;
      plays_.clear();
      shown_ = {};
    } else if (line[0] == "deal") {
      cards_ = {};
      for (std::size_t i = 1; i < line.size(); ++i) cards_.insert(card(line[i]));
    } else if (line[0] == "play") {
      plays_.push_back(card(line[2]));
      shown_[at(number(line[1]))].insert(plays_.back());
    } else if (line[0] == "score" && line[1] == "total" && looks_) {
      cheat_->remember(shown_);
    }
  }

  Words answer(const std::string& kind, std::size_t count, const Words& offered) {
    if (kind == "play") {
      CardSet legal;
      for (const std::string& word : offered) legal.insert(card(word));
      return {game_->deck().name(play(legal))};
    }
    return {offered.begin(), offered.begin() + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  void start_game(const Words& line) {
    const hearts::Rules rules = hearts::resolve_variant(field(line, "variant"));
    game_ = std::make_unique<hearts::GameRules>(rules);
    seat_ = number(field(line, "you"));
    bot_seed_ = static_cast<std::uint32_t>(number(field(line, "botseed")));
    chance_ = hearts::Random(seed_of_number(bot_seed_));
  }

  Card card(const std::string& name) const {
    const auto found = game_->deck().find(name);
    if (!found) throw std::runtime_error("no card: " + name);
    return *found;
  }

  Card play(CardSet legal) {
    const int played = shown_[at(seat_)].size();
    if (looks_ && played == 0) look();
    if (looks_ && played == game_->hand_size() - 1) {
      Hands shown = shown_;
      shown[at(seat_)] = cards_;
      std::cout << "info met=" << cheat_->met(shown) << "\n";
    }
    if (!known_) return lowest_card(legal);
    hearts::Hand hand(*game_, setup_);
    for (Card each : plays_) {
      if (hand.apply(hand.to_move(), hearts::Move::play(each))) throw std::runtime_error("the deal was another one");
    }
    return best_card(hand, kPlayouts, chance_);
  }

  void look() {
    const auto hands = cheat_->recognise({game_.get(), setup_.dealer, seat_, cards_, bot_seed_});
    known_ = hands.has_value();
    if (known_) setup_.deal = {game_->fixed_point_lane(), {*hands}, {}};
    std::cout << "info tried=" << cheat_->tried() << " known=" << known_ << "\n";
  }

  std::unique_ptr<Cheat> cheat_;

  // This game
  std::unique_ptr<hearts::GameRules> game_;
  Seat seat_ = 0;
  std::uint32_t bot_seed_ = 0;
  hearts::Random chance_{hearts::Seed{}};

  // This hand
  hearts::Hand::Setup setup_;
  bool looks_ = false;
  bool known_ = false;  ///< setup_ has the deal
  CardSet cards_;       ///< dealt to this seat
  std::vector<Card> plays_;
  Hands shown_{};  ///< played so far, by seat
};

void talk(Player& player) {
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream in(text);
    Words line;
    for (std::string word; in >> word;) line.push_back(word);
    if (line.empty()) continue;
    if (line[0] == "quit") return;
    if (line[0] == "hello") {
      std::cout << "ready" << std::endl;
    } else if (line[0] == "ask") {
      const auto colon = std::find(line.begin(), line.end(), ":");
      if (colon == line.end()) throw std::runtime_error("an ask without words");
      const Words offered(colon + 1, line.end());
      const Words chosen = player.answer(line[2], static_cast<std::size_t>(number(line[3])), offered);
      std::cout << line[1];
      for (const std::string& word : chosen) std::cout << ' ' << word;
      std::cout << std::endl;
    } else {
      player.read_line(line);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  try {
    if (argc != 2 && argc != 3) {
      throw std::invalid_argument(
          "usage: cheat_bot remember|search|invert|names|names_quietly|pages|pages_quietly|honest [SALT]");
    }
    Player player(make_cheat(argv[1], argc == 3 ? argv[2] : ""));
    talk(player);
  } catch (const std::exception& error) {
    std::cerr << "cheat_bot: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
