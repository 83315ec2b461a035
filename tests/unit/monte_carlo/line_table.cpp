#include "tests/unit/monte_carlo/line_table.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "arena/bots/protocol/encode.h"
#include "tests/unit/engine/play.h"

namespace monte::test {
namespace {

namespace encode = arena::encode;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::size_t start = 0;
  while (start < line.size()) {
    const std::size_t end = std::min(line.find(' ', start), line.size());
    words.push_back(line.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

class LineTable {
 public:
  explicit LineTable(const LineGame& setup)
      : setup_(setup), game_(setup.game), match_(setup.game, static_cast<Seat>(setup.seed % 2)) {}

  LineResult play() {
    send_to_each([](std::string& out, Seat) { encode::hello(out, {}); });
    send_to_each([this](std::string& out, Seat seat) {
      const auto bot_seed = static_cast<std::uint32_t>(setup_.seed * 8 + static_cast<std::uint64_t>(seat));
      encode::game(out, "0123abcd", game_.rules().id, game_.seats(), seat, bot_seed);
      encode::announcement(out, game_);
      encode::time(out, {});
    });
    while (!match_.status().over) {
      play_hand();
      ++result_.hands;
    }
    result_.totals = match_.totals();
    return result_;
  }

 private:
  template <class Encode>
  void send_to_each(Encode encode_line) {
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      std::string lines;
      encode_line(lines, seat);
      (void)send(seat, lines);
    }
  }

  /// What the seat says to the last of the lines.
  std::string send(Seat seat, const std::string& lines) {
    std::string said;
    for (std::size_t start = 0; start < lines.size();) {
      const std::size_t end = lines.find('\n', start);
      said = setup_.seats[static_cast<std::size_t>(seat)](std::string_view(lines).substr(start, end - start));
      start = end + 1;
    }
    return said;
  }

  /// The words chosen, and read as an answer.
  std::vector<std::string> ask(Seat seat, std::string_view kind, int count, const std::vector<std::string>& offered) {
    if (setup_.before_ask) setup_.before_ask(*hand_, seat);
    const int id = ++result_.questions;
    std::string line;
    using std::chrono::milliseconds;
    encode::ask(line, id, kind, count, milliseconds(500), milliseconds(30000), {}, offered);
    std::vector<std::string> words = words_of(send(seat, line));
    const bool echoed = !words.empty() && words[0] == std::to_string(id);
    if (echoed) words.erase(words.begin());
    std::vector<std::string> once = words;
    std::sort(once.begin(), once.end());
    const bool legal = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(offered.begin(), offered.end(), word) != offered.end();
    });
    if (!echoed || !legal || words.size() != static_cast<std::size_t>(count) ||
        std::adjacent_find(once.begin(), once.end()) != once.end())
      throw std::runtime_error("refused, after: " + line);
    return words;
  }

  std::vector<std::string> names_of(CardSet cards) const {
    std::vector<std::string> names;
    for (Card card : cards) names.push_back(game_.deck().name(card));
    return names;
  }

  CardSet ask_cards(Seat seat, std::string_view kind, int count, CardSet offered) {
    CardSet chosen;
    for (const std::string& name : ask(seat, kind, count, names_of(offered))) chosen.insert(*game_.deck().find(name));
    return chosen;
  }

  void play_hand() {
    hearts::Random random(hearts::test::seed_of(setup_.seed * 64 + static_cast<std::uint64_t>(match_.hand_number())));
    hand_.emplace(game_, match_.next_hand(deal_cards(game_, match_.dealer(), random)));
    send_to_each([this](std::string& out, Seat seat) { encode::hand(out, SeatView(*hand_, seat)); });
    while (hand_->phase() == Phase::select) {
      const Seat seat = hand_->to_move();
      apply(seat, Move::select(ask(seat, "choose", 1, {"first", "second"})[0] == "first" ? 0 : 1));
    }
    for (int sub_hand = 0; sub_hand < game_.rules().hands_per_seat; ++sub_hand) play_sub_hand();
    settle_moon();
    match_.finish_hand(*hand_);
    send_to_each([this](std::string& out, Seat seat) {
      const SeatView view(*hand_, seat);
      if (!view.leftover().empty()) encode::leftover(out, view);
      encode::score(out, view, match_.totals());
    });
  }

  void play_sub_hand() {
    send_to_each([this](std::string& out, Seat seat) {
      encode::sub_hand(out, SeatView(*hand_, seat));
      encode::deal(out, SeatView(*hand_, seat));
    });
    if (hand_->phase() == Phase::pass) {
      for (Seat seat = 0; seat < game_.seats(); ++seat)
        apply(seat, Move::pass(ask_cards(seat, "pass", game_.pass_count(), hand_->cards(seat))));
      send_to_each([this](std::string& out, Seat seat) { encode::got(out, SeatView(*hand_, seat)); });
    }
    for (int cards = game_.seats() * game_.hand_size(); cards > 0; --cards) play_card();
  }

  void play_card() {
    const Seat seat = hand_->to_move();
    if (!hand_->trick().started())
      send_to_each([&](std::string& out, Seat) { encode::trick(out, hand_->trick_number(), seat); });
    const Card card = ask_cards(seat, "play", 1, hand_->legal()).first();
    const bool was_broken = hand_->broken();
    const Seat had_kitty = hand_->kitty_taker();
    apply(seat, Move::play(card));
    const bool got_kitty = hand_->kitty_taker() != had_kitty;
    send_to_each([&](std::string& out, Seat listener) {
      encode::play(out, game_.deck(), seat, card);
      if (hand_->broken() && !was_broken) encode::broken(out);
      if (!hand_->trick().started()) encode::took(out, SeatView(*hand_, seat));
      if (!got_kitty) return;
      encode::kitty(out, hand_->kitty_taker());
      const SeatView view(*hand_, listener);
      if (listener == hand_->kitty_taker() && !view.leftover().empty()) encode::leftover(out, view);
    });
  }

  void settle_moon() {
    const Seat shooter = hand_->tally().shooter;
    if (shooter == hearts::kNobody) return;
    send_to_each([&](std::string& out, Seat) { encode::moon(out, SeatView(*hand_, shooter)); });
    if (hand_->phase() != Phase::choose) return;
    std::vector<std::string> offered;
    const hearts::MoonOptions& options = hand_->options();
    for (std::size_t i = 0; i < static_cast<std::size_t>(options.count); ++i)
      offered.emplace_back(moon_option_name(options.list[i]));
    const std::string word = ask(shooter, "choose", 1, offered)[0];
    const bool first = word == moon_option_name(options.list[0]);
    apply(shooter, Move::choose(options.list[first ? 0 : 1]));
    send_to_each([&](std::string& out, Seat) { encode::chose(out, shooter, word); });
  }

  void apply(Seat seat, const Move& move) { hearts::test::must_apply(*hand_, seat, move); }

  const LineGame& setup_;
  const hearts::GameRules& game_;
  hearts::Match match_;
  std::optional<Hand> hand_;
  LineResult result_;
};

}  // namespace

LineResult play_lines(const LineGame& setup) { return LineTable(setup).play(); }

}  // namespace monte::test
