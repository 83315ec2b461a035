#include <fmt/format.h>

#include <chrono>

#include "tests/browser/browser.h"
#include "tests/browser/made_page.h"
#include "tests/browser/walk.h"
#include "tests/catch.h"

namespace viewer_test {

namespace json = boost::json;
using browser::Browser;
using browser::MadePage;
using browser::walk;
using namespace std::chrono_literals;

const json::object& replay(const MadePage& made, std::string_view id) {
  return made.report().at("replays").at("0/" + std::string(id)).as_object();
}

std::string hash_of(Browser& page) { return page.address(); }

TEST_CASE("a whole game of each table is walked by keyboard, and every card is played once") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  const std::string id = GENERATE("b0g0", "b0g1", "b0g2", "b0g3", "b0g4");
  CAPTURE(id);
  const json::object& game = replay(made, id);
  page.open(made.url("#game/" + id));
  walk(page, game);
  const std::string end = hash_of(page);
  page.press("ArrowRight");
  CHECK(hash_of(page) == end);
  const json::array& hands = game.at("hands").as_array();
  for (std::size_t seat = 0; seat < game.at("bots").as_array().size(); ++seat) {
    const std::string total = page.text_of(fmt::format(
        "document.querySelector('.sheet tbody').rows[{}].cells[{}].lastChild.textContent", hands.size() - 1, seat + 1));
    CHECK(total == json::serialize(game.at("scores").at(seat)));
  }
  CHECK(page.errors() == std::vector<std::string>{});
}

TEST_CASE("on a telephone no card is hidden by those left over") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.set_look({.width = 390});
  page.open(made.url("#game/0/b0g3/h1/t1"));
  const std::string covered = R"((() => {
    const boxes = (name) => [...document.querySelectorAll(name)].map((element) => element.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes('.leftover').flatMap((left) => boxes('.card').filter((card) => meet(left, card))).length;
  })())";
  REQUIRE(page.number_of("document.querySelectorAll('.leftover').length") == 1);
  CHECK(page.number_of(covered) == 0);
  page.evaluate("document.querySelector('.leftover').style.cssText = 'grid-area: bottom; position: absolute'");
  page.evaluate("document.querySelector('.middle').append(document.querySelector('.leftover'))");
  page.evaluate("document.querySelector('.leftover').style.inset = '0'");
  CHECK(page.number_of(covered) > 0);
}

TEST_CASE("the score sheet shows who forfeited") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  bool found = false;
  for (const json::value& row : made.report().at("games").as_array()) {
    const json::array& game = row.as_array();
    const std::string id = fmt::format("b{}g{}", game[2].as_int64(), game[3].as_int64());
    const std::int64_t forfeits = game[9].as_int64();
    if (forfeits == 0 || !made.report().at("replays").as_object().contains("0/" + id)) continue;
    found = true;
    CAPTURE(id);
    page.open(made.url("#game/0/" + id));
    for (std::size_t seat = 0; seat < game[4].as_array().size(); ++seat) {
      const std::string place =
          page.text_of(fmt::format("document.querySelector('.sheet tfoot').rows[0].cells[{}].textContent", seat + 1));
      CHECK(place.starts_with("forfeit ") == ((forfeits >> seat & 1) != 0));
    }
    break;
  }
  CHECK(found);
}

