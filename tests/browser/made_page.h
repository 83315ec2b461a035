#pragma once

#include <boost/json.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/scratch_folder.h"

namespace browser {

/// The data in a page on disk.
boost::json::object report_in(const std::filesystem::path& page);

/// A report of made-up games with hostile words in it, by made_report.mjs, on the page that the build made.
class MadePage {
 public:
  /// `live`: of a run in progress, written again every second. Throws std::runtime_error when it cannot be made.
  explicit MadePage(int games = 300, bool live = false);

  /// Its address on disk, with a hash: "#standings".
  std::string url(const std::string& hash = "") const;
  /// The data in it.
  const boost::json::object& report() const { return report_; }
  /// Hashes of a page of each kind.
  static std::vector<std::string> pages();

 private:
  arena::test::ScratchFolder folder_;
  boost::json::object report_;
};

/// A made page whose data is changed by replacing the first occurrence of each text by another.
class ChangedPage {
 public:
  using Changes = std::vector<std::pair<std::string, std::string>>;

  /// Throws std::runtime_error for a text that the page does not have. `live` is as in MadePage.
  explicit ChangedPage(const Changes& changes, bool live = false);

  /// Its address on disk, with a hash.
  std::string url(const std::string& hash) const;

 private:
  arena::test::ScratchFolder folder_;
};

/// What bots are called, say and write in it, as a page shows it: what cannot be seen is spelled out.
inline constexpr const char* kHostileShown = "</script><img src=x onerror=alert(1)>\\u202eabc\\u0007 =cmd()";

}  // namespace browser
