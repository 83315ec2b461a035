#include "tests/unit/engine/key_samples.h"

#include <map>
#include <string_view>

#include "engine/rule_keys.h"

namespace hearts::test {
namespace {

using Values = std::vector<std::string>;

/// Values of the keys whose domain is not a list of names.
const std::map<std::string, Values, std::less<>>& values_by_key() {
  static const Values kClassLists = {"none", "point_suit", "queen_of_spades", "queen_of_spades,point_suit"};
  static const std::map<std::string, Values, std::less<>> values = {
      {"seats", {"2", "3", "4", "5", "6"}},
      {"seat.hands", {"1", "2"}},
      {"deck.suits", {"C,D,S,H", "H,S,D,C", "R,W,P,L,S", "S,L,P,W,R", "C,D,H"}},
      {"deck.ranks", {"2,3,4,5,6,7,8,9,T,J,Q,K,A", "A,K,Q,J,T,9,8,7,6,5,4,3,2", "J,Q,K,A", "Q,2,J", "A", "none"}},
      {"deck.remove",
       {"none", "2D", "2D,2S", "2D,2C,2S,3D", "QS", "JD,QS", "XR", "QL,XP,XW", "2C,3C,4C,5C,6C,7C,8C,9C,TC,JC,QC,KC,AC",
        "2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH", "KH,QH", "2R,3R,4R,5R,6R,7R,8R,9R,TR,JR,QR,KR,AR"}},
      {"point_suit.value", {"none", "C", "D", "S", "H", "R", "L"}},
      {"pass.count", {"0", "1", "2", "4", "8", "13", "24", "35"}},
      {"pass.cycle",
       {"none", "0", "1", "-1", "2", "3", "5", "-5", "1,-1,2,0", "0,0,1", "-2,2,-1,1,0", "1,1,1,1,1,1,1,1,1,1,1,-1"}},
      {"opening.suit", {"n/a", "mapped_from_point_suit", "C", "D", "S", "H", "R", "P"}},
      {"opening.suit_map",
       {"none", "P=R,R=L,L=W,W=S,S=P", "P=P,R=R,L=L,W=W,S=S", "P=R,R=R,L=R,W=R,S=R", "C=D,D=S,S=H,H=C",
        "C=C,D=C,S=C,H=H", "C=D"}},
      {"first_trick.forbid", kClassLists},
      {"lead.hold_until_broken", kClassLists},
      {"break.on",
       {"none", "heart_discarded", "heart_led_by_necessity", "queen_of_spades_played",
        "queen_of_spades_played,heart_led_by_necessity",
        "heart_discarded,heart_led_by_necessity,queen_of_spades_played"}},
      {"trick.suit_ring", {"none", "R,W,P,L,S", "S,L,P,W,R", "P,R,S,W,L", "C,D,S,H", "R,R,P,L,S"}},
      {"points.per_suit_card", {"0", "1", "7", "99"}},
      {"points.cards",
       {"none", "QS=13", "QS=13,JD=-10", "QS=99,QC=99", "2C=-99", "QH=5", "JH=-1", "QL=13", "XR=-3,AR=4", "QS=-13",
        "AS=1,KS=2,QS=13,2D=-1,3D=-2"}},
      {"points.trick", {"0", "1", "99"}},
      {"points.first_trick", {"0", "1", "99"}},
      {"points.last_trick", {"0", "4", "99"}},
      {"effects",
       {"none", "QC:x0:QS", "QH:x2:point_suit", "TC:x2:all", "TD:5:H,TD:5:QS", "JS:-3:S", "AL:x2:L", "AR:1:XR",
        "QS:x16:QH", "TC:x0:C,TD:x3:D,TH:x4:H,TS:99:point_suit"}},
      {"bonus.no_points", {"-99", "-5", "0"}},
      {"bonus.no_tricks", {"-99", "-5", "0"}},
      {"deal.hand_size", {"all", "1", "7", "10", "13", "35"}},
      {"score.start", {"-999", "-1", "0", "50", "99", "999"}},
      {"score.floor", {"none", "-999", "-20", "0", "50", "999"}},
      {"score.sinkhole", {"none", "-999", "-20", "0", "26", "50", "99", "999"}},
      {"score.exact", {"none", "100=50", "26=0,50=25", "-20=0", "9999=-999"}},
      {"moon.cards", {"none", "JD", "QS,2C", "AH,KH", "XR", "QL,AR", "2D"}},
      {"match.hands", {"none", "1", "2", "1000"}},
      {"match.hands_max", {"1", "2", "50", "1000"}},
      {"match.limit", {"1", "26", "100", "9999"}}};
  return values;
}

Values split(std::string_view text, std::string_view by) {
  Values parts;
  for (std::size_t end = text.find(by); end != std::string_view::npos; end = text.find(by)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + by.size());
  }
  parts.emplace_back(text);
  return parts;
}

}  // namespace

std::vector<KeyValue> key_samples() {
  std::vector<KeyValue> samples;
  for (const RuleKey& key : rule_keys()) {
    if (key.set == nullptr) continue;
    const auto listed = values_by_key().find(key.name);
    // The domain of the other keys names all their values.
    const Values values = listed != values_by_key().end() ? listed->second : split(key.domain, " | ");
    for (const std::string& value : values) samples.push_back({std::string(key.name), value});
  }
  return samples;
}

const std::vector<std::string>& key_bases() {
  static const std::vector<std::string> bases = {
      "royal-classic@4", "royal@2", "royal@3", "royal@4", "royal@5", "tournament-laws@4", "black-lady@3",
      "black-lady@4", "black-lady@5", "black-lady@6", "omnibus@4", "deluxe@4", "green-queen@3", "green-queen@5",
      "green-queen-jokers@4", "green-queen-jokers@5",
      // With options, whose keys go together.
      "black-lady@4+shooter_protection+sinkhole", "omnibus@3+kitty_first", "omnibus@6+kitty_last",
      "deluxe@4+rotate_lead+no_trick", "green-queen@4+moon.leftover=exempt",
      // The royal queens in two hands, some cards in a kitty.
      "royal@2+deck.remove=2D,3D+leftover.fate=kitty_last_trick+leftover.visibility=taker",
      // Two players with one hand each, and cards over that block a moon.
      "royal@3+deck.ranks=J,Q,K,A+deck.remove=none+leftover.fate=set_aside+leftover.visibility=public"
      "+moon.leftover=blocks",
      // Four suits, the point suit drawn and the opening suit mapped from it.
      "omnibus@4+point_suit.source=drawn_per_hand+point_suit.value=none+opening.suit=mapped_from_point_suit"
      "+opening.suit_map=C=C,D=S,H=D,S=H",
      // Five suits in two hands, without a ring; a Joker is then just the lowest card.
      "royal-classic@2+deck.suits=R,W,P,L,S+deck.jokers=one_per_suit+point_suit.value=S+opening.suit=R"
      "+points.cards=QS=13,XW=-3+break.on=heart_discarded+moon.bonus_cards_of_shooter=in_amount"
      "+moon.bonus_cards_of_others=separate+leftover.fate=kitty_first_trick+leftover.visibility=hidden",
      // Five suits as in Hearts: a ring, but suits that must be broken, and a kitty.
      "green-queen-jokers@3+lead.hold_until_broken=point_suit+break.on=heart_discarded+first_trick.forbid=point_suit"
      "+leftover.fate=kitty_first_trick+moon.leftover=n/a"};
  return bases;
}

}  // namespace hearts::test