TEST_CASE("keys, buttons and slider move by steps, tricks, hands and faults") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#game/b0g0"));
  CHECK(hash_of(page) == "#game/0/b0g0/h1");
  const std::string last =
      fmt::format("#game/0/b0g0/h1/s{}", replay(made, "b0g0").at("hands").at(0).at("steps").as_array().size());
  page.press("End");
  CHECK(hash_of(page) == last);
  page.press("ArrowRight");
  CHECK(hash_of(page) == "#game/0/b0g0/h2");
  page.press("ArrowLeft");
  CHECK(hash_of(page) == last);
  page.press("Home");
  page.press("ArrowDown");
  page.press("ArrowDown");
  CHECK(hash_of(page) == "#game/0/b0g0/h1/t2");
  page.press("ArrowUp");
  CHECK(hash_of(page) == "#game/0/b0g0/h1/t1");
  page.press("PageDown");
  CHECK(hash_of(page) == "#game/0/b0g0/h2");
  page.press("PageUp");
  page.press("f");
  CHECK(page.text_of("document.querySelector('.beside .alarm pre').textContent").starts_with("(illegal): 7 "));
  const auto click = [&](const std::string& label) {
    page.evaluate(fmt::format("document.querySelector('[aria-label=\"{}\"]').click()", label));
  };
  click("Next hand");
  click("Next trick");
  click("Next step");
  click("Previous step");
  CHECK(hash_of(page) == "#game/0/b0g0/h2/t1");
  click("Previous trick");
  click("Previous hand");
  CHECK(hash_of(page) == "#game/0/b0g0/h1");
  page.evaluate(
      "(() => { const bar = document.querySelector('[type=range]'); bar.value = 5; bar.dispatchEvent(new "
      "Event('input')); })()");
  CHECK(hash_of(page) == "#game/0/b0g0/h1/s5");
}

TEST_CASE("the space bar plays the game, and stops it") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#game/b0g0"));
  page.press(" ");
  CHECK(page.text_of("document.querySelector('.play').textContent") == "Pause");
  CHECK(page.becomes(30s, "location.hash.endsWith('/s2')"));
  page.press(" ");
  CHECK(page.text_of("document.querySelector('.play').textContent") == "Play");
}

TEST_CASE("an address names hand, trick, step or question") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#game/b0g0/h2/t5"));
  CHECK(hash_of(page) == "#game/0/b0g0/h2/t5");
  CHECK(page.text_of("document.querySelector('h2').textContent").starts_with("Hand 2 of 3"));
  CHECK(page.number_of("document.querySelectorAll('.middle .card').length") == 4);
  CHECK(page.number_of("document.querySelectorAll('.middle .wins').length") == 1);
  page.open(made.url("#game/0/b0g0/h1/q1.7"));
  CHECK(page.text_of("document.querySelector('.beside h3').textContent").ends_with(", question 7"));
  CHECK(page.text_of("[...document.querySelectorAll('.beside h4')].map((head) => head.textContent).join()") ==
        "refused,fault,sent to the bot,received from the bot");
  // What no game has leads to its beginning.
  page.open(made.url("#game/0/b0g0/h99/t99"));
  CHECK(hash_of(page) == "#game/0/b0g0/h1");
  CHECK(page.errors() == std::vector<std::string>{});
}

TEST_CASE("the moon is announced once, in the arena's words, and marked in the score sheet at the seat that shot it") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#game/0/b0g0/h2"));
  page.press("End");
  const json::value& said = replay(made, "b0g0").at("hands").at(1).at("steps").as_array().back();
  REQUIRE(said.at("moon") == true);
  CHECK(page.text_of("document.querySelector('.words').textContent") == said.at("text").as_string());
  const std::string marked =
      "[...document.querySelector('.sheet tbody').rows[1].cells]"
      ".flatMap((cell, index) => (cell.textContent.startsWith('☾ ') ? [index - 1] : [])).join()";
  CHECK(page.text_of(marked) == fmt::format("{}", said.at("seat").as_int64()));
}

TEST_CASE("a seat's view shows its cards, its passes and its notes alone") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url("#game/0/b0g0/h1?seat=2"));
  for (int step = 0; step < 12; ++step) {
    CAPTURE(step);
    CHECK(page.number_of("document.querySelectorAll('.seat:not([data-seat=\"2\"]) .hand [data-card]').length") == 0);
    CHECK(page.number_of("document.querySelectorAll('.seat[data-seat=\"2\"] .hand [data-card]').length") > 0);
    page.press("ArrowRight");
  }
  CHECK(page.text_of("document.querySelector('.seat.bottom').dataset.seat") == "2");
  CHECK(hash_of(page) == "#game/0/b0g0/h1/s12?seat=2");
  CHECK(page.number_of("document.querySelectorAll('.tricks tbody button').length") ==
        page.number_of("document.querySelectorAll('.middle .card').length") +
            4 * page.number_of("document.querySelectorAll('.tricks .takes').length"));
}

}  // namespace viewer_test
