#include "arena/results/adjudicate/adjudicator.h"

#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "arena/base/text/printable.h"
#include "arena/results/adjudicate/judge.h"
#include "arena/results/adjudicate/judgement.h"
#include "arena/results/adjudicate/played_hand.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr std::size_t kMessageBytesMax = 400;
constexpr std::size_t kCardBytesMax = 20;
constexpr std::size_t kVariantBytesMax = 4096;

void put_objection(json::object& object, std::uint64_t line, const Objection& objection) {
  json::object& error = object["error"].emplace_object();
  const auto put_text = [&](json::string_view key, std::string_view text, std::size_t bytes_max) {
    if (!text.empty()) error[key] = printable(text, bytes_max);
  };
  const auto put_number = [&](json::string_view key, std::optional<int> number) {
    if (number) error[key] = *number;
  };
  const ObjectionPlace& place = objection.place;
  error["line"] = line;
  put_text("field", place.field, kMessageBytesMax);
  put_number("pass", place.pass);
  put_number("play", place.play);
  put_number("seat", place.seat);
  put_text("card", place.card, kCardBytesMax);
  put_text("rule", place.rule, kMessageBytesMax);
  put_text("message", objection.what(), kMessageBytesMax);
}

const hearts::GameRules& rules_of(RulesCache& cache, const json::value& name) {
  const std::string_view variant =
      name.is_null() ? "" : std::string_view(name.get_string().data(), name.get_string().size());
  if (printable(variant, kVariantBytesMax) != variant)
    object_to("variant", "there is no variant '" + printable(variant, kCardBytesMax) + "'");
  try {
    return cache.rules_of(variant);
  } catch (const hearts::RulesError& error) {
    object_to("variant", error.what());
  }
}

}  // namespace

const hearts::GameRules& RulesCache::rules_of(std::string_view variant) {
  const auto known = rules_.find(variant);
  if (known != rules_.end()) return *known->second;
  auto rules = std::make_unique<hearts::GameRules>(hearts::resolve_variant(variant));
  if (rules_.size() == kVariantsMax) rules_.clear();
  return *rules_.emplace(variant, std::move(rules)).first->second;
}

void Adjudicator::answer(const LineCutter::Line& line, std::string& answers) {
  if (!line.too_long && line.text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  std::array<unsigned char, 16384> buffer;
  json::monotonic_resource memory(buffer.data(), buffer.size());
  json::object object(&memory);
  try {
    if (line.too_long)
      throw Objection("the line is longer than " + std::to_string(LineCutter::kLineBytesMax) + " bytes");
    const json::object hand = parse_hand_line(line.text, &memory);
    const hearts::GameRules& game = rules_of(rules_, hand.at("variant"));
    const PlayedHand played = read_played_hand(game, hand);
    put_judgement(object, game, judge(game, played, with_legal_), with_legal_);
  } catch (const Objection& objection) {
    put_objection(object, line.number, objection);
  }
  answers += json::serialize(object);
  answers += '\n';
}

}  // namespace arena
