#pragma once

#include <boost/json/object.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/league_folder.h"
#include "tests/process/child_process.h"

namespace submit_test {

/// What `arena submit --json` has said.
struct Receipt {
  processes::Finished finished;
  boost::json::object said;  ///< empty: it was no object

  int code() const { return finished.end.number; }
  std::string state() const { return text("state"); }
  std::string text(const std::string& key) const;
  /// Of a refusal.
  std::string step() const { return refused("step"); }
  std::string why() const { return refused("why"); }
  std::string remedy() const { return refused("remedy"); }

 private:
  std::string refused(const std::string& key) const;
};

/// A league that takes submissions: its folder with one entrant that nobody has submitted, and a place beside it for
/// submitted bots.
class OpenLeague {
 public:
  /// `more`: further keys of the league file, with a comma before them.
  explicit OpenLeague(const std::string& more = {});

  std::filesystem::path league() const { return folder_ / "league"; }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

  /// The words of `arena submit` for something beside the league.
  std::vector<std::string> words(const std::string& given, const std::vector<std::string>& more = {}) const;
  /// The receipt; the folder must be whole then, and the league readable.
  Receipt submit(const std::string& given, const std::vector<std::string>& more = {}) const;
  /// The words of the league's entrants.
  std::vector<std::string> entrants() const;
  /// `arena submissions --json`.
  boost::json::object list() const;
  /// Of it, state by "name number".
  std::map<std::string, std::string> states() const;

  /// Every path of the league's folder, with the bytes of files, without what every submission may leave.
  std::map<std::string, std::string> what_is_entered() const;

  /// A bot of two files that plays immediately, in a folder beside the league. `change`: makes another version of it.
  /// `author`: if empty, the bot has one of its own, "NAME's author".
  std::filesystem::path make_bot(const std::string& name, const std::string& change = {},
                                 const std::string& author = {}) const;

 private:
  arena::test::LeagueFolder folder_;
};

}  // namespace submit_test
