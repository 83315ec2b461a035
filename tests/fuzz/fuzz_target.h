#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// What libFuzzer calls with each input, and corpus_main.cpp with each file. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

/// What the target is called with.
inline std::string_view input;

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return input = {reinterpret_cast<const char*>(data), size};
}

/// What must hold of every input; a finding if it does not.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

/// True where a target is to do wrong, to prove that its fuzzer finds such a bug: where `reached`, and with
/// HEARTS_FUZZ_CANARY in the environment.
inline bool planted(bool reached) {
  static const bool wanted = std::getenv("HEARTS_FUZZ_CANARY") != nullptr;
  return wanted && reached;
}

}  // namespace fuzz
