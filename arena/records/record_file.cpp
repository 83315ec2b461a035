#include "arena/records/record_file.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parser.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "arena/base/seeds/crc32c.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"

namespace arena {
namespace {

/// How every line of a records file begins.
constexpr std::string_view kStart = "{\"v\":";
constexpr std::string_view kMark = ",\"crc\":\"";
constexpr std::size_t kTailBytes = kMark.size() + 8 + 2;  // the mark, eight digits, and "}

constexpr std::size_t kReadBytes = 256 << 10;

/// How long a torn line may be. A power cut may leave zeros at the end of the file. This is more than the arena writes
/// in a second, after which it syncs.
constexpr std::uint64_t kTornBytesMax = 64 << 20;

/// Returns where the last whole line ends, just after its newline. Throws InputError if that is too far from the end.
std::uint64_t end_of_lines(int fd, const std::uint64_t whole, const std::filesystem::path& path) {
  std::vector<char> chunk(1 << 16);
  std::uint64_t size = whole;
  while (size > 0) {
    if (whole - size >= kTornBytesMax) {
      throw InputError(path.string() + ": no line ends in the last " + std::to_string((whole - size) >> 20) +
                       " MB; move the file away, or cut it after its last complete line");
    }
    const std::uint64_t count = std::min<std::uint64_t>(size, chunk.size());
    if (::pread(fd, chunk.data(), count, static_cast<off_t>(size - count)) != static_cast<ssize_t>(count))
      throw_errno(path.string());
    const std::size_t newline = std::string_view(chunk.data(), count).rfind('\n');
    if (newline != std::string_view::npos) return size - count + newline + 1;
    size -= count;
  }
  return 0;
}

/// Whether there is a newline in the next bytes of a file, up to this many.
bool has_newline(std::istream& file, std::uint64_t bytes_max) {
  std::vector<char> chunk(kReadBytes);
  while (bytes_max > 0) {
    file.read(chunk.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(chunk.size(), bytes_max)));
    const auto count = static_cast<std::size_t>(file.gcount());
    if (count == 0) return false;
    if (std::string_view(chunk.data(), count).find('\n') != std::string_view::npos) return true;
    bytes_max -= count;
  }
  return false;
}

/// Throws InputError unless what follows the last newline is a torn line of an arena: as far as it goes, it begins like
/// one. After a power cut there may be zeros instead of what was not written. Anything else was written by somebody
/// else, and must not be cut off or ignored.
void check_torn_line(std::string_view bytes, const std::filesystem::path& path) {
  const std::string_view start = bytes.substr(0, kStart.size());
  if (std::equal(start.begin(), start.end(), kStart.begin(), [](char is, char ours) { return is == ours || is == 0; }))
    return;
  throw InputError(path.string() + ": its last line is neither a record of a run nor a torn record");
}

/// Whether the line ends in a checksum, right or wrong.
bool is_sealed(std::string_view line) {
  return line.size() >= kTailBytes + 2 && line.substr(line.size() - kTailBytes).starts_with(kMark) &&
         line.ends_with("\"}");
}

/// The checksum that a line ought to have, and the one that it has. It must end in one.
std::string computed_crc(std::string_view line) { return crc_text(crc32c(line.substr(0, line.size() - kTailBytes))); }
std::string_view stored_crc(std::string_view line) { return line.substr(line.size() - 10, 8); }

/// Throws InputError "PLACE: ..." unless the line ends in a checksum and the checksum is right.
template <class Place>
void check_seal(std::string_view line, const Place& place) {
  if (is_whole(line)) return;
  if (!is_sealed(line)) {
    throw InputError(std::string(place) + ": this is not a line of a run's records (it does not end in a checksum)");
  }
  throw InputError(std::string(place) + ": damaged: the checksum is " + computed_crc(line) + ", but the line says " +
                   std::string(stored_crc(line)));
}

}  // namespace

std::string seal_line(const boost::json::object& object) {
  std::string line = boost::json::serialize(object);
  line.pop_back();
  const std::string crc = crc_text(crc32c(line));
  line += kMark;
  line += crc;
  line += "\"}\n";
  return line;
}

