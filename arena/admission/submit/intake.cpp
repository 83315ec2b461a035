#include "arena/admission/submit/intake.h"

#include <fmt/format.h>

#include <utility>

#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr std::size_t kNameBytesShown = 80;

}  // namespace

std::optional<std::string> path_flaw(std::string_view path) {
  if (path.empty()) return "is empty or cannot be read";
  if (!is_unicode(path)) return "is no UTF-8";
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "has control characters";
  }
  if (path.size() > kPathBytesMax) return fmt::format("has {} bytes, more than {}", path.size(), kPathBytesMax);
  if (path.front() == '/') return "is an absolute path";
  int depth = 0;
  for (const std::string_view part : hearts::split(path, "/")) {
    if (part == "..") return "leads out of the folder";
    if (part.size() > kFileNameBytesMax)
      return fmt::format("has a part of {} bytes, more than {}", part.size(), kFileNameBytesMax);
    if (!part.empty() && part != "." && ++depth > kUnpackedDepthMax)
      return fmt::format("lies more than {} folders deep", kUnpackedDepthMax);
  }
  return std::nullopt;
}

std::string quoted_name(std::string_view name) { return "'" + printable(name, kNameBytesShown) + "'"; }

Intake::Intake(std::string what) : Intake(std::move(what), Bounds{}) {}

Intake::Intake(std::string what, Bounds bounds) : what_(std::move(what)), bounds_(bounds) {}

void Intake::add_entry() {
  if (++entries_ <= bounds_.entries) return;
  throw Refusal(fmt::format("{} has more than {} files and folders", what_, bounds_.entries), kLeaveOut);
}

void Intake::add_bytes(std::uintmax_t count) {
  check_size(count);
  bytes_ += count;
}

void Intake::check_size(std::uintmax_t bytes) const {
  if (bytes > bounds_.bytes - bytes_) refuse_bytes();
}

void Intake::check_path(std::string_view path) const {
  if (const auto flaw = path_flaw(path))
    throw Refusal(fmt::format("{}: the name {} {}", what_, quoted_name(path), *flaw), "Rename it.");
}

void Intake::refuse_link(std::string_view path) const {
  throw Refusal(fmt::format("{}: {} is a link, and links are not taken", what_, quoted_name(path)),
                "Put the file that it leads to in its place: cp -L and tar -czhf do so.");
}

void Intake::refuse_bytes() const {
  throw Refusal(fmt::format("{} has more than {} MiB of files", what_, bounds_.bytes >> 20), kLeaveOut);
}

}  // namespace arena
