#include "arena/game/variants/variant_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/json_file.h"
#include "arena/base/text/json_value.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/problems.h"
#include "arena/base/text/words.h"
#include "engine/card_set.h"
#include "engine/rule_keys.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {

namespace fs = std::filesystem;
namespace json = boost::json;
using hearts::ValueShape;

namespace {

constexpr int kSchema = 1;

/// The most items of a list: more than any key has.
constexpr int kItemsMax = 200;

/// Returns a word, number or boolean as text. Lists, pairs and ids give some characters a meaning.
std::string item_text(const JsonValue& value, std::string_view refused) {
  const json::value& item = value.json();
  if (item.is_bool() || item.is_int64() || item.is_uint64()) return json::serialize(item);
  if (!item.is_string()) value.refuse_type("a word, a number, a list of them or an object of them");
  std::string text = value.text();
  if (text.find_first_of(refused) != std::string::npos ||
      !std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; }))
    value.refuse_type("a word without spaces and without any of " + std::string(refused));
  return text;
}

/// Returns a value of a key as text for RuleKey::set(). Throws InputError if it is not made of numbers, booleans and
/// words without spaces, commas, '+' and '='.
std::string key_text(const hearts::RuleKey& key, const JsonValue& value) {
  const json::value& is = value.json();
  std::vector<std::string> parts;
  if (is.is_null()) return "none";
  if (is.is_array()) {
    parts = value.each(0, kItemsMax, "items", [](const JsonValue& item) { return item_text(item, ",+="); });
  } else if (is.is_object()) {
    for (const auto& [name, item] : value.members()) {
      if (name.empty() || name.find_first_of(",+= ") != std::string::npos) item.refuse("has a name that is no word");
      parts.push_back(name + "=" + item_text(item, ",+="));
    }
  } else {
    const std::string text = item_text(value, "+");
    const bool is_one_word = key.shape == ValueShape::letters && text != "none" && text.find(',') == std::string::npos;
    return is_one_word ? hearts::joined(text, ",", [](char letter) { return std::string(1, letter); }) : text;
  }
  return parts.empty() ? "none" : hearts::joined(parts, ",");
}

std::string read_line(const JsonValue& value, std::size_t bytes_max) {
  std::string line = value.text();
  if (line.size() > bytes_max || unseen_flaw(line, Unseen::misleading))
    value.refuse(fmt::format("must be one line of text without control characters, of at most {} bytes", bytes_max));
  return line;
}

void read_players(const JsonValue& value, hearts::NamedVariant& variant) {
  const auto read = [](const JsonValue& number) { return number.whole(hearts::kSeatsMin, hearts::kSeatsMax); };
  if (!value.json().is_array()) {
    variant.seats_min = variant.seats_max = read(value);
    return;
  }
  const std::vector<int> bounds = value.each(2, 2, "numbers", read);
  if (bounds.size() != 2) return;  // the error is collected
  if (bounds[0] > bounds[1]) value.refuse("must be the smallest and the largest number of players, in this order");
  variant.seats_min = bounds[0];
  variant.seats_max = bounds[1];
}

void read_keys(const JsonValue& value, hearts::NamedVariant& variant) {
  for (const auto& member : value.members()) {
    const std::string& name = member.first;
    const JsonValue& item = member.second;
    value.problems().collect([&] {
      try {
        const hearts::RuleKey& key = hearts::known_rule_key(name);
        if (key.set == nullptr) item.refuse("follows from other keys and cannot be set");
        if (key.name == "seats") item.refuse("cannot be set here; give the numbers of players in \"players\"");
        variant.keys.emplace(name, key_text(key, item));
      } catch (const hearts::RulesError& error) {
        throw InputError(item.place() + ": " + error.what());
      }
    });
  }
}

}  // namespace

json::value key_json(const hearts::RuleKey& key, const std::string& text) {
  const bool is_number = key.shape == ValueShape::number || key.shape == ValueShape::number_or_none ||
                         key.shape == ValueShape::number_list || key.shape == ValueShape::number_map;
  const auto item = [&](std::string_view part) {
    return is_number ? json::value(leading_number(part)) : json::value(part);
  };
  const bool is_none = text == "none";
  const auto parts = is_none ? std::vector<std::string_view>() : hearts::split(text, ",");
  json::array list;
  json::object map;
  switch (key.shape) {
    case ValueShape::word_or_none:
    case ValueShape::number_or_none:
      return is_none ? json::value() : item(text);
    case ValueShape::word:
    case ValueShape::number:
      return item(text);
    case ValueShape::flag:
      return text == "true";
    case ValueShape::letters:
      return json::value(hearts::joined(hearts::split(text, ","), ""));
    case ValueShape::word_list:
    case ValueShape::number_list:
      for (const std::string_view part : parts) list.push_back(item(part));
      return list;
    case ValueShape::word_map:
    case ValueShape::number_map:
      for (const std::string_view part : parts)
        map[part.substr(0, part.find('='))] = item(part.substr(part.find('=') + 1));
      return map;
  }
  return nullptr;
}

