#include "arena/records/record_line.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "arena/seeds/crc32c.h"
#include "arena/text/json_file.h"

namespace arena {
namespace {

constexpr std::string_view kMark = ",\"crc\":\"";
constexpr std::size_t kTailBytes = kMark.size() + 8 + 2;  // mark, digits, "}

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

boost::json::object open_line(std::string_view line, std::string_view place) {
  if (line.size() < kTailBytes + 2 || line.substr(line.size() - kTailBytes, kMark.size()) != kMark ||
      !line.ends_with("\"}")) {
    throw InputError(std::string(place) + ": this is not a line of a run's records (it does not end in a checksum)");
  }
  const std::string_view body = line.substr(0, line.size() - kTailBytes);
  const std::string_view stored = line.substr(line.size() - 10, 8);
  if (const std::string computed = crc_text(crc32c(body)); stored != computed) {
    throw InputError(std::string(place) + ": damaged: the checksum is " + computed + ", the line says " +
                     std::string(stored));
  }
  boost::json::value value = parse_json(place, line);
  if (!value.is_object()) throw InputError(std::string(place) + ": not a JSON object");
  return std::move(value.get_object());
}

}  // namespace arena
