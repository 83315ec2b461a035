#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "arena/league/plan/league.h"

namespace arena {

/// Whether the name of a variant is a pattern, such as "*@4" or "black-lady*".
bool is_variant_pattern(std::string_view spec);

/// Returns the names of all variants that match the pattern, each followed by the options and keys of `spec`. A pattern
/// without "@" means variants at their usual size. Throws hearts::RulesError when no variant matches.
std::vector<std::string> variants_matching(const std::string& spec, const hearts::VariantBook& book);

/// Returns the rules that the arena's tables use: they refuse illegal acts unless somebody asks for the laws on them.
/// Throws hearts::RulesError.
hearts::Rules table_rules(const std::string& spec, const League& league);

/// A variant that the league asks for, and its index in the league.
struct Wanted {
  League::Variant variant;
  std::size_t index = 0;
};

/// Returns all variants, with names instead of patterns. A pattern does not mean variants that the league names itself.
/// Throws InputError.
std::vector<Wanted> wanted_variants(const League& league);

/// Returns the variants that the league plays, with their rules. Throws InputError that names the file and the variant.
std::vector<ManifestVariant> find_variants(const League& league);

/// Returns a text such as "league.json: entrants[2]: ", or an empty one for a command line.
std::string place(const League& league, const char* list, std::size_t index);

/// Checks the bounds of a league on a command line. Those of a league file are checked when it is read.
void check_size(std::size_t size, int max, const char* what);

}  // namespace arena
