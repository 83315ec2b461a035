# Writes OUTPUT, a C++ file with the bytes of the page PAGE: cmake -DPAGE=... -DOUTPUT=... -P embed_page.cmake
# As numbers: a page is longer than a string of C++ may be.
file(READ ${PAGE} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "// Made by embed_page.cmake.\n#include \"arena/results/report/page.h\"\n\nnamespace arena {\n
std::string_view page_template() {
  static constexpr unsigned char kBytes[] = {\n${bytes}\n};
  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}\n\n}  // namespace arena\n")
