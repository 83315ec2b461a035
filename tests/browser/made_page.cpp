#include "tests/browser/made_page.h"

#include <chrono>
#include <stdexcept>

#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"

namespace browser {

boost::json::object report_in(const std::filesystem::path& page) {
  const std::string text = arena::test::read_file(page);
  const std::string_view start = "id=\"report\">";
  const std::size_t from = text.find(start) + start.size();
  return boost::json::parse(std::string_view(text).substr(from, text.find("</script>", from) - from)).as_object();
}

MadePage::MadePage(int games, bool live) {
  const std::string script = std::string(HEARTS_SOURCE_DIR) + "/tests/browser/made_report.mjs";
  const processes::Finished made =
      processes::run({HEARTS_NODE, script, HEARTS_REPORT_PAGE, (folder_ / "report.html").string(),
                      std::to_string(games), live ? "live" : "ended"},
                     std::chrono::seconds(30));
  if (!made.end.exited || made.end.number != 0) throw std::runtime_error(made.err);
  report_ = report_in(folder_ / "report.html");
}

std::string MadePage::url(const std::string& hash) const {
  return "file://" + (folder_ / "report.html").string() + hash;
}

ChangedPage::ChangedPage(const Changes& changes, bool live) {
  const MadePage made(50, live);
  std::string text = arena::test::read_file(made.url().substr(std::string_view("file://").size()));
  for (const auto& [from, to] : changes) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("the page does not have: " + from);
    text.replace(at, from.size(), to);
  }
  arena::test::write_file(folder_ / "changed.html", text);
}

std::string ChangedPage::url(const std::string& hash) const {
  return "file://" + (folder_ / "changed.html").string() + hash;
}

std::vector<std::string> MadePage::pages() {
  return {"#standings",
          "#standings/2",
          "#pairs",
          "#pairs/1/los",
          "#variants",
          "#bots",
          "#bot/0",
          "#bot/6",
          "#games",
          "#games?with=fault",
          "#faults",
          "#about",
          "#game/b0g0",
          "#game/0/b0g1/h2",
          "#game/0/b0g2",
          "#game/0/b0g3/h2/s40",
          "#game/0/b0g4/h2/t5",
          "#game/b9g9"};
}

}  // namespace browser
