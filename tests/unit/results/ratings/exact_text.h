#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "arena/results/ratings/standings.h"

namespace arena::test {

using Groups = std::vector<std::vector<int>>;

/// Everything in standings, numbers to the last bit: what must not depend on an order.
class ExactText {
 public:
  explicit ExactText(const Standings& standings);
  std::string text() const { return out_.str(); }
  /// Every number in it is one.
  bool finite() const { return finite_; }

 private:
  template <class... Numbers>
  void write(const Numbers&... numbers) {
    (one(numbers), ...);
    out_ << "\n";
  }
  void one(double number);
  void one(const std::string& text) { out_ << text << " "; }
  void one(const std::optional<double>& number);
  void one(const Figure& figure);
  void one(const std::optional<Figure>& figure);
  void groups(const Groups& all);
  void table(const StandingsTable& t);

  std::ostringstream out_;
  bool finite_ = true;
};

inline std::string exact(const Standings& standings) { return ExactText(standings).text(); }

}  // namespace arena::test
