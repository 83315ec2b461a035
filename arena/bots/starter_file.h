#pragma once

#include <span>
#include <string_view>

namespace arena {

/// A file of sample_bots/ that is part of this program.
struct StarterFile {
  std::string_view path;  ///< from sample_bots/, as in starters/c/bot.c
  std::string_view text;
};

/// All of them, in order of path. Made at build time.
std::span<const StarterFile> starter_files();

}  // namespace arena
