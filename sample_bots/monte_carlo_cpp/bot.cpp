#include "sample_bots/monte_carlo_cpp/bot.h"

#include <algorithm>
#include <charconv>

#include "engine/match.h"
#include "engine/rule_keys.h"
#include "engine/typed_text.h"

namespace monte {

namespace {

constexpr int kPassEffort = 2;  // a pass gets more playouts: it is asked once a hand and has many answers
constexpr int kBankPart = 64;   // a question may use at most 1/64 of the bank
constexpr int kPlayoutsMax = 100'000;

/// Returns a generator for one question. It hides nothing: anyone who knows the bot's seed can predict it.
Random random_of(std::uint32_t bot_seed, std::uint32_t question) {
  Random random({bot_seed, question, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9});
  for (int i = 0; i < 16; ++i) (void)random.next();  // the seeds are similar; the numbers must not be
  return random;
}

constexpr int kTricksMax = 100;
constexpr int kTotalMax = 100'000;

/// Returns the number if the whole text is one, and `otherwise` if not.
template <class Number>
Number to_number(std::string_view text, Number otherwise) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : otherwise;
}

/// Returns a total, limited to a range that arithmetic can handle.
int to_total(std::string_view text) { return std::clamp(to_number(text, 0), -kTotalMax, kTotalMax); }

/// Returns the text after `key=`; empty if there is none.
std::string_view field(const Words& line, std::string_view key) {
  for (std::string_view word : line) {
    if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=')
      return word.substr(key.size() + 1);
  }
  return {};
}

}  // namespace

std::optional<Question> parse_question(const Words& line) {
  const auto colon = std::find(line.begin(), line.end(), ":");
  if (line.size() < 6 || line[0] != "ask" || colon == line.end()) return std::nullopt;
  Question question{line[1], line[2], to_number(line[3], 1), to_number(line[4], 0), to_number(line[5], 0), {}};
  question.offered.assign(colon + 1, line.end());
  if (question.count < 1 || static_cast<std::size_t>(question.count) > question.offered.size()) return std::nullopt;
  return question;
}

std::optional<CardSet> Table::cards(const Words& names, std::size_t first) const {
  if (!game_) return std::nullopt;
  CardSet set;
  for (std::size_t i = first; i < names.size(); ++i) {
    const std::optional<Card> card = game_->deck().find(names[i]);
    if (!card) return std::nullopt;
    set.insert(*card);
  }
  return set;
}

void Table::read(const Words& line) {
  if (line.empty()) return;
  if (line[0] == "game") {
    *this = Table{};  // answers may depend only on this game
    me_ = to_number<Seat>(field(line, "you"), 0);
    bot_seed_ = to_number<std::uint32_t>(field(line, "botseed"), 0);
  } else if (line[0] == "rule" && line.size() > 2) {
    try {
      set_rule(rules_, line[1], line[2]);
    } catch (const RulesError&) {
      // A key from a later version, or one that follows from other keys.
    }
  } else if (line[0] == "hand" && line.size() > 1) {
    start_hand(line);
  } else if (line[0] == "score") {
    read_totals(line);
  } else if (known_) {
    read_hand(line);
  }
}

void Table::start_hand(const Words& line) {
  known_.reset();
  try {
    if (!game_) game_ = std::make_unique<const GameRules>(rules_);
  } catch (const RulesError&) {
    return;
  }
  Hand::Setup setup;
  setup.number = to_number(line[1], 1);
  setup.dealer = to_number<Seat>(field(line, "dealer"), 0);
  Words shown = split(field(line, "totals"), ",");
  shown.resize(at(game_->seats()));
  for (Seat seat = 0; seat < game_->seats(); ++seat) totals_[seat] = to_total(shown[at(seat)]);
  setup.totals = totals_;
  setup.deal.point_lane = game_->fixed_point_lane();
  const std::string_view suit = field(line, "point_suit");
  if (!suit.empty()) setup.deal.point_lane = game_->deck().lane_of(suit[0]).value_or(setup.deal.point_lane);
  const auto is_seat = [this](Seat seat) { return seat >= 0 && seat < game_->seats(); };
  if (setup.number < 1 || !is_seat(setup.dealer) || !is_seat(me_)) return;
  known_.emplace(*game_, me_, setup);
}

void Table::read_hand(const Words& line) {
  const std::string_view verb = line[0];
  const auto seat_of = [this](std::string_view text) {
    const Seat seat = to_number<Seat>(text, kNobody);
    return seat >= 0 && seat < game_->seats() ? seat : kNobody;
  };
  if (verb == "subhand" && line.size() > 1) {
    known_->start_sub_hand(line[1] == "2" ? 1 : 0);
  } else if (verb == "deal") {
    if (const auto dealt = cards(line, 1)) known_->deal(*dealt);
  } else if (verb == "auto" && line.size() > 3) {
    if (const auto chosen = cards(line, 3)) passed_ = *chosen;  // other answers are never looked at again
  } else if (verb == "got") {
    if (const auto received = cards(line, 1)) known_->exchange(passed_, *received);
  } else if (verb == "trick" && line.size() > 2) {
    if (const Seat leader = seat_of(field(line, "lead")); leader != kNobody)
      known_->start_trick(std::clamp(to_number(line[1], 1), 1, kTricksMax), leader);
  } else if (verb == "play" && line.size() > 2) {
    const Seat seat = seat_of(line[1]);
    const std::optional<Card> card = game_->deck().find(line[2]);
    if (seat != kNobody && card) known_->play(seat, *card);
  } else if (verb == "broken") {
    known_->break_suit();
  } else if (verb == "took" && line.size() > 1) {
    if (const Seat seat = seat_of(line[1]); seat != kNobody) known_->take_trick(seat);
  } else if (verb == "kitty") {
    known_->take_kitty(seat_of(field(line, "taker")));
  } else if (verb == "leftover") {
    if (const auto shown = cards(line, 1)) known_->see_leftover(*shown);
  }
}

