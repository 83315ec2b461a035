#include "arena/tournament/receipt.h"

#include <fmt/format.h>

#include <fstream>

#include "arena/text/whole_file.h"
#include "engine/typed_text.h"

namespace arena {

void commit(Manifest& manifest, const RunKey& key, std::string_view isolation) {
  manifest.arena = arena_version();
  manifest.isolation = isolation;
  manifest.commitment = key.commitment();
}

std::string read_receipt(const std::filesystem::path& folder) {
  std::ifstream file(folder / kReceiptFile);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("receipt ")) return line.substr(8);
  }
  return {};
}

void write_receipt(const std::filesystem::path& folder, const Manifest& manifest, int games, std::string_view digest) {
  const std::string receipt = receipt_of(manifest);
  std::string text = fmt::format("Publish this before the first card:\nreceipt {}\n", receipt);
  std::string check = "arena verify FOLDER --receipt " + receipt;
  if (games > 0) {
    text += fmt::format("\nPublish this after {}:\ndigest {}\n", hearts::counted(games, "game"), digest);
    check.append(" --digest ").append(digest);
  }
  write_whole(folder / kReceiptFile, text + "\nTo hold the records against it:\n" + check + "\n");
}

}  // namespace arena
