#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tests/house/include_checks.h"
#include "tests/house/source_tree.h"

namespace house {

/// A phrase that reads as if translated, and what to write instead.
struct BannedPhrase {
  /// Words with spaces between them. A word may have alternatives: "mend|mends". A last word that begins with "!" is
  /// not part of the phrase: the phrase is allowed before it.
  std::string_view pattern;
  std::string_view instead;
};

std::span<const BannedPhrase> banned_phrases();

/// Whether banned_phrases_in() reads the file: documents, sources in any language, scripts and the help's snapshots.
bool has_prose(const std::string& path);

/// Finds every banned phrase in the files that have prose. Reads whole files, except
/// - code in C and C++: only comments and literals count;
/// - text between backquotes in documents, C and C++;
/// - files whose path begins with tests/house/banned_phrases.
/// Letter case does not count, and a phrase may continue on the next line. Characters other than spaces end a phrase.
Findings banned_phrases_in(const SourceTree& tree);

}  // namespace house
