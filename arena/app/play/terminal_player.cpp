#include "arena/app/play/terminal_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/app/play/table_state.h"
#include "arena/app/play/terminal.h"
#include "arena/app/play/typed_line.h"
#include "arena/app/play/unfinished_game.h"
#include "arena/base/seeds/digest.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/text_layout.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/schedule/schedule.h"
#include "engine/hand.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// The name of a person in records, unless a bot has it.
constexpr std::string_view kPersonName = "human";
/// A person has no files to hash. The hash in the records is the BLAKE2b-256 of this text.
constexpr std::string_view kPersonHashed = "a person at a terminal";

class TerminalPlayer final : public ProcesslessChannel {
 public:
  TerminalPlayer(Terminal& terminal, const PersonSettings& settings, UnfinishedGame* kept, int person)
      : terminal_(terminal), settings_(settings), kept_(kept), person_(person) {}

  void begin_game(std::string_view id) override {
    if (kept_ == nullptr) return;
    kept_->begin(id);
    catches_up_ = kept_->has_answers(person_, 0);
  }

  asio::awaitable<Incoming> receive(TimePoint) override {
    if (!std::exchange(greeted_, true)) {
      co_return Incoming{Incoming::Kind::line, "ready name=human events=live", now()};
    }
    // No question is open, so nobody waits for the person.
    if (!question_) co_return Incoming{Incoming::Kind::timeout, {}, now()};
    const hearts::Deck& deck = state_.rules->deck();
    const auto why_not = [this](std::string_view word) -> std::string {
      if (question_->kind == "play") return why_not_playable(state_, offered(), word);
      if (question_->kind != "pass") {
        const std::vector<std::string> words(question_->words.begin(), question_->words.end());
        return "choose " + hearts::listed(words, "or") + "; type 'help' for the commands";
      }
      return state_.rules->deck().find(word) ? std::string(hearts::describe(hearts::Breach::not_in_hand))
                                             : why_not_playable(state_, {}, word);
    };
    // Without colours, because the editor counts the columns of a prompt.
    const CardPaint plain(deck, false, terminal_.symbols());
    const auto shown = [&plain, &deck](std::string_view word) {
      return deck.find(word) ? plain.word(word) : printable(word, 20);
    };
    Choice choice(words_taken(), question_->count, why_not, shown);
    then_.clear();
    if (!recall(choice)) {
      co_await make(choice);
      if (kept_ != nullptr) kept_->add(person_, number_, choice.text() + then_);
    }
    answer_ = fmt::format("{} {}{}", question_->id, choice.text(), then_);
    // An adviser is asked only the open question. For the others it reads `auto`, like a bot that answers too late.
    received_ += fmt::format("auto {} timeout {}\n", question_->id, choice.text());
    if (question_->kind == "pass") {
      for (const std::string& word : choice.chosen()) state_.cards.erase(*deck.find(word));
    }
    question_.reset();
    co_return Incoming{Incoming::Kind::line, answer_, now()};
  }

  std::size_t push(std::string_view text) override {
    read_text(text);
    return text.size();
  }

  asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration) override {
    read_text(farewell);
    ProcessEnd end;
    end.kind = ProcessEnd::Kind::exited;
    co_return end;
  }

  TimePoint now() const override { return {}; }

 private:
  void read_text(std::string_view text) {
    split_whole_lines(unread_, text, [this](const std::string& line) { show_line(line); });
  }

  void show_line(std::string_view line) {
    if (line.starts_with("ask ")) {
      ask_text_ = line;
      question_ = decode_ask(ask_text_);
      if (question_ && kept_ != nullptr) number_ = kept_->number(person_, question_->id);
      return;
    }
    if (line.starts_with("hello ")) hello_ = fmt::format("{}\n", line);
    if (line.starts_with("game ")) received_.clear();
    received_.append(line).append("\n");
    apply_line(state_, line);
    if (state_.rules) show(describe_line(state_, paint(), line));
  }

  void show(const std::string& text) {
    if (!text.empty() && !catches_up_) terminal_.write(wrapped_text(text, terminal_.columns()));
  }

  CardPaint paint() const { return {state_.rules->deck(), terminal_.color(), terminal_.symbols()}; }

  /// Returns the offered words, and the cards that may be played although they do not follow suit.
  std::vector<std::string> words_taken() const {
    std::vector<std::string> words(question_->words.begin(), question_->words.end());
    if (!question_->may("revoke")) return words;
    for (const hearts::Card card : possible_revokes(state_)) words.push_back(state_.rules->deck().name(card));
    return words;
  }

  hearts::CardSet offered() const {
    hearts::CardSet cards;
    if (!question_) return cards;
    for (const std::string_view word : question_->words) {
      if (const auto card = state_.rules->deck().find(word)) cards.insert(*card);
    }
    return cards;
  }

  void show_question() {
    if (question_->kind == "play") {
      show(score_line(state_) + "Your cards\n" + hand_text(state_, paint(), offered()));
      if (question_->may("then"))
        show("You complete the trick. 'qc then 2s' also leads " + paint().word("2S") + " out of turn.\n");
    }
    if (question_->kind == "play" || question_->kind == "pass") return;
    const std::string law = law_text();
    const std::string words = hearts::joined(question_->words, " ", [&](auto word) { return paint().word(word); });
    show(fmt::format("{}Choose: {}\n", law.empty() ? law : law + " ", words));
  }

  /// Describes the question of a law. Empty for any other question.
  std::string law_text() const {
    if (question_->kind == "misdeal") return "The deal is faulty. Let it stand, or call a misdeal.";
    if (question_->kind == "correct") return "You did not follow suit. Let it stand, or correct it.";
    if (question_->kind == "claim") return "All cards are played. What do you claim?";
    if (question_->kind != "demand") return {};
    const auto seat = hearts::whole_number(field_of(question_->fields, "seat").value_or(""), 0, hearts::kSeatsMax - 1);
    return fmt::format("{} has played {} out of turn.", seat ? state_.name(*seat) : "Somebody",
                       paint().word(field_of(question_->fields, "card").value_or("a card")));
  }

  /// Explains what can be typed now, and the rules for it.
  std::string explanation() const {
    const bool is_play = question_->kind == "play";
    if (!is_play && question_->kind != "pass") {
      const bool of_hands = std::ranges::find(question_->words, "first") != question_->words.end();
      const std::string law = law_text();
      const std::string part = !law.empty() ? "irregularities" : of_hands ? "pack" : "moon";
      return fmt::format("{}Type one of: {}\n{}", law.empty() ? "" : law + " ",
                         with_cards(paint(), hearts::joined(question_->words, " ")), rules_text(state_, paint(), part));
    }
    if (!is_play) {
      return fmt::format("Type {} to pass to {}, such as '{}'; then 'yes'. You get as many from {}.\n{}",
                         hearts::counted(question_->count, "card"), state_.name(state_.passes_to()),
                         hearts::joined(std::span(question_->words).first(question_->count), " "),
                         state_.name(state_.gets_from()), rules_text(state_, paint(), "passing"));
    }
    return fmt::format("Type one of: {}\n{}{}{}", paint().cards(offered()),
                       question_->may("revoke") ? "The laws of the table apply: you may play another card, but it may "
                                                  "cost you points.\n"
                                                : "",
                       unplayable_text(state_, paint(), offered()), rules_text(state_, paint(), "values"));
  }

  /// Asks the adviser the open question, and shows its answer.
  asio::awaitable<void> show_hint() {
    const Proposal proposal = co_await ask_adviser(settings_.adviser, hello_ + received_ + ask_text_ + "\n");
    const auto words = [this](std::string_view text) { return with_cards(paint(), text); };
    if (proposal.error) {
      show(fmt::format("No hint, and the game is not affected: {}\n", *proposal.error));
      co_return;
    }
    std::string text =
        fmt::format("Hint: {} would choose {}\n", settings_.adviser.name, words(hearts::joined(proposal.words, " ")));
    for (const std::string& note : proposal.notes) text += fmt::format("  {}\n", words(note));
    show(text);
  }

  /// Chooses what is the only choice, if the person wants that. Under the laws of the table there may be others.
  bool choose_forced(Choice& choice) {
    if (!settings_.auto_forced || question_->may("then") || words_taken().size() != question_->count) return false;
    for (const std::string& word : words_taken()) (void)choice.add(word);
    show(fmt::format("You have no other choice: {}\n", with_cards(paint(), choice.text())));
    return true;
  }

  /// Repeats the choice that was made before the game was left. Returns false if there was none, or if it is not
  /// possible now.
  bool recall(Choice& choice) {
    const std::string* before = kept_ == nullptr ? nullptr : kept_->answer(person_, number_);
    bool made = false;
    if (before != nullptr) {
      std::vector<std::string> words;
      for (const std::string_view word : hearts::split(*before, " ")) words.emplace_back(word);
      if (words.size() == 3 && words[1] == "then") words[1] = "THEN";
      made = add_words(words, choice);
      if (!made) choice.clear();
    }
    if (catches_up_ && (!made || !kept_->has_answers(person_, number_ + 1))) {
      catches_up_ = false;
      show("The game resumes where you left it. Type 'help' for the commands.\n" + score_text(state_) +
           trick_text(state_, paint()));
    }
    return made;
  }

  asio::awaitable<TypedLine> prompt(const std::string& text) {
    const std::string lines = wrapped_text(text + ">", terminal_.columns());
    const std::size_t last = lines.rfind('\n') + 1;  // 0 where there is none
    terminal_.write(lines.substr(0, last));
    const auto line = co_await terminal_.read_line(lines.substr(last) + " ");
    if (!line) {
      terminal_.write("\n");
      throw PlayerLeft("the input has ended");
    }
    co_return parse_typed_line(*line);
  }

  asio::awaitable<void> make(Choice& choice) {
    if (choose_forced(choice)) co_return;
    show_question();
    const bool several = choice.count() > 1;
    while (true) {
      std::string text(question_->kind);
      if (several) text += fmt::format(" {}", choice.count());
      if (!choice.chosen().empty()) {
        text += " [" + choice.shown() + "]";
        text += choice.complete() ? ": yes or undo" : fmt::format(", {} more", choice.count() - choice.chosen().size());
      }
      const TypedLine typed = co_await prompt(text);
      if (typed.command) {
        if (co_await obey(*typed.command, typed.words, choice)) co_return;
        continue;
      }
      if (typed.words.empty()) {
        if (choice.complete()) show("Type 'yes' to confirm, or 'undo'.\n");
        continue;
      }
      std::vector<std::string> words = typed.words;
      const bool confirms = several && (is_spelled("yes", words.back()) || is_spelled("y", words.back()));
      if (confirms) words.pop_back();
      if (add_words(words, choice) && (confirms || !several)) co_return;
    }
  }

  /// Runs a command. Returns true when it confirms the choice.
  asio::awaitable<bool> obey(TableWord command, const std::vector<std::string>& words, Choice& choice) {
    const std::string first = words.empty() ? "" : words.front();
    if (command == TableWord::help) {
      show(fmt::format("Type cards as {}, several with spaces between them. The commands:\n{}",
                       terminal_.symbols() ? "qs, QS or Q♠" : "qs or QS", commands_text()));
      if (state_.rules->rules().has_table_laws())
        show(
            "The laws of the table apply: you may play a card in ( ) that does not follow suit, but it may cost you "
            "points.\n");
    }
    if (command == TableWord::explain) show(explanation());
    if (command == TableWord::hint) co_await show_hint();
    if (command == TableWord::rules) show(rules_text(state_, paint(), first));
    if (command == TableWord::hand)
      show("Your cards\n" + hand_text(state_, paint(), question_->kind == "play" ? offered() : state_.cards));
    if (command == TableWord::table) show(trick_text(state_, paint()));
    if (command == TableWord::last) show(last_trick_text(state_, paint()));
    if (command == TableWord::score) show(score_text(state_));
    if (command == TableWord::undo) {
      if (const std::string why = choice.undo(first); !why.empty()) show(why + ".\n");
    }
    if (command == TableWord::yes && choice.complete()) co_return true;
    if (command == TableWord::yes)
      show(choice.count() > 1 ? fmt::format("Choose {} first.\n", choice.count()) : "Choose first.\n");
    if (command == TableWord::no) choice.clear();
    if (command == TableWord::quit) co_await ask_to_leave();
    co_return false;
  }

  /// Adds the words to the choice, and says what is wrong with those that cannot be added. Returns whether the choice
  /// is complete and all words were added.
  bool add_words(const std::vector<std::string>& words, Choice& choice) {
    if (words.size() == 3 && words[1] == "THEN" && question_->may("then")) {
      if (!add_words({words.front()}, choice)) return false;
      then_ = " then " + words.back();
      return true;
    }
    if (choice.count() == 1 && words.size() > 1) {
      show(fmt::format("Choose one, not {}.\n", words.size()));
      return false;
    }
    bool all = true;
    for (const std::string& word : words) {
      const std::string why = choice.add(word);
      if (why.empty()) continue;
      all = false;
      show(why + ".\n");
      if (choice.complete()) break;
    }
    return all && choice.complete();
  }

  asio::awaitable<void> ask_to_leave() {
    const TypedLine typed = co_await prompt("Leave the game? yes or no");
    if (typed.command == TableWord::yes || typed.command == TableWord::quit) throw PlayerLeft("the person has left");
    show("The game continues.\n");
  }

  Terminal& terminal_;
  const PersonSettings& settings_;
  UnfinishedGame* kept_;
  int person_;
  bool catches_up_ = false;  ///< repeats earlier answers, and shows nothing
  int number_ = 0;           ///< of the open question
  TableState state_;
  std::string unread_;    ///< the start of a line
  std::string hello_;     ///< the line
  std::string received_;  ///< this game's lines, without the questions
  std::string ask_text_;
  std::optional<AskLine> question_;  ///< open, of that text
  std::string then_;                 ///< what follows the card that is chosen
  std::string answer_;
  bool greeted_ = false;
};

}  // namespace

