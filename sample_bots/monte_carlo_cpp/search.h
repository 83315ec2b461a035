// Looks for the best answer: plays each on, in many deals that could be the true one, and compares the ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "sample_bots/monte_carlo_cpp/knowledge.h"
#include "sample_bots/monte_carlo_cpp/quick_player.h"

namespace monte {

/// When a search ends: after so many playouts, and at the deadline where there is one. It ends before where one
/// answer is clearly the best.
struct Effort {
  int playouts = 800;
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

class Search {
 public:
  /// The knowledge and the worth must outlive this.
  Search(const Knowledge& known, const Worth& worth, Random random, Effort effort);

  /// One of the cards offered, or nothing where no deal fits to what is known.
  std::optional<Card> card(CardSet offered);
  /// As many of the cards offered, or nothing.
  std::optional<CardSet> pass(CardSet offered, int count);

  /// Playouts made so far.
  int playouts() const { return playouts_; }

 private:
  /// An answer and a plan, and what it led to in each deal.
  struct Arm {
    Move move;
    Seat shooter = kNobody;
    std::vector<int> worth{};
    std::int64_t sum = 0;
  };

  /// The arms that may still be the best, the best first. False where no deal was found.
  bool race(std::vector<Arm>& arms);
  int playout(const Hand::Position& position, const Arm& arm, Random random) const;
  bool may_shoot() const;

  const Knowledge& known_;
  const Worth& worth_;
  Random random_;
  Effort effort_;
  QuickPlayer player_;
  int playouts_ = 0;
};

}  // namespace monte
