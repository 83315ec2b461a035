#include "arena/game/deals/hand_line.h"

#include <algorithm>
#include <array>
#include <boost/json/parser.hpp>

#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

bool is_text(const json::value& value) { return value.is_string(); }
bool is_number(const json::value& value) { return value.is_int64(); }
bool is_flag(const json::value& value) { return value.is_bool(); }
template <bool (*kIsItem)(const json::value&)>
bool is_list(const json::value& value) {
  return value.is_array() && std::all_of(value.get_array().begin(), value.get_array().end(), kIsItem);
}

struct Key {
  std::string_view name;
  std::string_view type;
  bool (*is_right)(const json::value& value);
};

constexpr auto kKeys = std::to_array<Key>({
    {"variant", "a text", is_text},
    {"hand", "a whole number", is_number},
    {"dealer", "a whole number", is_number},
    {"deal", "a list of texts", is_list<is_text>},
    {"leftover", "a text", is_text},
    {"point_suit", "a text", is_text},
    {"pass", "a list of texts", is_list<is_text>},
    {"select", "a list of whole numbers", is_list<is_number>},
    {"plays", "a text", is_text},
    {"choice", "a text", is_text},
    {"totals", "a list of whole numbers", is_list<is_number>},
    {"extra", "true or false", is_flag},
    {"faulty", "true or false", is_flag},
    {"exposed", "a text", is_text},
});

const Key& find_key(std::string_view name) {
  const auto found = std::ranges::find(kKeys, name, &Key::name);
  if (found != kKeys.end()) return *found;
  throw Objection("there is no key '" + printable(name, 40) + "'; known: " + hearts::joined(kKeys, ", ", &Key::name));
}

json::value parse_object(std::string_view text, json::storage_ptr memory) {
  json::parser parser;
  parser.reset(std::move(memory));
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(text.data(), text.size(), error);
  const auto refuse = [&] { throw Objection("no JSON, byte " + std::to_string(parsed + 1) + ": " + error.message()); };
  if (error) refuse();
  json::value value = parser.release();
  if (!value.is_object()) throw Objection("a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}");
  if (parsed < text.size()) error = json::error::extra_data;
  if (error) refuse();
  return value;
}

}  // namespace

json::object parse_hand_line(std::string_view text, json::storage_ptr memory) {
  json::value value = parse_object(text, std::move(memory));
  json::object& line = value.get_object();
  for (const auto& [name, field] : line) {
    const Key& known = find_key({name.data(), name.size()});
    if (!field.is_null() && !known.is_right(field)) object_to(known.name, "must be " + std::string(known.type));
  }
  if (const auto twice = find_duplicate_key(text)) object_to(find_key(twice->key).name, "this is a duplicate key");
  for (const char* needed : {"variant", "deal"}) {
    if (!line.contains(needed)) throw Objection("\"" + std::string(needed) + "\" is missing");
  }
  return std::move(line);
}

const json::value* given(const json::object& line, std::string_view key) {
  const json::value* value = line.if_contains(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::string_view text_of(const json::value& value) { return {value.get_string().data(), value.get_string().size()}; }

std::optional<std::string_view> given_text(const json::object& line, std::string_view key) {
  const json::value* value = given(line, key);
  return value == nullptr ? std::nullopt : std::optional(text_of(*value));
}

const json::array& given_list(const json::object& line, std::string_view key) {
  static const json::array kNone;
  const json::value* value = given(line, key);
  return value == nullptr ? kNone : value->get_array();
}

hearts::CardSet CardReader::read(std::string_view text, std::optional<hearts::Seat> seat, std::optional<int> pass) {
  hearts::CardSet cards;
  for (std::string_view word = cut_word(text); !word.empty(); word = cut_word(text)) {
    const std::optional<hearts::Card> card = game_.deck().find(word);
    if (!card || seen_.contains(*card)) {
      throw Objection(card ? "this is a duplicate card" : "this is not a card of the pack",
                      {.field = field_, .pass = pass, .seat = seat, .card = std::string(word)});
    }
    seen_.insert(*card);
    cards.insert(*card);
  }
  return cards;
}

}  // namespace arena
