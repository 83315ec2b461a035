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

/// What docs/rules-keys.md must be: each key with its meaning, type, values and the ids of its rules.
std::string rule_keys_page() {
  std::string page =
      "# The keys of the rules\n\n"
      "A variant is a set of values, one for each of these " +
      std::to_string(rule_keys().size()) +
      " keys. The engine reads nothing else.\n\n"
      "- `arena variants ID --json` prints the values of a variant.\n"
      "- `+key=value` after a variant's name changes one value.\n"
      "- The arena sends each value to a bot in a line `rule KEY VALUE`.\n\n"
      "In text, commas separate the items of a list, a pair is written `a=b`, and an empty list is `none`. The last "
      "column\n"
      "cites the rules behind each key; they are in [RULES.md](../engine/RULES.md). This page and `arena variants "
      "--keys` both\n"
      "come from the program's own table.\n\n"
      "| key | meaning | type | values | rules |\n|---|---|---|---|---|\n";
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

TEST_CASE("every key that can be set comes from rules of some variant") {
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
