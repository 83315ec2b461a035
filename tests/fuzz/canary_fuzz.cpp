// The adjudicator with a planted fault: proof that a fuzzer of this build finds one. The play of a card that the seat
// does not hold reads behind the end of the answer. The corpus has a hand without fault only.

#include <memory>
#include <string>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/judged_lines.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string answers = fuzz::judged_lines(fuzz::text_of(data, size));
  const bool planted = answers.find("the seat does not hold that card") != std::string::npos;
  const auto copy = std::make_unique<char[]>(answers.size() + 1);
  const volatile char* bytes = copy.get();
  return bytes[answers.size() + (planted ? 1 : 0)] == 0 ? 0 : 0;
}
