#include <fmt/format.h>

#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/browser/browser.h"
#include "tests/browser/made_page.h"
#include "tests/catch.h"

namespace pages_test {

namespace json = boost::json;
using browser::Browser;
using browser::ChangedPage;
using browser::kHostileShown;
using browser::MadePage;
using namespace std::chrono_literals;

/// The texts of the cells of a row, of the table with this number on the page.
std::string cell(Browser& page, int row, int column) {
  return page.text_of(fmt::format("document.querySelector('tbody').rows[{}].cells[{}].innerText", row, column));
}

double number(const json::object& object, std::string_view key) { return object.at(key).to_number<double>(); }

namespace {

/// The change that makes the best bot one that is not current.
std::pair<std::string, std::string> best_is(const std::string& status) {
  return {R"("rank":1,"rank_best":1,"rank_worst":2,"bot":"monte_carlo","status":"current")",
          R"("rank":null,"rank_best":null,"rank_worst":null,"bot":"monte_carlo","status":")" + status + '"'};
}

}  // namespace

TEST_CASE("every page opens from disk without an error, and asks for nothing else") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  for (const std::string& hash : MadePage::pages()) {
    CAPTURE(hash);
    page.open(made.url(hash));
    CHECK(page.errors() == std::vector<std::string>{});
    CHECK(page.requests() == std::vector<std::string>{made.url().substr(0, made.url().find('#'))});
    CHECK(page.text_of("document.querySelector('h1').textContent") != "Not found");
    CHECK(page.number_of("document.querySelectorAll('img, iframe, object, embed, link').length") == 0);
    CHECK(page.number_of("document.scripts.length") == 2);
  }
}

TEST_CASE("the security policy lets no script of data run and no request leave") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url());
  page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=x onclick=\"window.ran = 1\">x</p>'); x.click()");
  page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))");
  CHECK(page.text_of("String(window.ran)") == "undefined");
  CHECK(page.errors().size() >= 2);
  CHECK(page.text_of("fetch('https://example.invalid/').then(() => 'went out', () => 'refused')") == "refused");
  page.evaluate("document.body.append(Object.assign(new Image(), {src: 'https://example.invalid/x.png'}))");
  CHECK(page.requests().size() == 1);
}

TEST_CASE("every link leads to a page, and every control can be used") {
  NEEDS_BROWSER();
  const MadePage made(120);
  Browser page;
  page.open(made.url());
  std::set<std::string> seen;
  std::vector<std::string> waiting{"#standings"};
  for (std::size_t next = 0; next < waiting.size() && next < 150; ++next) {
    const std::string hash = waiting[next];
    CAPTURE(hash);
    page.go(hash);
    REQUIRE(page.text_of("document.querySelector('h1').textContent") != "Not found");
    const json::value links =
        page.evaluate("[...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))");
    for (const json::value& link : links.as_array()) {
      const std::string target(link.get_string());
      REQUIRE(target.starts_with("#"));
      if (seen.insert(target).second) waiting.push_back(target);
    }
  }
  CHECK(waiting.size() > 40);

  // A control may draw the page again, so each is looked up again by its number.
  const std::string controls = "document.querySelectorAll('main button, main summary, main select, main input')";
  for (const std::string& hash : MadePage::pages()) {
    CAPTURE(hash);
    page.go(hash);
    const std::int64_t count = page.number_of(controls + ".length");
    for (std::int64_t i = 0; i < count; ++i) {
      page.evaluate(fmt::format(R"((() => {{
        const control = {}[{}];
        if (!control) return;
        control.focus();
        if (control.tagName === 'INPUT') {{ control.value = 3; control.dispatchEvent(new Event('input')); }}
        else if (control.tagName !== 'SELECT') control.click();
        else for (const option of control.options) {{
          control.value = option.value;
          control.dispatchEvent(new Event('change'));
        }}
      }})())",
                                controls, i));
    }
    CHECK(page.text_of("document.querySelector('h1').textContent") != "");
  }
  CHECK(page.errors() == std::vector<std::string>{});
}

