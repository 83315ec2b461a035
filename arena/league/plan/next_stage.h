#pragma once

#include <string>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"

namespace arena {

// A run can be extended: the league's changes are played as another stage of it. A league file is only words, so it first
// takes the run's identities (which version of which bot), then it is compared, then its stage is planned.

/// What a league changes in a run that is there already.
struct RunChanges {
  std::vector<std::string> changes;      ///< what another stage would change, a few words each: "goose is new"
  std::string more;                      ///< how much more is asked for, where nothing else changes: "12 blocks more"
  std::optional<std::string> refusal{};  ///< a sentence on what no stage can change, if the league changes that

  bool is_stage() const { return !changes.empty() || !more.empty(); }
  bool none() const { return !is_stage() && !refusal; }
  /// All that changes, in words.
  std::string text() const;
};

/// How much a league asks for in all; 0 is not said. See plan_blocks().
struct WantedLength {
  int blocks = 0;
  int games = 0;
};

/// Returns the name that the run has for a bot. Name and hash identify a bot: if its files have changed, it is another
/// version and enters as a new bot, such as "duck~2".
std::string name_in_run(const std::vector<Manifest>& stages, const BotEntry& bot);

/// Shows the commands of bots as the recorded manifest does, for those that it has, too.
void take_shown_words(const Manifest& recorded, Manifest& wanted);

/// Gives bots their names and shown commands in the run, leaves out those that were withdrawn, and puts bots and variants
/// in the run's order.
void take_identities(const std::vector<Manifest>& stages, Manifest& wanted,
                     const std::vector<std::string>& withdrawn = {});

/// The last stage is resumed: takes what was planned of it.
void take_plan(const Manifest& last, Manifest& wanted);

/// Compares the league with the run's last stage, after take_identities(). In a run of one stage, fewer blocks than were
/// planned are refused, and more are a change.
RunChanges run_changes(const std::vector<Manifest>& stages, const Manifest& wanted, const WantedLength& length);

/// Plans how many blocks of each variant the stage has, and so how many games: as many as are still to play of what is
/// wanted in all, and at least enough for what is new to catch up: a bot with the bots that were there, a variant with
/// the other variants by its weight. There may be none. The stage, what was played before and the commitment must be
/// filled in already. Throws InputError when the run would have more than it may.
void plan_stage(Manifest& manifest, const WantedLength& length);

/// Makes the manifest in which challengers meet the bots of the last stage of another run, under its rules, limits and
/// settings: one challenger at each table. `challengers` are words as find_bot() takes them, `run` is a run's folder or
/// its games.jsonl, and `variants` are patterns of the run's variants to play, all if empty. Throws InputError for a bot
/// of the run whose files have changed or are gone, a challenger that plays there already, and where no challenger plays
/// any of the variants.
Manifest gauntlet_against(const std::string& run, const std::vector<std::string>& challengers,
                          const std::vector<std::string>& variants);

}  // namespace arena
