#include "tests/house/include_checks.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace house {

namespace {

// The program and what its precompiled headers need: in no room, since they may know all.
constexpr std::array<std::string_view, 2> kAboveAllRooms = {"arena/app/main.cpp", "arena/precompiled.cpp"};

// What a room must not know, whatever arena/CMakeLists.txt says.
struct Ban {
  std::string_view from;
  std::string_view to;
  bool by_any_number_of_steps;
};

constexpr std::array kBans = {
    Ban{"arena/bots/process/", "engine/", true},
    Ban{"arena/bots/sandbox/", "engine/", true},
    Ban{"arena/game/schedule/", "arena/bots/", true},
    Ban{"arena/game/schedule/", "arena/game/table/", true},
    Ban{"arena/results/ratings/", "arena/bots/protocol/", false},
    Ban{"arena/results/ratings/", "arena/bots/process/", false},
    Ban{"arena/results/ratings/", "arena/game/table/", false},
    Ban{"arena/records/", "arena/bots/process/", false},
    Ban{"arena/records/", "arena/bots/sandbox/", false},
    Ban{"arena/league/run/", "arena/results/ratings/", true},
    Ban{"arena/admission/check/", "arena/results/", true},
    Ban{"arena/admission/check/", "arena/league/", true},
    Ban{"arena/admission/check/", "arena/records/", true},
};

struct Library {
  std::string_view name;                   // as arena/CMakeLists.txt calls it
  std::vector<std::string_view> headers;   // what its headers' names begin with
  std::vector<std::string_view> forwards;  // headers that only declare, and so do not count
  std::size_t sources_max;                 // how many .cpp files it may reach
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> kLibraries = {
      {"Asio", {"boost/asio"}, {}, 30},
      {"Boost.JSON", {"boost/json"}, {"boost/json/fwd.hpp"}, 62},
      {"CLI11", {"CLI/"}, {}, 2},
      {"Eigen", {"Eigen/"}, {}, 5},
      {"ICU", {"unicode/"}, {}, 1},
      {"SQLite", {"sqlite3.h"}, {}, 1},
      {"libarchive", {"archive.h", "archive_entry.h"}, {}, 1},
      {"libedit", {"histedit.h"}, {}, 1},
      {"libseccomp", {"seccomp.h"}, {}, 1},
      {"libsodium", {"sodium.h"}, {}, 3},
      {"spdlog", {"spdlog/"}, {"spdlog/fwd.h"}, 40},
  };
  return kLibraries;
}

constexpr const char* kRoomList = "arena/CMakeLists.txt";

constexpr std::array<std::string_view, 16> kNotPure = {
    "atomic",     "chrono", "condition_variable", "cstdio",   "ctime", "filesystem",
    "fstream",    "future", "iostream",           "mutex",    "print", "random",
    "syncstream", "thread", "stop_token",         "semaphore"};

constexpr std::array<std::string_view, 1> kIntrinsics = {"immintrin.h"};

bool is_ours(std::string_view path) { return path.starts_with("engine/") || path.starts_with("arena/"); }

struct Arrow {
  std::string to;
  std::string where;  // `path:line: includes ...`, one include it stands for
};

class Graph {
 public:
  std::map<std::string, std::vector<Arrow>> arrows;  // a name for every node, also one without arrows

  // The arrows of a shortest way from `from` to a node for which `wanted` holds; empty when there is none, or `from`
  // is one.
  template <typename Wanted>
  std::vector<Arrow> way(const std::string& from, Wanted wanted) const {
    std::map<std::string, std::vector<Arrow>> ways{{from, {}}};
    std::vector<std::string> queue{from};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const std::string here = queue[next];
      if (wanted(here)) return ways.at(here);
      for (const Arrow& arrow : arrows.at(here)) {
        if (ways.contains(arrow.to)) continue;
        std::vector<Arrow> longer = ways.at(here);
        longer.push_back(arrow);
        ways.emplace(arrow.to, std::move(longer));
        queue.push_back(arrow.to);
      }
    }
    return {};
  }