TEST_CASE("the figures on the page are those of the standings") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#standings"));
  const json::array& tables = made.report().at("standings").at("tables").as_array();
  const auto minus = [](std::string text) { return text.starts_with("-") ? "\u2212" + text.substr(1) : text; };
  const auto plus = [&](double value) { return (value > 0 ? "+" : "") + minus(fmt::format("{:.2f}", value)); };
  for (std::size_t table = 0; table < tables.size(); ++table) {
    page.go(fmt::format("#standings/{}", table));
    const json::array& rows = tables[table].at("rows").as_array();
    REQUIRE(page.number_of("document.querySelector('tbody').rows.length") == static_cast<std::int64_t>(rows.size()));
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
      const json::object& row = rows[static_cast<std::size_t>(i)].as_object();
      CAPTURE(table, i);
      CHECK(cell(page, i, 0) == fmt::format("{}–{}", number(row, "rank_best"), number(row, "rank_worst")));
      const std::string name(row.at("bot").get_string());
      CHECK(cell(page, i, 1) == (name.starts_with("</") ? kHostileShown : name));
      const std::string rough = row.at("rough").get_bool() ? "~" : "";
      CHECK(cell(page, i, 2) == fmt::format("{}{:.0f} ±{:.0f}", rough, number(row, "elo"), number(row, "elo_pm")));
      CHECK(cell(page, i, 4) == plus(number(row, "margin")) + fmt::format(" ±{:.2f}", number(row, "margin_pm")));
      CHECK(cell(page, i, 5) == fmt::format("{}", number(row, "games")));
    }
  }
  page.go("#pairs/0/share");
  const json::object& pair = tables[0].at("pairs").at(0).as_object();
  const double share = 100 * number(pair, "points") / number(pair, "comparisons");
  const std::string star = pair.at("share_differs").get_bool() ? "*" : "";
  CHECK(cell(page, 0, 3) == fmt::format("{:.0f}{}", share, star));
  CHECK(cell(page, 1, 2) == fmt::format("{:.0f}{}", 100 - share, star));
  page.go("#pairs/0/los");
  CHECK(cell(page, 0, 3) == fmt::format("{:.0f}", 100 * number(pair, "los")));
  page.go("#variants");
  const json::object& first = made.report().at("comparison").at("cells").at(0).as_object();
  CHECK(cell(page, 0, 2).ends_with(fmt::format("{:.0f}", number(first, "elo"))));
}

TEST_CASE("the standings say what was played, who leads how surely, and that a run has not ended") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#standings"));
  const std::string lead = "document.querySelector('.lead').innerText";
  const std::string played = page.text_of(lead);
  CHECK(played.find("8 bots, 5 variants, 50 games. monte_carlo leads rules by 70 ±31 Elo, but 1 other bot could be "
                    "first, too.") != std::string::npos);
  CHECK(played.find("Played for the tests.") != std::string::npos);
  CHECK(played.find("is not finished") == std::string::npos);

  const ChangedPage::Changes changes = {{R"("keysRevealed":true)", R"("keysRevealed":false)"}};
  const ChangedPage stopped(changes);
  page.open(stopped.url("#standings"));
  CHECK(page.text_of(lead).find("monte_carlo leads rules by 70 ±31 Elo so far, but") != std::string::npos);
  CHECK(page.text_of(lead).find("Run Made-up league is not finished (complete blocks: 60 of 61).") !=
        std::string::npos);
}

