#include "arena/bots/package/starter_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arena/base/text/words.h"

namespace arena {
namespace {

constexpr std::array kStarters = {
    Starter{"python", "Python", "python3", "python3", "bot.py", "", "python3 py"},
    Starter{"python-client", "Python, on the client module", "python3", "python3", "bot.py",
            "client/python/hearts_client.py", ""},
    Starter{"c", "C", "cc", "gcc libc6-dev", "bot.c", "", ""},
    Starter{"cpp", "C++", "c++", "g++", "bot.cpp", "", "c++ cxx cc"},
    Starter{"cpp-client", "C++, on the client module", "c++", "g++", "bot.cpp", "client/cpp/hearts_client.h",
            "c++-client"},
    Starter{"javascript", "JavaScript", "node", "nodejs", "bot.js", "", "js node nodejs"},
    Starter{"java", "Java", "javac java", "default-jdk-headless", "Bot.java", "", ""},
    Starter{"go", "Go", "go", "golang-go", "bot.go", "", "golang"},
    Starter{"rust", "Rust", "rustc", "rustc", "bot.rs", "", "rs"},
    Starter{"bash", "bash", "bash", "bash", "bot.sh", "", "sh shell"},
    Starter{"awk", "awk", "gawk", "gawk", "bot.awk", "", "gawk mawk"},
    Starter{"perl", "Perl", "perl", "perl", "bot.pl", "", "pl"},
    Starter{"lua", "Lua", "lua5.4", "lua5.4", "bot.lua", "", "lua5.4"},
    Starter{"ruby", "Ruby", "ruby", "ruby", "bot.rb", "", "rb"},
    Starter{"php", "PHP", "php", "php-cli", "bot.php", "", ""},
    Starter{"csharp", "C# on Mono", "mcs mono", "mono-mcs mono-runtime", "bot.cs", "", "c# cs mono"},
    Starter{"ocaml", "OCaml", "ocamlopt", "ocaml", "bot.ml", "", "ml"},
    Starter{"haskell", "Haskell", "ghc", "ghc", "bot.hs", "", "hs"},
};

}  // namespace

std::span<const Starter> starters() { return kStarters; }

std::string install_command(std::string_view program) {
  const auto needs = [&](const Starter& starter) {
    return std::ranges::count(words_of(starter.programs), program) > 0;
  };
  const auto found = std::ranges::find_if(kStarters, needs);
  return found == kStarters.end() ? "" : fmt::format("apt-get install {}", found->packages);
}

}  // namespace arena
