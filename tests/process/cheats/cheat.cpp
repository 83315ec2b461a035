#include "tests/process/cheats/cheat.h"

#include <algorithm>
#include <stdexcept>
#include <string>
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

}  // namespace

std::unique_ptr<Cheat> make_cheat(std::string_view mode) {
  if (mode == "remember") return std::make_unique<Memory>();
  if (mode == "search") return std::make_unique<Search>();
  if (mode == "invert") return std::make_unique<Inversion>();
  if (mode == "honest") return nullptr;
  throw std::invalid_argument("'" + std::string(mode) + "' is none of remember, search, invert, honest");
}

}  // namespace cheats