TEST_CASE("a lead is not said to be so far once all games are played, even if the league may be extended") {
  NEEDS_BROWSER();
  const ChangedPage::Changes changes = {{R"("intervals":{"kind":"plain"})", R"("intervals":{"kind":"open"})"}};
  const ChangedPage made(changes);
  Browser page;
  page.open(made.url("#standings"));
  const std::string lead = "document.querySelector('.lead').innerText";
  CHECK(page.text_of(lead).find("monte_carlo leads rules by 70 ±31 Elo, but") != std::string::npos);
  const MadePage live(50, true);
  page.open(live.url("#standings"));
  CHECK(page.text_of(lead).find("monte_carlo leads rules by 70 ±31 Elo so far, but") != std::string::npos);
}

TEST_CASE("the standings and the page of a bot say that it is disqualified, when and why, in safe text") {
  NEEDS_BROWSER();
  const ChangedPage made(
      {{R"("reference":null)",
        R"("reference":null,"statuses":[{"bot":"monte_carlo","state":"disqualified","time":"2031-05-17T07:30:00Z",)"
        R"("reason":"it helped \u003cb\u003eluck\u003c/b\u003e"}])"},
       best_is("disqualified")});
  Browser page;
  page.open(made.url("#standings/0?all=1"));
  const std::string status = "disqualified (2031-05-17: it helped <b>luck</b>)";
  CHECK(page.text_of("document.querySelector('.notes').innerText")
            .find("monte_carlo is " + status + " and has no rank; its games count for the others.") !=
        std::string::npos);
  CHECK(cell(page, 0, 0) == "–");
  page.open(made.url("#bot/0"));
  CHECK(page.text_of("document.querySelector('.facts').innerText").find(status) != std::string::npos);
}

TEST_CASE("only current bots are in the tables and lead, until all are asked for") {
  NEEDS_BROWSER();
  const ChangedPage made(
      {{R"("reference":null)",
        R"("reference":null,"statuses":[{"bot":"monte_carlo","state":"replaced","time":null,"reason":"by rules"}])"},
       best_is("replaced")});
  Browser page;
  page.open(made.url("#standings"));
  const std::string rows = "document.querySelector('tbody').rows.length";
  const std::string text = "document.querySelector('main').innerText";
  CHECK(page.number_of(rows) == 7);
  CHECK(cell(page, 0, 1) == "rules");
  CHECK(page.text_of(text).find("7 bots, 5 variants, 50 games.") != std::string::npos);
  CHECK(page.text_of(text).find("rules leads low by 90 ±31 Elo") != std::string::npos);
  CHECK(page.text_of(text).find("1 bot is not shown, because it is no longer current. Show all.") != std::string::npos);
  page.go("#standings/0?all=1");
  CHECK(page.number_of(rows) == 8);
  CHECK(page.text_of(text).find("Bots without a rank are no longer current. Show only current bots.") !=
        std::string::npos);
  for (const char* hash : {"#pairs", "#variants"}) {
    page.go(hash);
    CHECK(page.number_of(rows) == 7);
    CHECK(page.text_of("document.querySelector('tbody').innerText").find("monte_carlo") == std::string::npos);
  }
  page.go("#bots");
  CHECK(page.number_of(rows) == 8);
  page.go("#bot/0");
  CHECK(page.text_of("document.querySelector('.facts').innerText").find("replaced (by rules)") != std::string::npos);
}

TEST_CASE("the line and the words about Elo are those of the anchors") {
  NEEDS_BROWSER();
  const ChangedPage made({{R"("reference":null)", R"("reference":null,"anchors":{"rules":1500,"low":1600})"},
                          {R"("anchor":null)", R"("anchor":null,"anchored":["rules","low"])"}});
  Browser page;
  page.open(made.url("#standings"));
  CHECK(page.text_of("document.querySelector('.notes').innerText")
            .find("The mean Elo of the anchors rules, low is 1550, as they were given.") != std::string::npos);
  // The dashed line is between the grid lines of 1500 and 1600.
  CHECK(page.text_of(R"((() => {
    const middle = (element) => { const box = element.getBoundingClientRect(); return (box.left + box.right) / 2; };
    const label = (text) => middle([...document.querySelectorAll('svg.axis text')].find((one) => one.textContent === text));
    const line = middle(document.querySelector('svg.interval .base'));
    return String(Math.abs(line - (label('1500') + label('1600')) / 2) < 1.5);
  })())") == "true");
}

