#include "arena/bots/doctor/runtimes.h"

#include <sstream>

#include "tests/catch.h"

namespace runtimes_test {

using arena::Isolation;
using arena::Runtime;
using arena::runtimes_text;

TEST_CASE("runtimes are reported by what bots can run, what fails, what they do not see, and what is missing") {
  const std::vector<Runtime> runtimes = {{"java", "Java", "", "it exited with code 1: no room", {}},
                                         {"lua", "Lua", "", "", {}},
                                         {"node", "JavaScript", "", "", "/home/ann/bin/node"},
                                         {"python3", "Python", "Python 3.11.2", "", {}},
                                         {"ruby", "Ruby", "", "", {}}};
  CHECK(runtimes_text(runtimes, Isolation::user) ==
        "program  language  version that it prints\n"
        "python3  Python    Python 3.11.2\n"
        "\n"
        "Bots find java, but it does not run: it exited with code 1: no room.\n"
        "Bots do not see /home/ann/bin/node: their PATH is /usr/local/bin:/usr/bin:/bin.\n"
        "Not on this machine: lua, ruby.\n"
        "This is what bots find at the level 'user'.\n");
}

TEST_CASE("runtimes fit a narrow terminal") {
  const std::vector<Runtime> runtimes = {{"python3", "Python", "Python 3.11.2", "", {}}, {"lua", "Lua", "", "", {}}};
  std::istringstream text(runtimes_text(runtimes, Isolation::none, {24, 24}));
  std::string all;
  for (std::string line; std::getline(text, line); all += line + "\n") CHECK(line.size() <= 24);
  INFO(all);
  CHECK(all.find("python3") != std::string::npos);
  CHECK(all.find("3.11.2") != std::string::npos);
}

}  // namespace runtimes_test
