#include "tests/process/cheats/cheat.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/deal.h"
#include "tests/process/cheats/careless_chance.h"

namespace cheats {
namespace {

using hearts::at;
using hearts::CardSet;
using hearts::Seat;

Hands dealt_from(const hearts::GameRules& game, Seat dealer, std::uint32_t number) {
  hearts::Random random(seed_of_number(number));
  return hearts::deal_cards(game, dealer, random).hands[0];
}

/// Keeps every deal it saw, and knows it again from whatever seat.
class Memory final : public Cheat {
 public:
  std::optional<Hands> recognise(const Situation& situation) override {
    const int seats = situation.game->seats();
    for (const Hands& deal : deals_) {
      for (int turn = 0; turn < seats; ++turn) {
        Hands turned{};
        for (Seat seat = 0; seat < seats; ++seat) turned[at(seat)] = deal[at((seat + turn) % seats)];
        if (turned[at(situation.seat)] == situation.cards) return turned;
      }
    }
    return std::nullopt;
  }
  int tried() const override { return static_cast<int>(deals_.size()); }
  void remember(const Hands& hands) override { deals_.push_back(hands); }
  int met(const Hands& shown) const override {
    const auto seen = [this](CardSet part) {
      if (part.empty()) return false;
      const auto holds_part = [part](CardSet hand) { return hand.contains(part); };
      return std::any_of(deals_.begin(), deals_.end(),
                         [&](const Hands& deal) { return std::any_of(deal.begin(), deal.end(), holds_part); });
    };
    return static_cast<int>(std::count_if(shown.begin(), shown.end(), seen));
  }

 private:
  std::vector<Hands> deals_;
};

/// Makes every deal that can follow from a small number and looks for the one with its own cards.
class Search final : public Cheat {
 public:
  std::optional<Hands> recognise(const Situation& situation) override {
    // Cards go round from the dealer's left, so the deals of one dealer are those of all.
    if (situation.game->rules().id != variant_) make_deals(*situation.game);
    const int seats = situation.game->seats();
    const auto turned = [&](Seat seat) { return at((seat - situation.dealer + seats) % seats); };
    tried_ = 0;
    for (const Hands& deal : deals_) {
      ++tried_;
      if (deal[turned(situation.seat)] != situation.cards) continue;
      Hands hands{};
      for (Seat seat = 0; seat < seats; ++seat) hands[at(seat)] = deal[turned(seat)];
      return hands;
    }
    return std::nullopt;
  }
  int tried() const override { return tried_; }

 private:
  void make_deals(const hearts::GameRules& game) {
    variant_ = game.rules().id;
    deals_.clear();
    for (std::uint32_t number = 0; number < kFewDeals; ++number) deals_.push_back(dealt_from(game, 0, number));
  }

  std::string variant_;
  std::vector<Hands> deals_;  // of dealer 0, by number
  int tried_ = 0;
};

/// Goes back from the seed it is given to the number that the deal follows from, too.
class Inversion final : public Cheat {
 public:
  std::optional<Hands> recognise(const Situation& situation) override {
    const std::uint32_t number = number_behind(situation.bot_seed, situation.seat);
    const Hands hands = dealt_from(*situation.game, situation.dealer, number);
    if (hands[at(situation.seat)] != situation.cards) return std::nullopt;
    return hands;
  }
  int tried() const override { return 1; }
};

/// Leaves what it has seen in the kernel, where a later process of the bot finds it: the kernel answers faster when a
/// missing file is looked up again. For each hand of a deal it leaves who holds which card, seen from that hand.
class Traces final : public Cheat {
 public:
  /// `quiet`: uses what it knows only in the second and the third game of a block, so that it does not get better and
  /// better.
  Traces(std::string_view salt, bool quiet) : prefix_("/usr/lib/.trace-" + std::string(salt) + "-"), quiet_(quiet) {
    // What a lookup takes if the kernel remembers the name, and if it does not.
    const std::string prefix = prefix_ + std::to_string(std::random_device()()) + "-";
    std::vector<double> first;
    std::vector<double> again;
    for (int i = 0; i < kCalibrations; ++i) {
      first.push_back(lookup(prefix + std::to_string(i)));
      again.push_back(lookup(prefix + std::to_string(i)));
    }
    limit_ = (median(first) + median(again)) / 2;
  }

