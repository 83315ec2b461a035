#include "arena/records/game_record.h"

#include <algorithm>
#include <boost/json/value_from.hpp>
#include <charconv>
#include <csignal>
#include <span>
#include <stdexcept>
#include <utility>

#include "arena/base/seeds/crc32c.h"
#include "arena/base/seeds/run_key.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/game/deals/hand_line.h"
#include "arena/game/table/game_setup.h"
#include "arena/records/line_fields.h"
#include "engine/deck.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::CardSet;
using hearts::Deck;
using hearts::GameRules;
using hearts::PerSeat;

PerSeat<int> read_numbers(const json::value& value, int seats) {
  const json::array& list = value.as_array();
  if (list.size() != hearts::at(seats)) throw std::runtime_error("a list must have one entry for each seat");
  PerSeat<int> values{};
  for (std::size_t seat = 0; seat < list.size(); ++seat) values[seat] = json::value_to<int>(list[seat]);
  return values;
}

CardSet read_cards(const Deck& deck, const json::value& value) {
  const std::string text = json::value_to<std::string>(value);
  const auto cards = hearts::parse_cards(deck, text);
  if (!cards) throw std::runtime_error("'" + printable(text) + "' is not a set of cards of this pack");
  return *cards;
}

/// JSON objects grow in steps. Reserving room for what most of them hold avoids these.
constexpr std::size_t kMembers = 16;
constexpr std::size_t kGameMembers = 20;

/// The cards of each hand, by sub-hand and seat.
using Hands = decltype(HandResult::passed);

Hands read_hands(const GameRules& rules, const json::value& value) {
  const json::array& list = value.as_array();
  const auto per_seat = hearts::at(rules.rules().hands_per_seat);
  if (list.size() != per_seat * hearts::at(rules.seats()))
    throw std::runtime_error("a list must have one entry for each hand");
  Hands hands{};
  for (std::size_t i = 0; i < list.size(); ++i) hands[i % per_seat][i / per_seat] = read_cards(rules.deck(), list[i]);
  return hands;
}

bool was_passed(const GameRules& rules, const HandResult& hand) { return rules.pass_offset(hand.number) != 0; }

json::object hand_json(const HandResult& hand, const GameRules& rules) {
  const Deck& deck = rules.deck();
  json::object object({{"hand", hand.number}, {"dealer", hand.dealer}}, kMembers);
  if (hand.extra) object["extra"] = true;
  object["totals"] = numbers_json(hand.totals, rules.seats());
  add_deal(object, rules, hand.deal, hand.slip);
  if (rules.rules().hands_per_seat > 1) object["select"] = numbers_json(hand.selected, rules.seats());
  if (was_passed(rules, hand)) object["pass"] = hands_json(rules, hand.passed);
  std::string plays;
  for (const hearts::Act& act : hand.plays) {
    if (!plays.empty()) plays += ' ';
    hearts::append_act(plays, deck, act);
  }
  object["plays"] = plays;
  if (hand.thrown_in) object["thrown_in"] = true;
  if (hand.choice) object["choice"] = moon_option_name(*hand.choice);
  object["points"] = numbers_json(hand.points, rules.seats());
  return object;
}

HandResult read_hand(const json::object& object, const GameRules& rules) {
  const Deck& deck = rules.deck();
  HandResult hand;
  hand.number = int_of(object, "hand");
  hand.dealer = int_of(object, "dealer");
  if (hand.number < 1 || hand.dealer < 0 || hand.dealer >= rules.seats())
    throw std::runtime_error("no such hand or dealer");
  if (const json::value* extra = object.if_contains("extra")) hand.extra = extra->as_bool();
  hand.totals = read_numbers(member(object, "totals"), rules.seats());
  hand.deal.hands = read_hands(rules, member(object, "deal"));
  if (const json::value* faulty = object.if_contains("faulty")) hand.slip.faulty = faulty->as_bool();
  if (const json::value* exposed = object.if_contains("exposed")) hand.slip.exposed = read_cards(deck, *exposed);
  if (const json::value* leftover = object.if_contains("leftover")) hand.deal.leftover = read_cards(deck, *leftover);
  hand.deal.point_lane = rules.fixed_point_lane();
  if (const json::value* suit = object.if_contains("point_suit")) {
    const std::string letter = json::value_to<std::string>(*suit);
    const auto lane = letter.size() == 1 ? deck.lane_of(letter.front()) : std::nullopt;
    if (!lane) throw std::runtime_error("'" + printable(letter) + "' is not a suit of this pack");
    hand.deal.point_lane = *lane;
  }
  if (const json::value* select = object.if_contains("select")) hand.selected = read_numbers(*select, rules.seats());
  if (object.contains("pass") != was_passed(rules, hand))
    throw std::runtime_error("\"pass\" is there, or missing, against the rules of the pass");
  if (const json::value* pass = object.if_contains("pass")) hand.passed = read_hands(rules, *pass);
  const std::string plays = text_of(object, "plays");
  for (const std::string_view word : words_of(plays)) {
    const auto act = hearts::parse_act(deck, word);
    if (const auto* wrong = std::get_if<std::string>(&act))
      throw std::runtime_error("'" + printable(word) + "': " + *wrong);
    hand.plays.push_back(std::get<hearts::Act>(act));
    if (!hand.plays.back().is_play_in_turn() && !rules.rules().has_table_laws())
      throw std::runtime_error("'" + printable(word) + "': no laws are in force");
  }
  if (const json::value* thrown_in = object.if_contains("thrown_in")) hand.thrown_in = thrown_in->as_bool();
  if (const json::value* choice = object.if_contains("choice")) {
    const std::string name = json::value_to<std::string>(*choice);
    for (hearts::MoonOption option : {hearts::MoonOption::subtract_self, hearts::MoonOption::add_others}) {
      if (name == moon_option_name(option)) hand.choice = option;
    }
    if (!hand.choice) throw std::runtime_error("'" + printable(name) + "' is not a choice");
  }
  hand.points = read_numbers(member(object, "points"), rules.seats());
  return hand;
}

