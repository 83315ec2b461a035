#pragma once

#include <cstdint>

namespace arena {

/// Lets somebody else answer sysinfo(2) for this process from now on: its true answer tells what other bots do, and some
/// runtimes size their heaps by it. Returns the descriptor on which the questions come (seccomp_unotify(2)). -1 where
/// this kernel has no such thing: then the call fails. -2 with errno when neither could be had. Needs no_new_privs.
int watch_sysinfo();

/// Takes one question and answers it: an idle machine with so much memory, and one process.
void answer_sysinfo(int listener, std::uint64_t memory_bytes);

}  // namespace arena
