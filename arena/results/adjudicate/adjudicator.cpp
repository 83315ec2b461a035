#include "arena/results/adjudicate/adjudicator.h"

#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <span>
#include <utility>

#include "arena/base/text/printable.h"
#include "arena/results/adjudicate/judge.h"
#include "arena/results/adjudicate/played_hand.h"
#include "engine/deck.h"
#include "engine/hand.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::CardSet;
using hearts::GameRules;
using hearts::Phase;
using hearts::Seat;

constexpr std::size_t kMessageBytesMax = 400;
constexpr std::size_t kCardBytesMax = 20;
constexpr std::size_t kVariantBytesMax = 4096;

void add_objection(json::object& object, std::uint64_t line, const std::string& id, const Objection& objection) {
  json::object& error = object["error"].emplace_object();
  const auto add_text = [&](json::string_view key, std::string_view text, std::size_t bytes_max) {
    if (!text.empty()) error[key] = legible(text, {}, bytes_max);
  };
  const auto add_number = [&](json::string_view key, std::optional<int> number) {
    if (number) error[key] = *number;
  };
  const ObjectionPlace& place = objection.place;
  error["line"] = line;
  add_text("id", id, kLineIdBytesMax);
  add_text("field", place.field, kMessageBytesMax);
  add_number("pass", place.pass);
  add_number("play", place.play);
  add_number("seat", place.seat);
  add_text("card", place.card, kCardBytesMax);
  add_text("rule", place.rule, kMessageBytesMax);
  add_text("message", objection.what(), kMessageBytesMax);
}

const GameRules& rules_of(RulesCache& cache, const json::value& name) {
  const std::string_view variant =
      name.is_null() ? "" : std::string_view(name.get_string().data(), name.get_string().size());
  if (printable(variant, kVariantBytesMax) != variant)
    refuse_field("variant", "there is no variant '" + printable(variant, kCardBytesMax) + "'");
  try {
    return cache.rules_of(variant);
  } catch (const hearts::RulesError& error) {
    refuse_field("variant", error.what());
  }
}

/// What must be done next in an unfinished deal.
std::string_view deed_name(Phase phase) {
  if (phase == Phase::claim) return "claim";
  return phase == Phase::select ? "select" : phase == Phase::pass ? "pass" : "play";
}

void add_numbers(json::object& object, json::string_view key, std::span<const int> numbers) {
  object[key] = json::array(numbers.begin(), numbers.end(), object.storage());
}

void add_seat(json::object& object, json::string_view key, Seat seat) {
  object[key] = seat == hearts::kNobody ? json::value() : json::value(seat);
}

/// One finding, with the keys of its kind.
json::object finding_json(const LawFinding& finding, const GameRules& game, bool scored) {
  using What = LawFinding::What;
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"revoke", "corrected", "out_of_turn", "misdeal", "claim", "incorrect_hand", "excess"});
  json::object object = {{"what", kNames[static_cast<std::size_t>(finding.what)]}, {"seat", finding.seat}};
  if (finding.what == What::excess) {
    object["cards"] = cards_text(game.deck(), finding.cards);
    return object;
  }
  if (finding.what == What::claim) {
    object[finding.trick > 0 ? "revoke_of" : "hand_of"] = finding.other;
    if (finding.trick > 0) object["trick"] = finding.trick;
    object["founded"] = finding.found;
  }
  if (finding.card) {
    object["trick"] = finding.trick;
    object["card"] = game.deck().name(*finding.card);
  }
  if (finding.what == What::out_of_turn) add_seat(object, "retracted_by", finding.other);
  if (finding.what == What::incorrect_hand) object["cards"] = finding.count;
  if (scored && (finding.what == What::revoke || finding.what == What::incorrect_hand)) {
    object["found"] = finding.found;
    object["points"] = finding.points;
  }
  object["rule"] = finding.rule;
  return object;
}

/// Adds the members of the answer. FORMAT.md documents their keys.
void add_judgement(json::object& object, const GameRules& game, const Judgement& judgement, bool with_legal) {
  const std::size_t seats = at(game.seats());
  add_seat(object, "leader", judgement.leader);
  if (with_legal) {
    json::array& legal = object["legal"].emplace_array();
    for (const CardSet cards : judgement.legal) legal.emplace_back(cards_text(game.deck(), cards));
  }
  add_numbers(object, "winners", judgement.winners);
  if (game.rules().has_table_laws()) {
    json::array& findings = object["findings"].emplace_array();
    for (const LawFinding& finding : judgement.findings)
      findings.emplace_back(finding_json(finding, game, judgement.complete && !judgement.thrown_in));
  }
  if (!judgement.complete) {
    add_seat(object, "to_move", judgement.to_move);
    object["to_do"] = deed_name(judgement.phase);
    object["complete"] = false;
    return;
  }
  add_numbers(object, "points", std::span(judgement.points).first(seats));
  add_seat(object, "shooter", judgement.shooter);
  json::array& options = object["options"].emplace_array();
  for (int i = 0; i < judgement.options.count; ++i)
    options.emplace_back(moon_option_name(judgement.options.list[at(i)]));
  add_numbers(object, "totals", std::span(judgement.totals).first(seats));
  object["over"] = judgement.status.over;
  json::array& winners = object["match_winners"].emplace_array();
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (judgement.status.winners[seat]) winners.emplace_back(seat);
  }
  if (judgement.thrown_in) {
    object["thrown_in"] = true;
    object["next_dealer"] = judgement.next_dealer;
  }
  object["complete"] = true;
}

}  // namespace

const hearts::GameRules& RulesCache::rules_of(std::string_view variant) {
  const auto known = rules_.find(variant);
  if (known != rules_.end()) return *known->second;
  auto rules = std::make_unique<hearts::GameRules>(book_.resolve(variant));
  if (rules_.size() == kVariantsMax) rules_.clear();
  return *rules_.emplace(variant, std::move(rules)).first->second;
}

void Adjudicator::answer(const LineCutter::Line& line, std::string& answers) {
  if (!line.too_long && line.text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  std::array<unsigned char, 16384> buffer;
  json::monotonic_resource memory(buffer.data(), buffer.size());
  json::object object(&memory);
  std::string id;
  try {
    if (line.too_long)
      throw Objection("the line is longer than " + std::to_string(LineCutter::kLineBytesMax) + " bytes");
    const json::object hand = parse_hand_line(line.text, &memory, &id);
    const hearts::GameRules& game = rules_of(rules_, hand.at("variant"));
    const PlayedHand played = read_played_hand(game, hand);
    add_judgement(object, game, judge(game, played, with_legal_), with_legal_);
  } catch (const Objection& objection) {
    add_objection(object, line.number, id, objection);
  }
  answers += json::serialize(object);
  answers += '\n';
}

}  // namespace arena