/// Returns the place of a forfeit, a fault or an interference of the arena.
template <class Event>
json::object place_json(const Event& event) {
  return {{"seat", event.seat}, {"hand", event.hand}, {"question", event.question}};
}

json::object forfeit_json(const Forfeit& forfeit) {
  json::object object = place_json(forfeit);
  object["fault"] = fault_name(forfeit.fault);
  return object;
}

json::object fault_event_json(const FaultEvent& event) {
  json::object object = place_json(event);
  object["fault"] = fault_name(event.fault);
  object["blame"] = blame_name(blame_of(event.fault));
  object["detail"] = event.detail;
  return object;
}

json::object interference_json(const Interference& event) {
  json::object object = place_json(event);
  object["why"] = fault_name(event.why);
  if (!event.answer.empty()) object["answer"] = event.answer;
  return object;
}

json::object note_json(const Note& note) {
  return {{"seat", note.seat}, {"question", note.question}, {"text", legible(note.text, "\n\t")}};
}

/// The same for stderr, which comes as the bot wrote it.
json::object stderr_json(const Note& note) {
  return note_json({note.seat, note.question, printable_lines(note.text, note.text.size())});
}

Fault fault_of(const json::object& object, const char* key) {
  const std::string name = text_of(object, key);
  const std::optional<Fault> fault = find_fault(name);
  if (!fault) throw std::runtime_error("'" + printable(name) + "' is not a fault");
  return *fault;
}

/// Throws unless every fault in a list of a game's line is the bot's own. `key` is the member that names the fault.
void require_own_faults(const json::value& list, const char* key) {
  for (const json::value& item : list.as_array()) {
    const Fault fault = fault_of(item.as_object(), key);
    if (blame_of(fault) == Blame::bot) continue;
    throw std::runtime_error("the fault '" + std::string(fault_name(fault)) +
                             "' is not a bot's fault: it makes the block void");
  }
}

std::vector<Interference> read_interferences(const json::value& list, std::size_t seats) {
  return read_list(list, [&](const json::object& object) {
    auto event = read_place<Interference>(object, seats);
    event.why = fault_of(object, "why");
    if (object.contains("answer")) event.answer = shown_text(member(object, "answer"));
    return event;
  });
}

json::object clock_json(const std::string& bot, const SeatTiming& timing) {
  const auto slow_json = [](const SeatTiming::Slow& slow) { return json::array{slow.question, slow.time.count()}; };
  json::object clock({{"bot", bot},
                      {"questions", timing.questions},
                      {"used_us", timing.total.count()},
                      {"slowest_us", list_json(timing.slowest, slow_json)},
                      {"cpu_us", timing.cpu.count()},
                      {"idle_cpu_us", timing.idle_cpu.count()}},
                     kMembers);
  if (timing.between_games_cpu.count() > 0) clock["between_games_cpu_us"] = timing.between_games_cpu.count();
  if (!timing.ready.empty()) clock["ready"] = timing.ready;
  if (!timing.replaced.empty()) clock["replaced"] = timing.replaced;
  clock["asks_us"] = list_json(timing.asks, [](std::chrono::microseconds time) { return time.count(); });
  const SeatInput& input = timing.input;
  if (input.process.start > 0)
    clock["process"] = json::array{input.process.worker, input.process.start, input.process.game};
  clock["heard_bytes"] = input.bytes;
  clock["heard_crc"] = crc_text(input.crc);
  if (!input.bad.empty()) clock["bad"] = json::value_from(input.bad);
  if (!input.late.empty()) {
    clock["late"] = list_json(input.late, [](const SeatInput::Late& one) {
      return json::object{{"id", one.id}, {"ask", one.ask}, {"open", one.open}};
    });
  }
  return clock;
}

