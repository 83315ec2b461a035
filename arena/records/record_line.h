#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

namespace arena {

/// Longest line in a records file.
inline constexpr std::size_t kRecordBytesMax = 4 << 20;

/// One line of a records file: the object with its checksum as the last member, and a newline. The checksum is
/// CRC-32C (Castagnoli) in eight hexadecimal digits over all bytes of the line before `,"crc":`.
std::string seal_line(const boost::json::object& object);

/// Checks and parses a line without its newline. Throws InputError "PLACE: ..." for a bad checksum or no JSON.
boost::json::object open_line(std::string_view line, std::string_view place);

}  // namespace arena
