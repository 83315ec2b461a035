#include "arena/records/records_digest.h"

#include <algorithm>

#include "arena/records/manifest.h"

namespace arena {
namespace {

std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

RecordsDigest::RecordsDigest(const Manifest& manifest) : start_(receipt_of(manifest) + manifest.entropy) {}

std::string RecordsDigest::value(const std::function<bool(int, int)>& wanted) const {
  std::vector<const RecordedLine*> sorted;
  for (const RecordedLine& line : lines_) {
    if (!wanted || wanted(line.block, line.game)) sorted.push_back(&line);
  }
  std::ranges::sort(sorted, {}, [](const RecordedLine* line) { return line->key(); });
  Hasher run;
  run.feed(start_);
  for (auto line = sorted.begin(); line != sorted.end();) {
    const int number = (*line)->block;
    Hasher block;
    for (; line != sorted.end() && (*line)->block == number; ++line) block.feed(bytes_of((*line)->digest));
    run.feed(bytes_of(block.finish()));
  }
  return hex(run.finish());
}

}  // namespace arena