std::unique_ptr<BotChannel> make_terminal_player(Terminal& terminal, const PersonSettings& settings,
                                                 UnfinishedGame* kept, int person) {
  return std::make_unique<TerminalPlayer>(terminal, settings, kept, person);
}

int add_person(Manifest& manifest) {
  BotEntry person;
  person.name = kPersonName;
  const auto taken = [&] { return std::ranges::count(manifest.bots, person.name, &BotEntry::name) > 0; };
  for (int copy = 2; taken(); ++copy) person.name = fmt::format("{}-{}", kPersonName, copy);
  person.hash = hex(digest_of(kPersonHashed));
  person.command.words = {"arena", "play"};
  manifest.bots.push_back(std::move(person));
  return static_cast<int>(manifest.bots.size()) - 1;
}

bool is_persons_game(const Block& block, int game, int person, int seat) {
  if (seat < 0) return game == 0;
  return seating(block.circle, game).at(static_cast<std::size_t>(seat)) == person;
}

ChannelSource with_person(ChannelSource bots, int person, Terminal& terminal, const PersonSettings& settings,
                          UnfinishedGame& kept) {
  ChannelSource others = with_kept_answers(std::move(bots), kept);
  return [others = std::move(others), person, &terminal, &settings, &kept](boost::asio::io_context& context,
                                                                           const BotProcessId& process) {
    return process.bot == person ? make_terminal_player(terminal, settings, &kept, person) : others(context, process);
  };
}

}  // namespace arena