  // One circle through each node that is in one. No node is reported twice.
  std::vector<std::vector<Arrow>> circles() const {
    std::vector<std::vector<Arrow>> found;
    std::set<std::string> reported;
    for (const auto& entry : arrows) {
      const std::string& node = entry.first;
      for (const Arrow& arrow : entry.second) {
        if (reported.contains(node)) break;
        std::vector<Arrow> circle = way(arrow.to, [&](const std::string& reached) { return reached == node; });
        if (circle.empty() && arrow.to != node) continue;
        circle.insert(circle.begin(), arrow);
        for (const Arrow& step : circle) reported.insert(step.to);
        found.push_back(std::move(circle));
      }
    }
    return found;
  }
};

Graph graph_of_files(const SourceTree& tree) {
  Graph graph;
  for (const SourceFile& file : tree) {
    if (is_source(file)) graph.arrows[file.path];
  }
  for (const SourceFile& file : tree) {
    if (!is_source(file)) continue;
    for (const Include& include : includes_of(file)) {
      if (!graph.arrows.contains(include.path)) continue;
      graph.arrows[file.path].push_back({include.path, finding(file.path, include.line, "includes " + include.path)});
    }
  }
  return graph;
}

// A header and the source of its name taken as one node.
Graph graph_of_parts(const SourceTree& tree) {
  const auto part = [](const std::string& path) { return path.substr(0, path.rfind('.')); };
  Graph parts;
  for (const auto& [path, arrows] : graph_of_files(tree).arrows) {
    std::vector<Arrow>& out = parts.arrows[part(path)];
    for (const Arrow& arrow : arrows) {
      parts.arrows[part(arrow.to)];
      if (part(arrow.to) != part(path)) out.push_back({part(arrow.to), arrow.where});
    }
  }
  return parts;
}

Findings describe_circles(const std::vector<std::vector<Arrow>>& circles, const std::string& what) {
  Findings findings;
  for (const std::vector<Arrow>& circle : circles) {
    std::string text;
    for (const Arrow& arrow : circle) text += arrow.where + "; ";
    findings.push_back(text + what);
  }
  return findings;
}

}  // namespace

Findings includes_that_name_no_file(const SourceTree& tree) {
  std::set<std::string> paths;
  for (const SourceFile& file : tree) paths.insert(file.path);
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file)) continue;
    for (const Include& include : includes_of(file)) {
      if (include.quoted && !paths.contains(include.path)) {
        findings.push_back(finding(file.path, include.line, "\"" + include.path + "\" is not a file from the root"));
      }
      if (!include.quoted && is_ours(include.path)) {
        findings.push_back(finding(file.path, include.line, "<" + include.path + "> is ours: use quotes"));
      }
    }
  }
  return findings;
}

Findings includes_of_unknown_rooms(const SourceTree& tree, const std::vector<Room>& rooms) {
  Findings findings;
  std::map<std::string, std::set<std::string>> unused;
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    for (const std::string& known : rooms[i].knows) {
      const auto defined = rooms.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::none_of(rooms.begin(), defined, [&](const Room& room) { return room.name == known; })) {
        findings.push_back(
            finding(kRoomList, 1, rooms[i].name + " knows " + known + ", which is not defined above it"));
      }
      unused[rooms[i].name].insert(known);
    }
  }
  for (const SourceFile& file : tree) {
    if (!is_source(file) || std::ranges::find(kAboveAllRooms, file.path) != kAboveAllRooms.end()) continue;
    const Room* here = room_of(rooms, file.path);
    if (here == nullptr) {
      findings.push_back(finding(file.path, 1, "is in no room of the house"));
      continue;
    }
    for (const Include& include : includes_of(file)) {
      const Room* there = room_of(rooms, include.path);
      if (there == nullptr || there == here) continue;
      unused[here->name].erase(there->name);
      if (std::ranges::find(here->knows, there->name) != here->knows.end()) continue;
      findings.push_back(
          finding(file.path, include.line, "includes " + include.path + ", but " + here->name + " does not know it"));
    }
  }
  for (const auto& [room, names] : unused) {
    for (const std::string& name : names) {
      findings.push_back(finding(kRoomList, 1, room + " knows " + name + ", but includes nothing of it"));
    }
  }
  return findings;
}

