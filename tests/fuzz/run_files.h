#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace fuzz {

/// Replaces the files of a run's folder: lines of games.jsonl or, after a line that is no more than its name, of
/// timings.jsonl, faults.jsonl, deals.jsonl or the key. No fuzzer guesses a hash, so a line in braces without a
/// checksum gets one, and "@" stands for what follows from the rest:
///   "run":"@"     the id of the run, from the first line
///   "rules":"@"   the hash of the rules of the variant named before it
/// The last line has a newline if the input has.
void write_run_files(const std::filesystem::path& folder, std::string_view input);

/// The line, with all that is added to it there. `run` is the id of the run, which a line of type `run` sets.
std::string sealed(std::string_view line, std::string& run);

}  // namespace fuzz
