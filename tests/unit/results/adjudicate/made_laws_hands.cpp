#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/typed_text.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/naive_laws.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/results/adjudicate/made_hands.h"

namespace arena::test {
namespace {

using hearts::at;
using hearts::GameRules;
using hearts::Random;
using naive::Cards;

std::string spelled(const Cards& cards) { return hearts::joined(cards, " ", &naive::Card::text); }

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string list_of(const std::vector<std::string>& items) { return "[" + hearts::joined(items, ",") + "]"; }

std::string numbers(const std::vector<int>& values) {
  return "[" + hearts::joined(values, ",", [](int value) { return std::to_string(value); }) + "]";
}

std::string name(naive::Card card) { return std::string(card.text()); }

std::string flag(bool value) { return value ? "true" : "false"; }

/// What happened that the laws deal with, as the answer must report it.
struct Found {
  std::string what;
  int seat = 0;
  int other = -1;  ///< who had it taken back; against whom a claim is
  int trick = 0;
  naive::Card card{};
  bool founded = true;
};

class MakingUnderLaws {
 public:
  MakingUnderLaws(const GameRules& game, Random& random)
      : game_(game),
        rules_(game.rules()),
        random_(random),
        number_(1 + below(4)),
        dealer_(below(seats())),
        deal_(make_deal()),
        totals_(at(seats()), 0),
        slip_(chance(6)),
        model_(rules_, number_, dealer_, totals_, hearts::test::model_deal(game, deal_), slip_) {}

  MadeHand make(const std::string& id, std::uint64_t line_number) {
    int acts = chance(4) ? below(80) : 10'000;
    const int refused = chance(8) ? below(60) : 10'000;
    pass();
    while (made_.answer.empty() && acts-- > 0 && !over()) {
      if (static_cast<int>(plays_.size()) >= refused && refuse(line_number)) break;
      act();
    }
    made_.is_error = !made_.answer.empty();
    if (!made_.is_error) write_answer();
    write_line(id);
    return std::move(made_);
  }