bool is_line_of(std::string_view line, std::string_view type) {
  static constexpr std::string_view kType = ",\"type\":\"";
  const std::size_t found = line.substr(0, 40).find(kType);
  if (!line.starts_with(kStart) || found == std::string_view::npos) return false;
  const std::string_view rest = line.substr(found + kType.size());
  return rest.starts_with(type) && rest.substr(type.size()).starts_with("\",");
}

bool is_whole(std::string_view line) { return is_sealed(line) && computed_crc(line) == stored_crc(line); }

boost::json::object open_line(std::string_view line, std::string_view place) {
  check_seal(line, place);
  boost::json::value value = parse_json(place, line);
  if (!value.is_object()) throw InputError(std::string(place) + ": not a JSON object");
  return std::move(value.get_object());
}

struct LineOpener::Memory {
  boost::json::parser parser;
  std::vector<unsigned char> bytes = std::vector<unsigned char>(256 << 10);
  boost::json::monotonic_resource resource{bytes.data(), bytes.size()};
  std::optional<boost::json::value> value;
};

LineOpener::LineOpener() : memory_(std::make_unique<Memory>()) {}
LineOpener::~LineOpener() = default;

const boost::json::object& LineOpener::open(std::string_view line, const LinePlace& place) {
  check_seal(line, place);
  Memory& m = *memory_;
  m.value.reset();
  m.parser.reset();
  m.resource.release();
  m.parser.reset(&m.resource);
  boost::system::error_code error;
  m.parser.write(line.data(), line.size(), error);
  if (error) {
    open_line(line, std::string(place));  // throws with a better message
    throw InputError(std::string(place) + ": not JSON");
  }
  m.value.emplace(m.parser.release());
  if (!m.value->is_object()) throw InputError(std::string(place) + ": not a JSON object");
  return m.value->get_object();
}

