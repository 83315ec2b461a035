#include "engine/laws/act.h"

#include <algorithm>
#include <array>

#include "engine/typed_text.h"

namespace hearts {
namespace {

/// How an act other than a play in turn is written.
struct Spelling {
  Act::Kind kind;
  std::string_view form;
};

constexpr auto kSpellings = std::to_array<Spelling>({
    {Act::Kind::play, "out:CARD"},
    {Act::Kind::demand, "demand:SEAT:CARD"},
    {Act::Kind::demand, "demand:SEAT"},
    {Act::Kind::correct, "correct:CARD"},
    {Act::Kind::call_misdeal, "misdeal:SEAT"},
    {Act::Kind::claim_revoke, "claim:SEAT:revoke:OWNER:TRICK"},
    {Act::Kind::claim_hand, "claim:SEAT:hand:OWNER"},
    {Act::Kind::agree, "agree:SEAT"},
    {Act::Kind::agree, "agree"},
});

/// Parses one part of a word, given the part of the form that it must match. Returns false if it does not match.
bool read_part(Act& act, const Deck& deck, std::string_view form, std::string_view part) {
  const auto number = [part](int& value, int low, int high) {
    const std::optional<int> read = whole_number(part, low, high);
    if (read) value = *read;
    return read.has_value();
  };
  if (form == "SEAT") return number(act.seat, 0, kSeatsMax - 1);
  if (form == "OWNER") return number(act.owner, 0, kSeatsMax - 1);
  if (form == "TRICK") return number(act.trick, 1, kTricksMax);
  if (form != "CARD") return form == part;
  act.card = deck.find(part);
  return act.card.has_value();
}

/// Parses the word by this form. Returns nothing if it does not match.
std::optional<Act> read_as(const Spelling& spelling, const Deck& deck, std::span<const std::string_view> parts) {
  const std::vector<std::string_view> forms = split(spelling.form, ":");
  if (forms.size() != parts.size()) return std::nullopt;
  Act act{.kind = spelling.kind, .out_of_turn = spelling.kind == Act::Kind::play};
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (!read_part(act, deck, forms[i], parts[i])) return std::nullopt;
  }
  return act;
}

/// The seat that holds the card, or kNobody.
Seat holder_of(const LawsHand& hand, Card card) {
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    if (hand.cards(seat).contains(card)) return seat;
  }
  return kNobody;
}

/// The owner of the card that a demand is about: the named card, or the last one that was played out of turn.
Seat demanded_of(const LawsHand& hand, const std::optional<Card>& card) {
  const LawsTrick& trick = hand.trick();
  for (int place = trick.count - 1; place >= 0; --place) {
    const LaidCard& laid = trick.at(place);
    if (card ? laid.card == *card : laid.out_of_turn) return laid.seat;
  }
  return kNobody;
}

}  // namespace

std::variant<Act, std::string> parse_act(const Deck& deck, std::string_view word) {
  if (const std::optional<Card> card = deck.find(word)) return Act::play(*card);
  const std::vector<std::string_view> parts = split(word, ":");
  std::string forms;
  for (const Spelling& spelling : kSpellings) {
    if (const std::optional<Act> act = read_as(spelling, deck, parts)) return *act;
    if (split(spelling.form, ":").front() != parts.front()) continue;
    forms.append(forms.empty() ? "" : " or ").append(spelling.form);
  }
  if (forms.empty()) return std::string("this is not a card of the pack");
  return "this must be " + forms;
}

void append_act(std::string& text, const Deck& deck, const Act& act) {
  const auto fits = [&](const Spelling& spelling) {
    const bool names_seat = spelling.form.find(":SEAT") != std::string_view::npos;
    const bool names_card = spelling.form.find(":CARD") != std::string_view::npos;
    return spelling.kind == act.kind && names_seat == (act.seat != kNobody) && names_card == act.card.has_value();
  };
  const std::string_view whole = act.is_play_in_turn() ? "CARD" : std::ranges::find_if(kSpellings, fits)->form;
  std::string_view between;
  for (const std::string_view form : split(whole, ":")) {
    text += between;
    between = ":";
    text += form == "CARD"    ? deck.name(*act.card)
            : form == "SEAT"  ? std::to_string(act.seat)
            : form == "OWNER" ? std::to_string(act.owner)
            : form == "TRICK" ? std::to_string(act.trick)
                              : std::string(form);
  }
}

