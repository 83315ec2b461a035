#include "arena/game/deals/given_deals.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <system_error>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/line_cutter.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/problems.h"
#include "arena/game/deals/hand_line.h"
#include "engine/rules.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr auto kFileKeys =
    std::to_array<std::string_view>({"variant", "deal", "leftover", "point_suit", "faulty", "exposed"});

/// Describes what is wrong, with its place in the line.
std::string describe_objection(const Objection& objection) {
  const ObjectionPlace& place = objection.place;
  std::string text;
  if (!place.field.empty()) text += std::string(place.field) + ": ";
  if (place.seat) text += fmt::format("seat {}: ", *place.seat);
  if (!place.card.empty()) text += printable(place.card, 20) + ": ";
  return text + objection.what();
}

const hearts::GameRules& rules_of(const json::object& line, const GivenDeals::FindRules& find_rules) {
  const auto name = find_text(line, "variant");
  if (!name) refuse_field("variant", "must be a text");
  try {
    if (const hearts::GameRules* rules = find_rules(*name)) return *rules;
  } catch (const hearts::RulesError& error) {
    refuse_field("variant", legible(error.what(), {}, 400));
  }
  refuse_field("variant", printable(*name, 100) + " is not played here");
}

}  // namespace

GivenDeals::GivenDeals(const std::filesystem::path& file, const FindRules& find_rules) {
  auto [input, unread] = open_input(file);
  LineCutter lines;
  Problems problems(file.string());
  for (bool more = true; more;) {
    const std::span<char> space = lines.space();
    input.read(space.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(space.size(), unread)));
    if (input.bad()) throw std::system_error(errno, std::generic_category(), file.string());
    const auto count = static_cast<std::size_t>(input.gcount());
    lines.commit(count);
    unread -= count;
    more = count > 0;
    if (!more || lines.too_long()) lines.finish();  // the end of a line that is too long may be far away
    while (const auto line = lines.next()) {
      const std::string place = fmt::format("{}:{}: ", file.string(), line->number);
      std::string id;
      try {
        read_line(line->too_long ? "" : line->text, find_rules, id);
      } catch (const Objection& objection) {
        problems.add(place + (id.empty() ? "" : fmt::format("id {}: ", id)) + describe_objection(objection));
      }
      // The rest of the file is not read: it may have no end.
      if (line->too_long)
        problems.add(fmt::format("{}the line is longer than {} bytes", place, LineCutter::kLineBytesMax));
      if (line->number > kDealsMax) problems.add(fmt::format("{}the file has more than {} lines", place, kDealsMax));
      if (line->too_long || line->number > kDealsMax) problems.refuse_all();
    }
  }
  problems.refuse_all();
  if (count_ == 0) throw InputError(file.string() + ": it has no deal");
}

void GivenDeals::read_line(std::string_view text, const FindRules& find_rules, std::string& id) {
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  const json::object line = parse_hand_line(text, {}, &id);
  for (const auto& [key, value] : line) {
    if (value.is_null() || std::ranges::find(kFileKeys, std::string_view(key.data(), key.size())) != kFileKeys.end())
      continue;
    throw Objection(
        fmt::format("a given deal has no key '{}'; known: {}", std::string_view(key), hearts::joined(kFileKeys, ", ")));
  }
  const hearts::GameRules& rules = rules_of(line, find_rules);
  const DealtHand dealt = read_deal(rules, line);
  const std::string& variant = rules.rules().id;
  json::object written = {{"variant", variant}};
  add_deal(written, rules, dealt.deal, dealt.slip);
  // If cards are lost, the leftover does not follow from the hands.
  if (rules.rules().leftover_count() > 0 && dealt.deal.leftover.empty()) written["leftover"] = "";
  text_ += json::serialize(written) + "\n";
  deals_[variant].push_back(dealt);
  ++count_;
}

std::span<const DealtHand> GivenDeals::of(std::string_view variant) const {
  const auto found = deals_.find(variant);
  if (found == deals_.end()) return {};
  return found->second;
}

std::string GivenDeals::hash() const { return hex(digest_of(text_)); }

}  // namespace arena
