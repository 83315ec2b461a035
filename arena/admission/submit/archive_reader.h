#pragma once

#include "arena/admission/submit/intake.h"
#include "arena/bots/package/bot_files.h"

namespace arena {

/// Which archives are taken.
enum class ArchiveKind {
  handed_in,  ///< .tar.gz, .tar or .zip
  built,      ///< a plain tar, as the sandbox writes it
};

/// What to do with an archive that cannot be read.
inline constexpr const char* kPackAgain = "Pack it again: tar -czf bot.tar.gz FOLDER";

/// Reads an archive from the descriptor and fills the folder, in this process: Unpacking has one for it. Regular files
/// and folders only. A file gets the mode 0755 when its owner may execute it, else 0644. Nothing of the archive is
/// trusted, neither its names nor its sizes; it is refused as soon as it passes a bound. Throws Refusal,
/// std::system_error when the folder cannot be written, std::bad_alloc.
void unpack_archive(int archive_fd, const NewFolder& to, ArchiveKind kind, Intake::Bounds bounds = {});

}  // namespace arena