RecordFile::RecordFile(std::filesystem::path path) : path_(std::move(path)), fd_(open_to_append(path_)) {
  try {
    begin();
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

void RecordFile::begin() {
  if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    throw InUse(path_.string() + " is in use by another arena; to follow its run: arena watch " +
                shell_quoted(path_.has_parent_path() ? path_.parent_path().string() : "."));
  }
  struct stat info = {};
  if (::fstat(fd_, &info) != 0) throw_errno(path_.string());
  size_ = end_of_lines(fd_, static_cast<std::uint64_t>(info.st_size), path_);
  torn_bytes_ = static_cast<std::uint64_t>(info.st_size) - size_;
  dirty_ = size_ > 0;  // an arena that was killed may not have synced
  char start[kStart.size()];
  const auto count = std::min<std::uint64_t>(torn_bytes_, kStart.size());
  if (::pread(fd_, start, count, static_cast<off_t>(size_)) != static_cast<ssize_t>(count)) throw_errno(path_.string());
  check_torn_line({start, count}, path_);
}

RecordFile::~RecordFile() {
  if (dirty_) ::fdatasync(fd_);
  ::close(fd_);
}

bool RecordFile::is_in_place() const {
  struct stat ours = {};
  struct stat there = {};
  return ::fstat(fd_, &ours) == 0 && ::stat(path_.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

void RecordFile::cut_torn_tail() {
  if (torn_bytes_ > 0) cut(size_);
}

void RecordFile::cut(std::uint64_t size) {
  if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) throw_errno(path_.string());
  size_ = size;
  torn_bytes_ = 0;
  dirty_ = true;
}

std::string RecordFile::last_line() const {
  if (size_ == 0) return {};
  const std::uint64_t start = end_of_lines(fd_, size_ - 1, path_);
  std::string line(std::min<std::uint64_t>(size_ - 1 - start, kRecordBytesMax + 1), '\0');
  if (line.size() > kRecordBytesMax) throw InputError(path_.string() + ": its last line is longer than any record");
  if (::pread(fd_, line.data(), line.size(), static_cast<off_t>(start)) != static_cast<ssize_t>(line.size()))
    throw_errno(path_.string());
  return line;
}

std::string RecordFile::append(const boost::json::object& object) {
  std::string line = seal_line(object);
  append_sealed(line);
  line.pop_back();
  return line;
}

void RecordFile::append_sealed(std::string_view line) {
  cut_torn_tail();
  if (line.size() > kRecordBytesMax) {
    throw std::length_error(path_.string() + ": a record of " + std::to_string(line.size()) +
                            " bytes is too long to be read again");
  }
  if (!write_all(fd_, line)) {
    const int error = errno;
    // Cut back to the last whole line. If even that fails, the next append or the next start cuts it.
    if (::ftruncate(fd_, static_cast<off_t>(size_)) != 0) torn_bytes_ = line.size();
    throw_errno(path_.string(), error);
  }
  size_ += line.size();
  dirty_ = true;
}

void RecordFile::sync() {
  if (!dirty_) return;
  if (::fdatasync(fd_) != 0) throw_errno(path_.string());
  struct stat info = {};
  if (::fstat(fd_, &info) == 0 && info.st_nlink == 0) {
    throw std::runtime_error(path_.string() + ": the file was removed while it was written; what was in it is lost");
  }
  dirty_ = false;
}

std::optional<std::uint64_t> LineTail::read(const OnLine& on_line) {
  auto [file, size] = open_regular(path_);
  if (read_ > 0) {
    // If the file was replaced by another one, the last byte that was read is usually no newline any more.
    char last = 0;
    file.seekg(static_cast<std::streamoff>(read_) - 1);
    if (size < read_ || !file.get(last) || last != '\n') return std::nullopt;
  }
  std::vector<char> buffer(kReadBytes);
  std::size_t left = 0;  // bytes of an incomplete line at the start of the buffer
  while (true) {
    if (left == buffer.size()) buffer.resize(2 * buffer.size());
    const std::uint64_t unread = size - read_ - left;
    file.read(buffer.data() + left,
              static_cast<std::streamsize>(std::min<std::uint64_t>(buffer.size() - left, unread)));
    if (file.gcount() == 0) break;
    std::string_view bytes(buffer.data(), left + static_cast<std::size_t>(file.gcount()));
    std::size_t looked = left;  // there is no newline before this
    while (true) {
      const std::size_t newline = bytes.find('\n', looked);
      looked = 0;
      const LinePlace place{&path_, lines_ + 1, read_};
      if (std::min(newline, bytes.size()) > kRecordBytesMax) {
        const bool may_be_torn = newline == std::string_view::npos && size - read_ < kTornBytesMax;
        if (!may_be_torn || has_newline(file, size - read_ - bytes.size()))
          throw InputError(std::string(place) + ": longer than any record");
        check_torn_line(bytes, path_);
        return size - read_;
      }
      if (newline == std::string_view::npos) break;
      on_line(bytes.substr(0, newline), place);
      read_ += newline + 1;
      ++lines_;
      bytes.remove_prefix(newline + 1);
    }
    left = bytes.size();
    std::memmove(buffer.data(), bytes.data(), left);
  }
  if (file.bad()) throw_errno(path_.string());
  check_torn_line({buffer.data(), left}, path_);
  return left;
}

std::string line_at(std::istream& file, const LinePlace& place) {
  std::string line;
  std::array<char, 8 << 10> chunk;
  file.clear();
  file.seekg(static_cast<std::streamoff>(place.offset));
  while (line.size() <= kRecordBytesMax) {
    file.read(chunk.data(), chunk.size());
    const std::string_view bytes(chunk.data(), static_cast<std::size_t>(file.gcount()));
    const std::size_t newline = bytes.find('\n');
    line += bytes.substr(0, newline);
    if (newline != std::string_view::npos || bytes.empty()) return line;
  }
  throw InputError(std::string(place) + ": longer than any record");
}

std::uint64_t read_lines(const std::filesystem::path& path, const OnLine& on_line) {
  return LineTail(path).read(on_line).value_or(0);
}

bool is_held(const std::filesystem::path& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return false;
  // A line of it is "1: FLOCK  ADVISORY  WRITE 4711 08:01:131090 0 EOF". The device numbers are hexadecimal.
  char file[64];
  std::snprintf(file, sizeof file, " %02x:%02x:%ju ", major(info.st_dev), minor(info.st_dev),
                static_cast<std::uintmax_t>(info.st_ino));
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    if (line.find("FLOCK") != std::string::npos && line.find(file) != std::string::npos) return true;
  }
  return false;
}

std::uint64_t read_records(const std::filesystem::path& path,
                           const std::function<void(const boost::json::object&, const std::string& place)>& on_line) {
  return read_lines(path, [&](std::string_view line, const LinePlace& place) {
    const std::string text = place;
    on_line(open_line(line, text), text);
  });
}

}  // namespace arena