Findings circles_of_files(const SourceTree& tree) {
  return describe_circles(graph_of_files(tree).circles(), "files in a circle");
}

Findings circles_of_parts(const SourceTree& tree) {
  return describe_circles(graph_of_parts(tree).circles(), "headers with their sources in a circle");
}

Findings includes_foreign_to_engine(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file) || !file.path.starts_with("engine/")) continue;
    for (const Include& include : includes_of(file)) {
      if (include.quoted) {
        if (include.path.starts_with("engine/")) continue;
        findings.push_back(finding(file.path, include.line, "engine/ includes \"" + include.path + "\""));
        continue;
      }
      const bool intrinsics = std::find(kIntrinsics.begin(), kIntrinsics.end(), include.path) != kIntrinsics.end();
      const bool standard = include.path.find_first_of("./") == std::string::npos;
      const bool pure = std::find(kNotPure.begin(), kNotPure.end(), include.path) == kNotPure.end();
      if (intrinsics || (standard && pure)) continue;
      findings.push_back(finding(file.path, include.line, "engine/ includes <" + include.path + ">"));
    }
  }
  return findings;
}

Findings includes_of_forbidden_rooms(const SourceTree& tree) {
  const Graph graph = graph_of_files(tree);
  Findings findings;
  for (const Ban& ban : kBans) {
    const auto banned = [&](const std::string& reached) { return reached.starts_with(ban.to); };
    for (const auto& [path, arrows] : graph.arrows) {
      if (!path.starts_with(ban.from)) continue;
      for (const Arrow& arrow : arrows) {
        if (banned(arrow.to)) {
          findings.push_back(arrow.where + ", but " + std::string(ban.from) + " must not know " + std::string(ban.to));
        } else if (ban.by_any_number_of_steps && !arrow.to.starts_with(ban.from)) {
          const std::vector<Arrow> way = graph.way(arrow.to, banned);
          if (way.empty()) continue;
          findings.push_back(arrow.where + ", which leads to " + way.back().to + ", but " + std::string(ban.from) +
                             " must not know " + std::string(ban.to));
        }
      }
    }
  }
  return findings;
}

Findings libraries_out_of_their_rooms(const SourceTree& tree, const std::vector<Room>& rooms) {
  const Graph graph = graph_of_files(tree);
  Findings findings;
  for (const Library& library : libraries()) {
    const auto begins = [](const std::vector<std::string_view>& starts, const std::string& path) {
      return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return path.starts_with(start); });
    };
    std::set<std::string> readers;  // by an include of their own
    for (const SourceFile& file : tree) {
      if (!is_source(file)) continue;
      for (const Include& include : includes_of(file)) {
        const bool forward =
            std::find(library.forwards.begin(), library.forwards.end(), include.path) != library.forwards.end();
        if (!include.quoted && !forward && begins(library.headers, include.path)) readers.insert(file.path);
      }
    }
    const auto reads = [&](const std::string& path) { return readers.contains(path); };
    std::size_t sources = 0;
    for (const SourceFile& file : tree) {
      if (!is_source(file)) continue;
      const std::vector<Arrow> way = graph.way(file.path, reads);
      if (way.empty() && !reads(file.path)) continue;
      if (file.path.ends_with(".cpp")) ++sources;
      const Room* here = room_of(rooms, file.path);
      const bool is_named =
          here != nullptr && std::ranges::find(here->libraries, library.name) != here->libraries.end();
      if (is_named || std::ranges::find(kAboveAllRooms, file.path) != kAboveAllRooms.end()) continue;
      const std::string text = way.empty() ? file.path + ":1: includes " : way.front().where + ", which leads to ";
      findings.push_back(text + std::string(library.name) + ", but its room does not name it");
    }
    if (sources > library.sources_max) {
      findings.push_back(std::to_string(sources) + " .cpp files reach " + std::string(library.name) + ", more than " +
                         std::to_string(library.sources_max));
    }
  }
  return findings;
}

}  // namespace house
