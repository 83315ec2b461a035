// What the page says about its figures: which intervals they have, how they are rounded, and which pairs to look at.

#include <string>

#include "tests/browser/browser.h"
#include "tests/browser/made_page.h"
#include "tests/catch.h"

namespace figures_test {

using browser::Browser;
using browser::ChangedPage;
using browser::MadePage;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* kNotes = "document.querySelector('.notes').innerText";

}  // namespace

TEST_CASE("the page says which intervals it shows: plain, of a run in progress, or of an open one") {
  NEEDS_BROWSER();
  Browser page;
  page.open(MadePage(50).url("#standings"));
  CHECK_THAT(page.text_of(kNotes), ContainsSubstring("Whiskers and ± show 95% intervals."));

  const MadePage live(50, true);
  page.open(live.url("#standings"));
  CHECK_THAT(page.text_of(kNotes), ContainsSubstring("Whiskers and ± show 95% bands, which are right at all looks "
                                                     "together while the games are played, of which 25.0% are rated; "
                                                     "at the end they are narrower."));

  const ChangedPage open(ChangedPage::Changes{{R"("intervals":{"kind":"plain"})", R"("intervals":{"kind":"open"})"}});
  page.open(open.url("#standings"));
  CHECK_THAT(page.text_of(kNotes), ContainsSubstring("Whiskers and ± show 95% bands, which are right at all looks "
                                                     "together, however long the games continue."));
}

TEST_CASE("the page of a finished search for the first bots says so") {
  NEEDS_BROWSER();
  const ChangedPage known(
      ChangedPage::Changes{{"The first 2 bots are not known yet. 5 bots can still be among them: monte_carlo, rules, "
                            "low, duck, eager.",
                            "The first 2 bots are known: monte_carlo, \\u003cb\\u003e."}});
  Browser page;
  page.open(known.url("#standings"));
  CHECK_THAT(page.text_of(kNotes), ContainsSubstring("The first 2 bots are known: monte_carlo, <b>."));
}

TEST_CASE("only later pairs to look at are said to be without the blocks of clearer ones") {
  NEEDS_BROWSER();
  const std::string second =
      R"("pairs_to_look_at":[{"helper":"low","gainer":"duck","blocks":66,"gain":1.325,"p":0.0001,)"
      R"("look_at":[{"run":"fedcba9876543210","block":1}]},)";
  const ChangedPage two(ChangedPage::Changes{{R"("pairs_to_look_at":[)", second}});
  Browser page;
  page.open(two.url("#standings"));
  const std::string notes = page.text_of(kNotes);
  CHECK_THAT(notes, ContainsSubstring("Look at low and duck: in the 66 blocks of the two, duck does better by +1.33 "
                                      "points a hand than in its others, p = 0.0001."));
  CHECK_THAT(notes, ContainsSubstring(": in the 66 blocks of the two without a clearer pair, monte_carlo does better "
                                      "by +2.10 points a hand"));
}

TEST_CASE("the page rounds figures as the arena's text does") {
  NEEDS_BROWSER();
  const std::string was = R"("margin":3.6666666666666665)";  // of the first row
  Browser page;
  // See figure_text_test.cpp.
  for (const auto& [value, text] : {std::pair{"0.125", "+0.13"},
                                    {"-0.125", "\u22120.13"},
                                    {"1.325", "+1.33"},
                                    {"0.1249", "+0.12"},
                                    {"-0.004", "0.00"}}) {
    CAPTURE(value);
    const ChangedPage changed(ChangedPage::Changes{{was, std::string(R"("margin":)") + value}});
    page.open(changed.url("#standings"));
    CHECK(page.text_of("document.querySelector('tbody').rows[0].cells[4].innerText").starts_with(text));
  }
}

}  // namespace figures_test
