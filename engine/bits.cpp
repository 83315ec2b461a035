#include "engine/bits.h"

namespace hearts {

#ifdef __x86_64__
bool has_bit_instructions() {
  static const bool has = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2") &&
                          !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
  return has;
}
#endif

}  // namespace hearts