Act act_of(const LawsHand& hand, Seat seat, const Move& move) {
  if (move.kind == Move::Kind::play) return {.out_of_turn = seat != hand.to_move(), .card = move.card};
  if (move.kind == Move::Kind::correct) return {.kind = move.kind, .card = move.card};
  if (move.kind == Move::Kind::demand)
    return {.kind = move.kind, .seat = seat, .card = hand.trick().at(*hand.trick().place_of(move.seat)).card};
  return {.kind = move.kind, .seat = seat, .owner = move.seat, .trick = move.trick};
}

bool is_unfounded(const RuleBreach& refusal) {
  return refusal.breach == Breach::no_revoke || refusal.breach == Breach::already_found ||
         refusal.breach == Breach::hand_in_order;
}

std::variant<DoneAct, RefusedAct> move_of(const LawsHand& hand, const Act& act) {
  const bool in_play = hand.phase() == Phase::play;
  if (act.is_play_in_turn()) return DoneAct{hand.to_move(), Move::play(*act.card)};
  if (act.kind == Act::Kind::play || act.kind == Act::Kind::correct) {
    const Seat holder = holder_of(hand, *act.card);
    if (holder == kNobody) return RefusedAct{kNobody, "nobody holds that card"};
    if (act.out_of_turn && in_play && holder == hand.to_move()) return RefusedAct{holder, "it is that seat's turn"};
    return DoneAct{holder, {.kind = act.kind, .card = *act.card}};
  }
  if (act.kind == Act::Kind::demand) {
    const Seat owner = in_play ? demanded_of(hand, act.card) : kNobody;
    if (owner == kNobody)
      return RefusedAct{act.seat, act.card ? "that card is not on the table" : "no card was played out of turn",
                        "R001-26"};
    return DoneAct{act.seat, Move::demand(owner)};
  }
  return DoneAct{act.seat, {.kind = act.kind, .seat = act.owner, .trick = act.trick}};
}

std::variant<DoneAct, RefusedAct> do_act(LawsHand& hand, const Act& act) {
  const int seats = hand.game().seats();
  for (const Seat seat : {act.seat, act.owner}) {
    if (seat >= seats) return RefusedAct{kNobody, "there is no seat " + std::to_string(seat)};
  }
  auto found = move_of(hand, act);
  DoneAct* done = std::get_if<DoneAct>(&found);
  if (done == nullptr) return found;
  const bool all_agree = act.kind == Act::Kind::agree && act.seat == kNobody;
  do {
    const Seat seat = all_agree ? hand.to_move() : done->seat;
    const std::optional<RuleBreach> refusal = hand.apply(seat, done->move);
    if (!refusal) continue;
    if (!is_unfounded(*refusal)) return RefusedAct{seat, std::string(describe(refusal->breach)), refusal->rule};
    done->founded = false;
  } while (all_agree && hand.phase() == Phase::claim);
  return found;
}

PerSeat<LawCharge> law_charges(const LawsHand& hand) {
  const GameRules& game = hand.game();
  const LawsFindings& findings = hand.findings();
  PerSeat<LawCharge> charges{};
  if (!findings.any_revoke() && findings.faulty_hands() == 0) return charges;
  PerSeat<CardSet> won{};
  for (Seat seat = 0; seat < game.seats(); ++seat) won[seat] = hand.won(seat);
  const Tally taken = tally_hand(game, hand.point_lane(), won, {}, hand.tricks_taken());
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (findings.any_revoke()) {
      // Nobody else has penalty points, so this law is the cause of all points that the offender has.
      if (findings.revoked[seat]) charges[seat] = {hand.tally().penalty[seat], "R001-31"};
    } else if (findings.faulty[seat]) {
      charges[seat] = {hand.tally().penalty[seat] - taken.penalty[seat],
                       findings.faulty_hands() == 1 ? "R001-23" : "R001-24"};
    }
  }
  return charges;
}

}  // namespace hearts
