#include "engine/rule_values.h"

#include <cstdlib>
#include <set>

#include "engine/typed_text.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace rule_values_test {

using namespace hearts;

namespace {

/// The words that a domain lists, if it lists any.
std::vector<std::string> words_in(const RuleKey& key) {
  constexpr std::string_view kList = "list of ";
  std::string_view domain = key.domain;
  const bool list = key.shape == ValueShape::word_list && domain.find('_') != std::string_view::npos;
  if (list) domain.remove_prefix(kList.size());
  if (!list && key.shape != ValueShape::word) return {};
  std::vector<std::string> words;
  for (const std::string_view word : split(domain, list ? ", " : " | ")) {
    if (word != "a suit") words.emplace_back(word);
  }
  return words;
}

/// A cell of a table in Markdown.
std::string cell(std::string_view text) {
  std::string shown;
  for (const char c : text) shown += c == '|' ? std::string("\\|") : std::string(1, c);
  return shown;
}

/// docs/rules-keys.md: each key with its meaning, its kind, its values and the rules it stands on.
std::string rule_keys_page() {
  std::string page =
      "# The keys of the rules\n\n"
      "A variant is a value for each of these " +
      std::to_string(rule_keys().size()) +
      " keys; the engine looks at nothing else. `arena variants ID --json` shows those\n"
      "of a variant, `+key=value` behind its name changes one, and a bot is told each as a line `rule KEY VALUE`. In "
      "text a list is\n"
      "split by commas, pairs are `a=b`, and an empty list is `none`. This page is made from the program's own table, "
      "as `arena\n"
      "variants --keys` is. What a key stands on is in [RULES.md](../engine/RULES.md).\n\n"
      "| key | meaning | a value is | values | rules |\n|---|---|---|---|---|\n";
  for (const RuleKey& key : rule_keys()) {
    std::string values;
    for (const RuleValue& one : values_of(key))
      values += (values.empty() ? "" : "; ") + ("`" + std::string(one.value) + "`: " + std::string(one.meaning));
    if (values.empty() || key.domain.starts_with("a suit"))
      values = std::string(key.domain) + (values.empty() ? "" : ". " + values);
    const std::string kind =
        key.set == nullptr ? "a number that follows from other keys" : std::string(shape_words(key.shape));
    page += "| `" + std::string(key.name) + "` | " + cell(key.meaning) + " | " + kind + " | " +
            (key.set == nullptr ? "" : cell(values)) + " | " + joined(rule_ids_of(key), " ") + " |\n";
  }
  return page;
}

}  // namespace

TEST_CASE("every word that a key may have is explained, once, in the order of its domain") {
  std::size_t explained = 0;
  for (const RuleKey& key : rule_keys()) {
    CAPTURE(key.name);
    std::vector<std::string> words;
    for (const RuleValue& one : values_of(key)) {
      words.emplace_back(one.value);
      CHECK_FALSE(one.meaning.empty());
      CHECK_FALSE(one.meaning.ends_with('.'));
    }
    CHECK(words == words_in(key));
    explained += words.size();
  }
  CHECK(explained == rule_values().size());
}

TEST_CASE("every key that can be set stands on rules of some variant") {
  for (const RuleKey& key : rule_keys()) {
    CAPTURE(key.name);
    if (key.set != nullptr) CHECK_FALSE(rule_ids_of(key).empty());
  }
}

TEST_CASE("docs/rules-keys.md is the table of the keys") {
  const std::filesystem::path page = HEARTS_SOURCE_DIR "/docs/rules-keys.md";
  if (std::getenv("HEARTS_WRITE_SNAPSHOTS") != nullptr) arena::test::write_file(page, rule_keys_page());
  CHECK(arena::test::read_file(page) == rule_keys_page());
}

}  // namespace rule_values_test
