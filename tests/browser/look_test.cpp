#include <fmt/format.h>

#include "tests/browser/browser.h"
#include "tests/browser/made_page.h"
#include "tests/catch.h"

namespace look_test {

namespace json = boost::json;
using browser::Browser;
using browser::MadePage;

TEST_CASE("no page is wider than a telephone, nor with letters twice as large") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  for (const auto& [width, letters] :
       {std::pair{390, 16}, std::pair{390, 24}, std::pair{780, 32}, std::pair{1440, 32}}) {
    page.set_look({.width = width});
    page.open(made.url());
    for (const std::string& hash : MadePage::pages()) {
      CAPTURE(width, letters, hash);
      page.go(hash);
      page.evaluate(fmt::format("document.documentElement.style.fontSize = '{}px'", letters));
      CHECK(page.number_of("document.documentElement.scrollWidth") <= width);
    }
  }
}

/// Texts of the page whose colour is too near to the colour beneath: a ratio below 4.5, by the formulas of WCAG 2.
constexpr const char* kPaleTexts = R"((() => {
  const channels = (colour) => {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    const scale = colour.startsWith('color(') ? 1 : 255;
    const [r, g, b, alpha = 1] = numbers;
    return { rgb: [r, g, b].map((value) => value / scale), alpha };
  };
  const beneath = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { rgb, alpha } = channels(getComputedStyle(at).backgroundColor);
      if (alpha > 0) return rgb;
    }
    return [1, 1, 1];
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pale = new Set();
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || !element.checkVisibility() || element.closest('script, option, :disabled')) continue;
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    const [dark, light] = [luminance(channels(colour).rgb), luminance(beneath(element))].sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) pale.add(`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)}`);
  }
  return [...pale];
})())";

TEST_CASE("every text stands out, light and dark") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  for (const bool dark : {false, true}) {
    page.set_look({.dark = dark});
    page.open(made.url());
    for (const std::string& hash : MadePage::pages()) {
      CAPTURE(dark, hash);
      page.go(hash);
      CHECK(json::serialize(page.evaluate(kPaleTexts)) == "[]");
    }
  }
  page.evaluate("document.documentElement.style.setProperty('--ink', '#555')");
  CHECK(json::serialize(page.evaluate(kPaleTexts)) != "[]");
}

TEST_CASE("what has the focus is outlined, heads of tables have a scope, and pictures a name") {
  NEEDS_BROWSER();
  const MadePage made;
  Browser page;
  page.open(made.url());
  for (const std::string& hash : MadePage::pages()) {
    CAPTURE(hash);
    page.go(hash);
    CHECK(page.number_of("[...document.querySelectorAll('th')].filter((head) => !head.scope).length") == 0);
    CHECK(page.number_of("[...document.querySelectorAll('table')].filter((table) => !table.caption).length") == 0);
    CHECK(page.number_of("[...document.querySelectorAll('[role=img]')].filter((one) => !one.ariaLabel).length") == 0);
    CHECK(page.number_of("[...document.querySelectorAll('select, input')].filter((one) => !one.labels.length && "
                         "!one.ariaLabel).length") == 0);
    CHECK(page.number_of("document.querySelectorAll('h1').length") == 1);
  }
  page.open(made.url("#standings"));
  for (int i = 0; i < 20; ++i) {
    page.press("Tab");
    CHECK(page.text_of("getComputedStyle(document.activeElement).outlineStyle") != "none");
  }
}

}  // namespace look_test