void Table::read_totals(const Words& line) {
  if (!game_ || line.size() < 2 || line[1] != "total") return;
  for (Seat seat = 0; seat < game_->seats() && at(seat) + 2 < line.size(); ++seat)
    totals_[seat] = to_total(line[at(seat) + 2]);
  const int hand = known_ ? known_->position().setup.number : 1;
  in_extra_hands_ = match_status(*game_, totals_, hand, in_extra_hands_).in_extra_hands;
}

Tally Table::tally() const {
  const Hand::Position& position = known_->position();
  PerSeat<CardSet> won = position.won;
  // The hand is over: cards that were never seen were not dealt.
  const CardSet undealt = known_->leftover().value_or(known_->unseen());
  if (position.kitty_taker != kNobody) won[position.kitty_taker] |= undealt;
  const bool set_aside = game_->rules().leftover_fate == LeftoverFate::set_aside;
  return tally_hand(*game_, position.setup.deal.point_lane, won, set_aside ? undealt : CardSet{}, position.tricks);
}

std::string Bot::respond(std::string_view text) {
  Words words = split(text.substr(0, text.find('\r')), " ");
  std::erase(words, "");
  if (words.empty()) return {};
  if (words[0] == "hello") return "ready name=monte_carlo_cpp";
  if (words[0] == "game") questions_ = 0, playouts_ = 0;
  if (const std::optional<Question> question = parse_question(words)) return answer(*question);
  table_.read(words);
  return {};
}

std::string Bot::answer(const Question& question) {
  ++questions_;
  findings_.clear();
  std::string line(question.id);
  const std::optional<CardSet> chosen = choose_cards(question);
  const std::string_view word = chosen ? std::string_view() : choose_word(question);
  const auto is_chosen = [&](std::string_view offered) {
    if (!chosen) return offered == word;
    const auto card = table_.cards({offered});
    return card && chosen->contains(*card);
  };
  // The chosen words, filled up with the first of the others if there are too few: a guess is better than a fault.
  Words rest = question.offered;
  std::stable_partition(rest.begin(), rest.end(), is_chosen);
  rest.resize(static_cast<std::size_t>(question.count));
  for (std::string_view each : rest) line.append(" ").append(each);
  if (question.kind == "pass") table_.passed(table_.cards(rest).value_or(CardSet{}));
  return line;
}

std::optional<CardSet> Bot::choose_cards(const Question& question) {
  const Knowledge* known = table_.known();
  const std::optional<CardSet> offered = table_.cards(question.offered);
  if (known == nullptr || !offered || !known->cards().contains(*offered)) return std::nullopt;
  const Worth worth = table_.worth();
  Search search(*known, worth, random_of(table_.bot_seed(), questions_), effort(question));
  std::optional<CardSet> chosen;
  const bool passing = known->position().phase == Phase::pass;
  if (question.kind == "pass" && passing && question.count == known->game().pass_count()) {
    chosen = search.pass(*offered, question.count);
  } else if (question.kind == "play" && !passing && question.count == 1) {
    if (const std::optional<Card> card = search.card(*offered)) chosen = CardSet{*card};
  }
  playouts_ += search.playouts();
  findings_ = search.findings();
  return chosen;
}

/// Returns the best option after a moon, and the first word for all other questions.
std::string_view Bot::choose_word(const Question& question) {
  const std::string_view first = question.offered.front();
  if (question.kind != "choose" || table_.known() == nullptr) return first;
  const Tally tally = table_.tally();
  if (tally.shooter != table_.known()->me()) return first;
  MoonOptions options;
  for (MoonOption option : {MoonOption::subtract_self, MoonOption::add_others}) {
    const bool offered =
        std::find(question.offered.begin(), question.offered.end(), moon_option_name(option)) != question.offered.end();
    if (offered) options.list[static_cast<std::size_t>(options.count++)] = option;
  }
  if (options.count == 0) return first;
  return moon_option_name(table_.worth().choice(tally, options, table_.known()->position().setup.totals));
}

Effort Bot::effort(const Question& question) const {
  Effort effort;
  effort.playouts = budget_.playouts * (question.kind == "pass" ? kPassEffort : 1);
  if (budget_.time_ms == 0) return effort;
  const int ms = std::min({budget_.time_ms, question.move_ms / 2, question.bank_ms / kBankPart});
  effort.playouts = kPlayoutsMax;
  effort.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
  return effort;
}

}  // namespace monte
