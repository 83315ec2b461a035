#include "tests/simulation/memory.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace simulation {
namespace {

std::atomic<std::size_t> in_use = 0;
std::atomic<std::size_t> peak = 0;

}  // namespace

std::size_t bytes_in_use() { return in_use; }
std::size_t peak_bytes() { return peak; }
void begin_peak() { peak = in_use.load(); }

}  // namespace simulation

#ifndef HEARTS_THREAD_SANITIZER

namespace simulation {
namespace {

/// A null pointer if there is none.
void* allocate(std::size_t size) noexcept {
  void* const memory = std::malloc(size);
  if (memory == nullptr) return nullptr;
  const std::size_t now = in_use += ::malloc_usable_size(memory);
  std::size_t most = peak;
  while (now > most && !peak.compare_exchange_weak(most, now)) continue;
  return memory;
}

void release(void* memory) {
  if (memory == nullptr) return;
  in_use -= ::malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace
}  // namespace simulation

void* operator new(std::size_t size) {
  void* const memory = simulation::allocate(size);
  return memory == nullptr ? throw std::bad_alloc() : memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return simulation::allocate(size); }
void operator delete(void* memory) noexcept { simulation::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { simulation::release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { simulation::release(memory); }

#endif
