#include "tests/browser/walk.h"

#include <map>
#include <sstream>
#include <string>

#include "tests/catch.h"

namespace browser {
namespace {

namespace json = boost::json;

/// What the table shows: cards in hands, on the way to a seat and in the other hand, and the card played last.
struct Table {
  std::int64_t held = 0;
  std::string moved;
};

Table look_at_table(Browser& page) {
  const json::value seen = page.evaluate(
      "[document.querySelectorAll('.seat [data-card]').length,"
      " document.querySelector('.middle .moves')?.dataset.card ?? '']");
  return {seen.at(0).to_number<std::int64_t>(), std::string(seen.at(1).get_string())};
}

}  // namespace

void walk(Browser& page, const json::object& replay) {
  for (const json::value& hand : replay.at("hands").as_array()) {
    std::map<std::string, int> dealt;
    std::int64_t cards = 0;
    for (const json::value& pile : hand.at("deal").as_array()) {
      for (const json::value& text : pile.as_array()) {
        std::istringstream words{std::string(text.get_string())};
        for (std::string word; words >> word; ++cards) dealt[word] = 0;
      }
    }
    CHECK(look_at_table(page).held == cards);
    for (const json::value& step : hand.at("steps").as_array()) {
      page.press("ArrowRight");
      const Table table = look_at_table(page);
      const std::string kind(step.at("kind").get_string());
      if (kind == "play") {
        REQUIRE(table.moved == step.at("card").get_string());
        ++dealt[table.moved];
        --cards;
      }
      if (kind == "back") {
        --dealt[std::string(step.at("card").get_string())];
        ++cards;
      }
      REQUIRE(table.held == cards);
    }
    CHECK(cards == 0);
    for (const auto& [card, times] : dealt) CHECK((times == 1));
    page.press("ArrowRight");
  }
}

}  // namespace browser
