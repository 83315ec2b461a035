#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/bots/sandbox/sandbox.h"
#include "tests/process/child_process.h"

namespace crash {

/// A league of six clinging bots (clinging_bot.c) over two variants. They answer the same at any time: it can be
/// repeated to the byte.
struct CrashRun {
  int games = 0;  ///< in blocks of four
  arena::Isolation isolation = arena::Isolation::none;
  int workers = 2;

  std::vector<std::string> words(const std::filesystem::path& out) const;
  /// Plays it (on) to its end and checks that it is complete, that `arena verify` passes and that nobody is left.
  processes::Finished finish(const std::filesystem::path& out) const;
};

/// For the last process of a killed arena to leave.
inline constexpr std::chrono::milliseconds kGone = std::chrono::seconds(3);

/// Fails unless the games are those of an uninterrupted run, line by line once sorted.
void check_same_games(const std::filesystem::path& run, const std::filesystem::path& uninterrupted);

/// Fails unless `arena verify` finds nothing wrong.
void check_verified(const std::filesystem::path& run);

/// Waits until games.jsonl holds this many bytes, or the arena has ended. False when neither comes.
bool grows_to(const std::filesystem::path& run, std::uintmax_t bytes, processes::ChildProcess& arena);

/// Size of games.jsonl; 0 when there is none.
std::uintmax_t size_of_games(const std::filesystem::path& run);

/// Bytes of torn last lines in the three files of a run.
std::size_t torn_bytes_of(const std::filesystem::path& run);

/// What the arena says when it has cut that many.
std::string cut_message(std::size_t bytes);

}  // namespace crash
