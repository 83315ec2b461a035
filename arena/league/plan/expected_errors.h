#pragma once

#include <optional>

namespace arena {

/// Half the widths of the 95% intervals that are expected for a bot in the middle of equal ones, as the standings show
/// them when the run is finished. A width is empty if there are too few blocks.
struct ExpectedWidths {
  std::optional<double> elo;
  std::optional<double> margin;  ///< points a hand
};

/// What blocks are expected to show about a bot in the middle of equal ones.
///
/// Of N equal bots that have met equally often, each has n comparisons, so each pair has m = n / (N - 1). A comparison
/// has the information 1 / d^2, where d is the deviation of what it shows about a difference: for Elo it is 2 kEloUnit,
/// since a comparison at even odds has the information 1/4, and for the margin it is the spread. The information matrix
/// is m / d^2 times the Laplacian of the complete graph, N I - J, where J is the matrix of ones. On differences from the
/// mean J vanishes, so the inverse is (d^2 / m) (1 / N) (I - J / N), and the variance of one bot is
/// (d^2 / m) (N - 1) / N^2 = (d^2 / n) ((N - 1) / N)^2. Since the games of a block depend on each other, d is multiplied
/// by a factor that was measured; see expected_errors.cpp.
///
/// In the ratings each block has the same weight. In a variant with b blocks and c comparisons of all bots, one
/// comparison has the weight b / c. Over several variants the variance of a bot is therefore N ((N - 1) / N)^2 times the
/// sum of b^2 d^2 / c, divided by the square of the sum of b.
class ExpectedErrors {
 public:
  /// Adds the blocks of a variant.
  ///   `places`: places of bots at their tables, one for each block;
  ///   `comparisons`: of all bots, counted both ways;
  ///   `spread`: the standard deviation of the difference between two seats, in points a hand.
  void add(double blocks, double places, double comparisons, int seats, double spread);

  /// The widths for one of `bots` bots. They are empty below three blocks of a bot: with one degree of freedom Student's
  /// quantile is 12.7, and such an interval says nothing.
  ExpectedWidths widths(int bots) const;

  /// The number of blocks, in the same mixture of variants, that is needed for this half width in Elo. Empty if nobody
  /// is compared.
  std::optional<double> blocks_for(double elo, int bots) const;

 private:
  std::optional<double> error(double sum, int bots) const;
  std::optional<double> width(double sum, int bots, double times) const;

  double blocks_ = 0;
  double places_ = 0;
  double elo_ = 0;  // the sum of b^2 d^2 / c, for Elo and for the margin
  double margin_ = 0;
};

}  // namespace arena
