#include "arena/base/seeds/crc32c.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <random>

#include "tests/catch.h"

namespace crc32c_test {

using namespace arena;

TEST_CASE("the checksum of the standard's example is the standard's") {
  CHECK(crc_text(crc32c("123456789")) == "e3069283");
  CHECK(crc_text(crc32c("")) == "00000000");
}

TEST_CASE("the checksum of any bytes, in pieces of any length, is that of Boost.CRC bit by bit") {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(random() % 200, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    boost::crc_basic<32> reference(0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true);
    reference.process_bytes(bytes.data(), bytes.size());
    Crc32c crc;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random() % 30, bytes.size() - at);
      crc.feed(std::string_view(bytes).substr(at, count));
      at += count;
    }
    INFO("seed 11, round " << round);
    CHECK(crc.value() == reference.checksum());
    CHECK(crc32c_by_table(bytes) == reference.checksum());
  }
}

}  // namespace crc32c_test
