#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace cheats {

/// The cards dealt, by seat.
using Hands = hearts::PerSeat<hearts::CardSet>;

/// What a bot knows when its cards are dealt.
struct Situation {
  const hearts::GameRules* game = nullptr;
  hearts::Seat dealer = 0;
  hearts::Seat seat = 0;
  hearts::CardSet cards;
  std::uint32_t bot_seed = 0;
};

/// A way to learn what the others hold. Lives as long as its process, whatever the protocol says about `game`.
class Cheat {
 public:
  virtual ~Cheat() = default;
  /// All hands, where it can tell them.
  virtual std::optional<Hands> recognise(const Situation& situation) = 0;
  /// How many deals the last try looked at.
  virtual int tried() const = 0;
  /// A hand is over, and everybody has seen what was dealt.
  virtual void remember(const Hands&) {}
  /// How many of these hands, or of the parts of them that were shown, it remembers.
  virtual int met(const Hands&) const { return 0; }
};

/// `remember`, `search`, `invert`, `names`, `names_quietly`, `pages` or `pages_quietly`; nothing for `honest`. Throws
/// std::invalid_argument for any other word. `salt`: only bots with the same one find each other's traces.
std::unique_ptr<Cheat> make_cheat(std::string_view mode, std::string_view salt = {});

}  // namespace cheats
