#include "arena/game/trial/trial_tables.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/deal.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

using hearts::CardSet;
using hearts::Rules;
using hearts::Variant;
using hearts::VariantOption;

constexpr const char* kUsualVariant = "black-lady@4";
/// How many random combinations of options each variant gets.
constexpr int kDrawsAVariant = 5;
/// How many deals are searched for a sure moon. One in 220 is one with four seats, one in 165 with three.
constexpr int kDealsMax = 20'000;
/// The hands at one table of each variant: one for each way to pass, including none, and the first way once more.
constexpr int kHandsOfLongGame = 5;
constexpr int kSeatsOfLongGame = 4;

/// Returns the rules as a league plays them, or nothing if there are no such rules.
std::optional<Rules> rules_of(const std::string& spec) {
  try {
    Rules rules = hearts::resolve_variant(spec);
    if (rules.has_table_laws()) rules = hearts::resolve_variant(spec + "+reject_illegal");
    return rules;
  } catch (const hearts::RulesError&) {
    return std::nullopt;  // an option that this number of seats, or another option, does not allow
  }
}

std::string spelled(const VariantOption& option) {
  return "+" + std::string(option.name) + (option.takes_value() ? "=HD" : "");
}

std::string sized(const Variant& variant, int seats) { return std::string(variant.id) + "@" + std::to_string(seats); }

/// Whether the option asks for the laws of the table, which only law_tables() plays.
bool asks_for_laws(const VariantOption& option) { return option.name == "table_laws"; }

/// The tables of different rules that the bot plays.
struct TableList {
  void add(const std::string& spec, int hands) {
    const std::optional<Rules> rules = rules_of(spec);
    if (!rules || !plays_variant(bot, rules->id) || !ids.insert(rules->id).second) return;
    const int number = static_cast<int>(tables.size());
    tables.push_back({rules->id, rules->seats, number % rules->seats, number, hands});
  }

  const BotEntry& bot;
  std::set<std::string> ids{};
  std::vector<TrialTable> tables{};
};

void add_draws(TableList& list, const Variant& variant, hearts::Random& random) {
  for (int draw = 0; draw < kDrawsAVariant; ++draw) {
    const auto sizes = static_cast<std::uint32_t>(variant.seats_max - variant.seats_min + 1);
    std::string spec = sized(variant, variant.seats_min + static_cast<int>(random.below(sizes)));
    for (const VariantOption& option : variant.options) {
      if (!asks_for_laws(option) && random.below(3) == 0) spec += spelled(option);
    }
    list.add(spec, 1);
  }
}

/// Whether the seat leads first and holds no card that another can beat: each of its suits goes from the top down
/// without a gap.
bool must_take_all(const hearts::GameRules& game, const hearts::Deal& deal, int seat) {
  const CardSet held = deal.hands[0][seat];
  const CardSet opening = game.suit_cards(game.opening_lane(deal.point_lane));
  if ((held & opening) != opening) return false;
  const CardSet others = game.deck().cards() - held;
  for (const hearts::Card mine : held) {
    for (const hearts::Card theirs : others& CardSet::lane(mine.lane())) {
      if (theirs.position() > mine.position()) return false;
    }
  }
  return true;
}

/// Finds a deal with a sure moon, and the seat that shoots it. The first dealer follows from the table's number.
/// Returns false if there is none.
bool find_moon(TrialTable& table, const RunKey& key) {
  const hearts::GameRules game(hearts::resolve_variant(table.variant));
  const BlockSeed seed = key.block_seed(table.variant, table.number);
  for (int hand = 1; hand <= kDealsMax; ++hand) {
    const DealSeed chance = seed.deal_seed(hand);
    hearts::Random random(chance);
    const hearts::Deal deal = hearts::deal_cards(game, seed.first_dealer(game.seats()), random);
    for (int seat = 0; seat < game.seats(); ++seat) {
      if (!must_take_all(game, deal, seat)) continue;
      table.seat = seat;
      table.deals = {chance};
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<TrialTable> fuzzed_tables(const BotEntry& bot, const RunKey& key) {
  TableList list{bot};
  hearts::Random random(key.block_seed("tables", 0).deal_seed(0));
  for (const Variant* variant : hearts::variants()) {
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
      const bool is_long = seats == std::clamp(kSeatsOfLongGame, variant->seats_min, variant->seats_max);
      list.add(sized(*variant, seats), is_long ? kHandsOfLongGame : 2);
      for (const VariantOption& option : variant->options) list.add(sized(*variant, seats) + spelled(option), 1);
    }
    add_draws(list, *variant, random);
  }
  for (std::size_t left = list.tables.size(); left > 1; --left) {
    std::swap(list.tables[left - 1], list.tables[random.below(static_cast<std::uint32_t>(left))]);
  }
  return std::move(list.tables);
}

std::vector<TrialTable> choice_tables(const BotEntry& bot, const RunKey& key) {
  TableList list{bot};
  for (const Variant* variant : hearts::variants()) {
    for (const char* ranks : {"Q,K,A", "J,Q,K,A"}) {
      for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
        const std::string spec = sized(*variant, seats) + "+deck.ranks=" + ranks + "+deck.remove=none+pass.cycle=0";
        const std::optional<Rules> rules = rules_of(spec);
        if (!rules || rules->moon_award != hearts::MoonAward::shooter_chooses || rules->hands_per_seat > 1) continue;
        list.add(spec, 1);
      }
    }
  }
  std::erase_if(list.tables, [&](TrialTable& table) { return !find_moon(table, key); });
  for (const Variant* variant : hearts::variants()) {
    const std::optional<Rules> rules = rules_of(sized(*variant, variant->seats_min));
    if (rules && rules->hand_select != hearts::HandSelect::none) list.add(rules->id, 2);
  }
  return std::move(list.tables);
}

std::vector<TrialTable> law_tables(const BotEntry& bot) {
  std::vector<TrialTable> tables;
  for (const char* options : {"", "+laws.revoke_discovery=by_claim", "+all_penalty_cards+with_passing"}) {
    const Rules rules = hearts::resolve_variant(std::string("tournament-laws+table_laws") + options);
    if (!plays_variant(bot, rules.id)) continue;
    for (int seat = 0; seat < rules.seats; ++seat) {
      const int number = static_cast<int>(tables.size());
      tables.push_back({rules.id, rules.seats, seat, number, 2, {}, number % 2 == 1});
    }
  }
  return tables;
}

TrialTable usual_table(const std::vector<TrialTable>& tables, int number, int hands) {
  const auto usual = std::ranges::find(tables, kUsualVariant, &TrialTable::variant);
  TrialTable table = usual == tables.end() ? tables.front() : *usual;
  table.seat = number % table.seats;
  table.number = number;
  table.hands = hands;
  return table;
}

}  // namespace arena
