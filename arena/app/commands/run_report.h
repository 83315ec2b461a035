#pragma once

#include <filesystem>

namespace arena {
struct Manifest;
class RatedRuns;
class RunRecords;
}  // namespace arena

namespace arena::cli {

struct CommandContext;

/// The digest of what is recorded, kept with the run and shown.
void publish_digest(const std::filesystem::path& folder, const Manifest& manifest, RunRecords& records);

/// The ratings so far, kept with the run and shown.
void report_standings(const CommandContext& context, const std::filesystem::path& folder, const RatedRuns& rated,
                      const Manifest& manifest, RunRecords& records);

}  // namespace arena::cli
