#pragma once

#include <string>
#include <vector>

#include "arena/records/manifest.h"

namespace arena {

/// What a league wants of a run that is there already.
struct RunChanges {
  std::vector<std::string> changes;  ///< what another stage would change, a few words each: "goose is new"
  std::string more;                  ///< how much more is asked for, where nothing else changes: "12 blocks more"
  std::string refusal;               ///< a sentence on what no stage can change; empty: nothing

  bool is_stage() const { return !changes.empty() || !more.empty(); }
  bool none() const { return !is_stage() && refusal.empty(); }
  /// All that changes, in words.
  std::string text() const;
};

/// How much a league asks for in all; 0 is not said. See plan_blocks().
struct WantedLength {
  int blocks = 0;
  int games = 0;
};

/// The name that the run has for a bot. Name and hash make a bot: files that have changed since make another version, as
/// which it enters anew: "duck~2".
std::string name_in_run(const std::vector<Manifest>& stages, const BotEntry& bot);

/// Bots that the manifest has, too, have their commands told as there.
void take_shown_words(const Manifest& recorded, Manifest& wanted);

/// Gives bots these names and has their commands told as before, leaves out those that were withdrawn, and gives bots and
/// variants the run's order.
void take_identities(const std::vector<Manifest>& stages, Manifest& wanted,
                     const std::vector<std::string>& withdrawn = {});

/// The last stage goes on: what was planned of it stays.
void take_plan(const Manifest& last, Manifest& wanted);

/// What the league changes in the run's last stage. Identities are taken. The blocks of a run that has one stage are
/// compared as planned with its commitment; less is refused, more is a change.
RunChanges run_changes(const std::vector<Manifest>& stages, const Manifest& wanted, const WantedLength& length);

/// Plans how many blocks of each variant the stage has, and so how many games: as many as are still to play of what is
/// wanted in all, and at least so many that what is new catches up: a bot with the bots that were there, a variant with
/// the other variants by its weight. None when there is nothing to play. The stage, what was played before and the
/// commitment are filled in. Throws InputError when that is more than a run may have.
void plan_stage(Manifest& manifest, const WantedLength& length);

}  // namespace arena
