#include "engine/value_text.h"

#include <charconv>

#include "engine/short_text.h"

namespace hearts {

void refuse_value(std::string_view value, std::string_view wanted) {
  throw RulesError("'" + short_text(value) + "' is not " + std::string(wanted));
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> parts;
  if (text == "none" || text.empty()) return parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

int parse_int(std::string_view text, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) {
    refuse_value(text, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

char parse_letter(std::string_view text, std::string_view what) {
  if (text.size() != 1) refuse_value(text, what);
  return text.front();
}

CardName parse_card_name(std::string_view text) {
  if (text.size() != 2) refuse_value(text, "a card (rank, then suit, as in QS)");
  return {text[0], text[1]};
}

}  // namespace hearts