TEST_CASE("the standings say whether the first bots of a league are known, and who was left out") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#standings"));
  const std::string text = "document.querySelector('.notes').innerText";
  CHECK(page.text_of(text).find("The first 2 bots are not known yet. 5 bots can still be among them: monte_carlo, "
                                "rules, low, duck, eager.") != std::string::npos);
  CHECK(page.text_of(text).find("These bots were left out, because 2 others are shown to be stronger: random after 20 "
                                "blocks, " +
                                std::string(kHostileShown) + " after 40 blocks.") != std::string::npos);
  const ChangedPage none(ChangedPage::Changes{{R"("first_bots":)", R"("other":)"}});
  page.open(none.url("#standings"));
  CHECK(page.text_of(text).find("left out") == std::string::npos);
}

TEST_CASE("the standings name a game for each block of a pair to look at, with its run, and link to it") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#standings"));
  const std::string text = "document.querySelector('.notes').innerText";
  const std::string found = page.text_of(text);
  CHECK(found.find(std::string("so this is no proof that ") + kHostileShown +
                   " helps monte_carlo. Look at games in which it gained most: b1g0 of run Made-up league, b12g0 of "
                   "run Made-up league. To see a game without a link, run arena replay RUN GAME --html FILE.") !=
        std::string::npos);
  // The first block is of the second stage of the run.
  const std::string links = "[...document.querySelectorAll('.notes a')].map((one) => one.getAttribute('href')).join()";
  CHECK(page.text_of(links) == "#game/0/b1g0");
  page.go("#game/0/b1g0");
  CHECK(page.text_of("document.querySelector('h1').textContent").find("b1g0") != std::string::npos);

  // All games are on the page.
  const ChangedPage shown(ChangedPage::Changes{{R"("block":12})", R"("block":0})"}});
  page.open(shown.url("#standings"));
  CHECK(page.text_of(links) == "#game/0/b1g0,#game/0/b0g0");
  CHECK(page.text_of(text).find("without a link") == std::string::npos);

  // The page has another game of the block, or does not have the run.
  const ChangedPage other({{R"("0/b1g0":{"id":"b1g0")", R"("0/b1g9":{"id":"b1g9")"},
                           {R"("run":"0123456789abcdef","block":12)", R"("run":"a\u003cb\u003e","block":12)"}});
  page.open(other.url("#standings"));
  CHECK(page.text_of(text).find("b1g9 of run Made-up league, b12g0 of run a<b>.") != std::string::npos);
}

TEST_CASE("the opponents of a bot have the stars and the words of the head-to-head page") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#bot/1"));
  const std::string table =
      "[...document.querySelectorAll('table')].find((one) => one.caption.innerText.startsWith('By opponent'))";
  for (const json::value& value : made.report().at("standings").at("tables").at(0).at("pairs").as_array()) {
    const json::object& pair = value.as_object();
    const bool is_first = pair.at("bot") == "rules";
    if (!is_first && pair.at("against") != "rules") continue;
    const std::string other(pair.at(is_first ? "against" : "bot").get_string());
    if (other.starts_with("</")) continue;
    CAPTURE(other);
    const std::string shown = page.text_of(fmt::format(
        "[...{}.tBodies[0].rows].find((row) => row.cells[0].innerText === '{}').cells[1].innerText", table, other));
    CHECK(shown.ends_with("%*") == pair.at("share_differs").get_bool());
  }
  const std::string text = "document.querySelector('main').innerText";
  CHECK(page.text_of(text).find("*: by the games of these two alone, the share is not 50%") != std::string::npos);
  CHECK(page.text_of(text).find("LOS: The likelihood that this bot is the stronger one") != std::string::npos);
  const MadePage live(50, true);
  page.open(live.url("#bot/1"));
  CHECK(page.text_of(text).find("LOS: The likelihood so far that this bot is the stronger one") != std::string::npos);
  page.go("#pairs/0/los");
  CHECK(page.text_of(text).find("The likelihood so far that the bot of the row is the stronger one") !=
        std::string::npos);
  const std::string title = "document.querySelector('td.heat.warm').title";
  CHECK(page.text_of(title).find(", LOS so far ") != std::string::npos);
  page.open(made.url("#pairs/0/los"));
  CHECK(page.text_of(title).find(", LOS ") != std::string::npos);
  CHECK(page.text_of(title).find("so far") == std::string::npos);
}

