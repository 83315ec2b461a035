#include "arena/adjudicate/adjudicator.h"

#include <utility>

#include "arena/adjudicate/hand_line.h"
#include "arena/adjudicate/judgement.h"
#include "arena/adjudicate/objection.h"
#include "arena/adjudicate/played_hand.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

constexpr std::size_t kMessageBytesMax = 400;
constexpr std::size_t kCardBytesMax = 20;
constexpr std::size_t kVariantBytesMax = 4096;

void append_text(std::string& text, std::string_view key, std::string_view value,
                 std::size_t bytes_max = kMessageBytesMax) {
  text += ",\"";
  text += key;
  text += "\":\"";
  for (char c : printable(value, bytes_max)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += '"';
}

void append_number(std::string& text, std::string_view key, std::optional<int> value) {
  if (!value) return;
  text += ",\"";
  text += key;
  text += "\":" + std::to_string(*value);
}

void append_objection(std::string& text, std::uint64_t line, const Objection& objection) {
  text += "{\"error\":{\"line\":" + std::to_string(line);
  if (!objection.field.empty()) append_text(text, "field", objection.field);
  append_number(text, "pass", objection.pass);
  append_number(text, "play", objection.play);
  append_number(text, "seat", objection.seat);
  if (!objection.card.empty()) append_text(text, "card", objection.card, kCardBytesMax);
  if (!objection.rule.empty()) append_text(text, "rule", objection.rule);
  append_text(text, "message", objection.what());
  text += "}}";
}

const hearts::GameRules& rules_of(RulesCache& cache, std::string_view variant) {
  if (printable(variant, kVariantBytesMax) != variant)
    object_to("variant", "there is no variant '" + printable(variant, kCardBytesMax) + "'");
  try {
    return cache.rules_of(variant);
  } catch (const hearts::RulesError& error) {
    object_to("variant", error.what());
  }
}

}  // namespace

void Adjudicator::answer(const LineCutter::Line& line, std::string& answers) {
  if (!line.too_long && line.text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  try {
    if (line.too_long)
      throw Objection("the line is longer than " + std::to_string(LineCutter::kLineBytesMax) + " bytes");
    HandLine hand = parse_hand_line(line.text);
    const hearts::GameRules& game = rules_of(rules_, hand.variant);
    const PlayedHand played = read_played_hand(game, std::move(hand));
    append_judgement(answers, game, judge(game, played, with_legal_), with_legal_);
  } catch (const Objection& objection) {
    append_objection(answers, line.number, objection);
  }
  answers += '\n';
}

}  // namespace arena
