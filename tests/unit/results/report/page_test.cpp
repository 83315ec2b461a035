#include "arena/results/report/page.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <system_error>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/results/report/page_json.h"

namespace page_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;

TEST_CASE("the template has one place for the data, in an element that is no script") {
  const std::string page(page_template());
  const std::size_t place = page.find(kPagePlaceholder);
  REQUIRE(place != std::string::npos);
  CHECK(page.find(kPagePlaceholder, place + 1) == std::string::npos);
  CHECK(page.substr(0, place).ends_with(R"(<script type="application/json" id="report">)"));
  CHECK(page.substr(place + kPagePlaceholder.size()).starts_with("</script>"));
}

TEST_CASE("text of bots stays text: no markup, no end of the element, and the same words after parsing") {
  const ScratchFolder folder;
  const std::string hostile = "</script><img src=x onerror=alert(1)><!--&amp;\u2028\u2029\u202e\u0007]]>\"\\=cmd()";
  const json::object report = {{"name", hostile}, {"list", {hostile, 1}}};
  const json::object replay = {{"names", {hostile}}};
  write_page(folder / "page.html", report, {{"0/b0g0", json::serialize(replay)}, {"1/b0g0", "{}"}});
  const std::string data = data_of(read_file(folder / "page.html"));
  for (const char* mark : {"<", ">", "&", "\u2028", "\u2029", "\x07"}) CHECK(data.find(mark) == std::string::npos);
  const json::value read = json::parse(data);
  CHECK(read.at("name") == json::string(hostile));
  CHECK(read.at("list").at(0) == json::string(hostile));
  CHECK(read.at("replays").at("0/b0g0").at("names").at(0) == json::string(hostile));
  CHECK(read.at("replays").as_object().size() == 2);
}

TEST_CASE("a file that is no page is not written over") {
  const ScratchFolder folder;
  write_file(folder / "games.jsonl", "{\"v\":3}\n");
  CHECK_THROWS_AS(write_page(folder / "games.jsonl", {{"v", 1}}, {}), InputError);
  CHECK(read_file(folder / "games.jsonl") == "{\"v\":3}\n");
  write_file(folder / "empty", "");
  write_page(folder / "empty", {{"v", 1}}, {});
  write_page(folder / "empty", {{"v", 2}}, {});
  CHECK(json::parse(data_of(read_file(folder / "empty"))).at("v") == 2);
}

TEST_CASE("a page that cannot be written leaves the one before, and nothing beside it") {
  const ScratchFolder folder;
  write_page(folder / "page.html", {{"v", 1}}, {});
  const std::string before = read_file(folder / "page.html");
  CHECK(json::parse(data_of(before)).at("replays").as_object().empty());
  CHECK_THROWS_AS(write_page(folder / "none/page.html", {{"v", 2}}, {}), std::system_error);
  CHECK(read_file(folder / "page.html") == before);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("the example report and pictures are of this page: if not, run scripts/screenshots") {
  const std::filesystem::path root = HEARTS_SOURCE_DIR;
  std::set<std::string> lines;
  for (const auto& source : std::filesystem::directory_iterator(root / "arena/results/report/web")) {
    lines.insert(hex(digest_of(read_file(source.path()))) + "  " + source.path().lexically_relative(root).string());
  }
  CHECK(lines.size() > 20);
  std::set<std::string> recorded;
  std::istringstream sums(read_file(root / "results/reference/demo/page.b2sums"));
  for (std::string line; std::getline(sums, line);) recorded.insert(line);
  CHECK(recorded == lines);
}

}  // namespace page_test
