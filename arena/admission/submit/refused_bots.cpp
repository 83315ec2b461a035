#include "arena/admission/submit/refused_bots.h"

#include <filesystem>
#include <utility>

#include "arena/admission/submit/ledger_files.h"

namespace arena {
namespace {

std::filesystem::path refusals_file(const Ledger& ledger) { return ledger.folder() / "refused.json"; }

}  // namespace

std::vector<RefusedBot> read_refusals(const Ledger& ledger) { return read_refused(refusals_file(ledger)); }

void keep_refusal(const Ledger& ledger, RefusedBot refused, const Ledger::Lock&) {
  // What errors quote may be long.
  if (refused.why.size() > kWhyBytesMax) refused.why = refused.why.substr(0, kWhyBytesMax - 3) + "...";
  std::vector<RefusedBot> kept = read_refusals(ledger);
  kept.push_back(std::move(refused));
  if (kept.size() > kRefusalsMax) kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(kRefusalsMax));
  write_refused(refusals_file(ledger), kept);
}

}  // namespace arena