  std::optional<Hands> recognise(const Situation& situation) override {
    const int seats = situation.game->seats();
    const std::string key = key_of(situation.cards);
    games_ = 0;
    while (games_ < seats && is_left(key + "game" + std::to_string(games_))) ++games_;
    if (games_ == 0 || (quiet_ && games_ == 3)) return std::nullopt;
    Hands hands{};
    int index = 0;
    for (const hearts::Card card : situation.game->deck().cards()) {
      int turn = 0;
      for (int bit = 0; bit < kBitsOfCard; ++bit) turn |= is_left(name_of(key, index, bit)) ? 1 << bit : 0;
      hands[at((situation.seat + turn) % seats)].insert(card);
      ++index;
    }
    const auto is_whole = [&](const CardSet& hand) { return hand.size() == situation.cards.size(); };
    const bool all = std::all_of(hands.begin(), hands.begin() + seats, is_whole);
    return all && hands[at(situation.seat)] == situation.cards ? std::optional(hands) : std::nullopt;
  }
  int tried() const override { return games_; }

  void remember(const Hands& hands) override {
    CardSet deck;
    for (const CardSet& hand : hands) deck |= hand;
    int seats = 0;
    while (seats < static_cast<int>(hands.size()) && !hands[at(seats)].empty()) ++seats;
    for (Seat seat = 0; seat < seats; ++seat) {
      const std::string key = key_of(hands[at(seat)]);
      leave(key + "game" + std::to_string(games_));
      int index = 0;
      for (const hearts::Card card : deck) {
        int turn = 0;
        while (!hands[at((seat + turn) % seats)].contains(card)) ++turn;
        for (int bit = 0; bit < kBitsOfCard; ++bit) {
          if ((turn >> bit & 1) != 0) leave(name_of(key, index, bit));
        }
        ++index;
      }
    }
  }

 private:
  static constexpr int kCalibrations = 101;
  static constexpr int kBitsOfCard = 2;
  static constexpr int kLookups = 7;  // for a bit, since the machine disturbs some of them

  static double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
    return values[values.size() / 2];
  }
  static double lookup(const std::string& name) {
    struct stat what;
    const auto start = std::chrono::steady_clock::now();
    [[maybe_unused]] const int result = ::stat(name.c_str(), &what);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  std::string key_of(CardSet hand) const {
    return prefix_ + std::to_string(hand.low_word()) + "-" + std::to_string(hand.high_word()) + "-";
  }
  static std::string name_of(const std::string& key, int card, int bit) {
    return key + std::to_string(card) + "-" + std::to_string(bit);
  }
  static void leave(const std::string& name) {
    for (int i = 0; i < kLookups; ++i) lookup(name + "-" + std::to_string(i));
  }
  bool is_left(const std::string& name) const {
    std::vector<double> times;
    for (int i = 0; i < kLookups; ++i) times.push_back(lookup(name + "-" + std::to_string(i)));
    return median(std::move(times)) < limit_;
  }

  std::string prefix_;
  bool quiet_;
  double limit_ = 0;
  int games_ = 0;  ///< of this deal that it saw before this one
};

}  // namespace

std::unique_ptr<Cheat> make_cheat(std::string_view mode, std::string_view salt) {
  if (mode == "remember") return std::make_unique<Memory>();
  if (mode == "search") return std::make_unique<Search>();
  if (mode == "invert") return std::make_unique<Inversion>();
  if (mode == "trace") return std::make_unique<Traces>(salt, false);
  if (mode == "trace_quietly") return std::make_unique<Traces>(salt, true);
  if (mode == "honest") return nullptr;
  throw std::invalid_argument("'" + std::string(mode) +
                              "' is none of remember, search, invert, trace, trace_quietly, honest");
}

}  // namespace cheats
