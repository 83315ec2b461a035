#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arena {

/// Takes several things in turn, each as often as its weight asks. After any number n of turns a thing of weight w
/// out of a sum W has had floor(n w / W) or ceil(n w / W) of them: the quota method of Balinski and Young ("The Quota
/// Method of Apportionment", American Mathematical Monthly 82, 1975). Equal weights give A B C A B C.
class Rotation {
 public:
  /// At least one weight, each 1 .. 10^9.
  explicit Rotation(std::vector<int> weights);

  /// The index of the next in turn.
  std::size_t next();

 private:
  std::vector<std::int64_t> weights_;
  std::vector<std::int64_t> turns_had_;  // in this cycle of W turns
  std::int64_t sum_ = 0;
  std::int64_t turn_ = 0;
};

}  // namespace arena
