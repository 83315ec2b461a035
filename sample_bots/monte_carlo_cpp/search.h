// Finds the best answer: plays each answer to the end in many possible deals, and compares the results.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sample_bots/monte_carlo_cpp/knowledge.h"
#include "sample_bots/monte_carlo_cpp/quick_player.h"

namespace monte {

/// When a search ends: after this many playouts, or at the deadline if there is one. It ends earlier if one answer is
/// clearly the best.
struct Effort {
  int playouts = 800;
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

class Search {
 public:
  /// The knowledge and the worth must outlive this object.
  Search(const Knowledge& known, const Worth& worth, Random random, Effort effort);

  /// Returns the best of the cards offered, or nothing if no deal agrees with what is known.
  std::optional<Card> card(CardSet offered);
  /// Returns the best `count` of the cards offered to pass, or nothing if no deal agrees with what is known.
  std::optional<CardSet> pass(CardSet offered, int count);

  /// Returns the number of playouts so far.
  int playouts() const { return playouts_; }
  /// Describes the best answers of the search, best first: for each the points that the hand costs on average. Returns
  /// an empty text if nothing was compared.
  std::string findings() const;

 private:
  /// The result of one playout.
  struct Outcome {
    int worth = 0;
    int points = 0;  ///< the change of my total by the hand
  };
  /// An answer with a plan, and what it led to in each deal. (The arm of a multi-armed bandit.)
  struct Arm {
    Move move;
    Seat shooter = kNobody;
    std::vector<int> worth{};
    std::int64_t sum = 0;
    std::int64_t points = 0;  ///< sum of Outcome::points
  };

  /// Drops arms that are clearly worse, and puts the best one first. Returns false if no deal was found.
  bool race(std::vector<Arm>& arms);
  void keep(const std::vector<Arm>& arms);
  Outcome playout(const Hand::Position& position, const Arm& arm, Random random) const;
  bool may_shoot() const;

  const Knowledge& known_;
  const Worth& worth_;
  Random random_;
  Effort effort_;
  QuickPlayer player_;
  int playouts_ = 0;
  std::vector<Arm> compared_;  ///< all arms that were raced, best first
};

}  // namespace monte