TEST_CASE("the page says what a margin is relative to") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#standings"));
  page.evaluate("document.querySelector('main details').open = true");
  CHECK(page.text_of("document.querySelector('main details').innerText")
            .find("Points a hand better than what Elo is relative to (see below the table of the standings)") !=
        std::string::npos);
  CHECK(page.text_of("document.querySelector('.notes').innerText")
            .starts_with("The mean Elo, weighted by precision, is 1500."));
}

TEST_CASE("the page of a bot draws its Elo over the blocks") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#bot/0"));
  const std::string name = "document.querySelector('svg.line').getAttribute('aria-label')";
  CHECK(page.text_of(name).find("60 blocks; the 95% band holds at all points together. after 5 blocks: 1710 ±200; ") ==
        0);
  CHECK(page.text_of(name).find("after 30 blocks, at the end of stage 1: ") != std::string::npos);
  CHECK(page.number_of("document.querySelectorAll('svg.line .dot').length") == 12);
  // Before its first game a bot has no point.
  page.go("#bot/1");
  CHECK(page.number_of("document.querySelectorAll('svg.line .dot').length") == 6);
}

TEST_CASE("the page of a duel says what it has shown, in safe text") {
  NEEDS_BROWSER();
  const ChangedPage::Changes changes = {
      {R"("order_tests":)",
       R"("duel":{"sentences":["duck\u003cb\u003e is stronger than camel: +13 ± 7 Elo.","128 blocks."]},"order_tests":)"}};
  const ChangedPage made(changes);
  Browser page;
  page.open(made.url("#standings"));
  // The verdict alone says who is stronger.
  CHECK(page.text_of("document.querySelectorAll('.lead')[0].innerText").ends_with("50 games."));
  CHECK(page.text_of("document.querySelectorAll('.lead')[1].innerText") ==
        "duck<b> is stronger than camel: +13 ± 7 Elo.\n\n128 blocks.");
  page.open(made.url("#standings/1"));  // a variant
  CHECK(page.number_of("document.querySelectorAll('.lead').length") == 0);
}

TEST_CASE("each number of an axis is above its line") {
  NEEDS_BROWSER();
  const MadePage made(50);
  Browser page;
  page.open(made.url("#standings"));
  CHECK(page.number_of("document.querySelectorAll('svg.axis text').length") > 2);
  CHECK(page.text_of(R"((() => {
    const middle = (element) => { const box = element.getBoundingClientRect(); return (box.left + box.right) / 2; };
    const lines = [...document.querySelector('svg.interval').querySelectorAll('.grid')].map(middle);
    const labels = [...document.querySelectorAll('svg.axis text')].map(middle);
    return lines.map((line, index) => Math.abs(line - labels[index]) < 1.5).join();
  })())")
            .find("false") == std::string::npos);
}

