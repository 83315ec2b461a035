#pragma once

#include <cstddef>
#include <vector>

namespace arena {

/// A square table of numbers, all 0 at first.
template <class Number>
class SquareMatrix {
 public:
  SquareMatrix() = default;
  /// size >= 0.
  explicit SquareMatrix(int size)
      : size_(size), cells_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  int size() const { return size_; }
  Number& operator()(int row, int column) { return cells_[index(row, column)]; }
  const Number& operator()(int row, int column) const { return cells_[index(row, column)]; }

  friend bool operator==(const SquareMatrix&, const SquareMatrix&) = default;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(column);
  }

  int size_ = 0;
  std::vector<Number> cells_;
};

}  // namespace arena
