#include "sample_bots/monte_carlo_cpp/knowledge.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace monte {

Knowledge::Knowledge(const GameRules& game, Seat me, const Hand::Setup& setup) : game_(&game), me_(me) {
  position_.setup = setup;
  start_sub_hand(0);
}

void Knowledge::start_sub_hand(int sub_hand) {
  if (sub_hand == 0 || game_->rules().break_scope == BreakScope::sub_hand) position_.broken = false;
  position_.sub_hand = sub_hand;
  position_.phase = game_->pass_offset(position_.setup.number) == 0 ? Phase::play : Phase::pass;
  position_.trick = {};
  position_.trick_number = 1;
  position_.held = {};
  sure_ = never_ = played_ = {};
  count_.fill(game_->hand_size());
  opener_ = kNobody;
}

void Knowledge::exchange(CardSet passed, CardSet received) {
  CardSet& mine = position_.held[me_];
  mine = (mine - passed) | received;
  deliver_pass(*game_, me_, game_->pass_offset(position_.setup.number), passed, sure_);
  position_.phase = Phase::play;
}

void Knowledge::start_trick(int number, Seat leader) {
  position_.phase = Phase::play;
  position_.trick = {};
  position_.trick.leader = leader;
  position_.trick_number = number;
  if (number != 1) return;
  opener_ = leader;
  const int lane = game_->opening_lane(position_.setup.deal.point_lane);
  if (lane < 0 || leader != me_) return;
  const CardSet suit = (cards() & CardSet::lane(lane)) - CardSet::joker_places();
  if (!suit.empty()) rule_out_openings_before(suit.first());
}

void Knowledge::rule_out_openings_before(Card card) {
  for (Card other : game_->suit_cards(card.lane()) - CardSet::joker_places()) {
    if (other >= card) break;
    for (CardSet& never : never_) never.insert(other);
  }
}

void Knowledge::play(Seat seat, Card card) {
  Trick& trick = position_.trick;
  if (seat != me_) {
    PlaySituation situation{.point_lane = position_.setup.deal.point_lane,
                            .first_trick = position_.trick_number == 1,
                            .broken = position_.broken,
                            .led_lane = trick.started() ? trick.led().lane() : -1,
                            .opening_card = {}};
    if (game_->opening_lane(situation.point_lane) >= 0) situation.opening_card = card;
    // A card is legal in a hand exactly if it is legal beside each single other card of that hand. The hand therefore
    // holds no card beside which this one would not have been legal.
    for (Card other : unseen()) {
      if (!legal_cards(*game_, CardSet{card, other}, situation).contains(card)) never_[seat].insert(other);
    }
  }
  const bool opens = position_.trick_number == 1 && !trick.started();
  if (opens && game_->rules().opening_lead == OpeningLead::opening_card &&
      card.lane() == game_->opening_lane(position_.setup.deal.point_lane))
    rule_out_openings_before(card);
  position_.held[seat].erase(card);
  sure_[seat].erase(card);
  played_[seat].insert(card);
  fallen_.insert(card);
  --count_[seat];
  if (trick.count < game_->seats()) trick.add(card);
}

void Knowledge::take_trick(Seat winner) {
  position_.won[winner] |= position_.trick.card_set();
  position_.tricks.add(winner);
  start_trick(position_.trick_number + 1, winner);
}

bool Knowledge::adds_up() const {
  const Trick& trick = position_.trick;
  const int seats = game_->seats();
  if (position_.phase == Phase::play && (trick.count >= seats || trick.seat_of(trick.count, seats) != me_))
    return false;
  for (Seat seat = 0; seat < seats; ++seat) {
    const int turns_since_leader = (seat - trick.leader + seats) % seats;
    if (count(seat) + (turns_since_leader < trick.count ? 1 : 0) != cards().size()) return false;
  }
  return true;
}

CardSet Knowledge::unseen() const {
  CardSet rest = game_->deck().cards() - fallen_ - cards() - leftover_.value_or(CardSet{});
  for (CardSet held : sure_) rest -= held;
  return rest;
}