TEST_CASE("hostile words are text, and what cannot be seen is spelled out") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#bot/6"));
  CHECK(page.text_of("document.querySelector('h1').textContent") == kHostileShown);
  const std::string pre = "[...document.querySelectorAll('pre')].map((lines) => lines.textContent)";
  CHECK(page.text_of(pre + ".find((text) => text.startsWith('Traceback')) ?? ''").empty());
  page.go("#faults");
  CHECK(page.text_of(pre + ".find((text) => text.startsWith('Traceback'))") ==
        std::string("Traceback\n") + kHostileShown);
  page.go("#game/0/b0g0");
  CHECK(page.text_of(pre + ".find((text) => text.startsWith('ready'))") == std::string("ready\n") + kHostileShown);
  CHECK(page.number_of(R"(document.body.innerText.search(/[\u202a-\u202e\u2066-\u2069]/))") == -1);
}

TEST_CASE("tables sort by their heads, and games are picked, turned and kept in the address") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#standings"));
  const std::string games =
      "[...document.querySelectorAll('thead th')].find((head) => head.innerText.startsWith('Margin'))";
  page.evaluate(games + ".querySelector('button').click()");
  CHECK(page.text_of(games + ".ariaSort") == "descending");
  CHECK(cell(page, 0, 0) == "1–2");
  page.evaluate(games + ".querySelector('button').click()");
  CHECK(page.text_of(games + ".ariaSort") == "ascending");
  CHECK(cell(page, 0, 0) == "7–8");

  page.go("#games");
  const auto choose = [&](const std::string& label, const std::string& value) {
    page.evaluate(
        fmt::format("(() => {{ const field = [...document.querySelectorAll('.field')].find((label) => "
                    "label.firstChild.textContent === '{}').querySelector('select'); field.value = '{}'; "
                    "field.dispatchEvent(new Event('change')); }})()",
                    label, value));
  };
  const std::string shown = "document.querySelector('caption').textContent";
  CHECK(page.text_of(shown) == "300 games");
  page.evaluate("document.querySelector('[data-turn=Next]').click()");
  CHECK(page.address() == "#games?page=2");
  CHECK(page.text_of("document.querySelector('.paging span').textContent") == "101–200 of 300");
  CHECK(page.text_of("document.activeElement.textContent") == "Next");
  choose("With", "fault");
  CHECK(page.text_of(shown) == "15 games");
  choose("Variant", "1");
  CHECK(page.text_of("document.querySelector('main').innerText.includes('No game matches.')") == "true");
  choose("Variant", "0");
  CHECK(page.text_of(shown) == "15 games");
  const std::string address = page.address();
  page.open(made.url(address));
  CHECK(page.text_of(shown) == "15 games");
}

TEST_CASE("the page of a run in progress says how far it is, and reloads itself at the same place") {
  NEEDS_BROWSER();
  const MadePage made(50, true);
  Browser page;
  page.open(made.url("#bots"));
  CHECK(page.text_of("document.querySelector('.live').textContent")
            .starts_with("Live: 50 of 1,000 games played. Updated "));
  page.evaluate("window.before = true");
  CHECK(page.becomes(30s, "window.before === undefined && document.querySelector('h1')?.textContent === 'Bots'"));
  CHECK(page.address() == "#bots");
}

TEST_CASE("ten thousand games are listed, and the time that this takes is printed") {
  NEEDS_BROWSER();
  const MadePage small(1);
  const MadePage large(10000);
  Browser page;
  const auto milliseconds = [&](const std::string& url) {
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
      page.open(url);
      const json::value took = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
      best = std::min(best, took.to_number<double>());
    }
    return best;
  };
  page.open(large.url("#games"));
  CHECK(page.text_of("document.querySelector('caption').textContent") == "10,000 games");
  CHECK(page.number_of("document.querySelector('tbody').rows.length") == 100);
  const double few = milliseconds(small.url("#games"));
  const double many = milliseconds(large.url("#games"));
  const double empty = milliseconds("data:text/html,<title>empty</title>");
  WARN(fmt::format("opened in {:.0f} ms: 10,000 games; {:.0f} ms: 1 game; {:.0f} ms: an empty page", many, few, empty));
}

}  // namespace pages_test
