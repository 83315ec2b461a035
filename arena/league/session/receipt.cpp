#include "arena/league/session/receipt.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "arena/base/text/whole_file.h"
#include "engine/typed_text.h"

namespace arena {

void commit(Manifest& manifest, const RunKey& key, std::string_view isolation) {
  manifest.arena = arena_version();
  manifest.isolation = isolation;
  manifest.commitment = key.commitment();
}

namespace {
constexpr std::size_t kBytesMax = 4096;
constexpr std::string_view kWord = "receipt ";
constexpr std::string_view kCommitted = "A run in this folder must have this receipt.";
}  // namespace

KeptReceipt read_receipt(const std::filesystem::path& folder) {
  KeptReceipt kept;
  std::string text(kBytesMax, '\0');
  std::ifstream file(folder / kReceiptFile);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kWord)) kept.receipt = line.substr(kWord.size());
    if (line == kCommitted) kept.is_committed = true;
  }
  return kept;
}

void write_receipt(const std::filesystem::path& folder, const Manifest& manifest, int games, std::string_view digest,
                   bool is_committed) {
  const std::string receipt = receipt_of(manifest);
  std::string text = fmt::format("Publish this before the first card:\n{}{}\n", kWord, receipt);
  if (is_committed) text.append(kCommitted).append("\n");
  std::string check = "arena verify FOLDER --receipt " + receipt;
  if (games > 0) {
    text += fmt::format("\nPublish this after {}:\ndigest {}\n", hearts::counted(games, "game"), digest);
    check.append(" --digest ").append(digest);
  }
  write_whole(folder / kReceiptFile, text + "\nTo hold the records against it:\n" + check + "\n");
}

}  // namespace arena
