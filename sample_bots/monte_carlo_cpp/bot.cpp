#include "sample_bots/monte_carlo_cpp/bot.h"

#include <algorithm>

namespace monte {

namespace {

constexpr int kPassEffort = 2;  // a pass is asked once a hand and has many answers
constexpr int kBankPart = 64;   // questions that the bank must be enough for
constexpr int kPlayoutsMax = 100'000;

/// A generator for one question. Whoever knows the bot's seed knows its chance; it hides nothing.
Random random_of(std::uint32_t bot_seed, std::uint32_t question) {
  Random random({bot_seed, question, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9});
  for (int i = 0; i < 16; ++i) (void)random.next();  // the seeds are alike; their numbers shall not be
  return random;
}

void cut_words(std::string_view text, Words& words) {
  words.clear();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \r"), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::string Bot::hear(std::string_view text) {
  cut_words(text, words_);
  if (words_.empty()) return {};
  if (words_[0] == "hello") return "ready name=monte_carlo_cpp";
  if (words_[0] == "game") questions_ = 0, playouts_ = 0;
  if (const std::optional<Question> question = parse_question(words_)) return answer(*question);
  table_.hear(words_);
  return {};
}

std::string Bot::answer(const Question& question) {
  ++questions_;
  std::string line(question.id);
  const std::optional<CardSet> chosen = choose_cards(question);
  const std::string_view word = chosen ? std::string_view() : choose_word(question);
  const auto is_chosen = [&](std::string_view offered) {
    if (!chosen) return offered == word;
    const auto card = table_.cards({offered});
    return card && chosen->contains(*card);
  };
  // The words chosen, then the first of the others where there are too few: a guess is better than a fault.
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
  return chosen;
}

/// The best way to take a moon; the first word of all else.
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