/// The last fault of a seat that forfeits is the one that forfeited the game.
void mark_forfeits(GameResult& result) {
  for (const Forfeit& forfeit : result.forfeits) {
    const auto last = std::ranges::find(result.faults.rbegin(), result.faults.rend(), forfeit.seat, &FaultEvent::seat);
    if (last != result.faults.rend()) last->forfeits = true;
  }
}

}  // namespace

std::string game_id(int block, int game) { return "b" + std::to_string(block) + "g" + std::to_string(game); }

std::optional<std::pair<int, int>> parse_game_id(std::string_view id) {
  int block = -1;
  int game = -1;
  const std::size_t g = id.find('g');
  if (!id.starts_with('b') || g == std::string_view::npos) return std::nullopt;
  std::from_chars(id.data() + 1, id.data() + g, block);
  std::from_chars(id.data() + g + 1, id.data() + id.size(), game);
  if (block < 0 || game < 0 || game_id(block, game) != id) return std::nullopt;
  return std::pair(block, game);
}

GameSetup setup_of(const GameRecord& record, const Manifest& manifest, const ManifestVariant& variant,
                   const BlockSeed& seed, Dealing deals) {
  const hearts::GameRules& rules = *variant.rules;
  GameSetup setup;
  setup.id = record.id;
  setup.rules = &rules;
  setup.rule_keys = manifest.rule_keys;
  setup.first_dealer = seed.first_dealer(rules.seats());
  setup.deal = std::move(deals);
  setup.limits = manifest.table_limits(variant, record.bots);
  if (!rules.rules().has_table_laws()) setup.limits.each([](Limits& limits) { limits.laws = {}; });
  for (int seat = 0; seat < rules.seats(); ++seat) {
    setup.tokens.push_back(seed.token(record.game, seat));
    setup.bot_seeds.push_back(seed.bot_seed(record.game, seat));
    setup.first_questions.push_back(seed.first_question(record.game, seat));
  }
  if (manifest.reveal_names) setup.names = record.bots;
  return setup;
}

json::object game_json(const GameRecord& record, const GameRules& rules) {
  const GameResult& result = record.result;
  json::object line({{"v", kRecordVersion},
                     {"type", "game"},
                     {"run", record.run},
                     {"id", record.id},
                     {"variant", record.variant},
                     {"rules", record.rules_hash},
                     {"block", record.block},
                     {"game", record.game},
                     {"seed", record.seed}},
                    kGameMembers);
  line["bots"] = json::value_from(record.bots);
  line["hands"] = list_json(result.hands, [&](const HandResult& hand) { return hand_json(hand, rules); });
  line["totals"] = numbers_json(result.totals, rules.seats());
  line["scores"] = numbers_json(result.scores, rules.seats());
  line["places"] = numbers_json(result.places, rules.seats());
  if (rules.rules().has_table_laws()) {
    json::array seats;
    for (std::size_t seat = 0; seat < at(rules.seats()); ++seat) {
      if (result.wants_all_laws[seat]) seats.push_back(seat);
    }
    if (!seats.empty()) line["all_laws"] = std::move(seats);
    line["laws"] = list_json(std::span(result.laws).first(at(rules.seats())), counts_json<LawFigure>);
  }
  line["forfeits"] = list_json(result.forfeits, forfeit_json);
  line["faults"] = list_json(result.faults, fault_event_json);
  line["auto"] = list_json(result.automatic, interference_json);
  line["tries"] = list_json(result.tries, interference_json);
  return line;
}

void check_blame(const json::object& line) {
  for (const char* list : {"faults", "forfeits"}) require_own_faults(line.at(list), "fault");
  for (const char* list : {"auto", "tries"}) require_own_faults(line.at(list), "why");
  for (const json::value& event : member(line, "faults").as_array()) {
    const std::string blame = text_of(event.as_object(), "blame");
    if (blame != blame_name(Blame::bot)) {
      throw std::runtime_error("a bot's own fault is blamed on '" + printable(blame) + "'");
    }
  }
}

