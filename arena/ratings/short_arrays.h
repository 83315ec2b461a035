#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace arena {

/// Many short arrays, one after another in large chunks, so that an array takes little more than its elements. They
/// never move, and go with this object.
template <class T>
class ShortArrays {
 public:
  /// The copy that is kept.
  std::span<const T> keep(const std::vector<T>& array) {
    if (chunks_.empty() || array.size() > left_) {
      left_ = std::max(kChunk, array.size());
      chunks_.push_back(std::make_unique<T[]>(left_));
      next_ = chunks_.back().get();
    }
    const std::span<T> place(next_, array.size());
    std::copy(array.begin(), array.end(), place.begin());
    next_ += array.size();
    left_ -= array.size();
    return place;
  }

 private:
  static constexpr std::size_t kChunk = 1024;  // elements

  std::vector<std::unique_ptr<T[]>> chunks_;
  T* next_ = nullptr;  ///< in the last chunk, which has room for `left_` more
  std::size_t left_ = 0;
};

}  // namespace arena
