#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/hand.h"
#include "engine/match.h"

namespace arena::test {

/// Rules by a variant's id, with the keys set on top.
hearts::GameRules rules_of(const std::string& variant,
                           const std::vector<std::pair<std::string, std::string>>& keys = {});

/// A deal from notation: one text of cards a hand, seat by seat (with two hands a seat: first, second).
/// What is in no hand is left over.
hearts::Deal deal_of(const hearts::GameRules& rules, const std::vector<std::string>& hands);

/// Chooses for a seat: the index of one of the words offered.
using Choose = std::function<int(hearts::Seat, const std::vector<std::string>&)>;

/// The lines to one seat about one hand, from `hand` to `score`, without the questions: the deal is played out by the
/// house player (highest cards passed, lowest played), `choose` answers the other questions.
std::string transcript(const hearts::GameRules& rules, const hearts::Hand::Setup& setup, hearts::Seat you,
                       const Choose& choose);

}  // namespace arena::test
