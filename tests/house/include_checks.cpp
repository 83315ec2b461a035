#include "tests/house/include_checks.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace house {

namespace {

struct Room {
  std::string_view name;  // a folder with its slash, or one file
  int floor;
};

constexpr std::array kRooms = {
    Room{"arena/app/main.cpp", 9},
    Room{"arena/app/commands/", 8},
    Room{"arena/results/report/", 7},
    Room{"arena/app/play/", 6},
    Room{"arena/game/schedule/", 3},
    Room{"arena/league/plan/", 6},
    Room{"arena/results/replay/", 6},
    Room{"arena/results/export/", 6},
    Room{"arena/admission/submit/", 6},
    Room{"arena/results/ratings/", 5},
    Room{"arena/records/", 4},
    Room{"arena/admission/check/", 4},
    Room{"arena/game/table/", 3},
    Room{"arena/bots/doctor/", 3},
    Room{"arena/results/adjudicate/", 3},
    Room{"arena/bots/process/", 2},
    Room{"arena/bots/protocol/", 2},
    Room{"arena/bots/package/", 2},
    Room{"arena/bots/sandbox/", 1},
    Room{"arena/game/deals/", 2},
    Room{"arena/base/seeds/", 1},
    Room{"arena/base/text/", 1},
    Room{"engine/", 1},
};

struct Ban {
  std::string_view from;
  std::string_view to;
  bool by_any_number_of_steps;
};

constexpr std::array kBans = {
    Ban{"arena/bots/process/", "engine/", true},
    Ban{"arena/bots/sandbox/", "engine/", true},
    Ban{"arena/game/schedule/", "arena/bots/protocol/", true},
    Ban{"arena/game/schedule/", "arena/bots/process/", true},
    Ban{"arena/game/schedule/", "arena/game/table/", true},
    Ban{"arena/results/ratings/", "arena/bots/protocol/", false},
    Ban{"arena/results/ratings/", "arena/bots/process/", false},
    Ban{"arena/results/ratings/", "arena/game/table/", false},
    Ban{"arena/records/", "arena/bots/process/", false},
    Ban{"arena/records/", "arena/bots/sandbox/", false},
    Ban{"arena/league/run/run", "arena/results/ratings/", true},
    Ban{"arena/admission/check/", "arena/results/ratings/", true},
    Ban{"arena/admission/check/", "arena/league/plan/", true},
    Ban{"arena/admission/check/", "arena/records/", true},
};

struct Library {
  std::string_view name;
  std::vector<std::string_view> headers;   // what its headers' names begin with
  std::vector<std::string_view> forwards;  // headers that only declare, and so do not count
  std::vector<std::string_view> rooms;     // who may reach it
  std::size_t sources_max;                 // of how many .cpp files
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> kLibraries = {
      {"Asio",
       {"boost/asio", "boost/process"},
       {},
       {"arena/admission/check/", "arena/app/commands/play_command.", "arena/bots/doctor/", "arena/app/play/",
        "arena/bots/process/", "arena/results/replay/", "arena/game/table/", "arena/league/plan/"},
       30},
      {"Boost.JSON",
       {"boost/json"},
       {"boost/json/fwd.hpp"},
       {"arena/results/adjudicate/", "arena/bots/package/", "arena/admission/check/", "arena/app/commands/",
        "arena/game/deals/", "arena/bots/doctor/", "arena/results/export/", "arena/results/ratings/", "arena/records/",
        "arena/results/report/", "arena/admission/submit/", "arena/base/text/", "arena/league/plan/"},
       50},
      {"CLI11", {"CLI/"}, {}, {"arena/app/commands/", "arena/app/main.cpp"}, 25},
      {"Eigen", {"Eigen/"}, {}, {"arena/results/ratings/"}, 5},
      {"SQLite", {"sqlite3.h"}, {}, {"arena/results/export/"}, 1},
      {"libarchive", {"archive.h", "archive_entry.h"}, {}, {"arena/admission/submit/"}, 1},
  };
  return kLibraries;
}

constexpr std::array<std::string_view, 16> kNotPure = {
    "atomic",     "chrono", "condition_variable", "cstdio",   "ctime", "filesystem",
    "fstream",    "future", "iostream",           "mutex",    "print", "random",
    "syncstream", "thread", "stop_token",         "semaphore"};

constexpr std::array<std::string_view, 1> kIntrinsics = {"immintrin.h"};

const Room* room_of(std::string_view path) {
  for (const Room& room : kRooms) {
    const bool inside = room.name.ends_with('/') ? path.starts_with(room.name) : path == room.name;
    if (inside) return &room;
  }
  return nullptr;
}

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

  // One circle through each node that stands in one, a node being told once.
  std::vector<std::vector<Arrow>> circles() const {
    std::vector<std::vector<Arrow>> found;
    std::set<std::string> told;
    for (const auto& entry : arrows) {
      const std::string& node = entry.first;
      for (const Arrow& arrow : entry.second) {
        if (told.contains(node)) break;
        std::vector<Arrow> circle = way(arrow.to, [&](const std::string& reached) { return reached == node; });
        if (circle.empty() && arrow.to != node) continue;
        circle.insert(circle.begin(), arrow);
        for (const Arrow& step : circle) told.insert(step.to);
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

// The files of a room taken as one node.
Graph graph_of_rooms(const SourceTree& tree) {
  Graph rooms;
  for (const auto& [path, arrows] : graph_of_files(tree).arrows) {
    const Room* here = room_of(path);
    for (const Arrow& arrow : arrows) {
      const Room* there = room_of(arrow.to);
      if (here == nullptr || there == nullptr || here == there) continue;
      rooms.arrows[std::string(here->name)].push_back({std::string(there->name), arrow.where});
      rooms.arrows[std::string(there->name)];
    }
  }
  return rooms;
}

Findings told(const std::vector<std::vector<Arrow>>& circles, const std::string& what) {
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

Findings includes_that_run_up(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_source(file)) continue;
    const Room* here = room_of(file.path);
    if (here == nullptr) {
      findings.push_back(finding(file.path, 1, "stands in no room of the house"));
      continue;
    }
    for (const Include& include : includes_of(file)) {
      const Room* there = room_of(include.path);
      if (there == nullptr || there->floor <= here->floor) continue;
      findings.push_back(finding(file.path, include.line,
                                 "floor " + std::to_string(here->floor) + " includes " + include.path + " of floor " +
                                     std::to_string(there->floor)));
    }
  }
  return findings;
}

Findings circles_of_files(const SourceTree& tree) { return told(graph_of_files(tree).circles(), "files in a circle"); }

Findings circles_of_rooms(const SourceTree& tree) { return told(graph_of_rooms(tree).circles(), "rooms in a circle"); }

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

Findings libraries_out_of_their_rooms(const SourceTree& tree) {
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
      if (begins(library.rooms, file.path)) continue;
      const std::string text = way.empty() ? file.path + ":1: includes " : way.front().where + ", which leads to ";
      findings.push_back(text + std::string(library.name) + ", but its room must not");
    }
    if (sources > library.sources_max) {
      findings.push_back(std::to_string(sources) + " .cpp files reach " + std::string(library.name) + ", more than " +
                         std::to_string(library.sources_max));
    }
  }
  return findings;
}

}  // namespace house