 private:
  int seats() const { return rules_.seats; }
  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound))); }
  bool chance(int one_in) { return below(one_in) == 0; }
  bool over() const {
    const std::string phase = model_.phase();
    return phase == "choose" || phase == "done" || phase == "thrown in" || phase == "pass";
  }

  /// In half of the cases with wrong hands: a card lost, one moved, two lost.
  hearts::Deal make_deal() {
    hearts::Deal deal = deal_cards(game_, dealer_, random_);
    hearts::PerSeat<hearts::CardSet>& hands = deal.hands[0];
    const int first = below(seats());
    const int other = (first + 1) % seats();
    const int fault = below(6);
    const hearts::Card card = random_card(hands[first], random_);
    if (fault < 3) hands[first].erase(card);
    if (fault == 1) hands[other].insert(card);
    if (fault == 2) hands[other].erase(random_card(hands[other], random_));
    return deal;
  }

  void pass() {
    if (model_.phase() != "pass") return;
    const bool all = !chance(6);
    for (int seat = 0; seat < seats(); ++seat) {
      if (!all && chance(2)) {
        passes_.emplace_back();
        continue;
      }
      Cards cards = in_pack(model_.hand(seat));
      for (std::size_t left = cards.size(); left > 1; --left)
        std::swap(cards[left - 1], cards[at(below(static_cast<int>(left)))]);
      cards.resize(at(rules_.pass_count));
      if (!model_.pass(seat, cards)) throw std::logic_error("the model refuses a pass");
      passes_.push_back(spelled(cards));
    }
  }

  Cards in_pack(Cards cards) const {
    const Cards pack = naive::pack_of(rules_);
    std::sort(cards.begin(), cards.end(), [&](naive::Card a, naive::Card b) {
      return std::find(pack.begin(), pack.end(), a) < std::find(pack.begin(), pack.end(), b);
    });
    return cards;
  }

  naive::Card any_of(const Cards& cards) { return cards[at(below(static_cast<int>(cards.size())))]; }
  bool laws() const { return rules_.has_table_laws(); }
  bool by_claim() const {
    return laws() && rules_.law_revoke && rules_.revoke_discovery == hearts::RevokeDiscovery::by_claim;
  }

  void act() {
    if (model_.phase() == "claim" && !chance(3)) {
      const bool all = chance(3);
      for (int seat = 0; seat < seats(); ++seat) {
        if (model_.agree(seat)) {
          if (!all) plays_.push_back("agree:" + std::to_string(seat));
          if (!all) return;
        }
      }
      plays_.emplace_back("agree");
      return;
    }
    switch (below(12)) {
      case 0:
        if (chance(8)) call_misdeal();
        break;
      case 1:
      case 2:
        if (by_claim()) claim();
        break;
      case 3:
      case 4:
        demand();
        break;
      case 5:
      case 6:
        correct();
        break;
      case 7:
        lay(below(seats()));
        break;
      default:
        if (model_.phase() == "play") lay(model_.turn());
    }
  }

  void lay(int seat) {
    const Cards possible = in_pack(model_.possible(seat));
    if (possible.empty()) return;
    const Cards lawful = in_pack(model_.lawful(seat));
    const naive::Card card = any_of(chance(3) || lawful.empty() ? possible : lawful);
    const std::vector<naive::Played> before = model_.table();
    const bool early = seat != model_.turn();
    const bool failed = !before.empty() && !naive::holds(lawful, card) && rules_.law_revoke;
    const int trick = model_.trick_number();
    if (leader_ < 0) leader_ = model_.turn();
    if (!model_.play(seat, card)) throw std::logic_error("the model refuses a card");
    plays_.push_back((early ? "out:" : "") + name(card));
    legal_.push_back(in_quotes(spelled(lawful)));
    if (early) found_.push_back({"out_of_turn", seat, -1, trick, card});
    if (failed) found_.push_back({"revoke", seat, -1, trick, card});
    if (model_.trick_number() == trick) return;
    std::vector<naive::Played> whole = before;
    whole.push_back({seat, card});
    winners_.push_back(naive::winner_of(rules_, whole));
  }

  /// Cards that were on the table and are not any more.
  void note_returned_cards(const std::vector<naive::Played>& before, int by, naive::Card corrected) {
    const std::vector<naive::Played> now = model_.table();
    for (const naive::Played& played : before) {
      const bool lies = std::ranges::any_of(now, [&](const naive::Played& one) { return one.card == played.card; });
      if (lies) continue;
      for (Found& found : found_) {
        if (found.card != played.card || found.trick != model_.trick_number()) continue;
        if (found.what == "revoke") found.what = played.card == corrected ? "corrected" : "gone";
        if (found.what == "out_of_turn" && found.other < 0) found.other = by;
      }
    }
  }

  void demand() {
    const std::vector<naive::Played> before = model_.table();
    if (before.empty()) return;
    const naive::Played& played = before[at(below(static_cast<int>(before.size())))];
    const int by = below(seats());
    if (!model_.demand(by, played.seat)) return;
    plays_.push_back("demand:" + std::to_string(by) + ":" + name(played.card));
    note_returned_cards(before, by, {});
  }

  void correct() {
    const std::vector<naive::Played> before = model_.table();
    if (before.empty()) return;
    const naive::Played& played = before[at(below(static_cast<int>(before.size())))];
    const Cards lawful = in_pack(model_.lawful(played.seat));
    if (lawful.empty()) return;
    const naive::Card card = any_of(lawful);
    if (!model_.correct(played.seat, card)) return;
    plays_.push_back("correct:" + name(card));
    legal_.push_back(in_quotes(spelled(lawful)));
    note_returned_cards(before, played.seat, played.card);
  }

  void call_misdeal() {
    const int by = below(seats());
    if (!model_.call_misdeal()) return;
    plays_.push_back("misdeal:" + std::to_string(by));
    found_.push_back({.what = "misdeal", .seat = by});
  }

  void claim() {
    const std::string phase = model_.phase();
    if (model_.trick_number() == 1 || (phase != "play" && phase != "claim")) return;
    const int by = below(seats());
    const int owner = below(seats());
    const std::string start = "claim:" + std::to_string(by);
    if (chance(4)) {
      if (!rules_.law_incorrect_hand) return;
      found_.push_back({"claim", by, owner, 0, {}, model_.claim_hand(owner)});
      plays_.push_back(start + ":hand:" + std::to_string(owner));
      if (found_.back().founded) hands_claimed_ = true;
      return;
    }
    const int trick = 1 + below(model_.trick_number() - 1);
    found_.push_back({"claim", by, owner, trick, {}, model_.claim_revoke(owner, trick)});
    if (found_.back().founded) claimed_.emplace(owner, trick);
    plays_.push_back(start + ":revoke:" + std::to_string(owner) + ":" + std::to_string(trick));
  }

  /// Writes an act that the model does not allow, if its first try finds one.
  bool refuse(std::uint64_t line_number) {
    if (model_.phase() != "play") return false;
    const Cards pack = naive::pack_of(rules_);
    const naive::Card card = any_of(pack);
    if (naive::holds(model_.possible(model_.turn()), card)) return false;
    plays_.push_back(name(card));
    made_.answer = "{\"error\":{\"line\":" + std::to_string(line_number) +
                   ",\"play\":" + std::to_string(plays_.size()) + ",\"seat\":" + std::to_string(model_.turn()) +
                   ",\"card\":" + in_quotes(card.text()) + ",";
    return true;
  }

  std::string finding(const Found& one, bool complete, std::set<int>& charged) {
    std::string text = "{\"what\":" + in_quotes(one.what) + ",\"seat\":" + std::to_string(one.seat);
    const auto add = [&](const char* key, const std::string& value) {
      text += ",";
      text += in_quotes(key) + ":" + value;
    };
    if (one.what == "misdeal") {
      add("rule", in_quotes("R001-22"));
    } else if (one.what == "claim") {
      add(one.trick > 0 ? "revoke_of" : "hand_of", std::to_string(one.other));
      if (one.trick > 0) add("trick", std::to_string(one.trick));
      add("founded", flag(one.founded));
      add("rule", in_quotes(one.trick > 0 ? "R001-31" : "R001-23"));
    } else {
      add("trick", std::to_string(one.trick));
      add("card", in_quotes(one.card.text()));
      if (one.what == "out_of_turn") add("retracted_by", one.other < 0 ? "null" : std::to_string(one.other));
      if (one.what == "revoke" && complete) {
        const bool found = !by_claim() || claimed_.contains({one.seat, one.trick});
        const bool first = found && charged.insert(one.seat).second;
        const int points = first ? model_.count().penalty[at(one.seat)] : 0;
        made_.charged += points;
        add("found", flag(found));
        add("points", std::to_string(points));
      }
      add("rule", in_quotes(one.what == "revoke"      ? "R001-31"
                            : one.what == "corrected" ? "R001-30"
                            : one.other < 0           ? "R001-28"
                                                      : "R001-26"));
    }
    return text + "}";
  }

  std::vector<std::string> findings(bool complete) {
    std::vector<std::string> list;
    std::set<int> charged;
    for (const Found& one : found_) {
      if (one.what != "gone") list.push_back(finding(one, complete, charged));
    }
    const std::string phase = model_.phase();
    if (phase == "play" || phase == "pass" || phase == "thrown in") return list;
    for (int seat = 0; seat < seats(); ++seat) {
      if (!model_.has_left(seat)) continue;
      list.push_back("{\"what\":\"excess\",\"seat\":" + std::to_string(seat) +
                     ",\"cards\":" + in_quotes(spelled(in_pack(model_.hand(seat)))) + "}");
    }
    if (complete && rules_.law_incorrect_hand) add_wrong_hands(list, !charged.empty());
    return list;
  }

  void add_wrong_hands(std::vector<std::string>& list, bool revokes) {
    std::vector<int> wrong;
    for (int seat = 0; seat < seats(); ++seat) {
      if (deal_.hands[0][seat].size() != rules_.hand_size()) wrong.push_back(seat);
    }
    const bool found = !by_claim() || hands_claimed_;
    for (const int seat : wrong) {
      // What it has beside the tricks that it took.
      const std::vector<naive::Cards> taken = all_won();
      const int plain = naive::count_hand(rules_, point_suit(), taken, {}, model_.tricks()).penalty[at(seat)];
      const int points = found && !revokes ? model_.count().penalty[at(seat)] - plain : 0;
      made_.charged += points;
      list.push_back("{\"what\":\"incorrect_hand\",\"seat\":" + std::to_string(seat) +
                     ",\"cards\":" + std::to_string(deal_.hands[0][seat].size()) + ",\"found\":" + flag(found) +
                     ",\"points\":" + std::to_string(points) +
                     ",\"rule\":" + in_quotes(found && wrong.size() > 1 ? "R001-24" : "R001-23") + "}");
    }
  }

  std::vector<naive::Cards> all_won() const {
    std::vector<naive::Cards> taken;
    for (int seat = 0; seat < seats(); ++seat) taken.push_back(model_.won(seat));
    return taken;
  }

  char point_suit() const { return game_.deck().suit_letter(deal_.point_lane); }

  void write_answer() {
    const std::string phase = model_.phase();
    if (leader_ < 0 && phase == "play") leader_ = model_.turn();
    const bool thrown_in = phase == "thrown in";
    made_.is_complete = thrown_in || phase == "choose" || phase == "done";
    std::string& answer = made_.answer;
    answer = "{\"leader\":" + (leader_ < 0 ? "null" : std::to_string(leader_)) + ",\"legal\":" + list_of(legal_) +
             ",\"winners\":" + numbers(winners_) +
             ",\"findings\":" + list_of(findings(made_.is_complete && !thrown_in));
    if (!made_.is_complete) {
      answer +=
          ",\"to_move\":" + std::to_string(to_move(phase)) + ",\"to_do\":" + in_quotes(phase) + ",\"complete\":false}";
      return;
    }
    naive::Match match;
    match.totals = totals_;
    const int shooter = thrown_in ? -1 : model_.count().shooter;
    made_.has_moon = shooter >= 0;
    const std::vector<int> change = thrown_in ? std::vector<int>(at(seats()), 0) : model_.change();
    if (!thrown_in) naive::book(rules_, match, change);
    std::vector<std::string> options;
    if (shooter >= 0) {
      for (const std::string& option : naive::moon_options(rules_, model_.count(), totals_))
        options.push_back(in_quotes(option));
    }
    answer += ",\"points\":" + numbers(change) + ",\"shooter\":" + (shooter < 0 ? "null" : std::to_string(shooter)) +
              ",\"options\":" + list_of(options) + ",\"totals\":" + numbers(match.totals) +
              ",\"over\":" + flag(match.over) + ",\"match_winners\":" + numbers(match.winners);
    if (thrown_in) answer += ",\"thrown_in\":true,\"next_dealer\":" + std::to_string((dealer_ + 1) % seats());
    answer += ",\"complete\":true}";
  }

  /// Whose act is awaited, of several the first.
  int to_move(const std::string& phase) {
    if (phase == "play") return model_.turn();
    for (int seat = 0; seat < seats(); ++seat) {
      if (phase == "pass" && passes_[at(seat)].empty()) return seat;
      naive::LawsHand copy = model_;
      if (phase == "claim" && copy.agree(seat)) return seat;
    }
    return -1;
  }

  void write_line(const std::string& id) {
    std::vector<std::string> hands;
    hearts::CardSet dealt = deal_.leftover;
    for (int seat = 0; seat < seats(); ++seat) {
      hands.push_back(in_quotes(spelled(hearts::test::names_of(game_, deal_.hands[0][seat]))));
      dealt |= deal_.hands[0][seat];
    }
    made_.line = "{\"variant\":" + in_quotes(id) + ",\"hand\":" + std::to_string(number_) +
                 ",\"dealer\":" + std::to_string(dealer_) + ",\"totals\":" + numbers(totals_) +
                 ",\"deal\":" + list_of(hands) + ",\"point_suit\":" + in_quotes(std::string(1, point_suit()));
    // Where cards are lost it does not follow which were not dealt.
    if (dealt != game_.deck().cards() || chance(2))
      made_.line += ",\"leftover\":" + in_quotes(spelled(hearts::test::names_of(game_, deal_.leftover)));
    if (slip_) {
      made_.line += chance(2) ? std::string(",\"faulty\":true")
                              : ",\"exposed\":" + in_quotes(game_.deck().name(deal_.hands[0][0].first()));
    }
    if (!passes_.empty()) {
      made_.line +=
          ",\"pass\":[" + hearts::joined(passes_, ",", [](const std::string& cards) { return in_quotes(cards); }) + "]";
    }
    made_.line += ",\"plays\":" + in_quotes(hearts::joined(plays_, " ")) + "}";
  }

  const GameRules& game_;
  const hearts::Rules& rules_;
  Random& random_;
  int number_;
  int dealer_;
  hearts::Deal deal_;
  std::vector<int> totals_;
  bool slip_;
  naive::LawsHand model_;
  MadeHand made_;
  int leader_ = -1;
  std::vector<std::string> passes_;
  std::vector<std::string> plays_;
  std::vector<std::string> legal_;
  std::vector<int> winners_;
  std::vector<Found> found_;
  std::set<std::pair<int, int>> claimed_;
  bool hands_claimed_ = false;
};

}  // namespace

MadeHand made_under_laws(const GameRules& game, Random& random, const std::string& id, std::uint64_t number) {
  return MakingUnderLaws(game, random).make(id, number);
}

}  // namespace arena::test