void add_variant_file(const fs::path& file, hearts::VariantBook& book) {
  const json::value text = read_json_file(file);
  Problems problems(file.string());
  const JsonValue top(text, file.string() + ":", problems);
  JsonKeys keys(top);
  // Checked first, because another schema may have other keys.
  const auto schema = keys.find("variant");
  if (const int is = schema ? schema->whole(1, 1'000'000) : kSchema; is != kSchema)
    schema->refuse(fmt::format("is {}, but this arena reads schema {}", is, kSchema));
  hearts::NamedVariant variant;
  const bool has_name = keys.read("name", [&](const JsonValue& name) {
    variant.name = name.text();
    if (!hearts::is_variant_name(variant.name)) name.refuse_type(hearts::kVariantNameRule);
  });
  keys.read("title", [&](const JsonValue& title) { variant.title = read_line(title, hearts::kVariantTitleBytesMax); });
  keys.read("about", [&](const JsonValue& about) { variant.about = read_line(about, hearts::kVariantAboutBytesMax); });
  const bool has_from = keys.read("from", [&](const JsonValue& from) { variant.from = from.text(); });
  keys.read("players", [&](const JsonValue& players) { read_players(players, variant); });
  keys.read("keys", [&](const JsonValue& values) { read_keys(values, variant); });
  keys.advise("options", "options belong to \"from\", as in \"from\": \"black-lady+no_blood\"");
  keys.advise("seats", "the numbers of players are \"players\", as in \"players\": [3, 6]");
  keys.report_others();
  if (!schema) top.report("\"variant\" is missing; this arena reads \"variant\": 1");
  if (!has_name) top.report("\"name\" is missing");
  if (!has_from) top.report("\"from\" is missing: the variant that this one changes, such as \"black-lady\"");
  problems.refuse_all();
  try {
    book.add(std::move(variant));
  } catch (const hearts::RulesError& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

hearts::VariantBook read_variants(const std::vector<std::string>& files) {
  std::vector<fs::path> paths;
  for (const fs::path file : files) {
    if (!fs::is_directory(file)) {
      paths.push_back(file);
      continue;
    }
    const std::size_t before = paths.size();
    std::error_code error;
    for (fs::directory_iterator at(file, error), end; !error && at != end; at.increment(error)) {
      if (at->path().extension() == ".json") paths.push_back(at->path());
    }
    if (error) throw InputError(file.string() + ": " + error.message());
    std::sort(paths.begin() + static_cast<std::ptrdiff_t>(before), paths.end());
  }
  if (paths.size() > static_cast<std::size_t>(kVariantFilesMax))
    throw InputError(fmt::format("{} variant files are too many; at most {} are read", paths.size(), kVariantFilesMax));
  hearts::VariantBook book;
  for (const fs::path& path : paths) add_variant_file(path, book);
  return book;
}

std::string variant_file_text(const std::string& name, const std::string& spec, const hearts::VariantBook& book) {
  const hearts::Rules rules = book.meant(spec);
  const std::vector<std::string_view> parts = hearts::split(rules.id, "+");
  const std::string base(parts.front().substr(0, parts.front().find('@')));
  std::string from = base;
  std::string changes;
  json::object keys;
  for (const std::string_view part : std::span(parts).subspan(1)) {
    changes.append("+").append(part);
    const hearts::RuleKey* key = hearts::find_rule_key(part.substr(0, part.find('=')));
    if (key == nullptr) {
      from.append("+").append(part);
    } else {
      keys[key->name] = key_json(*key, key->get(rules));
    }
  }
  // The numbers of players around this one for which the changes can be played, too.
  const hearts::Variant& known = hearts::find_variant(base);
  const auto fits = [&](int seats) {
    if (seats < known.seats_min || seats > known.seats_max) return false;
    try {
      (void)hearts::resolve_variant(base + "@" + std::to_string(seats) + changes);
      return true;
    } catch (const hearts::RulesError&) {
      return false;
    }
  };
  int min = rules.seats;
  int max = rules.seats;
  while (fits(min - 1)) --min;
  while (fits(max + 1)) ++max;
  std::string text = fmt::format("{{\n  \"variant\": {},\n  \"name\": {},\n  \"title\": {},\n  \"from\": {},\n",
                                 kSchema, json::serialize(json::value(name)), json::serialize(json::value(spec)),
                                 json::serialize(json::value(from)));
  text += fmt::format("  \"players\": [{}, {}],\n  \"keys\": {{", min, max);
  std::string_view between = "\n";
  for (const auto& [key, value] : keys) {
    text += fmt::format("{}    \"{}\": {}", between, std::string_view(key), json::serialize(value));
    between = ",\n";
  }
  return text + (keys.empty() ? "}" : "\n  }") + ",\n  \"about\": \"Say here what players should know.\"\n}\n";
}

}  // namespace arena
