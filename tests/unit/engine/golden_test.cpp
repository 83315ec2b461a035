#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "engine/deck.h"
#include "engine/match.h"
#include "tests/catch.h"
#include "tests/unit/engine/golden_cases.h"
#include "tests/unit/engine/golden_laws.h"
#include "tests/unit/engine/golden_play.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace golden_test {

// Each kind of golden case is put to the function of the engine that answers it.

namespace {

using namespace hearts;
using namespace hearts::test;

std::vector<int> as_list(const GameRules& game, const PerSeat<int>& values) {
  return {values.begin(), values.begin() + game.seats()};
}

PerSeat<int> per_seat(const std::vector<int>& values) {
  PerSeat<int> result{};
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

int point_lane_of(const GameRules& game, const GoldenCase& golden) {
  if (!golden.input.contains("point_suit")) return game.fixed_point_lane();
  return game.deck().lane_of(text_of(golden.input.at("point_suit")).at(0)).value();
}

std::optional<Card> card_or_nothing(const GameRules& game, const boost::json::value& name) {
  if (name.is_null()) return std::nullopt;
  return card_of(game, text_of(name));
}

void check_status(const MatchStatus& status, bool over, const boost::json::value& winners) {
  CHECK(status.over == over);
  std::set<int> expected;
  for (const boost::json::value& letter : winners.as_array()) expected.insert(seat_of(letter));
  std::set<int> found;
  for (int seat = 0; seat < kSeatsMax; ++seat) {
    if (status.winners[static_cast<std::size_t>(seat)]) found.insert(seat);
  }
  CHECK(found == expected);
}

// plays: "A:8C B:3C", from seat A on; winner: who takes them.
void trick(const GameRules& game, const GoldenCase& golden) {
  Trick played;
  std::istringstream plays(text_of(golden.input.at("plays")));
  for (std::string word; plays >> word;) {
    REQUIRE(word.at(0) - 'A' == played.count);
    played.add(card_of(game, word.substr(2)));
  }
  REQUIRE(played.count == game.seats());
  CHECK(trick_winner(game, played) == seat_of(golden.expect.at("winner")));
}

void start(const GameRules& game, const GoldenCase& golden) {
  const Match match(game, 0);
  CHECK(as_list(game, match.totals()) == numbers_of(golden.expect.at("totals")));
}

// hands: hand numbers; offsets: where each passes; count: cards passed.
void pass(const GameRules& game, const GoldenCase& golden) {
  std::vector<int> offsets;
  for (int number : numbers_of(golden.input.at("hands"))) offsets.push_back(game.pass_offset(number));
  CHECK(offsets == numbers_of(golden.expect.at("offsets")));
  CHECK(game.pass_count() == number_of(golden.expect.at("count")));
}

// A real hand of that number: where do the cards of the sender arrive, if anywhere?
void pass_to(const GameRules& game, const GoldenCase& golden) {
  Random random(seed_of(3));
  Hand hand(game, random_setup(game, number_of(golden.input.at("hand")), random));
  const Seat sender = seat_of(golden.input.at("sender"));
  const bool passing = hand.phase() != Phase::play;
  while (hand.phase() != Phase::play) must_apply(hand, hand.to_move(), random_move(hand, random));
  Seat receiver = kNobody;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (passing && hand.received(seat) == hand.passed(sender)) receiver = seat;
  }
  CHECK(receiver == seat_of(golden.expect.at("receiver")));
}

// The direction of the pass depends on the dealer alone.
void dealer_pass(const GameRules& game, const GoldenCase& golden) {
  std::map<Seat, std::set<int>> offsets;
  Seat dealer = 0;
  for (int number : numbers_of(golden.input.at("hands"))) {
    offsets[dealer].insert(game.pass_offset(number));
    dealer = seat_at(dealer, 1, game.seats());
  }
  bool constant = true;
  for (const auto& [seat, found] : offsets) constant = constant && found.size() == 1;
  CHECK(constant == golden.expect.at("constant").as_bool());
}

void deal(const GameRules& game, const GoldenCase& golden) {
  Random random(seed_of(4));
  const Deal dealt = deal_cards(game, 0, random);
  REQUIRE(is_whole(game, dealt));
  const std::map<std::string, int> found = {{"deck", game.deck().cards().size()},
                                            {"hand", dealt.hands[0][0].size()},
                                            {"tricks", game.rules().tricks()},
                                            {"leftover", dealt.leftover.size()},
                                            {"pass_count", game.pass_count()}};
  for (const auto& entry : golden.expect) {
    INFO(entry.key());
    if (entry.key() == "removed") {
      std::set<std::string> removed;
      std::istringstream words(text_of(entry.value()));
      for (std::string word; words >> word;) removed.insert(word);
      for (const std::string& card : removed) CHECK_FALSE(game.deck().find(card));
      CHECK(game.deck().cards().size() + static_cast<int>(removed.size()) == 52);
    } else {
      CHECK(found.at(std::string(entry.key())) == number_of(entry.value()));
    }
  }
}

void legal(const GameRules& game, const GoldenCase& golden) {
  PlaySituation situation;
  situation.point_lane = point_lane_of(game, golden);
  situation.first_trick = number_of(golden.input.at("trick_no")) == 1;
  situation.broken = golden.input.at("broken").as_bool();
  if (const auto led = card_or_nothing(game, golden.input.at("led"))) situation.led_lane = led->lane();
  if (golden.input.contains("opening_card")) {
    situation.opening_card = card_of(game, text_of(golden.input.at("opening_card")));
  }
  const CardSet hand = cards_of(game, text_of(golden.input.at("hand")));
  const CardSet expected = cards_of(game, text_of(golden.expect.at("legal")));
  CHECK(cards_text(game.deck(), legal_cards(game, hand, situation)) == cards_text(game.deck(), expected));
}

PlayedCard played_card(const GameRules& game, const boost::json::value& card, const boost::json::value& led,
                       const boost::json::value& trick_number) {
  return {card_of(game, text_of(card)), card_or_nothing(game, led), number_of(trick_number), std::nullopt};
}

// A hand in which `card` falls to that trick: is it broken right after?
void breaking(const GameRules& game, const GoldenCase& golden) {
  PlayedCard wanted = played_card(game, golden.input.at("card"), golden.input.at("led"), golden.input.at("trick_no"));
  if (golden.input.contains("point_suit")) wanted.point_lane = point_lane_of(game, golden);
  const std::optional<Hand> hand = hand_with(game, wanted);
  REQUIRE(hand);
  CHECK(hand->broken() == golden.expect.at("breaks").as_bool());
}

// subhand_1: [card, led, trick] that fall in the first of two hands.
void break_sequence(const GameRules& game, const GoldenCase& golden) {
  const boost::json::array& play = golden.input.at("subhand_1").as_array().at(0).as_array();
  std::optional<Hand> hand = hand_with(game, played_card(game, play.at(0), play.at(1), play.at(2)));
  REQUIRE(hand);
  CHECK(hand->broken());
  REQUIRE(text_of(golden.input.at("query")) == "broken at start of sub-hand 2");
  Random random(seed_of(5));
  while (hand->sub_hand() == 0 || hand->phase() != Phase::play) {
    must_apply(*hand, hand->to_move(), random_move(*hand, random));
  }
  CHECK(hand->trick_number() == 1);
  CHECK(hand->broken() == golden.expect.at("broken").as_bool());
}

// hands: what each seat holds after the pass; card: the one that must be led, null for any.
void opening(const GameRules& game, const GoldenCase& golden) {
  std::vector<CardSet> named;
  for (const std::string& names : texts_of(golden.input.at("hands"))) named.push_back(cards_of(game, names));
  const Seat dealer = golden.input.contains("dealer") ? seat_of(golden.input.at("dealer")) : 0;
  std::optional<int> lane;
  if (golden.input.contains("point_suit")) lane = point_lane_of(game, golden);
  const Hand hand = hand_that_opens(game, named, dealer, lane);
  CHECK(hand.to_move() == seat_of(golden.expect.at("leader")));
  if (const auto card = card_or_nothing(game, golden.expect.at("card"))) {
    CHECK(hand.legal() == CardSet{*card});
  } else {
    CHECK(hand.legal().size() > 1);
    CHECK(hand.legal() == hand.cards(hand.to_move()) - game.first_trick_ban(hand.point_lane()));
  }
}

void opening_suit(const GameRules& game, const GoldenCase& golden) {
  const std::string suit(1, game.deck().suit_letter(game.opening_lane(point_lane_of(game, golden))));
  CHECK(suit == text_of(golden.expect.at("opening_suit")));
}

void status(const GameRules& game, const GoldenCase& golden) {
  const bool extra = golden.input.contains("extra") && golden.input.at("extra").as_bool();
  check_status(match_status(game, per_seat(numbers_of(golden.input.at("totals"))), 1, extra),
               golden.expect.at("over").as_bool(), golden.expect.at("winners"));
}

// taken: cards won, those that do not score left out. hand: changes of the totals before floor and sinkhole.
void score(const GameRules& game, const GoldenCase& golden) {
  PerSeat<CardSet> won{};
  std::size_t seat = 0;
  for (const std::string& cards : texts_of(golden.input.at("taken"))) won[seat++] = cards_with_ranges(game, cards);
  REQUIRE(seat == static_cast<std::size_t>(game.seats()));
  CardSet set_aside;
  if (golden.input.contains("set_aside")) set_aside = cards_of(game, text_of(golden.input.at("set_aside")));
  PerSeat<int> before{};
  if (golden.input.contains("totals_before")) before = per_seat(numbers_of(golden.input.at("totals_before")));

  const Tally tally = tally_hand(game, point_lane_of(game, golden), won, set_aside);
  if (golden.expect.contains("shooter")) CHECK(tally.shooter == seat_of(golden.expect.at("shooter")));
  MoonOption option = MoonOption::subtract_self;
  if (tally.shooter != kNobody) {
    const MoonOptions options = moon_options(game, tally, before);
    std::vector<std::string> names;
    for (int i = 0; i < options.count; ++i)
      names.emplace_back(moon_option_name(options.list[static_cast<std::size_t>(i)]));
    if (golden.expect.contains("moon_options")) CHECK(names == texts_of(golden.expect.at("moon_options")));
    std::string choice = names.front();
    if (golden.input.contains("moon_choice")) choice = text_of(golden.input.at("moon_choice"));
    REQUIRE(std::find(names.begin(), names.end(), choice) != names.end());
    if (choice == moon_option_name(MoonOption::add_others)) option = MoonOption::add_others;
  } else {
    CHECK_FALSE(golden.expect.contains("moon_options"));
  }
  const HandScore result = score_hand(game, tally, option);
  CHECK(as_list(game, result.change) == numbers_of(golden.expect.at("hand")));
  const PerSeat<int> after = new_totals(game, before, result.change);
  if (golden.expect.contains("totals_after")) {
    CHECK(as_list(game, after) == numbers_of(golden.expect.at("totals_after")));
  }
  if (golden.expect.contains("match_over")) {
    check_status(match_status(game, after, 1, false), golden.expect.at("match_over").as_bool(),
                 golden.expect.at("winners"));
  }
}

using Check = std::function<void(const GameRules&, const GoldenCase&)>;

const std::map<std::string, Check>& checks() {
  static const std::map<std::string, Check> table = {{"trick", trick},
                                                     {"start", start},
                                                     {"pass", pass},
                                                     {"pass_to", pass_to},
                                                     {"dealer_pass", dealer_pass},
                                                     {"deal", deal},
                                                     {"legal", legal},
                                                     {"break", breaking},
                                                     {"break_seq", break_sequence},
                                                     {"opening", opening},
                                                     {"opening_suit", opening_suit},
                                                     {"status", status},
                                                     {"score", score},
                                                     {"law", check_law},
                                                     {"revoke", check_revoke},
                                                     {"incorrect", check_incorrect_hand}};
  return table;
}

}  // namespace

TEST_CASE("every golden case comes out as written") {
  std::map<std::string, int> run;
  for (const GoldenCase& golden : read_golden_cases()) {
    INFO(golden.id << " " << golden.kind << " " << golden.variant);
    const auto check = checks().find(golden.kind);
    REQUIRE(check != checks().end());
    check->second(GameRules(rules_of(golden.variant)), golden);
    ++run[golden.kind];
  }
  for (const auto& [kind, check] : checks()) {
    INFO(kind);
    CHECK(run[kind] > 0);
  }
}

}  // namespace golden_test
