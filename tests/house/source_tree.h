#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace house {

// A file as the checks see it: its path from the root of the repository, with slashes, and its bytes.
struct SourceFile {
  std::string path;
  std::string text;
};

using SourceTree = std::vector<SourceFile>;

// All regular files under root/folder for each folder, in order of path. A folder that is missing counts as empty.
// Throws std::filesystem::filesystem_error or std::runtime_error when a file cannot be read.
SourceTree read_tree(const std::filesystem::path& root, const std::vector<std::string>& folders);

// The bytes of a file. Throws std::runtime_error when it cannot be read.
std::string bytes_of(const std::filesystem::path& path);

bool is_source(const SourceFile& file);  // .h or .cpp
bool is_header(const SourceFile& file);  // .h

std::vector<std::string> lines_of(const std::string& text);

enum class Blank { comments, comments_and_literals, code };

// Overwrites what is named: comments and literals with spaces, and code with semicolons between its own spaces. Lines
// and columns stay where they were.
std::string blanked(const std::string& text, Blank what);

struct Include {
  std::size_t line = 0;  // from 1
  std::string path;
  bool quoted = false;  // "path", else <path>
};

std::vector<Include> includes_of(const SourceFile& file);

// `path:line: what`
std::string finding(const std::string& path, std::size_t line, const std::string& what);

}  // namespace house