Deals::Deals(const Knowledge& known) : known_(known) {
  const GameRules& game = known.game();
  const bool more_to_come = known.position().sub_hand + 1 < game.rules().hands_per_seat;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (seat != known.me()) room_[at(seat)] = known.count(seat) - known.sure(seat).size();
    if (more_to_come) room_[kSeatsMax + at(seat)] = game.hand_size();
  }
  if (!known.leftover()) room_[kLeftover] = game.rules().leftover_count();

  for (Card card : known.unseen()) {
    Unseen& unseen = unseen_.emplace_back(Unseen{card, {}});
    for (std::size_t place = 0; place < kPlaces; ++place) {
      const bool never = place < kSeatsMax && known.never(static_cast<Seat>(place)).contains(card);
      if (room_[place] > 0 && !never) unseen.places.push_back(place);
    }
  }
  std::stable_sort(unseen_.begin(), unseen_.end(),
                   [](const Unseen& one, const Unseen& other) { return one.places.size() < other.places.size(); });
  adds_up_ = known.adds_up() && std::accumulate(room_.begin(), room_.end(), 0) == static_cast<int>(unseen_.size()) &&
             std::all_of(room_.begin(), room_.end(), [](int room) { return room >= 0; });
}

bool Deals::draw(Random& random, Hand::Position& position) const {
  if (!adds_up_) return false;
  const GameRules& game = known_.game();
  Layout layout;
  for (int tries = 0; tries < kTries; ++tries) {
    if (!lay(random, layout)) return false;
    position = known_.position();
    if (known_.leftover()) position.setup.deal.leftover = *known_.leftover();
    for (Seat seat = 0; seat < game.seats(); ++seat) position.held[seat] |= known_.sure(seat);
    for (std::size_t i = 0; i < unseen_.size(); ++i) {
      const std::size_t place = at(layout.place[i]);
      CardSet& cards = place == kLeftover  ? position.setup.deal.leftover
                       : place < kSeatsMax ? position.held[place]
                                           : position.setup.deal.hands[1][place - kSeatsMax];
      cards.insert(unseen_[i].card);
    }
    if (opens_as_seen(position)) return true;
  }
  return false;
}

/// Places the cards one by one, those with the fewest places first. A place with more room is more likely to be chosen.
bool Deals::lay(Random& random, Layout& layout) const {
  layout.room = room_;
  layout.place.fill(kNowhere);
  for (std::size_t i = 0; i < unseen_.size(); ++i) {
    int total = 0;
    for (std::size_t place : unseen_[i].places) total += layout.room[place];
    if (total == 0) {
      if (!make_room(layout, i)) return false;
      continue;
    }
    int pick = static_cast<int>(random.below(static_cast<std::uint32_t>(total)));
    for (std::size_t place : unseen_[i].places) {
      pick -= layout.room[place];
      if (pick >= 0) continue;
      layout.place[i] = static_cast<int>(place);
      --layout.room[place];
      break;
    }
  }
  return true;
}

/// Makes room when all places for this card are full: cards move from place to place until one reaches a place with
/// room. A breadth-first search finds the shortest such chain of moves. Returns false if there is none.
bool Deals::make_room(Layout& layout, std::size_t card) const {
  std::array<int, kPlaces> moved;  // by place: the card that would move there
  moved.fill(kNowhere);
  std::vector<std::size_t> reached;
  const auto reach = [&](std::size_t moving) {
    for (std::size_t place : unseen_[moving].places) {
      if (moved[place] != kNowhere) continue;
      moved[place] = static_cast<int>(moving);
      reached.push_back(place);
    }
  };
  reach(card);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    std::size_t place = reached[next];
    if (layout.room[place] > 0) {
      --layout.room[place];
      for (;;) {
        int& at_now = layout.place[at(moved[place])];
        const int from = std::exchange(at_now, static_cast<int>(place));
        if (from == kNowhere) return true;
        place = at(from);
      }
    }
    for (std::size_t i = 0; i < unseen_.size(); ++i) {
      if (layout.place[i] == static_cast<int>(place)) reach(i);
    }
  }
  return false;
}

/// Returns whether the seat that opened would have opened with this deal, too.
bool Deals::opens_as_seen(const Hand::Position& position) const {
  if (known_.opener() == kNobody) return true;
  const GameRules& game = known_.game();
  PerSeat<CardSet> hands = position.held;
  for (Seat seat = 0; seat < game.seats(); ++seat) hands[seat] |= known_.played(seat);
  const Deal& deal = position.setup.deal;
  return find_opening(game, hands, deal.point_lane, position.setup.dealer).leader == known_.opener();
}

}  // namespace monte
