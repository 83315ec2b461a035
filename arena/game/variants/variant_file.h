#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/rule_keys.h"
#include "engine/variants/named_variant.h"

namespace arena {

/// The folder of a league, beside its league file, in which every file NAME.json describes a variant.
inline constexpr const char* kVariantsFolder = "variants";

/// The most variant files that are read together.
inline constexpr int kVariantFilesMax = 200;

/// Returns the value of a key, spelled as RuleKey::get() does, as JSON: a word, number, boolean, list, object, or
/// null for "none".
boost::json::value key_json(const hearts::RuleKey& key, const std::string& text);

/// Reads a variant file, which FORMAT.md in this folder documents, and adds its variant to the book. Throws InputError
/// "FILE: ...", which names each unknown key, wrong type and rule that cannot be played.
void add_variant_file(const std::filesystem::path& file, hearts::VariantBook& book);

/// Reads variant files. A folder means all files *.json in it. Throws as add_variant_file() does.
hearts::VariantBook read_variants(const std::vector<std::string>& files);

/// Returns the text of a variant file for the rules that a name means: all changes of its rule system, key by key.
/// Throws hearts::RulesError.
std::string variant_file_text(const std::string& name, const std::string& spec, const hearts::VariantBook& book);

}  // namespace arena
