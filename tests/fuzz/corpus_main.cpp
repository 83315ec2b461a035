// Runs a fuzz target on every file of the folders named, as libFuzzer would with -runs=0. Needs no libFuzzer.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/fuzz/fuzz_target.h"

int main(int argc, char** argv) {
  std::set<std::filesystem::path> files;
  try {
    for (int i = 1; i < argc; ++i) {
      for (const auto& entry : std::filesystem::directory_iterator(argv[i])) files.insert(entry.path());
    }
    for (const std::filesystem::path& path : files) {
      std::ifstream file(path, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      if (!file) throw std::runtime_error("cannot be read: " + path.string());
      std::fprintf(stderr, "%s\n", path.filename().c_str());
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::printf("%zu files, no finding\n", files.size());
  return files.empty() ? 1 : 0;
}
