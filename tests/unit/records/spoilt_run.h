#pragma once

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <functional>
#include <string>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace arena::test {

/// The lines of a small run, to be spoilt.
struct SpoiltRun {
  explicit SpoiltRun(int games = 4, const std::string& variant = "black-lady@4+deck.ranks=J,Q,K,A")
      : manifest(made_manifest(variant, key(), 4, games)),
        lines(made_lines(manifest, made_games(manifest, key()), key())) {}
  explicit SpoiltRun(const Manifest& league)
      : manifest(league), lines(made_lines(league, made_games(league, key()), key())) {}

  static const RunKey& key() {
    static const RunKey made = RunKey::from_seed("run folder");
    return made;
  }

  /// Changes a line's object and seals it again.
  void change(std::size_t line, const std::function<void(boost::json::object&)>& change) {
    boost::json::object object = boost::json::parse(lines.at(line)).as_object();
    object.erase("crc");
    change(object);
    lines.at(line) = seal_line(object);
  }
  /// Changes the manifest of the first line, with the id of the run that follows from it.
  void change_manifest(const std::function<void(Manifest&)>& change) {
    change(manifest);
    lines.at(0) = seal_line(manifest_json(manifest));
  }
  /// Which error reading it is, without the name of the file.
  std::string error() const {
    const ScratchFolder folder;
    write_file(folder / "games.jsonl", joined(lines));
    try {
      read_summary(folder.path());
    } catch (const InputError& error) {
      const std::string text = error.what();
      const std::string file = (folder / "games.jsonl").string();
      REQUIRE(text.starts_with(file));
      CHECK(text.find('\n') == std::string::npos);
      return text.substr(file.size());
    }
    return "read";
  }

  Manifest manifest;
  std::vector<std::string> lines;
};

}  // namespace arena::test