GameRecord read_game(const json::object& line, const GameRules& rules, std::string_view place) {
  return read_at(place, "this is not a record of a game", [&] {
    GameRecord record;
    record.run = text_of(line, "run");
    record.id = text_of(line, "id");
    record.variant = text_of(line, "variant");
    record.rules_hash = text_of(line, "rules");
    record.block = int_of(line, "block");
    record.game = int_of(line, "game");
    record.seed = text_of(line, "seed");
    record.bots = read_list(member(line, "bots"), shown_text);
    if (record.bots.size() != hearts::at(rules.seats())) throw std::runtime_error("it must have one bot for each seat");
    check_blame(line);
    GameResult& result = record.result;
    result.hands = read_list(member(line, "hands"), [&](const json::object& hand) { return read_hand(hand, rules); });
    result.totals = read_numbers(member(line, "totals"), rules.seats());
    result.scores = read_numbers(member(line, "scores"), rules.seats());
    result.places = read_numbers(member(line, "places"), rules.seats());
    result.wants_all_laws = read_all_laws(line, rules);
    std::ranges::copy(read_laws(line, record.bots.size()), result.laws.begin());
    result.forfeits = read_list(member(line, "forfeits"), [&](const json::object& object) {
      auto forfeit = read_place<Forfeit>(object, record.bots.size());
      forfeit.fault = fault_of(object, "fault");
      return forfeit;
    });
    result.faults = read_list(member(line, "faults"), [&](const json::object& object) {
      auto event = read_place<FaultEvent>(object, record.bots.size());
      event.fault = fault_of(object, "fault");
      event.detail = shown_text(member(object, "detail"));
      return event;
    });
    mark_forfeits(result);
    result.automatic = read_interferences(member(line, "auto"), record.bots.size());
    result.tries = read_interferences(member(line, "tries"), record.bots.size());
    return record;
  });
}

json::object timing_json(const GameRecord& record, const GameRules& rules, bool shared_processors) {
  json::object line = {{"v", kRecordVersion},
                       {"type", "timing"},
                       {"run", record.run},
                       {"id", record.id},
                       {"game_us", record.result.duration.count()},
                       {"busy_us", busy_time(record.result).count()}};
  if (host_was_busy(record.result)) line[shared_processors ? "crowded" : "busy"] = true;
  if (record.result.ended != std::chrono::sys_seconds()) line["ended"] = record.result.ended.time_since_epoch().count();
  json::array seats;
  seats.reserve(hearts::at(rules.seats()));
  for (std::size_t seat = 0; seat < hearts::at(rules.seats()); ++seat) {
    seats.push_back(clock_json(record.bots[seat], record.result.timing[seat]));
  }
  line["seats"] = std::move(seats);
  if (!record.result.notes.empty()) line["notes"] = list_json(record.result.notes, note_json);
  if (!record.result.stderr_texts.empty()) line["stderr"] = list_json(record.result.stderr_texts, stderr_json);
  return line;
}

json::object fault_json(const GameRecord& record, const FaultEvent& event) {
  json::object line = {{"v", kRecordVersion},
                       {"type", "fault"},
                       {"run", record.run},
                       {"id", record.id},
                       {"bot", record.bots[hearts::at(event.seat)]}};
  for (const auto& member : fault_event_json(event)) line.insert(member);
  line["forfeits"] = event.forfeits;
  line["elapsed_us"] = event.elapsed.count();
  if (event.clock) {
    line["move_left_ms"] = event.clock->move.count();
    line["bank_left_ms"] = event.clock->bank.count();
  }
  if (event.end) {
    const ProcessEnd::Kind kind = event.end->kind;
    if (kind == ProcessEnd::Kind::exited) line["exit_code"] = event.end->number;
    if (event.end->by_sigkill()) {
      line["signal"] = SIGKILL;
    } else if (kind == ProcessEnd::Kind::signaled) {
      line["signal"] = event.end->number;
    }
  }
  if (event.cpu.count() > 0) line["cpu_us"] = event.cpu.count();
  if (event.peak_kb > 0) line["peak_kb"] = event.peak_kb;
  line["sent"] = json::value_from(event.sent);
  line["received"] = json::value_from(event.received);
  line["stderr"] = list_json(event.stderr_tail, [](const StderrChunk& chunk) {
    return json::object{{"question", chunk.question}, {"text", printable_lines(chunk.text, chunk.text.size())}};
  });
  return line;
}

json::object void_json(const VoidBlock& block, std::string_view run) {
  return {{"v", kRecordVersion},
          {"type", "void"},
          {"run", run},
          {"block", block.block},
          {"again", block.again},
          {"game", block.game},
          {"fault", fault_name(block.fault)},
          {"detail", block.detail}};
}

VoidBlock read_void(const json::object& line, std::string_view place) {
  return read_at(place, "this is not a record of a void block", [&] {
    const auto fault = find_fault(text_of(line, "fault"));
    if (!fault || blame_of(*fault) == Blame::bot) throw std::runtime_error("that fault does not make a block void");
    return VoidBlock{int_of(line, "block"), int_of(line, "again"), int_of(line, "game"), *fault,
                     text_of(line, "detail")};
  });
}

}  // namespace arena
